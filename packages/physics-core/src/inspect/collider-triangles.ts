import type { TriangleSurface } from '../collision/meshes/mesh-geometry.js';
import { createTriangle, loadTriangle } from '../collision/meshes/surface.js';
import { isSurface } from '../collision/shapes/collider-shapes.js';
import { type ColliderHandle, colliderSlot } from '../handles.js';
import type { World } from '../state/world.js';

/** The triangles of a mesh or height field as flat lists, in the collider's frame, for drawing and picking. */
export interface ColliderTriangles {
  /** x y z of the three corners of each triangle, counter-clockwise seen from outside. */
  readonly corners: Float64Array;
  /** Unit normal of each. */
  readonly normals: Float64Array;
  /** Edges as pairs of corner numbers: corner k begins at corners[3 * k]. Each edge once. */
  readonly edges: Int32Array;
  readonly twoSided: boolean;
}

/** They never change, so each surface is read once. */
const known = new WeakMap<TriangleSurface, ColliderTriangles>();

/** The triangles of a mesh or height field. Other shapes have none. Do not write to them. */
export const colliderTriangles = (world: World, handle: ColliderHandle): ColliderTriangles | undefined => {
  const collider = colliderSlot(world, handle);
  const { hull, meshes, kind } = world.colliders;
  const surface = isSurface(kind[collider]) ? meshes[hull[collider]] : undefined;
  if (!surface) return undefined;
  const triangles = known.get(surface) ?? read(surface);
  known.set(surface, triangles);
  return triangles;
};

const triangle = createTriangle();

const read = (surface: TriangleSurface): ColliderTriangles => {
  const list = listTriangles(surface);
  const corners = new Float64Array(9 * list.length);
  const normals = new Float64Array(3 * list.length);
  const edges: number[] = [];
  const seen = new Set<number>();
  const vertexCount = surface.isField ? surface.columns * surface.rows : surface.vertexCount;
  for (const [t, index] of list.entries()) {
    loadTriangle(surface, index, triangle);
    corners.set(triangle.corners, 9 * t);
    for (let i = 0; i < 3; i++) normals[3 * t + i] = triangle.plane[i];
    for (let k = 0; k < 3; k++) {
      const v = triangle.vertices[k];
      const w = triangle.vertices[(k + 1) % 3];
      const key = Math.min(v, w) * vertexCount + Math.max(v, w);
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push(3 * t + k, 3 * t + ((k + 1) % 3));
    }
  }
  return { corners, normals, edges: Int32Array.from(edges), twoSided: surface.twoSided };
};

const listTriangles = (surface: TriangleSurface): number[] => {
  if (!surface.isField) return Array.from({ length: surface.triangleCount }, (_, t) => t);
  const cells = (surface.columns - 1) * (surface.rows - 1);
  return Array.from({ length: 2 * cells }, (_, t) => t).filter((t) => surface.holes[t >> 1] !== 1);
};
