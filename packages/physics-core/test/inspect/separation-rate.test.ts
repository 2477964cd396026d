import { describe, expect, it } from 'vitest';
import { collide } from '../../src/collision/narrowphase/collide.js';
import { FACE_CODE } from '../../src/collision/narrowphase/feature-id.js';
import { createManifold, POINT_STRIDE } from '../../src/collision/narrowphase/manifold.js';
import { type ColliderShapes, ShapeKind } from '../../src/collision/shapes/collider-shapes.js';
import {
  allBodies,
  type BodyHandle,
  bodyMass,
  bodyRotation,
  bodyType,
  box,
  capsule,
  centreOfMass,
  createWorld,
  halfSpace,
  type Quat,
  type Shape,
  sphere,
  stepWorld,
  updateBody,
  type Vec3,
  type World,
} from '../../src/index.js';
import { allContactRows, type SolverRow } from '../../src/inspect.js';
import { floatsFrom } from '../../src/math/floats.js';
import { multiply, normalizeQuat, rotate } from '../../src/math/quat.js';
import { add, dot, length, normalize, scale, sub } from '../../src/math/vec3.js';
import { setPose } from '../collision/narrowphase/core-fixture.js';
import {
  addBody,
  createRandom,
  type Random,
  randomRotation,
  randomVector,
  rock,
} from '../determinism/context.js';

/**
 * C is the separation of a contact point and J its derivative: J·v = dC/dt, with dC/dt from two runs of the narrowphase at poses moved by
 * ±ε along the velocities.
 *
 * This holds for points that stay on their features: a closest point, a vertex over a face, two crossing edges. A corner that was made
 * by clipping one face with the sides of another also wanders along the face; its separation changes by that as well unless the
 * faces are parallel. So parallel faces are tested with all their points, other poses with the points that are material.
 */
/** s. Between two lying flat the first tilt decides which end is nearer: an error of order ε, hence so short. */
const EPSILON = 2e-7;
const MARGIN = 0.1;

interface Motion {
  readonly v: Vec3;
  readonly w: Vec3;
}

const manifold = createManifold();

const turned = (q: Quat, w: Vec3, time: number): Quat => {
  const angle = length(w) * time;
  if (angle === 0) return q;
  const axis = scale(normalize(w), Math.sin(angle / 2));
  return normalizeQuat(multiply([axis[0], axis[1], axis[2], Math.cos(angle / 2)], q));
};

/** Shapes of the world with its own poses, to be moved about without the world noticing. */
const looseShapes = ({ colliders }: World): ColliderShapes => ({
  kind: colliders.kind,
  size: colliders.size,
  hull: colliders.hull,
  hulls: colliders.hulls,
  meshes: colliders.meshes,
  pose: floatsFrom(colliders.pose),
});

/** Separation of each feature when both bodies have moved for `time`; a body turns about its centre of mass. */
const separations = (
  world: World,
  contact: number,
  motions: readonly [Motion, Motion],
  time: number,
): Map<number, number> => {
  const shapes = looseShapes(world);
  const { colliderA, colliderB, bodyA, bodyB } = world.contacts;
  const bodies = allBodies(world);
  for (const [side, slot] of [bodyA[contact], bodyB[contact]].entries()) {
    const body = bodies[slot];
    if (bodyType(world, body) === 'static') continue;
    const { v, w } = motions[side];
    const q = turned(bodyRotation(world, body), w, time);
    const centre = add(centreOfMass(world, body), scale(v, time));
    const p = sub(centre, rotate(q, bodyMass(world, body).centre));
    setPose(shapes, side === 0 ? colliderA[contact] : colliderB[contact], { p, q });
  }
  manifold.margin[0] = MARGIN;
  collide(shapes, colliderA[contact], colliderB[contact], manifold);
  return new Map(
    Array.from({ length: manifold.count }, (_, i) => [
      manifold.features[i],
      manifold.points[i * POINT_STRIDE + 3],
    ]),
  );
};

const rate = (row: SolverRow, [a, b]: readonly [Motion, Motion]): number =>
  dot(row.linearA, a.v) + dot(row.angularA, a.w) + dot(row.linearB, b.v) + dot(row.angularB, b.w);

interface Tally {
  checked: number;
  clipped: number;
  worst: number;
}

