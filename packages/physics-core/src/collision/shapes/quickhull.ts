import { PhysicsError } from '../../errors.js';
import { type Floats, floatsFrom } from '../../math/floats.js';
import { cross, dot, sub, type Vec3 } from '../../math/vec3.js';
import {
  HULL_FLATNESS,
  HULL_MAX_OUTSIDE,
  HULL_MAX_ROUNDS,
  HULL_MIN_THICKNESS,
  HULL_TRIANGLES_PER_VERTEX,
} from '../../tuning.js';
import { assembleHull, cornersOf, normalOf, offsetOf } from './hull-assembly.js';
import type { HullGeometry } from './hull-geometry.js';
import { mergeTriangles } from './quickhull-merge.js';
import { GRID_SIZE, hullTriangles } from './quickhull-triangles.js';

/**
 * From a cloud of points to a hull with flat faces.
 *
 * Robust by construction, not by tolerances in the predicates: the points are rounded to a grid of 2^24
 * cells per side, on which quickhull is exact (quickhull-triangles.ts). Tolerances come in only afterwards,
 * where triangles that are flat up to rounding become one face (quickhull-merge.ts). Points that then lie
 * inside a face or on an edge are left out and the hull is built again from the rest, until every vertex is
 * a corner. The vertices of the result are input points, bit for bit; the grid decides only which ones. In
 * the end the result is checked against every input point: a hull that comes back is right within the
 * tolerances below, or an error is thrown.
 *
 * All lengths here are in cells. The grid is the smallest power of two that holds the longest side of the
 * cloud, so a cell is 6e-8 to 12e-8 of that side: 0.1 µm for a shape of 1 m.
 */
export const MAX_HULL_VERTICES = 256;

const MAX_TRIANGLES = HULL_TRIANGLES_PER_VERTEX * MAX_HULL_VERTICES;

interface Cloud {
  /** Per input point, in cells, exact up to the rounding of a difference. */
  readonly points: readonly Vec3[];
  /** The same rounded to integers. */
  readonly grid: Floats;
  /** One input point per occupied cell. */
  readonly distinct: readonly number[];
}

const degenerate = (what: string, whatToDo: string): PhysicsError =>
  new PhysicsError('degenerate-shape', what, whatToDo);

const tooMany = (count: string): PhysicsError =>
  new PhysicsError(
    'too-many',
    `The hull needs ${count} vertices and may have ${MAX_HULL_VERTICES}`,
    'Simplify the mesh before, or use a sphere, a capsule or several hulls',
  );

const toCloud = (input: readonly Vec3[]): Cloud => {
  const low = [0, 1, 2].map((axis) => input.reduce((m, p) => Math.min(m, p[axis]), Number.POSITIVE_INFINITY));
  const high = [0, 1, 2].map((axis) =>
    input.reduce((m, p) => Math.max(m, p[axis]), Number.NEGATIVE_INFINITY),
  );
  const side = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (!(side > 0))
    throw degenerate('All points of the hull are equal', 'Give at least 4 points that span a solid');
  if (side === Number.POSITIVE_INFINITY) {
    throw new PhysicsError('out-of-range', 'The points of the hull are too far apart', 'Use metres');
  }
  // A power of two, so that dividing by it rounds nothing.
  let cell = 1;
  while (cell * GRID_SIZE < side) cell *= 2;
  while (cell * (GRID_SIZE / 2) >= side && cell > Number.MIN_VALUE) cell /= 2;
  const points = input.map(
    (p): Vec3 => [(p[0] - low[0]) / cell, (p[1] - low[1]) / cell, (p[2] - low[2]) / cell],
  );
  const grid = floatsFrom(points.flat().map(Math.round));
  const compare = (i: number, j: number): number =>
    grid[3 * i] - grid[3 * j] || grid[3 * i + 1] - grid[3 * j + 1] || grid[3 * i + 2] - grid[3 * j + 2];
  const sorted = points.map((_, i) => i).sort((i, j) => compare(i, j) || i - j);
  const distinct = sorted.filter((i, k) => k === 0 || compare(sorted[k - 1], i) !== 0).sort((i, j) => i - j);
  return { points, grid, distinct };
};

/** The index with the largest measure, the first of equals. */
const argMax = (indices: readonly number[], measure: (i: number) => number): number =>
  indices.reduce((best, i) => (measure(i) > measure(best) ? i : best));

/**
 * Four points of a big tetrahedron, or fewer when the points are equal (1), on a line (2) or in a plane (3).
 */
const findSimplex = (grid: Floats, points: readonly number[]): number[] => {
  const at = (i: number): Vec3 => [grid[3 * i], grid[3 * i + 1], grid[3 * i + 2]];
  const distance = ([i, j]: readonly [number, number]): number =>
    Math.sqrt(dot(sub(at(i), at(j)), sub(at(i), at(j))));
  const pairs = [0, 1, 2].map((axis): [number, number] => [
    argMax(points, (i) => -grid[3 * i + axis]),
    argMax(points, (i) => grid[3 * i + axis]),
  ]);
  const [a, b] = pairs.reduce((best, pair) => (distance(pair) > distance(best) ? pair : best));
  const span = distance([a, b]);
  if (span < HULL_MIN_THICKNESS) return [a];
  const along = sub(at(b), at(a));
  const areaTo = (i: number): Vec3 => cross(along, sub(at(i), at(a)));
  const c = argMax(points, (i) => dot(areaTo(i), areaTo(i)));
  const normal = areaTo(c);
  const area = Math.sqrt(dot(normal, normal));
  if (area < HULL_MIN_THICKNESS * span) return [a, b];
  const height = (i: number): number => Math.abs(dot(normal, sub(at(i), at(a)))) / area;
  const d = argMax(points, height);
  return height(d) < HULL_MIN_THICKNESS ? [a, b, c] : [a, b, c, d];
};

