import { driveJoint, rampUp } from '../plans.js';
import { defineScene, inDegrees } from '../scene.js';
import { addBar, addPin, addPivot, meet, type Point } from './bars.js';

/** m. The crank is the shortest, and crank + base is less than coupler + rocker: it turns all the way round (Grashof's rule). */
const FOUR_BAR = { base: 1.2, coupler: 1.1, rocker: 0.8 };
const HEIGHT = 1;

/** Four bars in a ring: a crank that turns makes a rocker swing. */
export const fourBar = defineScene({
  id: 'four-bar',
  title: 'Four-bar linkage',
  group: 'machines',
  description: 'A crank with a motor, a coupler and a rocker, pinned to each other and to the ground.',
  watch: 'The crank turns evenly, the rocker swings to and fro, and the ring stays closed.',
  camera: { target: [0.5, 1.1, 0], distance: 3, yaw: 0.2, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    crank: { title: 'Length of the crank', unit: 'm', default: 0.4, min: 0.1, max: 0.6, step: 0.05 },
    speed: inDegrees({
      title: 'Speed of the motor',
      unit: '°/s',
      default: 180,
      min: -900,
      max: 900,
      step: 30,
    }),
  },
  build: (world, { crank, speed }) => {
    const a: Point = [0, HEIGHT];
    const d: Point = [FOUR_BAR.base, HEIGHT];
    const b: Point = [a[0], a[1] + crank];
    const c = meet(b, FOUR_BAR.coupler, d, FOUR_BAR.rocker);
    const bodies = {
      leftPivot: addPivot(world, a),
      rightPivot: addPivot(world, d),
      crank: addBar(world, a, b),
      coupler: addBar(world, b, c),
      rocker: addBar(world, c, d),
    };
    const drive = addPin(world, a, { bodyB: bodies.crank, motor: { speed: 0, maxForce: 50 } });
    return {
      bodies,
      joints: {
        crank: drive,
        crankPin: addPin(world, b, { bodyA: bodies.crank, bodyB: bodies.coupler }),
        rockerPin: addPin(world, c, { bodyA: bodies.coupler, bodyB: bodies.rocker }),
        rocker: addPin(world, d, { bodyB: bodies.rocker }),
      },
      beforeStep: (now, time) => driveJoint(now, drive, { motor: { speed: speed * rampUp(time) } }),
    };
  },
});
