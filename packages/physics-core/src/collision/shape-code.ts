import { PhysicsError } from '../errors.js';
import type { Floats } from '../math/floats.js';
import type { Vec3 } from '../math/vec3.js';
import type { ColliderShapes } from './shapes/collider-shapes.js';
import type { HullGeometry } from './shapes/hull-geometry.js';

/**
 * Code of hulls and of surfaces. A bundle has it if it has something that makes such a shape: hull() calls loadHulls, mesh()
 * and heightField() call loadSurfaces, and what makes shapes from data calls loadEverything.
 */
export interface ShapeCode {
  buildHull: (points: readonly Vec3[]) => HullGeometry;
  /** Time of impact with a surface, see continuous/surface-impact.ts. */
  surfaceImpact: (
    shapes: ColliderShapes,
    a: number,
    b: number,
    motion: Floats,
    query: Floats,
    box: Floats,
  ) => void;
}

/** For a shape of a kind that was written down, and not made by its function. */
export const refuseUnloaded = (kind: string, advice: string): never => {
  throw new PhysicsError(
    'wrong-type',
    `Nothing has loaded the code for a ${kind}`,
    `${advice}. For shapes that come as data, call loadEverything() once`,
  );
};

export const shapeCode: ShapeCode = {
  buildHull: () => refuseUnloaded('hull', 'Make the shape with hull(points)'),
  surfaceImpact: () => {},
};
