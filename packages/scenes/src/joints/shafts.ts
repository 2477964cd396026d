import {
  type BodyHandle,
  box,
  constantVelocity,
  createBody,
  createCollider,
  createJoint,
  hinge,
  type JointDef,
  type JointHandle,
  type Quat,
  universal,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { about, rotate } from '../rotations.js';
import { defineScene, inDegrees, type SceneContent } from '../scene.js';
import { addFixed, disc, GHOST } from '../solids.js';

const HEIGHT = 1.2;
/** A shaft is the body's z axis; it begins a little away from the middle. */
const HALF_LENGTH = 0.45;
const REACH = 0.1 + HALF_LENGTH;
/** Of the middle as a shaft sees it. */
const INNER_END: Vec3 = [0, 0, -REACH];

const params = {
  bend: inDegrees({ title: 'Bend', unit: '°', default: 40, min: 0, max: 65, step: 1 }),
  speed: inDegrees({ title: 'Speed of the motor', unit: '°/s', default: 240, min: -900, max: 900, step: 30 }),
} as const;

const MIDDLE: Vec3 = [0, HEIGHT, 0];

/** A shaft along a direction from the middle, with a flag at its far end that shows the turning. */
const addShaft = (world: World, direction: Vec3, rotation: Quat): BodyHandle => {
  const body = createBody(world, {
    position: [MIDDLE[0] + REACH * direction[0], MIDDLE[1], MIDDLE[2] + REACH * direction[2]],
    rotation,
    mass: 4,
  });
  createCollider(world, body, { shape: disc(0.06, HALF_LENGTH), ...GHOST });
  createCollider(world, body, { shape: box(0.03, 0.15, 0.03), position: [0, 0.15, HALF_LENGTH], ...GHOST });
  return body;
};

/** Two shafts in bearings that meet at a bend; the left one is driven. `join` makes the joint between them. */
const buildShafts = (
  world: World,
  { bend, speed }: { readonly bend: number; readonly speed: number },
  join: (driving: BodyHandle, driven: BodyHandle, out: Vec3) => JointDef,
): SceneContent => {
  const out = rotate(about([0, 1, 0], bend), [1, 0, 0]);
  const driving = addShaft(world, [-1, 0, 0], about([0, 1, 0], -Math.PI / 2));
  const driven = addShaft(world, out, about([0, 1, 0], bend + Math.PI / 2));
  const bearingAt = (direction: Vec3): BodyHandle =>
    addFixed(world, box(0.12, 0.12, 0.12), [0.7 * direction[0], HEIGHT, 0.7 * direction[2]], GHOST);
  const joints: Record<string, JointHandle> = {
    input: createJoint(
      world,
      hinge({ bodyB: driving, anchor: [-0.7, HEIGHT, 0], axis: [1, 0, 0], motor: { speed, maxForce: 100 } }),
    ),
    output: createJoint(
      world,
      hinge({ bodyB: driven, anchor: [0.7 * out[0], HEIGHT, 0.7 * out[2]], axis: out }),
    ),
    joint: createJoint(world, join(driving, driven, out)),
  };
  return {
    bodies: { driving, driven, leftBearing: bearingAt([-1, 0, 0]), rightBearing: bearingAt(out) },
    joints,
  };
};

const camera = { target: [0, 1.1, 0], distance: 3.2, yaw: 0.2, pitch: 0.5 } as const;

/** A cardan joint: the driven shaft runs ahead and falls behind twice a turn (Tamis 2015 §3.2.9). */
export const universalJoint = defineScene({
  id: 'universal-joint',
  title: 'Universal joint',
  group: 'joints',
  description: 'Two crossing pins carry the turn of a shaft round a bend.',
  watch:
    'The driving shaft turns evenly, the driven one does not: twice a turn it is ahead and twice behind.',
  camera,
  settings: { sleeping: false },
  params,
  build: (world, values) =>
    buildShafts(world, values, (bodyA, bodyB, out) =>
      universal({
        bodyA,
        bodyB,
        anchor: MIDDLE,
        // The pins: one across the driving shaft, one across the driven one, at a right angle.
        axis: [0, 1, 0],
        secondAxis: [-out[2], 0, out[0]],
      }),
    ),
});

/** The same bend with equal speeds (Tamis 2015 §3.2.10). */
export const constantVelocityJoint = defineScene({
  id: 'constant-velocity-joint',
  title: 'Constant-velocity joint',
  group: 'joints',
  description: 'A joint that carries the turn of a shaft round a bend without changing its speed.',
  watch: 'Both flags turn at the same speed at every bend.',
  camera,
  settings: { sleeping: false },
  params,
  build: (world, values) =>
    buildShafts(world, values, (bodyA, bodyB) =>
      // Frames, not an axis, because the shafts begin with the bend. x of both lies along the shafts, from left to right.
      constantVelocity({
        bodyA,
        bodyB,
        frameA: { position: INNER_END, rotation: about([0, 1, 0], Math.PI / 2) },
        frameB: { position: INNER_END, rotation: about([0, 1, 0], -Math.PI / 2) },
      }),
    ),
});