/** Compares all (material) points of the world's only contact with finite differences, for some random velocities. */
const compare = (world: World, random: Random, materialOnly: boolean, tally: Tally): void => {
  const rows = allContactRows(world).filter((row) => row.role === 'contact');
  for (const [i, row] of rows.entries()) {
    const feature = world.contacts.features[row.block * 4 + i];
    if (materialOnly && !isMaterial(world, row, feature)) {
      tally.clipped++;
      continue;
    }
    for (let k = 0; k < 4; k++) {
      const motion = (body: BodyHandle): Motion =>
        bodyType(world, body) === 'static'
          ? { v: [0, 0, 0], w: [0, 0, 0] }
          : { v: randomVector(random, 1), w: randomVector(random, 1) };
      const motions = [motion(row.bodyA), motion(row.bodyB)] as const;
      const later = separations(world, row.block, motions, EPSILON).get(feature);
      const earlier = separations(world, row.block, motions, -EPSILON).get(feature);
      // The point changed its feature within ε: a corner of C, which has no derivative there.
      if (later === undefined || earlier === undefined) continue;
      const found = rate(row, motions);
      tally.checked++;
      tally.worst = Math.max(
        tally.worst,
        Math.abs((later - earlier) / (2 * EPSILON) - found) / Math.max(1, Math.abs(found)),
      );
    }
  }
};

/** Whether the point belongs to a feature of each shape and not to a cut. */
const isMaterial = (world: World, row: SolverRow, feature: number): boolean => {
  const { colliderA, colliderB } = world.contacts;
  const { kind } = world.colliders;
  const [a, b] = [colliderA[row.block], colliderB[row.block]];
  const n = row.linearB;
  if (kind[b] === ShapeKind.halfSpace || feature === 0) return true;
  if (kind[b] < ShapeKind.box) return false;
  if (kind[a] < ShapeKind.box) return isCoreEnd(world, a, row, feature) && isFaceNormal(world, b, n);
  const [codeA, codeB] = [feature >>> 16, feature & 0xffff];
  if (codeA === FACE_CODE) return isFaceNormal(world, a, n);
  if (codeB === FACE_CODE) return isFaceNormal(world, b, n);
  return isAcross(world, a, codeA, n) && isAcross(world, b, codeB, n);
};

const never = (): never => {
  throw new Error('unreachable');
};

const hullOf = (world: World, collider: number) => {
  const hull = world.colliders.hulls[world.colliders.hull[collider]];
  const q = bodyRotation(world, allBodies(world)[world.colliders.body[collider]]);
  return { hull: hull ?? never(), q };
};

const isFaceNormal = (world: World, collider: number, n: Vec3): boolean => {
  const { hull, q } = hullOf(world, collider);
  return Array.from({ length: hull.faceCount }, (_, f) => f * 4).some((f) => {
    const face = rotate(q, [hull.planes[f], hull.planes[f + 1], hull.planes[f + 2]]);
    return Math.abs(dot(face, n)) > 1 - 1e-12;
  });
};

const isAcross = (world: World, collider: number, code: number, n: Vec3): boolean => {
  const { hull, q } = hullOf(world, collider);
  const corner = (v: number): Vec3 => [
    hull.vertices[3 * v],
    hull.vertices[3 * v + 1],
    hull.vertices[3 * v + 2],
  ];
  const edge = normalize(rotate(q, sub(corner(code >> 8), corner(code & 0xff))));
  return Math.abs(dot(edge, n)) < 1e-9;
};

const isCoreEnd = (world: World, collider: number, row: SolverRow, feature: number): boolean => {
  const { size } = world.colliders;
  const [radius, half] = [size[collider * 4], size[collider * 4 + 1]];
  const body = row.bodyA;
  const end = add(
    centreOfMass(world, body),
    rotate(bodyRotation(world, body), [0, feature === 1 ? -half : half, 0]),
  );
  const core = sub(row.point, scale(row.linearB, radius + row.error / 2));
  return length(sub(end, core)) < 1e-6;
};

const shapes = {
  sphere: sphere(0.4),
  capsule: capsule(0.3, 0.3),
  box: box(0.5, 0.3, 0.4),
  hull: rock(createRandom(4), 0.5),
} as const satisfies Record<string, Shape>;

