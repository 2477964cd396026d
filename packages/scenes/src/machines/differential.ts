import {
  type BodyHandle,
  box,
  createBody,
  createCollider,
  createJoint,
  gear,
  hinge,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { backAndForth, driveJoint, rampUp } from '../plans.js';
import { ALONG_Z, about } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { disc, GHOST } from '../solids.js';

const HEIGHT = 1;
const AXLE: Vec3 = [1, 0, 0];
/** A disc is about z; this turns it to be about x. */
const ABOUT_X = about([0, 1, 0], Math.PI / 2);
const PERIOD = 8;

/** A half shaft with its side gear inside and its road wheel, with a spoke, outside. */
const addHalfShaft = (world: World, side: 1 | -1): BodyHandle => {
  const body = createBody(world, { position: [0, HEIGHT, 0], mass: 10 });
  const part = (radius: number, halfWidth: number, x: number): void => {
    const shape = disc(radius, halfWidth);
    createCollider(world, body, { shape, position: [side * x, 0, 0], rotation: ABOUT_X, ...GHOST });
  };
  part(0.2, 0.03, 0.25);
  part(0.04, 0.5, 0.75);
  part(0.45, 0.08, 1.25);
  createCollider(world, body, { shape: box(0.03, 0.2, 0.04), position: [side * 1.35, 0.22, 0], ...GHOST });
  return body;
};

/** The cage that the motor turns: a ring gear, and an arm that carries the planet gear. */
const addCarrier = (world: World): BodyHandle => {
  const body = createBody(world, { position: [0, HEIGHT, 0], mass: 10 });
  createCollider(world, body, {
    shape: disc(0.5, 0.03),
    position: [-0.4, 0, 0],
    rotation: ABOUT_X,
    ...GHOST,
  });
  createCollider(world, body, { shape: box(0.2, 0.03, 0.05), position: [-0.2, 0.45, 0], ...GHOST });
  return body;
};

/**
 * A differential: the planet gear turns in the carrier between two side gears, so that they turn oppositely against it,
 *   φleft - φcarrier = -(φright - φcarrier)
 * and their mean is the carrier's angle, whatever slows one of them down.
 */
export const differential = defineScene({
  id: 'differential',
  title: 'Differential',
  group: 'machines',
  description: 'A motor turns the carrier. A planet gear in it shares the turning out between two wheels.',
  watch: 'When one wheel is braked the other goes faster by as much: their mean is the speed of the carrier.',
  camera: { target: [0, 1, 0], distance: 4, yaw: 0.5, pitch: 0.3 },
  settings: { sleeping: false },
  params: {
    speed: inDegrees({
      title: 'Speed of the motor',
      unit: '°/s',
      default: 180,
      min: -600,
      max: 600,
      step: 30,
    }),
    brake: { title: 'Torque of the brakes', unit: 'N·m', default: 20, min: 0, max: 100, step: 1 },
  },
  build: (world, { speed, brake }) => {
    const carrier = addCarrier(world);
    const left = addHalfShaft(world, -1);
    const right = addHalfShaft(world, 1);
    const planet = createBody(world, { position: [0, HEIGHT + 0.3, 0], mass: 2 });
    createCollider(world, planet, { shape: disc(0.2, 0.03), rotation: ALONG_Z, ...GHOST });
    const middle = { anchor: [0, HEIGHT, 0], axis: AXLE } as const;
    const input = createJoint(
      world,
      hinge({ ...middle, bodyB: carrier, motor: { speed: 0, maxForce: 500 } }),
    );
    const leftInside = createJoint(world, hinge({ ...middle, bodyA: carrier, bodyB: left }));
    const rightInside = createJoint(world, hinge({ ...middle, bodyA: carrier, bodyB: right }));
    const planetPin = createJoint(world, hinge({ bodyA: carrier, bodyB: planet, axis: [0, 1, 0] }));
    const joints = {
      input,
      leftInside,
      rightInside,
      planet: planetPin,
      leftMesh: createJoint(world, gear({ jointA: leftInside, jointB: planetPin, ratio: 1 })),
      rightMesh: createJoint(world, gear({ jointA: rightInside, jointB: planetPin, ratio: -1 })),
      // The bearings in the frame, where the brakes sit and the outputs are read.
      left: createJoint(world, hinge({ ...middle, bodyB: left })),
      right: createJoint(world, hinge({ ...middle, bodyB: right })),
    };
    return {
      bodies: { carrier, left, right, planet },
      joints,
      beforeStep: (now, time) => {
        driveJoint(now, input, { motor: { speed: speed * rampUp(time) } });
        const leftBraked = backAndForth(time, PERIOD) > 0;
        driveJoint(now, joints.left, { friction: leftBraked ? brake : 0 });
        driveJoint(now, joints.right, { friction: leftBraked ? 0 : brake });
      },
    };
  },
});
