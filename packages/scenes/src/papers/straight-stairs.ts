import { type BodyHandle, box, type World } from '@tenon/physics-core';
import { buildHuman, HIP_HEIGHT, skeleton } from '../builders/build-human.js';
import { about } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addFixed, addFloor } from '../solids.js';
import { FRICTION, fallParams, WATCH } from './stair-fall.js';

const RISE = 0.18;
const RUN = 0.28;
const HALF_WIDTH = 1.2;
const LANDING = 1.2;

/** A landing and steps down along x, solid to the floor. */
const buildStairs = (world: World, steps: number): Record<string, BodyHandle> => {
  const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
  for (let i = 0; i < steps; i++) {
    const height = (steps - i) * RISE;
    const halfRun = i === 0 ? LANDING / 2 : RUN / 2;
    const x = i === 0 ? -LANDING / 2 : (i - 0.5) * RUN;
    const shape = box(halfRun, height / 2, HALF_WIDTH);
    bodies[`step${i}`] = addFixed(world, shape, [x, height / 2, 0], { friction: FRICTION });
  }
  return bodies;
};

/** Kleppmann 2007 §4.3.4: a limp person of 25 bones goes head over heels down a staircase of boxes. */
export const straightStairs = defineScene({
  id: 'straight-stairs',
  title: 'Down the stairs',
  group: 'papers',
  description: 'A limp person of 25 bones with the joints of a human is pushed down a staircase.',
  watch: WATCH,
  camera: { target: [2, 1.7, 0], distance: 10, yaw: 0.5, pitch: 0.25 },
  settings: { sleeping: false },
  params: fallParams,
  build: (world, { steps, push, turn, stiffness }) => {
    const stairs = buildStairs(world, steps);
    const person = buildHuman(world, {
      position: [-0.2, steps * RISE + HIP_HEIGHT, 0],
      rotation: about([0, 1, 0], Math.PI / 2 + turn),
      velocity: [push, 0, 0],
      friction: FRICTION,
      stiffness,
    });
    return {
      bodies: { ...stairs, ...person.bodies },
      joints: person.joints,
      groups: { person: skeleton(person) },
    };
  },
});
