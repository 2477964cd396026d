import { expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  capsule,
  createBody,
  createCollider,
  createJoint,
  type JointHandle,
  jointCoordinates,
  jointError,
  swingTwist,
  type Vec3,
  type World,
} from '../../src/index.js';
import { length, scale } from '../../src/math/vec3.js';
import { about } from '../api/context.js';
import { jointWorld, run } from './context.js';
import { DEGREE } from './swings.js';

const SEGMENTS = 25;
const SEGMENT = 0.2;
const LIMIT = 15 * DEGREE;

type Kind = 'ball' | 'swing-twist';

interface Rope {
  readonly segments: readonly BodyHandle[];
  readonly joints: readonly JointHandle[];
}

/** A straight rope (Kleppmann 2007 §4.3.1) from the origin, its first end nailed, its joints limited to 15°. */
const addRope = (world: World, kind: Kind, slope: number): Rope => {
  const direction: Vec3 = [Math.cos(slope), Math.sin(slope), 0];
  const segments: BodyHandle[] = [];
  const joints: JointHandle[] = [];
  for (let i = 0; i < SEGMENTS; i++) {
    const segment = createBody(world, {
      position: scale(direction, (i + 0.5) * SEGMENT),
      rotation: about([0, 0, 1], slope - Math.PI / 2),
    });
    createCollider(world, segment, { shape: capsule(0.06, 0.04) });
    const place = { bodyB: segment, anchor: scale(direction, i * SEGMENT), axis: direction };
    if (i === 0) createJoint(world, ball(place));
    else joints.push(createJoint(world, linkOf(kind, { bodyA: segments[i - 1], ...place })));
    segments.push(segment);
  }
  return { segments, joints };
};

const linkOf = (kind: Kind, place: { bodyA: BodyHandle; bodyB: BodyHandle; anchor: Vec3; axis: Vec3 }) => {
  const limits = [-LIMIT, LIMIT] as const;
  return kind === 'ball'
    ? ball({ ...place, swing: { limits: [0, LIMIT] } })
    : swingTwist({ ...place, swingY: { limits }, swingZ: { limits }, twist: { limits } });
};

const swingOf = (world: World, joint: JointHandle): number => {
  const { swing, swingY, swingZ } = jointCoordinates(world, joint);
  return swing ? swing.value : Math.hypot(swingY.value, swingZ.value);
};

it.each(['ball', 'swing-twist'] as const)(
  'a rope of 25 %s joints with 15° limits swings in one piece',
  (kind) => {
    const world = jointWorld();
    const { segments, joints } = addRope(world, kind, -1.2);
    let apart = 0;
    let beyond = 0;
    run(world, 5, () => {
      for (const joint of joints) {
        apart = Math.max(apart, jointError(world, joint).linear);
        beyond = Math.max(beyond, swingOf(world, joint) - LIMIT);
      }
    });
    // From the first step on, although it is created without any tension.
    expect(apart).toBeLessThan(5e-4);
    expect(beyond / DEGREE).toBeLessThan(0.1);
    expect(length(bodyPosition(world, segments[SEGMENTS - 1]))).toBeLessThan(SEGMENTS * SEGMENT);
  },
);
