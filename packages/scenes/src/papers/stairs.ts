import { type BodyHandle, box, capsule, type Vec3, type World } from '@tenon/physics-core';
import { buildHuman, HIP_HEIGHT } from '../human.js';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid } from '../solids.js';
import { about } from '../turns.js';

const RISE = 0.18;
const RUN = 0.28;
const HALF_WIDTH = 1.2;
const LANDING = 1.2;

/** Clothes on polished steps: a person slides on instead of lying down on the first ones. */
const SKIN = 0.1;
/** A sweep holds a fast bone back at a step without the others, and pulls the joint apart by centimetres. */
const settings = { sleeping: false, continuous: false } as const;

const UP: Vec3 = [0, 1, 0];
const params = {
  steps: { title: 'Steps', unit: '1', default: 16, min: 4, max: 30, step: 1 },
  push: { title: 'Speed at the start', unit: 'm/s', default: 1.5, min: 0.5, max: 4, step: 0.1 },
  turn: { title: 'Turned about the vertical', unit: 'rad', default: 0.3, min: -3.1, max: 3.1, step: 0.1 },
  stiffness: { title: 'Stiffness of the joints', unit: 'N·m/kg', default: 0, min: 0, max: 5, step: 0.1 },
} as const;

/** Steps down along x from the landing, solid to the floor. */
const buildStairs = (world: World, steps: number): Record<string, BodyHandle> => {
  const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
  for (let i = 0; i < steps; i++) {
    const height = (steps - i) * RISE;
    const halfRun = i === 0 ? LANDING / 2 : RUN / 2;
    const x = i === 0 ? -LANDING / 2 : (i - 0.5) * RUN;
    bodies[`step${i}`] = addFixed(world, box(halfRun, height / 2, HALF_WIDTH), [x, height / 2, 0]);
  }
  return bodies;
};

/** Kleppmann 2007 §4.3.4: a limp person of 25 bones goes head over heels down a staircase of boxes. */
export const straightStairs = defineScene({
  id: 'straight-stairs',
  title: 'Down the stairs',
  group: 'papers',
  description: 'A limp person of 25 bones with the joints of a human is pushed down a staircase.',
  watch: 'Every bone stays in its joint and no joint bends further than a human one does.',
  camera: { target: [2, 1.5, 0], distance: 9, yaw: 0.5, pitch: 0.25 },
  settings,
  params,
  build: (world, { steps, push, turn, stiffness }) => {
    const bodies = buildStairs(world, steps);
    const human = buildHuman(world, {
      position: [-0.2, steps * RISE + HIP_HEIGHT, 0],
      rotation: about(UP, Math.PI / 2 + turn),
      velocity: [push, 0, 0],
      friction: SKIN,
      stiffness,
    });
    return { bodies: { ...bodies, ...human.bodies }, joints: human.joints };
  },
});

/** Angle of one step about the column. */
const STEP_ANGLE = Math.PI / 8;
const INNER = 0.25;
const OUTER = 1.7;
const SLAB = 0.1;
const KERB_HALF_HEIGHT = 0.35;

/** Slabs round a column, each with a kerb at its outer end, lower and lower as they turn towards z. */
const buildSpiral = (world: World, steps: number): Record<string, BodyHandle> => {
  const height = steps * RISE;
  const bodies: Record<string, BodyHandle> = {
    floor: addFloor(world),
    column: addFixed(world, capsule(INNER, height / 2 + 0.5), [0, height / 2, 0]),
  };
  const halfDepth = OUTER * Math.tan(STEP_ANGLE / 2);
  const middle = (INNER + OUTER) / 2;
  for (let i = 0; i < steps; i++) {
    const angle = i * STEP_ANGLE;
    const rotation = about(UP, -angle);
    const place = (radius: number, y: number): Vec3 => [
      radius * Math.cos(angle),
      y,
      radius * Math.sin(angle),
    ];
    const top = height - i * RISE;
    const slab = box((OUTER - INNER) / 2, SLAB, halfDepth);
    const kerb = box(0.03, KERB_HALF_HEIGHT, halfDepth);
    bodies[`step${i}`] = addSolid(world, slab, {
      type: 'static',
      position: place(middle, top - SLAB),
      rotation,
    });
    const position = place(OUTER + 0.03, top + KERB_HALF_HEIGHT);
    bodies[`kerb${i}`] = addSolid(world, kerb, { type: 'static', position, rotation });
  }
  return bodies;
};

/** The same on a spiral staircase. */
export const spiralStairs = defineScene({
  id: 'spiral-stairs',
  title: 'Down a spiral staircase',
  group: 'papers',
  description: 'A limp person of 25 bones tumbles down a staircase that winds about a column.',
  watch: 'Every bone stays in its joint and no joint bends further than a human one does.',
  camera: { target: [0, 1.8, 0], distance: 11, yaw: 0.6, pitch: 0.35 },
  settings,
  params: { ...params, steps: { ...params.steps, default: 20 } },
  build: (world, { steps, push, turn, stiffness }) => {
    const bodies = buildSpiral(world, steps);
    const radius = (INNER + OUTER) / 2;
    const human = buildHuman(world, {
      position: [radius, steps * RISE + HIP_HEIGHT, 0],
      rotation: about(UP, turn),
      velocity: [0, 0, push],
      friction: SKIN,
      stiffness,
    });
    return { bodies: { ...bodies, ...human.bodies }, joints: human.joints };
  },
});