/** A hull by its input points. */
interface Draft {
  readonly vertices: readonly number[];
  /** Cycles of positions in `vertices`. */
  readonly faces: readonly (readonly number[])[];
  readonly normals: readonly Vec3[];
}

/**
 * The normal of each face from the points as they were given, which is accurate for faces of some width. A
 * face only a few cells wide can tilt by the rounding to the grid until its plane cuts the body; the plane
 * through the rounded corners cannot, since the rounded hull is exactly convex.
 */
const findNormals = (cloud: Cloud, vertices: readonly number[], faces: Draft['faces']): Vec3[] => {
  const given = vertices.map((v) => cloud.points[v]);
  const rounded = vertices.map(
    (v): Vec3 => [cloud.grid[3 * v], cloud.grid[3 * v + 1], cloud.grid[3 * v + 2]],
  );
  return faces.map((face) => {
    const normal = normalOf(cornersOf(given, face));
    const offset = offsetOf(normal, cornersOf(given, face));
    const supports = given.every((p) => dot(normal, p) - offset <= 2 * HULL_FLATNESS[0]);
    return supports ? normal : normalOf(cornersOf(rounded, face));
  });
};

/** Flat faces, convex outlines, and every input point behind every face. In cells. */
const isSound = (cloud: Cloud, { vertices, faces, normals }: Draft): boolean => {
  const points = vertices.map((v) => cloud.points[v]);
  const hull = assembleHull(points, faces, normals);
  if (hull.vertexCount - hull.edgeCount + hull.faceCount !== 2 || !(hull.innerRadius > 0)) return false;
  return faces.every((face, f) => {
    const normal = normals[f];
    const offset = hull.planes[4 * f + 3];
    const corners = cornersOf(points, face);
    const flat = corners.every((p) => Math.abs(dot(normal, p) - offset) <= 2 * HULL_FLATNESS[0]);
    const convex = corners.every((from, k) => {
      const along = sub(corners[(k + 1) % corners.length], from);
      const outward = cross(along, normal);
      const limit = 2 * HULL_FLATNESS[0] * Math.sqrt(dot(along, along));
      return corners.every((p) => dot(outward, sub(p, from)) <= limit);
    });
    return flat && convex && cloud.points.every((p) => dot(normal, p) - offset <= HULL_MAX_OUTSIDE);
  });
};

/** Undefined when this flatness leads to no sound hull. */
const tryFlatness = (cloud: Cloud, flatness: number): Draft | undefined => {
  let vertices = cloud.distinct;
  for (let round = 0; round < HULL_MAX_ROUNDS; round++) {
    const simplex = findSimplex(cloud.grid, vertices);
    if (simplex.length < 4) return undefined;
    const mesh = hullTriangles(cloud.grid, vertices, simplex, MAX_TRIANGLES);
    if (!mesh) throw tooMany(`more than ${MAX_TRIANGLES / 2}`);
    const merged = mergeTriangles(mesh, cloud.grid, flatness);
    if (!merged) return undefined;
    vertices = merged.corners;
    if (merged.dropped > 0) continue;
    if (vertices.length > MAX_HULL_VERTICES) throw tooMany(`${vertices.length}`);
    const faces = merged.faces.map((face) => face.map((v) => vertices.indexOf(v)));
    const draft = { vertices, faces, normals: findNormals(cloud, vertices, faces) };
    return isSound(cloud, draft) ? draft : undefined;
  }
  return undefined;
};

const checkInput = (input: readonly Vec3[]): void => {
  input.forEach((p, i) => {
    if (p.every((x) => Number.isFinite(x))) return;
    throw new PhysicsError(
      'not-finite',
      `Point ${i} of the hull is (${p.join(', ')})`,
      'Use finite coordinates',
    );
  });
  if (input.length < 4) {
    throw degenerate(
      `A hull of ${input.length} points has no volume`,
      'Give at least 4 points that span a solid',
    );
  }
};

/** The convex hull of the points. Throws when they do not span a solid or need too many vertices. */
export const buildHull = (input: readonly Vec3[]): HullGeometry => {
  checkInput(input);
  const cloud = toCloud(input);
  const found = findSimplex(cloud.grid, cloud.distinct).length;
  if (found < 4) {
    const place = found < 3 ? 'on a line' : 'in a plane';
    throw degenerate(
      `All points of the hull lie ${place}`,
      'Give the shape a thickness, or use a thin box or a capsule',
    );
  }
  for (const flatness of HULL_FLATNESS) {
    const draft = tryFlatness(cloud, flatness);
    if (!draft) continue;
    const vertices = draft.vertices.map((v) => input[v]);
    return assembleHull(vertices, draft.faces, draft.normals);
  }
  throw degenerate(
    'The hull has details that are too fine for its size',
    'Merge vertices that nearly coincide or give a thin shape more thickness',
  );
};
