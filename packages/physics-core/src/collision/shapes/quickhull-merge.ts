import type { Floats } from '../../math/floats.js';
import { add, cross, dot, length, normalize, scale, sub, type Vec3 } from '../../math/vec3.js';
import { HULL_MAX_REFITS } from '../../tuning.js';
import type { TriangleMesh } from './quickhull-triangles.js';

/**
 * Triangles of a convex mesh gathered into flat faces. The largest triangle that is left starts a face,
 * which grows over its edges while all corners stay within the tolerance of one plane; the plane is
 * fitted again to what has been gathered and the growth repeated, because the plane of one thin
 * triangle is a poor fit for a wide face.
 */

export interface MergedFaces {
  /** Corners of each face, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Points where at least three faces meet, ascending. The others lie inside a face or on an edge. */
  readonly corners: readonly number[];
  /** How many points of the mesh are not corners. */
  readonly dropped: number;
}

interface Plane {
  readonly normal: Vec3;
  readonly offset: number;
}

/** Half the sum of two edges' cross product: length = area. */
const areaVector = (a: Vec3, b: Vec3, c: Vec3): Vec3 => scale(cross(sub(b, a), sub(c, a)), 0.5);

const pointOf = (coordinates: Floats, i: number): Vec3 => [
  coordinates[3 * i],
  coordinates[3 * i + 1],
  coordinates[3 * i + 2],
];

/** The plane along the summed area vectors, half way between the lowest and the highest corner. */
const fitPlane = (
  mesh: TriangleMesh,
  coordinates: Floats,
  areas: readonly Vec3[],
  members: readonly number[],
): Plane => {
  let sum: Vec3 = [0, 0, 0];
  for (const t of members) sum = add(sum, areas[t]);
  const normal = normalize(sum);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const t of members) {
    for (const corner of mesh.triangles[t]) {
      const h = dot(normal, pointOf(coordinates, corner));
      low = Math.min(low, h);
      high = Math.max(high, h);
    }
  }
  return { normal, offset: (low + high) / 2 };
};

/** Assigns a face number to each triangle. */
const growFaces = (mesh: TriangleMesh, coordinates: Floats, tolerance: number): Int32Array => {
  const count = mesh.triangles.length;
  const areas = mesh.triangles.map(([a, b, c]) =>
    areaVector(pointOf(coordinates, a), pointOf(coordinates, b), pointOf(coordinates, c)),
  );
  const sizes = areas.map(length);
  const order = areas.map((_, t) => t).sort((s, t) => sizes[t] - sizes[s] || s - t);
  const faceOf = new Int32Array(count).fill(-1);

  const fits = (t: number, { normal, offset }: Plane): boolean =>
    dot(areas[t], normal) > 0 &&
    mesh.triangles[t].every(
      (corner) => Math.abs(dot(normal, pointOf(coordinates, corner)) - offset) <= tolerance,
    );

  const flood = (seed: number, plane: Plane): number[] => {
    const members = [seed];
    const seen = new Set(members);
    for (let i = 0; i < members.length; i++) {
      for (const n of mesh.neighbours[members[i]]) {
        if (seen.has(n) || faceOf[n] >= 0 || !fits(n, plane)) continue;
        seen.add(n);
        members.push(n);
      }
    }
    return members;
  };

  let faces = 0;
  for (const seed of order) {
    if (faceOf[seed] >= 0) continue;
    let members = flood(seed, fitPlane(mesh, coordinates, areas, [seed]));
    for (let refit = 0; refit < HULL_MAX_REFITS; refit++) {
      const plane = fitPlane(mesh, coordinates, areas, members);
      const grown = fits(seed, plane) ? flood(seed, plane) : members;
      if (grown.length <= members.length) break;
      members = grown;
    }
    for (const t of members) faceOf[t] = faces;
    faces++;
  }
  return faceOf;
};

/** The outline of each face as one cycle; undefined when a face touches itself or has a hole. */
const outlines = (mesh: TriangleMesh, faceOf: Int32Array): number[][] | undefined => {
  const next: Map<number, number>[] = [];
  for (let t = 0; t < mesh.triangles.length; t++) {
    const f = faceOf[t];
    next[f] ??= new Map();
    for (let e = 0; e < 3; e++) {
      if (faceOf[mesh.neighbours[t][e]] === f) continue;
      const from = mesh.triangles[t][e];
      if (next[f].has(from)) return undefined;
      next[f].set(from, mesh.triangles[t][(e + 1) % 3]);
    }
  }
  const cycles: number[][] = [];
  for (const follow of next) {
    if (follow.size < 3) return undefined;
    const first = Math.min(...follow.keys());
    const cycle = [first];
    for (let v = follow.get(first) as number; v !== first; v = follow.get(v) as number) cycle.push(v);
    if (cycle.length !== follow.size) return undefined;
    cycles.push(cycle);
  }
  return cycles;
};

/** Undefined when the tolerance is too coarse for the mesh's detail and some face is not a simple polygon. */
export const mergeTriangles = (
  mesh: TriangleMesh,
  coordinates: Floats,
  tolerance: number,
): MergedFaces | undefined => {
  const cycles = outlines(mesh, growFaces(mesh, coordinates, tolerance));
  if (!cycles) return undefined;
  const facesAt = new Map<number, number>();
  for (const cycle of cycles) for (const v of cycle) facesAt.set(v, (facesAt.get(v) ?? 0) + 1);
  const points = new Set(mesh.triangles.flat());
  const corners = [...points].filter((v) => (facesAt.get(v) ?? 0) >= 3).sort((a, b) => a - b);
  return { faces: cycles, corners, dropped: points.size - corners.length };
};
