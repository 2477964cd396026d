import type { BodyHandle, JointHandle } from '@tenon/physics-core';
import type { ThemeName } from './palette.js';

/** Everything that can be shown or hidden, in the order of a menu. */
export const layerNames = [
  'wire',
  'solid',
  'ground',
  'boxes',
  'tree',
  'masses',
  'velocities',
  'contacts',
  'islands',
  'frames',
  'rows',
  'limits',
  'motors',
  'reactions',
  'labels',
] as const;
export type LayerName = (typeof layerNames)[number];

/** A row of a joint by its name, or of the contacts of a body by its place in what contactRows gives. */
export type HighlightedRow =
  | { readonly joint: JointHandle; readonly name: string }
  | { readonly body: BodyHandle; readonly index: number };

export interface DrawOptions {
  layers: Record<LayerName, boolean>;
  theme: ThemeName;
  /** Dynamic bodies in one colour, or those that joints connect in a colour of their own. */
  bodyColours: 'type' | 'figure';
  /** Where the layer of the ground is drawn in a world without a half-space, m. */
  groundHeight?: number | undefined;
  /** Arrows of rows as long as their λ says, or all as long as their Jacobian. */
  rowLength: 'lambda' | 'unit';
  /** Size of frames, sectors, cones and unit arrows, m. */
  scale: number;
  /** Length of an arrow for 1 N, m. Arrows of rows end at 3 `scale`, of contacts at 4, of reactions at 5. */
  forceScale: number;
  /** Length of an arrow for 1 m/s, m. */
  velocityScale: number;
  /** Drawn in the highlight colour and longer, also while the layer of the rows is hidden. */
  highlightedRow?: HighlightedRow | undefined;
  /** Its labels are shown. */
  hoveredJoint?: JointHandle | undefined;
  selectedBody?: BodyHandle | undefined;
  selectedJoint?: JointHandle | undefined;
  /** Shows frames, limits and motors of the selected joint alone, with its bodies labelled, and dims all other bodies. */
  isolateSelected: boolean;
  /** What bodies A and B of the selected joint are called in their labels. */
  selectedNames?: readonly [a: string, b: string] | undefined;
}

const shownByDefault: readonly LayerName[] = [
  'wire',
  'solid',
  'ground',
  'frames',
  'limits',
  'motors',
  'labels',
];

/** What a newcomer wants to see: shapes, joints and their limits. */
export const defaultDrawOptions = (): DrawOptions => ({
  layers: Object.fromEntries(layerNames.map((name) => [name, shownByDefault.includes(name)])) as Record<
    LayerName,
    boolean
  >,
  theme: 'dark',
  bodyColours: 'type',
  rowLength: 'unit',
  scale: 0.3,
  forceScale: 0.005,
  velocityScale: 0.1,
  isolateSelected: false,
});