/** Two bodies, the second along `towards` so far out that they are about to touch or overlap a little. */
const nearlyTouching = (random: Random, first: Shape, second: Shape): World => {
  const towards = normalize(randomVector(random, 1));
  const gap = 0.015 * random() - 0.005;
  const world = createWorld({ gravity: [0, 0, 0] });
  const rotation = randomRotation(random);
  addBody(world, { rotation: randomRotation(random) }, first);
  const moving = addBody(world, { position: [9, 0, 0], rotation }, second);
  const loose = looseShapes(world);
  let [low, high] = [0.05, 3];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    setPose(loose, 1, { p: scale(towards, middle), q: rotation });
    if (smallest(loose) < gap) low = middle;
    else high = middle;
  }
  updateBody(world, moving, { position: scale(towards, low) });
  return settled(world);
};

const smallest = (loose: ColliderShapes): number => {
  const [a, b] = loose.kind[0] <= loose.kind[1] ? [0, 1] : [1, 0];
  manifold.margin[0] = MARGIN;
  collide(loose, a, b, manifold);
  const found = Array.from({ length: manifold.count }, (_, i) => manifold.points[i * POINT_STRIDE + 3]);
  return Math.min(Infinity, ...found);
};

/** A step so short that nothing moves makes the rows. */
const settled = (world: World): World => {
  stepWorld(world, 1e-9);
  return world;
};

type Name = keyof typeof shapes;
const names = Object.keys(shapes) as Name[];
const pairs = names.flatMap((a, i) => names.slice(i).map((b): [Name, Name] => [a, b]));

const report = (name: string, { checked, clipped, worst }: Tally): void =>
  console.log(
    `${name}: ${checked} compared, ${clipped} clipped points left out, worst error ${worst.toExponential(1)}`,
  );

describe('J·v is the rate of the separation', () => {
  it.each(pairs)('%s and %s near touching', (a, b) => {
    const random = createRandom(9);
    const tally: Tally = { checked: 0, clipped: 0, worst: 0 };
    for (let i = 0; i < 40; i++) compare(nearlyTouching(random, shapes[a], shapes[b]), random, true, tally);
    report(`${a}-${b}`, tally);
    expect(tally.checked).toBeGreaterThan(50);
    expect(tally.worst).toBeLessThan(1e-6);
  });

  it.each(names)('%s on a half-space', (name) => {
    const random = createRandom(3);
    const tally: Tally = { checked: 0, clipped: 0, worst: 0 };
    for (let i = 0; i < 40; i++) {
      const world = createWorld({ gravity: [0, 0, 0] });
      addBody(world, { type: 'static' }, halfSpace(randomVector(random, 1), 0.2));
      const rotation = randomRotation(random);
      addBody(world, { position: randomVector(random, 0.5), rotation }, shapes[name]);
      compare(settled(world), random, false, tally);
    }
    report(`${name}-half-space`, tally);
    expect(tally.checked).toBeGreaterThan(50);
    expect(tally.worst).toBeLessThan(1e-6);
  });

  /** Lying flat: [lower, upper, height of the upper one's centre, its rotation in the lower one's frame]. */
  const quarter = Math.sqrt(0.5);
  const flat: readonly [string, Shape, Shape, number, Quat][] = [
    ['box on box', shapes.box, box(0.3, 0.2, 0.6), 0.5, [0, 0, 0, 1]],
    ['capsule on box', shapes.box, shapes.capsule, 0.6, [0, 0, quarter, quarter]],
    ['capsule on capsule', shapes.capsule, shapes.capsule, 0.6, [0, 0, 0, 1]],
  ];
  it.each(flat)('%s, with all clipped points', (name, lower, upper, height, lying) => {
    const random = createRandom(5);
    const tally: Tally = { checked: 0, clipped: 0, worst: 0 };
    for (let i = 0; i < 40; i++) {
      const world = createWorld({ gravity: [0, 0, 0] });
      const rotation = randomRotation(random);
      const isStacked = name !== 'capsule on capsule';
      const twist: Quat = isStacked ? normalizeQuat([0, random() - 0.5, 0, 1]) : [0, 0, 0, 1];
      const gap = 0.01 * random() - 0.004;
      const offset: Vec3 = isStacked
        ? [0.3 * random(), height + gap, 0.3 * random()]
        : [height + gap, 0.4 * random(), 0];
      addBody(world, { rotation }, lower);
      addBody(
        world,
        { position: rotate(rotation, offset), rotation: multiply(rotation, multiply(twist, lying)) },
        upper,
      );
      compare(settled(world), random, false, tally);
    }
    report(name, tally);
    expect(tally.checked).toBeGreaterThan(100);
    expect(tally.worst).toBeLessThan(1e-6);
  });
});
