import { loadHulls } from '../../../src/collision/load-hulls.js';
import { loadSolids } from '../../../src/collision/load-solids.js';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { rotate } from '../../../src/math/quat.js';
import { scale, type Vec3 } from '../../../src/math/vec3.js';
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

const { sphere: SPHERE, capsule: CAPSULE, taperedCapsule: TAPERED_CAPSULE, cylinder: CYLINDER } = ShapeKind;

/**
 * How far a shape reaches along (x, y, z), in its frame: the most of d·x. Long runs ask a hundred million times: so plain numbers, and
 * nothing imported, of which the test runner makes a look-up at each use.
 */
const reach = ({ kind, size, hull }: Shape, x: number, y: number, z: number): number => {
  const whole = Math.sqrt(x * x + y * y + z * z);
  switch (kind) {
    case SPHERE:
      return size[0] * whole;
    case CAPSULE:
      return size[0] * whole + size[1] * Math.abs(y);
    case TAPERED_CAPSULE:
      return Math.max(size[0] * whole - size[2] * y, size[1] * whole + size[2] * y);
    case CYLINDER: {
      const across = Math.sqrt(x * x + z * z);
      return Math.max(size[0] * across - size[2] * y, size[1] * across + size[2] * y) + size[3] * whole;
    }
    default: {
      const { vertices, vertexCount } = hull as HullGeometry;
      let most = -Infinity;
      for (let v = 0; v < 3 * vertexCount; v += 3)
        most = Math.max(most, x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2]);
      return most + (size[3] ?? 0) * whole;
    }
  }
};

/** How far a placed shape reaches along a direction. */
type Reach = (x: number, y: number, z: number) => number;

const placed = (shape: Shape, { p, q }: Pose): Reach => {
  const [ux, uy, uz] = rotate(q, [1, 0, 0]);
  const [vx, vy, vz] = rotate(q, [0, 1, 0]);
  const [wx, wy, wz] = rotate(q, [0, 0, 1]);
  const [px, py, pz] = p;
  return (x, y, z) =>
    x * px +
    y * py +
    z * pz +
    reach(shape, x * ux + y * uy + z * uz, x * vx + y * vy + z * vz, x * wx + y * wy + z * wz);
};

/** How far a placed shape reaches along n. */
export const reachOf = (shape: Shape, pose: Pose, n: Vec3): number => placed(shape, pose)(n[0], n[1], n[2]);

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
/** Small turns in some directions, across two axes, then those of half the size, and so on. */
const turns = (ways: number): (readonly (readonly [number, number])[])[] =>
  Array.from({ length: 17 }, (_, level) => {
    const turn = 0.1 / 2 ** level;
    return Array.from({ length: ways }, (_, k) => {
      const angle = (2 * Math.PI * k) / ways + turn;
      return [turn * Math.cos(angle), turn * Math.sin(angle)] as const;
    });
  });
const COARSE = turns(6);
const FINE = turns(36);

interface Separation {
  readonly separation: number;
  readonly normal: Vec3;
}

/**
 * The signed separation of two shapes: the largest separation along any direction. The best of many directions spread over the
 * sphere are improved by small turns, ever smaller ones. With a way it is that of all A passes on it: convex shapes miss each other
 * if and only if it is above zero. A search for no more than enough ends when it has found that, and takes more ways: on the ridge that
 * the sides of a capsule make, few ways end by up to a millimetre too low.
 */
export const denseSeparation = (
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  way: Vec3 = [0, 0, 0],
  enough = Infinity,
): Separation => {
  const reachA = placed(a, poseA);
  const reachB = placed(b, poseB);
  const [dx, dy, dz] = way;
  const along: Reach = (x, y, z) =>
    -reachB(-x, -y, -z) - reachA(x, y, z) - Math.max(0, x * dx + y * dy + z * dz);
  const best: Separation[] = [];
  for (const normal of directions) {
    const separation = along(normal[0], normal[1], normal[2]);
    if (separation > enough) return { normal, separation };
    if (best.length === CLIMBERS && separation <= best[CLIMBERS - 1].separation) continue;
    if (best.length === CLIMBERS) best.pop();
    best.push({ normal, separation });
    best.sort((x, y) => y.separation - x.separation);
  }
  return best
    .map((start) => improve(start, along, enough))
    .reduce((x, y) => (y.separation > x.separation ? y : x));
};

/**
 * The largest separation that a search finds which begins at a direction. Where two shapes are apart, every search that does not
 * end on a ridge finds the same one.
 */
export const separationNear = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, normal: Vec3): number => {
  const reachA = placed(a, poseA);
  const reachB = placed(b, poseB);
  const along: Reach = (x, y, z) => -reachB(-x, -y, -z) - reachA(x, y, z);
  const separation = along(normal[0], normal[1], normal[2]);
  return improve({ normal, separation }, along, Infinity).separation;
};

const improve = (start: Separation, along: Reach, enough: number): Separation => {
  let [x, y, z] = start.normal;
  let { separation } = start;
  const levels = enough < Infinity ? FINE : COARSE;
  for (let level = 0; level < levels.length && separation <= enough; ) {
    const ways = levels[level];
    // Two unit vectors across the normal.
    const flat = Math.abs(x) < 0.7;
    const size = 1 / Math.sqrt(flat ? y * y + z * z : x * x + z * z);
    const [ux, uy, uz] = flat ? [0, z * size, -y * size] : [-z * size, 0, x * size];
    const [vx, vy, vz] = [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux];
    let best = separation;
    let [nextX, nextY, nextZ] = [x, y, z];
    for (const [c, s] of ways) {
      const tx = x + c * ux + s * vx;
      const ty = y + c * uy + s * vy;
      const tz = z + c * uz + s * vz;
      const unit = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
      const tried = along(tx * unit, ty * unit, tz * unit);
      if (tried <= best) continue;
      best = tried;
      nextX = tx * unit;
      nextY = ty * unit;
      nextZ = tz * unit;
    }
    if (best > separation) {
      x = nextX;
      y = nextY;
      z = nextZ;
      separation = best;
    } else level++;
  }
  return { normal: [x, y, z], separation };
};
