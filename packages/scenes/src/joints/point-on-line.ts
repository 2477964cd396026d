import { box, capsule, createJoint, pointOnLine, sphere } from '@tenon/physics-core';
import { backAndForth, driveJoint } from '../plans.js';
import { ALONG_X } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addSolid, GHOST } from '../solids.js';

const HEIGHT = 2.5;
const PERIOD = 5;
const SLOPE = 0.25;

/** A trolley with a swinging load on a level wire, and a bead that slides down a tilted one. */
export const pointOnLineJoint = defineScene({
  id: 'point-on-line-joint',
  title: 'Point on a line',
  group: 'joints',
  description: 'One point of a body slides along a wire; the body turns as it likes.',
  watch: 'The driven sign swings when the motor turns round. The bead runs down to the stop and bounces.',
  camera: { target: [0, 1.8, 0], distance: 6.5, yaw: 0.3, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    speed: { title: 'Speed of the motor', unit: 'm/s', default: 1, min: 0.1, max: 3, step: 0.1 },
    limit: { title: 'Stops', unit: 'm', default: 1.5, min: 0.2, max: 2, step: 0.1 },
    bounce: { title: 'Restitution of the stops', unit: '1', default: 0.7, min: 0, max: 1, step: 0.05 },
  },
  build: (world, { speed, limit, bounce }) => {
    const stand = { type: 'static', rotation: ALONG_X } as const;
    const wire = addSolid(world, capsule(0.02, 2.2), { ...stand, position: [0, HEIGHT, 0] }, GHOST);
    const line = [Math.cos(SLOPE), -Math.sin(SLOPE), 0] as const;
    const lean = -Math.PI / 2 - SLOPE;
    const tilted = addSolid(
      world,
      capsule(0.02, 2.2),
      { type: 'static', position: [0, 1, 0], rotation: [0, 0, Math.sin(lean / 2), Math.cos(lean / 2)] },
      GHOST,
    );
    const sign = addSolid(world, box(0.4, 0.4, 0.03), { position: [0, HEIGHT - 0.5, 0], mass: 5 }, GHOST);
    const bead = addSolid(world, sphere(0.12), { position: [0, 1, 0], mass: 1 }, GHOST);
    const trolley = createJoint(
      world,
      pointOnLine({
        bodyB: sign,
        anchor: [0, HEIGHT, 0],
        axis: [1, 0, 0],
        limits: [-limit, limit],
        motor: { speed, maxForce: 100 },
      }),
    );
    const slide = createJoint(
      world,
      pointOnLine({ bodyB: bead, axis: line, limits: [-limit, limit], limitRestitution: bounce }),
    );
    return {
      bodies: { wire, tilted, sign, bead },
      joints: { trolley, slide },
      beforeStep: (now, time) =>
        driveJoint(now, trolley, { motor: { speed: speed * backAndForth(time + PERIOD / 4, PERIOD) } }),
    };
  },
});
