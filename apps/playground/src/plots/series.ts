import {
  angularVelocity,
  type BodyHandle,
  bodyExists,
  bodyPosition,
  type JointHandle,
  jointCoordinates,
  jointDef,
  jointDefinitions,
  jointError,
  jointExists,
  jointReaction,
  linearVelocity,
  type World,
} from '@tenon/physics-core';
import { type JointRow, jointRows, kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { differenceOf } from '../compare.js';
import { type Playground, selected } from '../playground.js';
import { quantityOf } from '../ui/quantity.js';

export type PlotName = 'coordinates' | 'rates' | 'rows' | 'reaction' | 'error' | 'energy' | 'difference';

/** One curve: in which plot it is, how it is called there and in a table, and where its number comes from. */
export interface Series {
  readonly plot: PlotName;
  readonly label: string;
  /** Name of its column in a CSV file. */
  readonly column: string;
  /** Limits and targets are dashed lines that others are compared with. */
  readonly guide: boolean;
  /** Shown number for each read one: angles are shown in degrees. Tables keep what was read. */
  readonly scale: number;
  /** Of the whole world, whatever is selected. */
  readonly ofWorld: boolean;
  readonly read: () => number;
}

const series = (
  plot: PlotName,
  label: string,
  column: string,
  read: () => number,
  { guide = false, scale = 1 } = {},
): Series => ({
  plot,
  label,
  column,
  read,
  guide,
  scale,
  ofWorld: plot === 'energy' || plot === 'difference',
});

const rate = quantityOf('rad/s');
const angle = quantityOf('rad');

/** The curves of what is selected, and those of the whole world. */
export const seriesOf = (playground: Playground): Series[] => {
  const { simulation } = playground;
  const { world } = simulation;
  const { joint, body } = selected(playground);
  return [
    ...(joint === undefined ? [] : whileThere(() => jointExists(world, joint), jointSeries(world, joint))),
    ...(body === undefined ? [] : whileThere(() => bodyExists(world, body), bodySeries(world, body))),
    series('energy', 'kinetic, J', 'energy.kinetic', () => kineticEnergy(world)),
    series('energy', 'potential, J', 'energy.potential', () => potentialEnergy(world)),
    series('energy', 'sum, J', 'energy.sum', () => kineticEnergy(world) + potentialEnergy(world)),
    ...(playground.state.compare === 'off' ? [] : differenceSeries(playground)),
  ];
};

/** Curves go on when nothing is selected any more, also when that is because it was deleted: they have a gap then. */
const whileThere = (isThere: () => boolean, curves: readonly Series[]): Series[] =>
  curves.map((curve) => ({ ...curve, read: () => (isThere() ? curve.read() : Number.NaN) }));

const differenceSeries = (playground: Playground): Series[] => [
  series(
    'difference',
    'largest, m',
    'difference.largest',
    () => differenceOf(playground)?.largest ?? Number.NaN,
  ),
  series('difference', 'mean, m', 'difference.mean', () => differenceOf(playground)?.mean ?? Number.NaN),
];

const bodySeries = (world: World, body: BodyHandle): Series[] =>
  [...'xyz'].flatMap((letter, i) => [
    series('coordinates', `${letter}, m`, `position.${letter}`, () => bodyPosition(world, body)[i]),
    series('rates', `v${letter}, m/s`, `velocity.${letter}`, () => linearVelocity(world, body)[i]),
    series(
      'rates',
      `ω${letter}, ${rate.unit}`,
      `spin.${letter}`,
      () => angularVelocity(world, body)[i],
      rate,
    ),
  ]);

const jointSeries = (world: World, joint: JointHandle): Series[] => {
  const definition = jointDefinitions().find(({ type }) => type === jointDef(world, joint).type);
  if (definition === undefined) return [];
  const several = definition.coordinateNames.length > 1;
  const controls = (name: string): ControlValues => {
    const def = jointDef(world, joint) as unknown as Record<string, ControlValues> & ControlValues;
    return several ? def[name] : def;
  };
  const coordinates = definition.coordinateNames.flatMap((name, i) => {
    const { unit, scale } = quantityOf(definition.coordinates[i].unit);
    const now = () => jointCoordinates(world, joint)[name];
    const limit = (side: 0 | 1) => () => finite(controls(name).limits[side]);
    const target = (mode: 'position' | 'speed') => () => targetOf(controls(name), mode);
    const guide = { guide: true, scale };
    return [
      series('coordinates', `${name}, ${unit}`, name, () => now().value, { scale }),
      series('rates', `${name}, ${unit}/s`, `${name}.rate`, () => now().rate, { scale }),
      series('coordinates', `${name} lower`, `${name}.lower`, limit(0), guide),
      series('coordinates', `${name} upper`, `${name}.upper`, limit(1), guide),
      series('coordinates', `${name} target`, `${name}.target`, target('position'), guide),
      series('rates', `${name} target`, `${name}.rate.target`, target('speed'), guide),
    ];
  });
  const force = () => jointReaction(world, joint);
  return [
    ...coordinates,
    ...definition.slots.map((slot) =>
      series('rows', slot, `lambda.${slot.replaceAll(' ', '-')}`, () => lambdaOf(world, joint, slot)),
    ),
    series('reaction', 'force, N', 'force', () => Math.hypot(...force().force)),
    series('reaction', 'torque, N·m', 'torque', () => Math.hypot(...force().torque)),
    series('error', 'linear, m', 'error.linear', () => jointError(world, joint).linear),
    series('error', `angular, ${angle.unit}`, 'error.angular', () => jointError(world, joint).angular, angle),
  ];
};

interface ControlValues {
  readonly limits: readonly [number, number];
  readonly motor: { readonly mode: string; readonly speed: number; readonly target: number };
}

/** What is not there leaves a gap in its curve. */
const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

const targetOf = ({ motor }: ControlValues, mode: 'position' | 'speed'): number =>
  motor.mode === mode ? (mode === 'speed' ? motor.speed : motor.target) : Number.NaN;

/** All rows of a joint are read once for each sample, not once for each curve. */
let readRows: { world: World; joint: JointHandle; rows: JointRow[] } | undefined;

export const beginSample = (): void => {
  readRows = undefined;
};

const lambdaOf = (world: World, joint: JointHandle, slot: string): number => {
  readRows ??= { world, joint, rows: jointRows(world, joint) };
  return readRows.rows.find(({ name }) => name === slot)?.lambda ?? Number.NaN;
};
