import type { Floats } from '../../math/floats.js';
import { HULL_ADD_TOLERANCE } from '../../tuning.js';

/**
 * Quickhull (Barber, Dobkin & Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996) on
 * points with integer coordinates in [0, 2^24], which makes its only predicate exact and with it
 * the topology: the visible triangles always form a disc, the horizon is always one simple
 * cycle, and no triangle is ever empty.
 *
 * The predicate is the sign of N·(p - a) with N = (b - a) × (c - a). Differences have 24 bits, so
 * |Ni| <= 2^49 is exact. N is split as N = Nh·2^25 + Nl with |Nh|, |Nl| <= 2^24; then H = Nh·(p - a) and
 * L = Nl·(p - a) stay below 2^50 and are exact, and rounding the sum H·2^25 + L cannot change its sign.
 *
 * Each triangle keeps a conflict list of the points that see it. A point that loses its triangle is outside
 * the new hull only if it sees one of the new triangles, so only those are tested.
 */

/** 2^24 cells per side; more would break the exactness above. */
export const GRID_SIZE = 16777216;

/** 2^25 */
const SPLIT = 33554432;

interface Triangle {
  readonly corners: readonly [number, number, number];
  /** Across the edges (0, 1), (1, 2) and (2, 0). */
  readonly neighbours: [number, number, number];
  /** Nh, Nl, |N|. */
  readonly high: readonly [number, number, number];
  readonly low: readonly [number, number, number];
  readonly normalLength: number;
  conflicts: number[];
  farthest: number;
  farthestDistance: number;
  alive: boolean;
}

export interface TriangleMesh {
  /** Three grid point indices per triangle, counter-clockwise seen from outside. */
  readonly triangles: readonly (readonly [number, number, number])[];
  /** Triangle across the edges (0, 1), (1, 2), (2, 0). */
  readonly neighbours: readonly (readonly [number, number, number])[];
}

interface Hull {
  readonly grid: Floats;
  readonly triangles: Triangle[];
  /** Triangles whose conflict list has not been processed yet, in order of creation. */
  readonly queue: number[];
  aliveCount: number;
}

const createTriangle = (hull: Hull, a: number, b: number, c: number): number => {
  const g = hull.grid;
  const ux = g[3 * b] - g[3 * a];
  const uy = g[3 * b + 1] - g[3 * a + 1];
  const uz = g[3 * b + 2] - g[3 * a + 2];
  const vx = g[3 * c] - g[3 * a];
  const vy = g[3 * c + 1] - g[3 * a + 1];
  const vz = g[3 * c + 2] - g[3 * a + 2];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const [hx, hy, hz] = [Math.round(nx / SPLIT), Math.round(ny / SPLIT), Math.round(nz / SPLIT)];
  hull.triangles.push({
    corners: [a, b, c],
    neighbours: [-1, -1, -1],
    high: [hx, hy, hz],
    low: [nx - hx * SPLIT, ny - hy * SPLIT, nz - hz * SPLIT],
    normalLength: Math.sqrt(nx * nx + ny * ny + nz * nz),
    conflicts: [],
    farthest: -1,
    farthestDistance: 0,
    alive: true,
  });
  hull.aliveCount++;
  return hull.triangles.length - 1;
};

/** N·(p - a): the sign is exact, the value correct to the last bit. */
const orientation = (grid: Floats, { corners, high, low }: Triangle, point: number): number => {
  const a = 3 * corners[0];
  const p = 3 * point;
  const dx = grid[p] - grid[a];
  const dy = grid[p + 1] - grid[a + 1];
  const dz = grid[p + 2] - grid[a + 2];
  const h = high[0] * dx + high[1] * dy + high[2] * dz;
  const l = low[0] * dx + low[1] * dy + low[2] * dz;
  return h * SPLIT + l;
};

/** Gives the point to the triangle of `candidates` that it stands out from most, if it sees any. */
const assignPoint = (hull: Hull, point: number, candidates: readonly number[]): void => {
  let best = -1;
  let bestDistance = 0;
  for (const t of candidates) {
    const triangle = hull.triangles[t];
    const distance = orientation(hull.grid, triangle, point) / triangle.normalLength;
    if (distance > bestDistance) {
      best = t;
      bestDistance = distance;
    }
  }
  if (best < 0) return;
  const triangle = hull.triangles[best];
  triangle.conflicts.push(point);
  if (bestDistance > triangle.farthestDistance) {
    triangle.farthest = point;
    triangle.farthestDistance = bestDistance;
  }
};

interface Horizon {
  /** Directed edges of the visible triangles (from, to) and the hidden triangle behind each. */
  readonly edges: { from: number; to: number; behind: number }[];
  readonly orphans: number[];
}

