import { type BodyHandle, box, type World } from '@tenon/physics-core';
import { addFloor, addSolid } from '../solids.js';

export interface PyramidOptions {
  /** Boxes in the lowest row; each row above has one less. */
  readonly rows: number;
  /** Free space beside a box, m; without it neighbours touch. */
  readonly gap?: number;
  /** kg each; by density when left out. */
  readonly mass?: number;
  /** Of boxes and floor. */
  readonly friction?: number;
}

/** The boxes of the large pyramid in Box3D's benchmark touch on all sides. It uses g = 10 m/s². */
export const touchingBoxes = { gap: 0, mass: 100, friction: 0.6 } as const;

const HALF_SIZE = 0.5;
/** By default neighbours do not carry each other. */
const GAP = 0.1;

/** An upright triangle of one-metre cubes on an endless floor, row by row from below: rows (rows + 1) / 2 of them. */
export const buildPyramid = (
  world: World,
  { rows, gap = GAP, mass, friction }: PyramidOptions,
): BodyHandle[] => {
  const material = friction === undefined ? {} : { friction };
  addFloor(world, material);
  const spacing = 2 * HALF_SIZE + gap;
  const bodies: BodyHandle[] = [];
  for (let row = 0; row < rows; row++) {
    const width = rows - row;
    for (let i = 0; i < width; i++) {
      const position = [(i - (width - 1) / 2) * spacing, HALF_SIZE * (2 * row + 1), 0] as const;
      const def = mass === undefined ? { position } : { position, mass };
      bodies.push(addSolid(world, box(HALF_SIZE, HALF_SIZE, HALF_SIZE), def, material));
    }
  }
  return bodies;
};
