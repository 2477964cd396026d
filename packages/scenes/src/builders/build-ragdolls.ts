import {
  type BodyHandle,
  ball,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  halfSpace,
  hinge,
  type Quat,
  type Shape,
  swingTwist,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom, type Random } from '../random.js';
import { add, rotate, sub } from '../rotations.js';

export interface RagdollsOptions {
  readonly count: number;
  readonly seed: number;
}

interface Part {
  readonly shape: Shape;
  /** Where the part is on a person who stands upright and looks along z, arms down, m from the hips. */
  readonly centre: Vec3;
}

const UPPER_ARM = capsule(0.05, 0.09);
const FOREARM = capsule(0.045, 0.09);
const THIGH = capsule(0.07, 0.13);
const SHIN = capsule(0.06, 0.13);

const PARTS = {
  pelvis: { shape: box(0.15, 0.09, 0.09), centre: [0, 0, 0] },
  chest: { shape: box(0.17, 0.2, 0.1), centre: [0, 0.31, 0] },
  head: { shape: capsule(0.09, 0.05), centre: [0, 0.67, 0] },
  leftUpperArm: { shape: UPPER_ARM, centre: [0.24, 0.38, 0] },
  rightUpperArm: { shape: UPPER_ARM, centre: [-0.24, 0.38, 0] },
  leftForearm: { shape: FOREARM, centre: [0.24, 0.1, 0] },
  rightForearm: { shape: FOREARM, centre: [-0.24, 0.1, 0] },
  leftThigh: { shape: THIGH, centre: [0.09, -0.29, 0] },
  rightThigh: { shape: THIGH, centre: [-0.09, -0.29, 0] },
  leftShin: { shape: SHIN, centre: [0.09, -0.69, 0] },
  rightShin: { shape: SHIN, centre: [-0.09, -0.69, 0] },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof PARTS;

/** Knees bend backwards, elbows forwards: the angle turns y towards z about x. */
const KNEE = [0, 2.4] as const;
const ELBOW = [-2.4, 0] as const;

/** rad: how far the limb swings from where it is on a person who stands upright; it twists half as far. */
const SPINE = 0.5;
const NECK = 0.7;
const SHOULDER = 1.2;
const HIP = 1;

/** Parent, child, anchor, and the limits of a hinge about x, or the half angle of the cone. */
const JOINTS: readonly (readonly [PartName, PartName, Vec3, readonly [number, number] | number])[] = [
  ['pelvis', 'chest', [0, 0.1, 0], SPINE],
  ['chest', 'head', [0, 0.52, 0], NECK],
  ['chest', 'leftUpperArm', [0.24, 0.5, 0], SHOULDER],
  ['chest', 'rightUpperArm', [-0.24, 0.5, 0], SHOULDER],
  ['leftUpperArm', 'leftForearm', [0.24, 0.24, 0], ELBOW],
  ['rightUpperArm', 'rightForearm', [-0.24, 0.24, 0], ELBOW],
  ['pelvis', 'leftThigh', [0.09, -0.09, 0], HIP],
  ['pelvis', 'rightThigh', [-0.09, -0.09, 0], HIP],
  ['leftThigh', 'leftShin', [0.09, -0.49, 0], KNEE],
  ['rightThigh', 'rightShin', [-0.09, -0.49, 0], KNEE],
];

/** More than a person with arms down is tall, whichever way up. */
const SPACING = 1.8;
const COLUMNS = 5;
const ROWS = 4;

/**
 * People of eleven bodies and ten joints, twenty to a layer, that fall on an endless floor: ball joints in spine, neck, shoulders and
 * hips, hinges with limits in elbows and knees.
 */
export const buildRagdolls = (world: World, { count, seed }: RagdollsOptions): BodyHandle[] => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const column = i % COLUMNS;
    const row = Math.floor(i / COLUMNS) % ROWS;
    const layer = Math.floor(i / (COLUMNS * ROWS));
    const hips: Vec3 = [column * SPACING, 1.5 + layer * SPACING, row * SPACING];
    return Object.values(buildRagdoll(world, hips, random.rotation(), false));
  }).flat();
};

/** Cells along each side of the field, and how far apart they are, m: nobody touches a neighbour at the start. */
const FIELD = 8;
const CROWDED = 1;
const APART = 2;
/** rad. */
const MOST_TILT = 0.2;
const FEET = -0.88;
const TOP: Vec3 = [0, 0.81, 0];

/**
 * People with a limit at every joint, cones of 0.5 to 1.2 rad where `buildRagdolls` has balls, who stand in a field of 8 × 8 and are
 * dropped from 1 to 2 m: they fall over each other.
 */
export const buildLimitedRagdolls = (world: World, { count, seed }: RagdollsOptions): BodyHandle[] => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const height = random.between(1, 2) - FEET;
    return Object.values(buildRagdoll(world, inField(i, CROWDED, height), tilted(random), true));
  }).flat();
};

/** The same people, each hanging by the head from a point of its own and let go aslant. */
export const buildHangingRagdolls = (world: World, { count, seed }: RagdollsOptions): BodyHandle[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const hips = inField(i, APART, 2);
    const rotation = tilted(random);
    const bodies = buildRagdoll(world, hips, rotation, true);
    createJoint(world, ball({ bodyB: bodies.head, anchor: add(hips, rotate(rotation, TOP)) }));
    return Object.values(bodies);
  }).flat();
};

const inField = (i: number, spacing: number, height: number): Vec3 => [
  (i % FIELD) * spacing,
  height,
  Math.floor(i / FIELD) * spacing,
];

/** Upright but for a tilt of at most `MOST_TILT`, facing anywhere. */
const tilted = (random: Random): Quat => {
  const [x, z] = [random.between(-1, 1), random.between(-1, 1)].map(
    (part) => (part * MOST_TILT) / Math.SQRT2 / 2,
  );
  const facing = random.between(-1, 1);
  const w = Math.sqrt(1 - facing * facing);
  // (x, 0, z, c) times (0, facing, 0, w).
  const c = Math.sqrt(1 - x * x - z * z);
  return [x * w - z * facing, c * facing, z * w + x * facing, c * w];
};

/** Turns x to y: limbs lie along y, joints swing about x. */
const ALONG_Y: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/** With cones, or with balls in their place. */
const buildRagdoll = (
  world: World,
  hips: Vec3,
  rotation: Quat,
  hasCones: boolean,
): Record<PartName, BodyHandle> => {
  const bodies = {} as Record<PartName, BodyHandle>;
  for (const [name, { shape, centre }] of Object.entries(PARTS)) {
    const position = add(hips, rotate(rotation, centre));
    const body = createBody(world, { position, rotation });
    createCollider(world, body, { shape });
    bodies[name as PartName] = body;
  }
  for (const [a, b, anchor, limits] of JOINTS) {
    const isHinge = typeof limits !== 'number';
    const frame = isHinge || !hasCones ? {} : { rotation: ALONG_Y };
    const ends = {
      bodyA: bodies[a],
      bodyB: bodies[b],
      frameA: { position: sub(anchor, PARTS[a].centre), ...frame },
      frameB: { position: sub(anchor, PARTS[b].centre), ...frame },
    };
    if (isHinge) createJoint(world, hinge({ ...ends, limits }));
    else createJoint(world, hasCones ? swingTwist({ ...ends, ...cone(limits) }) : ball(ends));
  }
  return bodies;
};

const cone = (angle: number) => ({
  swingY: { limits: [-angle, angle] as const },
  swingZ: { limits: [-angle, angle] as const },
  twist: { limits: [-angle / 2, angle / 2] as const },
});
