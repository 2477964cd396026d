import { createManifold, type Manifold } from '../../../src/collision/narrowphase/manifold.js';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import {
  type ColliderShapes,
  POSE_STRIDE,
  ShapeKind,
  SIZE_STRIDE,
} from '../../../src/collision/shapes/collider-shapes.js';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { createFloats, setFloats } from '../../../src/math/floats.js';
import type { Quat } from '../../../src/math/quat.js';
import { normalizeQuat, rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import * as vec3 from '../../../src/math/vec3.js';

/** Brute force uses them a hundred million times, and the test runner makes a look-up of each use of an import. */
const { add, cross, dot, length, scale, sub } = vec3;

export interface Shape {
  kind: ShapeKind;
  size: number[];
  hull?: HullGeometry;
}

export const sphere = (radius: number): Shape => ({ kind: ShapeKind.sphere, size: [radius] });
export const capsule = (radius: number, half: number): Shape => ({
  kind: ShapeKind.capsule,
  size: [radius, half],
});
export const box = (x: number, y: number, z: number): Shape => ({
  kind: ShapeKind.box,
  size: [x, y, z],
  hull: boxHull(x, y, z),
});
export const hullShape = (hull: HullGeometry): Shape => ({ kind: ShapeKind.hull, size: [], hull });
export const halfSpace: Shape = { kind: ShapeKind.halfSpace, size: [] };

export interface Pose {
  p: Vec3;
  q: Quat;
}

export const still: Quat = [0, 0, 0, 1];
export const at = (x: number, y: number, z: number, q: Quat = still): Pose => ({ p: [x, y, z], q });

/** Turn by `angle` about a unit axis. */
export const turn = (axis: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};

export const setPose = (shapes: ColliderShapes, i: number, { p, q }: Pose): void => {
  const columns = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  for (let row = 0; row < 3; row++) {
    shapes.pose[i * POSE_STRIDE + row] = p[row];
    for (let column = 0; column < 3; column++) {
      shapes.pose[i * POSE_STRIDE + 3 + 3 * row + column] = columns[column][row];
    }
  }
};

export const createShapes = (...list: Shape[]): ColliderShapes => {
  const shapes: ColliderShapes = {
    kind: Int32Array.from(list, (s) => s.kind),
    pose: createFloats(list.length * POSE_STRIDE),
    size: createFloats(list.length * SIZE_STRIDE),
    hull: Int32Array.from(list, (s, i) => (s.hull ? i : -1)),
    hulls: list.map((s) => s.hull),
    meshes: [],
  };
  list.forEach((s, i) => {
    setFloats(shapes.size, s.size, i * SIZE_STRIDE);
    setPose(shapes, i, at(0, 0, 0));
  });
  return shapes;
};

/** Seeded generator (mulberry32), uniform in [0, 1). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

export const randomQuat = (random: () => number): Quat =>
  normalizeQuat([random() * 2 - 1, random() * 2 - 1, random() * 2 - 1, random() * 2 - 1 + 1e-3]);

export const randomVec = (random: () => number, size: number): Vec3 => [
  (random() * 2 - 1) * size,
  (random() * 2 - 1) * size,
  (random() * 2 - 1) * size,
];

export const randomPose = (random: () => number, size: number): Pose => ({
  p: randomVec(random, size),
  q: randomQuat(random),
});

export type Collide = (shapes: ColliderShapes, a: number, b: number, out: Manifold) => void;

export interface Contact {
  count: number;
  gap: number;
  normal: Vec3;
  points: { position: Vec3; separation: number; feature: number }[];
  least: number;
}

/** Runs a pair function on two shapes and reads the manifold into plain values. */
export const contactOf = (
  collide: Collide,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  margin: number,
): Contact => {
  const shapes = createShapes(a, b);
  setPose(shapes, 0, poseA);
  setPose(shapes, 1, poseB);
  const m = createManifold();
  m.margin[0] = margin;
  collide(shapes, 0, 1, m);
  const points = Array.from({ length: m.count }, (_, i) => ({
    position: [m.points[4 * i], m.points[4 * i + 1], m.points[4 * i + 2]] as Vec3,
    separation: m.points[4 * i + 3],
    feature: m.features[i],
  }));
  return {
    count: m.count,
    gap: m.gap[0],
    normal: [m.normal[0], m.normal[1], m.normal[2]],
    points,
    least: Math.min(...points.map((p) => p.separation)),
  };
};

/** A core as plain geometry in the world: vertices, edges and triangles, for brute force. */
export interface Core {
  vertices: Vec3[];
  edges: [Vec3, Vec3][];
  triangles: [Vec3, Vec3, Vec3][];
  contains: (x: Vec3) => boolean;
  radius: number;
}

export const coreOf = (shape: Shape, pose: Pose): Core => {
  const world = (v: Vec3): Vec3 => add(pose.p, rotate(pose.q, v));
  const radius = shape.kind <= ShapeKind.capsule ? shape.size[0] : 0;
  if (shape.kind === ShapeKind.sphere) {
    return { vertices: [pose.p], edges: [], triangles: [], contains: () => false, radius };
  }
  if (shape.kind === ShapeKind.capsule) {
    const ends: [Vec3, Vec3] = [world([0, -shape.size[1], 0]), world([0, shape.size[1], 0])];
    return { vertices: ends, edges: [ends], triangles: [], contains: () => false, radius };
  }
  const hull = shape.hull as HullGeometry;
  const local = (i: number): Vec3 => [
    hull.vertices[3 * i],
    hull.vertices[3 * i + 1],
    hull.vertices[3 * i + 2],
  ];
  const vertices = Array.from({ length: hull.vertexCount }, (_, i) => world(local(i)));
  const edges = Array.from({ length: hull.edgeCount }, (_, i): [Vec3, Vec3] => [
    vertices[hull.edges[4 * i]],
    vertices[hull.edges[4 * i + 1]],
  ]);
  const triangles: [Vec3, Vec3, Vec3][] = [];
  const planes: { n: Vec3; d: number }[] = [];
  for (let f = 0; f < hull.faceCount; f++) {
    const face = Array.from(hull.faceVertices.slice(hull.faceStart[f], hull.faceStart[f + 1]));
    for (let k = 2; k < face.length; k++)
      triangles.push([vertices[face[0]], vertices[face[k - 1]], vertices[face[k]]]);
    const n = rotate(pose.q, [hull.planes[4 * f], hull.planes[4 * f + 1], hull.planes[4 * f + 2]]);
    planes.push({ n, d: dot(n, vertices[face[0]]) });
  }
  return { vertices, edges, triangles, contains: (x) => planes.every(({ n, d }) => dot(n, x) < d), radius };
};

const pointSegment = (x: Vec3, [a, b]: [Vec3, Vec3]): number => {
  const e = sub(b, a);
  const t = Math.max(0, Math.min(1, dot(sub(x, a), e) / dot(e, e)));
  return length(sub(x, add(a, scale(e, t))));
};

const pointTriangle = (x: Vec3, [a, b, c]: [Vec3, Vec3, Vec3]): number => {
  const n = cross(sub(b, a), sub(c, a));
  const within = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([p, q]) => dot(cross(sub(q, p), sub(x, p)), n) >= 0);
  if (within) return Math.abs(dot(sub(x, a), n)) / length(n);
  return Math.min(pointSegment(x, [a, b]), pointSegment(x, [b, c]), pointSegment(x, [c, a]));
};

