import { box, createBody, createCollider, createJoint, screw } from '@tenon/physics-core';
import { backAndForth, driveJoint } from '../plans.js';
import { ALONG_Z } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addFloor, addSolid, disc, GHOST } from '../solids.js';

const PERIOD = 6;

/** A jack: a motor turns a nut up and down a thread, and a load on it. */
export const screwJoint = defineScene({
  id: 'screw-joint',
  title: 'Screw',
  group: 'joints',
  description: 'A turntable on a thread: a motor turns it, and it goes up and down by the pitch.',
  watch: 'Each turn lifts the table and what lies on it by one pitch.',
  camera: { target: [0, 1.1, 0], distance: 5, yaw: 0.4, pitch: 0.3 },
  settings: { sleeping: false },
  params: {
    pitch: { title: 'Pitch', unit: 'm', default: 0.3, min: -0.5, max: 0.5, step: 0.05 },
    speed: inDegrees({ title: 'Speed of the motor', unit: '°/s', default: 180, min: 0, max: 360, step: 30 }),
  },
  build: (world, { pitch, speed }) => {
    const floor = addFloor(world);
    const spindle = addSolid(
      world,
      disc(0.06, 1.2),
      { type: 'static', position: [0, 1.2, 0], rotation: ALONG_Z },
      GHOST,
    );
    const foot = addFixed(world, box(0.5, 0.05, 0.5), [0, 0.05, 0], GHOST);
    const table = createBody(world, { position: [0, 1, 0], rotation: ALONG_Z, mass: 20 });
    createCollider(world, table, { shape: disc(0.7, 0.05), friction: 0.8 });
    const cargo = addSolid(
      world,
      box(0.12, 0.12, 0.12),
      { position: [0.3, 1.18, 0], mass: 2 },
      { friction: 0.8 },
    );
    const thread = createJoint(
      world,
      screw({ bodyB: table, anchor: [0, 1, 0], axis: [0, 1, 0], pitch, motor: { speed, maxForce: 60 } }),
    );
    return {
      bodies: { floor, spindle, foot, table, cargo },
      joints: { thread },
      beforeStep: (now, time) =>
        driveJoint(now, thread, { motor: { speed: speed * backAndForth(time, PERIOD) } }),
    };
  },
});
