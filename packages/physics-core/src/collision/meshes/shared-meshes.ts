import type { TriangleSurface } from './mesh-geometry.js';

/** Equal surfaces are shared: a thousand colliders of one mesh store it once. */
export interface SharedMeshes {
  /** The entries; a collider's `hull` is an index. Released ones are undefined and used again, lowest first. */
  meshes: (TriangleSurface | undefined)[];
  /** Colliders that use each entry. */
  meshUsers: number[];
}

/** The entry of a surface, added when there is none equal to it yet. It has no user more. */
export const findOrAddMesh = ({ meshes, meshUsers }: SharedMeshes, surface: TriangleSurface): number => {
  let free = meshes.length;
  for (let at = meshes.length - 1; at >= 0; at--) {
    const known = meshes[at];
    if (!known) free = at;
    else if (known === surface || areEqual(known, surface)) return at;
  }
  meshes[free] = surface;
  meshUsers[free] = 0;
  return free;
};

/** One collider less uses the entry. The last one frees it. */
export const releaseMesh = ({ meshes, meshUsers }: SharedMeshes, at: number): void => {
  if (--meshUsers[at] === 0) meshes[at] = undefined;
};

/** Whether two surfaces have the same numbers. Most differ in the first of them. */
const areEqual = (a: TriangleSurface, b: TriangleSurface): boolean => {
  if (a.twoSided !== b.twoSided) return false;
  if (!sameNumbers(a.materialOf, b.materialOf) || !sameNumbers(a.materials, b.materials)) return false;
  if (a.isField && b.isField) {
    return (
      a.columns === b.columns &&
      a.rows === b.rows &&
      a.spacingX === b.spacingX &&
      a.spacingZ === b.spacingZ &&
      a.diagonal === b.diagonal &&
      sameNumbers(a.heights, b.heights) &&
      sameNumbers(a.holes, b.holes)
    );
  }
  if (a.isField || b.isField) return false;
  return (
    sameNumbers(a.vertices, b.vertices) &&
    sameNumbers(a.indices, b.indices) &&
    sameNumbers(a.source, b.source)
  );
};

const sameNumbers = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