/** Interior minimum of two lines if it falls into both segments, else the ends. */
const segmentSegment = (s: [Vec3, Vec3], t: [Vec3, Vec3]): number => {
  const ends = Math.min(
    pointSegment(s[0], t),
    pointSegment(s[1], t),
    pointSegment(t[0], s),
    pointSegment(t[1], s),
  );
  const e = sub(s[1], s[0]);
  const f = sub(t[1], t[0]);
  const r = sub(t[0], s[0]);
  const n = cross(e, f);
  const nn = dot(n, n);
  if (nn < 1e-20) return ends;
  const u = dot(cross(r, f), n) / nn;
  const w = dot(cross(r, e), n) / nn;
  return u > 0 && u < 1 && w > 0 && w < 1 ? Math.abs(dot(r, n)) / Math.sqrt(nn) : ends;
};

const crosses = ([p, q]: [Vec3, Vec3], [a, b, c]: [Vec3, Vec3, Vec3]): boolean => {
  const n = cross(sub(b, a), sub(c, a));
  const dp = dot(sub(p, a), n);
  const dq = dot(sub(q, a), n);
  if (dp * dq > 0) return false;
  const x = add(p, scale(sub(q, p), dp / (dp - dq)));
  return [
    [a, b],
    [b, c],
    [c, a],
  ].every(([s, t]) => dot(cross(sub(t, s), sub(x, s)), n) >= 0);
};

