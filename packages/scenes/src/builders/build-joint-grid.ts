import {
  type BodyHandle,
  ball,
  createBody,
  createCollider,
  createJoint,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';

export interface JointGridOptions {
  /** Spheres along each side. */
  readonly size: number;
  /** It begins hanging, as the joint grid of Box3D's benchmark does, and its spheres do not collide. Otherwise it begins level. */
  readonly hanging?: boolean;
}

const SPACING = 1;
const RADIUS = 0.4;
const HEIGHT = 35;
/** Spheres of this layer ignore each other. */
const HANGING_LAYER = 2;

/**
 * A sheet of spheres, each joined to its neighbours by a ball joint half way between them. The first row is fixed; a level sheet
 * swings down. It has 2 size (size - 1) joints, less the size - 1 between fixed spheres, which Tenon refuses because nothing could move
 * there. Returns the spheres that move.
 */
export const buildJointGrid = (world: World, { size, hanging = false }: JointGridOptions): BodyHandle[] => {
  const at = (column: number, row: number): Vec3 => {
    const [across, along] = [column * SPACING, row * SPACING];
    return hanging ? [across, HEIGHT - along, 0] : [across, HEIGHT, along];
  };
  const filter = hanging ? { layer: HANGING_LAYER, mask: ~HANGING_LAYER >>> 0 } : {};
  const grid: BodyHandle[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const type = row === 0 ? 'static' : 'dynamic';
      const body = createBody(world, { type, position: at(column, row) });
      createCollider(world, body, { shape: sphere(RADIUS), ...filter });
      grid.push(body);
      if (row === 0) continue;
      const above = grid[(row - 1) * size + column];
      createJoint(world, ball({ bodyA: above, bodyB: body, anchor: at(column, row - 0.5) }));
      if (column === 0) continue;
      const beside = grid[row * size + column - 1];
      createJoint(world, ball({ bodyA: beside, bodyB: body, anchor: at(column - 0.5, row) }));
    }
  }
  return grid.slice(size);
};