/** Removes every triangle that the point sees, starting from one of them. */
const removeVisible = (hull: Hull, start: number, point: number): Horizon => {
  const horizon: Horizon = { edges: [], orphans: [] };
  const stack: number[] = [];
  const remove = (t: number): void => {
    hull.triangles[t].alive = false;
    hull.aliveCount--;
    stack.push(t);
  };
  remove(start);
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    const { corners, neighbours, conflicts } = hull.triangles[t];
    for (const orphan of conflicts) if (orphan !== point) horizon.orphans.push(orphan);
    for (let e = 0; e < 3; e++) {
      const n = neighbours[e];
      const neighbour = hull.triangles[n];
      // A dead neighbour was removed by this very point: living triangles only ever border on living ones.
      if (!neighbour.alive) continue;
      if (orientation(hull.grid, neighbour, point) > 0) remove(n);
      else horizon.edges.push({ from: corners[e], to: corners[(e + 1) % 3], behind: n });
    }
  }
  return horizon;
};

/** Replaces the visible triangles by the cone from the point to the horizon. */
const addPoint = (hull: Hull, start: number, point: number): void => {
  const { edges, orphans } = removeVisible(hull, start, point);
  const startsAt = new Map<number, number>();
  const cone: number[] = [];
  for (const { from, to, behind } of edges) {
    const t = createTriangle(hull, from, to, point);
    hull.triangles[t].neighbours[0] = behind;
    const other = hull.triangles[behind];
    other.neighbours[other.corners.indexOf(to)] = t;
    startsAt.set(from, t);
    cone.push(t);
  }
  for (const t of cone) {
    const next = startsAt.get(hull.triangles[t].corners[1]) as number;
    hull.triangles[t].neighbours[1] = next;
    hull.triangles[next].neighbours[2] = t;
  }
  for (const orphan of orphans) assignPoint(hull, orphan, cone);
  for (const t of cone) if (hull.triangles[t].farthest >= 0) hull.queue.push(t);
};

/**
 * The first tetrahedron, oriented outwards; every edge is shared with the triangle that holds its reverse.
 * The last corner must be off the plane of the others.
 */
const createSimplex = (hull: Hull, [a, b, c, d]: readonly number[]): void => {
  const base = createTriangle(hull, a, b, c);
  const flip = orientation(hull.grid, hull.triangles[base], d) > 0;
  hull.triangles.length = 0;
  hull.aliveCount = 0;
  const [p, q] = flip ? [b, a] : [a, b];
  const corners = [
    [p, q, c],
    [q, p, d],
    [c, q, d],
    [p, c, d],
  ];
  for (const [i, j, k] of corners) createTriangle(hull, i, j, k);
  for (const { corners: own, neighbours } of hull.triangles) {
    for (let e = 0; e < 3; e++) {
      const [from, to] = [own[e], own[(e + 1) % 3]];
      neighbours[e] = hull.triangles.findIndex(({ corners: other }) =>
        other.some((corner, k) => corner === to && other[(k + 1) % 3] === from),
      );
    }
  }
};

/** A point that lost its triangle may still stand out from one that was not tested: tests them all. */
const requeueLeftovers = (hull: Hull): void => {
  const alive = hull.triangles.flatMap((t, i) => (t.alive ? [i] : []));
  const leftovers: number[] = [];
  for (const t of alive) {
    const triangle = hull.triangles[t];
    leftovers.push(...triangle.conflicts);
    triangle.conflicts = [];
    triangle.farthest = -1;
    triangle.farthestDistance = 0;
  }
  for (const point of leftovers) assignPoint(hull, point, alive);
  for (const t of alive) if (hull.triangles[t].farthestDistance > HULL_ADD_TOLERANCE) hull.queue.push(t);
};

const compact = (hull: Hull): TriangleMesh => {
  const alive = hull.triangles.filter((t) => t.alive);
  const place = new Int32Array(hull.triangles.length);
  let count = 0;
  hull.triangles.forEach((triangle, t) => {
    if (triangle.alive) place[t] = count++;
  });
  return {
    triangles: alive.map((t) => t.corners),
    neighbours: alive.map(({ neighbours: [a, b, c] }) => [place[a], place[b], place[c]] as const),
  };
};

/**
 * Convex hull of the grid points `points`, starting from a tetrahedron of four of them. Undefined when it has
 * more than `maxTriangles` triangles in between.
 */
export const hullTriangles = (
  grid: Floats,
  points: readonly number[],
  simplex: readonly number[],
  maxTriangles: number,
): TriangleMesh | undefined => {
  const hull: Hull = { grid, triangles: [], queue: [], aliveCount: 0 };
  createSimplex(hull, simplex);
  const first = [0, 1, 2, 3];
  for (const p of points) if (!simplex.includes(p)) assignPoint(hull, p, first);
  hull.queue.push(...first);
  while (hull.queue.length > 0) {
    for (let head = 0; head < hull.queue.length; head++) {
      const triangle = hull.triangles[hull.queue[head]];
      if (triangle.alive && triangle.farthestDistance > HULL_ADD_TOLERANCE)
        addPoint(hull, hull.queue[head], triangle.farthest);
      if (hull.aliveCount > maxTriangles) return undefined;
    }
    hull.queue.length = 0;
    requeueLeftovers(hull);
  }
  return compact(hull);
};
