import {
  type BodyHandle,
  box,
  capsule,
  type Quat,
  type Shape,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { buildHuman, HIP_HEIGHT, skeleton } from '../builders/build-human.js';
import { about } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid } from '../solids.js';
import { FRICTION, fallParams, WATCH } from './stair-fall.js';

const RISE = 0.24;
/** Of one step about the column. */
const ANGLE = Math.PI / 9;
const INNER = 0.25;
const OUTER = 1.8;
const MIDDLE = (INNER + OUTER) / 2;
const HALF_SLAB = 0.1;
const KERB_HALF_HEIGHT = 0.35;
const KERB_HALF_WIDTH = 0.03;

const addStep = (world: World, shape: Shape, position: Vec3, rotation: Quat): BodyHandle =>
  addSolid(world, shape, { type: 'static', position, rotation }, { friction: FRICTION });

/** Slabs round a column, each with a kerb at its outer end, lower and lower as they turn from x towards z. */
const buildSpiral = (world: World, steps: number): Record<string, BodyHandle> => {
  const height = steps * RISE;
  const bodies: Record<string, BodyHandle> = {
    floor: addFloor(world),
    column: addFixed(world, capsule(INNER, height / 2 + 0.5), [0, height / 2, 0], { friction: FRICTION }),
  };
  // Neighbours touch at the outer end and overlap further in.
  const halfDepth = OUTER * Math.tan(ANGLE / 2);
  const slab = box((OUTER - INNER) / 2, HALF_SLAB, halfDepth);
  const kerb = box(KERB_HALF_WIDTH, KERB_HALF_HEIGHT, halfDepth);
  for (let i = 0; i < steps; i++) {
    const [cos, sin] = [Math.cos(i * ANGLE), Math.sin(i * ANGLE)];
    const rotation = about([0, 1, 0], -i * ANGLE);
    const top = height - i * RISE;
    const rim = OUTER + KERB_HALF_WIDTH;
    const rimHeight = top + KERB_HALF_HEIGHT;
    bodies[`step${i}`] = addStep(world, slab, [MIDDLE * cos, top - HALF_SLAB, MIDDLE * sin], rotation);
    bodies[`kerb${i}`] = addStep(world, kerb, [rim * cos, rimHeight, rim * sin], rotation);
  }
  return bodies;
};

/** Kleppmann 2007 §4.3.4, the second fall. */
export const spiralStairs = defineScene({
  id: 'spiral-stairs',
  title: 'Down a spiral staircase',
  group: 'papers',
  description: 'A limp person of 25 bones tumbles down a staircase that winds about a column.',
  watch: WATCH,
  camera: { target: [0, 2.2, 0], distance: 12, yaw: 0.6, pitch: 0.35 },
  settings: { sleeping: false },
  params: fallParams,
  build: (world, { steps, push, turn, stiffness }) => {
    const stairs = buildSpiral(world, steps);
    const person = buildHuman(world, {
      position: [MIDDLE, steps * RISE + HIP_HEIGHT, 0],
      rotation: about([0, 1, 0], turn),
      velocity: [0, 0, push],
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
