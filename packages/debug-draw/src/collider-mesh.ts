import { type ColliderHandle, colliderDef, type Shape, type World } from '@tenon/physics-core';
import { colliderHull, colliderTriangles } from '@tenon/physics-core/inspect';
import { frame, setFrame } from './pose.js';
import { capsuleMesh, cylinderMesh, hullMesh, sphereMesh, taperedCapsuleMesh } from './solid-mesh.js';

/** A collider as triangles for a renderer of your own, in the frame of its body. */
export interface ColliderMesh {
  /** x y z of the three corners of each triangle, counter-clockwise seen from outside. */
  readonly positions: Float32Array;
  /** Unit normal at each corner: smooth on round shapes, flat on others. */
  readonly normals: Float32Array;
}

interface Triangles {
  readonly corners: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
}

/** The triangles of any collider but a half-space, which has no end. */
export const colliderMesh = (world: World, collider: ColliderHandle): ColliderMesh | undefined => {
  const { shape, position, rotation } = colliderDef(world, collider);
  const triangles = trianglesOf(world, collider, shape);
  if (!triangles) return undefined;
  setFrame(position, rotation);
  return { positions: placed(triangles.corners, 1), normals: placed(triangles.normals, 0) };
};

const trianglesOf = (world: World, collider: ColliderHandle, shape: Shape): Triangles | undefined => {
  if (shape.kind === 'sphere') return sphereMesh(shape.radius);
  if (shape.kind === 'capsule') return capsuleMesh(shape.radius, shape.halfLength);
  if (shape.kind === 'tapered-capsule')
    return taperedCapsuleMesh(shape.bottomRadius, shape.topRadius, shape.halfLength);
  if (shape.kind === 'cylinder')
    return cylinderMesh(shape.bottomRadius, shape.topRadius, shape.halfLength, shape.rounding);
  const hull = colliderHull(world, collider);
  if (hull) return hullMesh(hull, 'rounding' in shape ? shape.rounding : 0);
  const surface = colliderTriangles(world, collider);
  return surface && { corners: surface.corners, normals: perCorner(surface.normals) };
};

/** The normal of each triangle, once for each of its corners. */
const perCorner = (normals: Float64Array): Float64Array => {
  const all = new Float64Array(3 * normals.length);
  for (let i = 0; i < normals.length; i += 3)
    for (let corner = 0; corner < 3; corner++) all.set(normals.subarray(i, i + 3), 3 * i + 3 * corner);
  return all;
};

/** Vectors turned into the frame of the body, and points moved with it. */
const placed = (vectors: ArrayLike<number>, moved: 0 | 1): Float32Array => {
  const out = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const row = 3 * k;
      out[i + k] =
        frame[row] * vectors[i] +
        frame[row + 1] * vectors[i + 1] +
        frame[row + 2] * vectors[i + 2] +
        moved * frame[9 + k];
    }
  }
  return out;
};
