import {
  type BodyHandle,
  ball,
  createBody,
  createCollider,
  createJoint,
  sphere,
  type World,
} from '@tenon/physics-core';

export interface JointGridOptions {
  /** Spheres along each side. */
  readonly size: number;
}

const SPACING = 1;
const RADIUS = 0.4;
const HEIGHT = 35;

/**
 * A level sheet of spheres, each joined to its neighbours by a ball joint half way between them. The first row is fixed, so the sheet
 * swings down: 2 size (size - 1) joints, less the size - 1 between fixed spheres. Returns the spheres that move.
 */
export const buildJointGrid = (world: World, { size }: JointGridOptions): BodyHandle[] => {
  const grid: BodyHandle[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, z] = [column * SPACING, row * SPACING];
      const body = createBody(world, { type: row === 0 ? 'static' : 'dynamic', position: [x, HEIGHT, z] });
      createCollider(world, body, { shape: sphere(RADIUS) });
      grid.push(body);
      if (row === 0) continue;
      const above = grid[(row - 1) * size + column];
      createJoint(world, ball({ bodyA: above, bodyB: body, anchor: [x, HEIGHT, z - SPACING / 2] }));
      if (column === 0) continue;
      const beside = grid[row * size + column - 1];
      createJoint(world, ball({ bodyA: beside, bodyB: body, anchor: [x - SPACING / 2, HEIGHT, z] }));
    }
  }
  return grid.slice(size);
};
