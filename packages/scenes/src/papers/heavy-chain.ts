import {
  type BodyHandle,
  ball,
  capsule,
  createBody,
  createCollider,
  createJoint,
  type JointHandle,
  sphere,
  type World,
} from '@tenon/physics-core';
import { defineScene, type SceneContent } from '../scene.js';

const RADIUS = 0.05;
const LINK = 0.5;
const BOB_RADIUS = 0.5;
/** A capsule's axis is y; this turns it to x. */
const ALONG_X = [0, 0, -Math.SQRT1_2, Math.SQRT1_2] as const;

/** Links of 1 kg with a ball at their end, released level. */
const buildHeavyChain = (world: World, links: number, load: number): SceneContent => {
  const bodies: Record<string, BodyHandle> = {};
  const joints: Record<string, JointHandle> = {};
  let last: BodyHandle | undefined;
  for (let i = 0; i <= links; i++) {
    const heavy = i === links;
    const x = heavy ? links * LINK + BOB_RADIUS : (i + 0.5) * LINK;
    const mass = heavy ? load : 1;
    const body = createBody(world, { position: [x, 0, 0], rotation: ALONG_X, mass });
    const shape = heavy ? sphere(BOB_RADIUS) : capsule(RADIUS, LINK / 2 - RADIUS);
    createCollider(world, body, { shape, mask: 0 });
    const above = last === undefined ? {} : { bodyA: last };
    joints[`joint${i}`] = createJoint(world, ball({ ...above, bodyB: body, anchor: [i * LINK, 0, 0] }));
    bodies[heavy ? 'ball' : `link${i}`] = body;
    last = body;
  }
  return { bodies, joints };
};

/** A light chain with a heavy ball at its end, released level: what iterative solvers find hardest. */
export const heavyChain = defineScene({
  id: 'heavy-chain',
  title: 'Heavy ball on a light chain',
  group: 'papers',
  description: 'Ten links of 1 kg hold a ball of up to a ton, released level.',
  watch:
    'The chain swings and holds to a tenth of a millimetre. With the joint solver "sweeps" it comes apart by metres.',
  camera: { target: [2, -3, 0], distance: 14, yaw: 0, pitch: 0.1 },
  settings: { sleeping: false },
  params: {
    links: { title: 'Links', unit: '1', default: 10, min: 1, max: 30, step: 1 },
    ratio: { title: 'Mass of the ball', unit: 'kg', default: 1000, min: 1, max: 2000, step: 1 },
  },
  build: (world, { links, ratio }) => buildHeavyChain(world, links, ratio),
});

/** The same far beyond what a real chain would bear. */
export const heavyPendulum = defineScene({
  id: 'heavy-pendulum',
  title: 'Fifty tons on fifty links',
  group: 'papers',
  description:
    'Fifty links of 1 kg hold a ball of 50,000 kg, released level. To see Rapier beside it, choose "Rapier" under "Compare": the ghost is its chain.',
  watch: 'The chain swings and holds to a tenth of a millimetre. The ghost of Rapier comes apart by metres.',
  camera: { target: [8, -10, 0], distance: 48, yaw: 0, pitch: 0.1 },
  settings: { sleeping: false },
  params: {
    load: { title: 'Mass of the ball', unit: 'kg', default: 50000, min: 1, max: 50000, step: 1 },
  },
  build: (world, { load }) => buildHeavyChain(world, 50, load),
});
