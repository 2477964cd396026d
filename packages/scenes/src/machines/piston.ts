import { box, createJoint, slider } from '@tenon/physics-core';
import { driveJoint, rampUp } from '../plans.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';
import { addBar, addPin, addPivot, type Point } from './bars.js';

const ROD = 1.1;
const HEIGHT = 0.8;

/** Crank, connecting rod and piston: turning made of pushing, and the other way round. */
export const piston = defineScene({
  id: 'piston',
  title: 'Piston and crank',
  group: 'machines',
  description: 'A motor turns a crank, which drives a piston in its cylinder by a connecting rod.',
  watch: 'The stroke of the piston is twice the radius of the crank.',
  camera: { target: [0, 1.6, 0], distance: 4.5, yaw: 0.3, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    radius: { title: 'Radius of the crank', unit: 'm', default: 0.4, min: 0.1, max: 0.8, step: 0.05 },
    speed: inDegrees({
      title: 'Speed of the motor',
      unit: '°/s',
      default: 240,
      min: -1200,
      max: 1200,
      step: 30,
    }),
    mass: { title: 'Mass of the piston', unit: 'kg', default: 5, min: 1, max: 50, step: 1 },
  },
  build: (world, { radius, speed, mass }) => {
    const centre: Point = [0, HEIGHT];
    const pin: Point = [radius, HEIGHT];
    const wrist: Point = [0, HEIGHT + Math.sqrt(ROD ** 2 - radius ** 2)];
    const bodies = {
      pivot: addPivot(world, centre),
      leftWall: addFixed(world, box(0.03, 0.7, 0.25), [-0.28, HEIGHT + ROD, 0], GHOST),
      rightWall: addFixed(world, box(0.03, 0.7, 0.25), [0.28, HEIGHT + ROD, 0], GHOST),
      crank: addBar(world, centre, pin, 3),
      rod: addBar(world, pin, wrist, 2),
      piston: addSolid(world, box(0.24, 0.15, 0.24), { position: [wrist[0], wrist[1], 0], mass }, GHOST),
    };
    const crank = addPin(world, centre, { bodyB: bodies.crank, motor: { speed: 0, maxForce: 300 } });
    return {
      bodies,
      joints: {
        crank,
        crankPin: addPin(world, pin, { bodyA: bodies.crank, bodyB: bodies.rod }),
        wristPin: addPin(world, wrist, { bodyA: bodies.rod, bodyB: bodies.piston }),
        cylinder: createJoint(world, slider({ bodyB: bodies.piston, axis: [0, 1, 0] })),
      },
      beforeStep: (now, time) => driveJoint(now, crank, { motor: { speed: speed * rampUp(time) } }),
    };
  },
});
