import { type BodyHandle, box, createBody, createCollider, halfSpace, type World } from '@tenon/physics-core';

export interface PyramidOptions {
  /** Boxes in the lowest row; each row above has one less. */
  readonly rows: number;
}

const HALF_SIZE = 0.5;
/** Free space beside a box, so that neighbours do not carry each other. */
const GAP = 0.1;

/** An upright triangle of one-metre cubes on an endless floor, row by row from below: rows (rows + 1) / 2 of them. */
export const buildPyramid = (world: World, { rows }: PyramidOptions): BodyHandle[] => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const spacing = 2 * HALF_SIZE + GAP;
  const bodies: BodyHandle[] = [];
  for (let row = 0; row < rows; row++) {
    const width = rows - row;
    for (let i = 0; i < width; i++) {
      const position = [(i - (width - 1) / 2) * spacing, HALF_SIZE * (2 * row + 1), 0] as const;
      const body = createBody(world, { position });
      createCollider(world, body, { shape: box(HALF_SIZE, HALF_SIZE, HALF_SIZE) });
      bodies.push(body);
    }
  }
  return bodies;
};