/** A sphere around some points: what lies in two spheres is at least as far apart as they are. */
interface Ball {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly r: number;
}

const ballAround = (points: readonly Vec3[]): Ball => {
  let [x, y, z, r] = [0, 0, 0, 0];
  for (const p of points) {
    x += p[0] / points.length;
    y += p[1] / points.length;
    z += p[2] / points.length;
  }
  for (const p of points)
    r = Math.max(r, Math.sqrt((p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y) + (p[2] - z) * (p[2] - z)));
  return { x, y, z, r };
};

const ballsApart = (a: Ball, b: Ball): number => {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const z = b.z - a.z;
  // Less by what rounding may take.
  return Math.sqrt(x * x + y * y + z * z) - (1 + 1e-12) * (a.r + b.r);
};

/** Distance of two cores by trying every pair of features that may be the nearest one; 0 when they overlap. */
export const bruteDistance = (a: Core, b: Core): number => {
  if (b.contains(a.vertices[0]) || a.contains(b.vertices[0])) return 0;
  const [pointsA, pointsB] = [a, b].map(({ vertices }) => vertices.map((x) => ballAround([x])));
  const [edgesA, edgesB] = [a, b].map(({ edges }) => edges.map(ballAround));
  const [trianglesA, trianglesB] = [a, b].map(({ triangles }) => triangles.map(ballAround));
  const anyCrosses = (core: Core, edges: Ball[], other: Core, triangles: Ball[]): boolean =>
    core.edges.some((e, i) =>
      other.triangles.some((t, j) => ballsApart(edges[i], triangles[j]) <= 0 && crosses(e, t)),
    );
  if (anyCrosses(a, edgesA, b, trianglesB) || anyCrosses(b, edgesB, a, trianglesA)) return 0;
  let least = Infinity;
  /** Visits the pairs of two kinds of features whose spheres are nearer than the nearest pair so far. */
  const tryPairs = <S, T>(
    s: readonly S[],
    ballsS: Ball[],
    t: readonly T[],
    ballsT: Ball[],
    distance: (x: S, y: T) => number,
  ): void => {
    for (let i = 0; i < s.length; i++)
      for (let j = 0; j < t.length; j++)
        if (ballsApart(ballsS[i], ballsT[j]) < least) least = Math.min(least, distance(s[i], t[j]));
  };
  tryPairs(a.vertices, pointsA, b.vertices, pointsB, (x, y) => length(sub(x, y)));
  tryPairs(a.vertices, pointsA, b.edges, edgesB, pointSegment);
  tryPairs(b.vertices, pointsB, a.edges, edgesA, pointSegment);
  tryPairs(a.vertices, pointsA, b.triangles, trianglesB, pointTriangle);
  tryPairs(b.vertices, pointsB, a.triangles, trianglesA, pointTriangle);
  tryPairs(a.edges, edgesA, b.edges, edgesB, segmentSegment);
  return least;
};
