import type { Floats } from '../../../math/floats.js';
import type { TriangleSurface } from '../../meshes/mesh-geometry.js';
import type { Triangle } from '../../meshes/surface.js';
import type { ColliderShapes } from '../../shapes/collider-shapes.js';

/** How a shape that is neither round all over nor flat touches triangles: convex-triangle.ts, filled in by load-solids.ts. */
export interface ConvexTouch {
  placeConvex: (shapes: ColliderShapes, a: number, b: number, centre: Floats, bounds: Floats) => void;
  touchConvex: (surface: TriangleSurface, triangle: Triangle, margin: Floats) => void;
}

export const convexTouch: ConvexTouch = { placeConvex: () => {}, touchConvex: () => {} };
