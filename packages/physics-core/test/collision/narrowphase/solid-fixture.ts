import { loadHulls } from '../../../src/collision/load-hulls.js';
import { loadSolids } from '../../../src/collision/load-solids.js';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { rotate } from '../../../src/math/quat.js';
import { add, cross, dot, normalize, scale, type Vec3 } from '../../../src/math/vec3.js';
import {
  box,
  capsule,
  createRandom,
  hullShape,
  type Pose,
  randomVec,
  type Shape,
  sphere,
} from './core-fixture.js';

/** All solids, and what they are by their definitions alone: support functions, and the separation of two by dense sampling. */

loadHulls();
loadSolids();

export const taperedCapsule = (bottom: number, top: number, half: number): Shape => ({
  kind: ShapeKind.taperedCapsule,
  size: [bottom, top, half, Math.min(bottom, top)],
});
export const cylinder = (bottom: number, top: number, half: number, rounding = 0): Shape => ({
  kind: ShapeKind.cylinder,
  size: [bottom, top, half, rounding],
});
export const roundedBox = (x: number, y: number, z: number, rounding: number): Shape => ({
  kind: ShapeKind.roundedBox,
  size: [x, y, z, rounding],
  hull: boxHull(x, y, z),
});
export const roundedHull = (hull: HullGeometry, rounding: number): Shape => ({
  kind: ShapeKind.roundedHull,
  size: [0, 0, 0, rounding],
  hull,
});

const random = createRandom(5);
const rock = buildHull(Array.from({ length: 14 }, () => randomVec(random, 0.5)));

/** One of each kind, and cylinders of each sort, about a metre across. */
export const solidSpecimens: readonly (readonly [string, Shape])[] = [
  ['sphere', sphere(0.4)],
  ['capsule', capsule(0.2, 0.4)],
  ['tapered capsule', taperedCapsule(0.35, 0.15, 0.35)],
  ['cylinder', cylinder(0.4, 0.4, 0.35)],
  ['cone', cylinder(0.5, 0, 0.4)],
  ['tapered cylinder', cylinder(0.2, 0.45, 0.3)],
  ['coin', cylinder(0.5, 0.5, 0.04)],
  ['rounded cylinder', cylinder(0.3, 0.2, 0.3, 0.1)],
  ['rounded box', roundedBox(0.3, 0.2, 0.4, 0.08)],
  ['rounded hull', roundedHull(rock, 0.06)],
  ['box', box(0.4, 0.3, 0.5)],
  ['hull', hullShape(rock)],
];

/** How far a shape reaches along d, in its frame: max of d·x. */
const reach = ({ kind, size, hull }: Shape, d: Vec3): number => {
  const across = Math.hypot(d[0], d[2]);
  const whole = Math.hypot(...d);
  switch (kind) {
    case ShapeKind.sphere:
      return size[0] * whole;
    case ShapeKind.capsule:
      return size[0] * whole + size[1] * Math.abs(d[1]);
    case ShapeKind.taperedCapsule:
      return Math.max(size[0] * whole - size[2] * d[1], size[1] * whole + size[2] * d[1]);
    case ShapeKind.cylinder:
      return Math.max(size[0] * across - size[2] * d[1], size[1] * across + size[2] * d[1]) + size[3] * whole;
    default: {
      const { vertices, vertexCount } = hull as HullGeometry;
      let most = -Infinity;
      for (let v = 0; v < 3 * vertexCount; v += 3)
        most = Math.max(most, d[0] * vertices[v] + d[1] * vertices[v + 1] + d[2] * vertices[v + 2]);
      return most + (size[3] ?? 0) * whole;
    }
  }
};

/** How far a placed shape reaches along n. */
export const reachOf = (shape: Shape, { p, q }: Pose, n: Vec3): number =>
  dot(n, p) + reach(shape, rotate([-q[0], -q[1], -q[2], q[3]], n));

/** Separation along n, unit from A to B. */
export const separationAlong = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, n: Vec3): number =>
  -reachOf(b, poseB, scale(n, -1)) - reachOf(a, poseA, n);

const DIRECTIONS = 300;
const directions = Array.from({ length: DIRECTIONS }, (_, i): Vec3 => {
  const y = 1 - (2 * i + 1) / DIRECTIONS;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const r = Math.sqrt(1 - y * y);
  return [r * Math.cos(angle), y, r * Math.sin(angle)];
});

const CLIMBERS = 3;
const WAYS = 6;

/**
 * The signed separation of two shapes: the largest separation along any direction. The best of many directions spread over the
 * sphere are improved by small turns, ever smaller ones.
 */
export const denseSeparation = (
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
): { separation: number; normal: Vec3 } => {
  const along = (n: Vec3): number => separationAlong(a, poseA, b, poseB, n);
  const found = directions
    .map((normal) => ({ normal, separation: along(normal) }))
    .sort((x, y) => y.separation - x.separation)
    .slice(0, CLIMBERS);
  return found.map((start) => improve(start, along)).reduce((x, y) => (y.separation > x.separation ? y : x));
};

const improve = (
  start: { normal: Vec3; separation: number },
  along: (n: Vec3) => number,
): { normal: Vec3; separation: number } => {
  let { normal, separation } = start;
  for (let turn = 0.1; turn > 1e-6; ) {
    const u = normalize(cross(normal, Math.abs(normal[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
    const v = cross(normal, u);
    let best = separation;
    let next = normal;
    for (let k = 0; k < WAYS; k++) {
      const angle = (2 * Math.PI * k) / WAYS + turn;
      const step = add(scale(u, turn * Math.cos(angle)), scale(v, turn * Math.sin(angle)));
      const tried = normalize(add(normal, step));
      const s = along(tried);
      if (s <= best) continue;
      best = s;
      next = tried;
    }
    if (best > separation) {
      normal = next;
      separation = best;
    } else turn /= 2;
  }
  return { normal, separation };
};
