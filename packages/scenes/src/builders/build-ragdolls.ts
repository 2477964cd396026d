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
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom } from '../random.js';
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

/** Parent, child, anchor and, for a hinge about x, its limits. */
const JOINTS: readonly (readonly [PartName, PartName, Vec3, (readonly [number, number])?])[] = [
  ['pelvis', 'chest', [0, 0.1, 0]],
  ['chest', 'head', [0, 0.52, 0]],
  ['chest', 'leftUpperArm', [0.24, 0.5, 0]],
  ['chest', 'rightUpperArm', [-0.24, 0.5, 0]],
  ['leftUpperArm', 'leftForearm', [0.24, 0.24, 0], ELBOW],
  ['rightUpperArm', 'rightForearm', [-0.24, 0.24, 0], ELBOW],
  ['pelvis', 'leftThigh', [0.09, -0.09, 0]],
  ['pelvis', 'rightThigh', [-0.09, -0.09, 0]],
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
    return buildRagdoll(world, hips, random.rotation());
  }).flat();
};

const buildRagdoll = (world: World, hips: Vec3, rotation: Quat): BodyHandle[] => {
  const bodies = {} as Record<PartName, BodyHandle>;
  for (const [name, { shape, centre }] of Object.entries(PARTS)) {
    const position = add(hips, rotate(rotation, centre));
    const body = createBody(world, { position, rotation });
    createCollider(world, body, { shape });
    bodies[name as PartName] = body;
  }
  for (const [a, b, anchor, limits] of JOINTS) {
    const ends = {
      bodyA: bodies[a],
      bodyB: bodies[b],
      frameA: { position: sub(anchor, PARTS[a].centre) },
      frameB: { position: sub(anchor, PARTS[b].centre) },
    };
    createJoint(world, limits ? hinge({ ...ends, limits }) : ball(ends));
  }
  return Object.values(bodies);
};
