import {
  type BodyHandle,
  box,
  createJoint,
  type JointHandle,
  pulley,
  rope,
  slider,
  type Vec3,
} from '@tenon/physics-core';
import { driveJoint } from '../plans.js';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid, GHOST } from '../solids.js';

const JIB_HEIGHT = 5;
const TIP: Vec3 = [2, JIB_HEIGHT, 0];
const FOOT: Vec3 = [-2, 0.3, 0];
const HOOK: Vec3 = [2, 2.2, 0];
const CRATE = 0.5;
/** Strands between jib and hook: the hook moves half as far as the winch, with twice its force. */
const STRANDS = 2;
/** s: lift, hold, lower, rest. */
const LIFT = 5;
const HOLD = 2;

/** 1 while lifting, -1 while lowering, else 0. */
const haul = (time: number): number => {
  const t = time % (2 * (LIFT + HOLD));
  if (t < LIFT) return 1;
  return t >= LIFT + HOLD && t < 2 * LIFT + HOLD ? -1 : 0;
};

/** A winch pulls a rope over the tip of a jib; hook and crate hang on it. */
export const crane = defineScene({
  id: 'crane',
  title: 'Crane',
  group: 'machines',
  description: 'A winch hauls a rope over the jib. The hook hangs on two strands, the crate on four slings.',
  watch: 'The crate leaves the ground, hangs and comes down. The hook moves half as far as the winch.',
  camera: { target: [-0.5, 2.5, 0], distance: 10, yaw: 0.3, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    load: { title: 'Mass of the crate', unit: 'kg', default: 200, min: 10, max: 2000, step: 10 },
    speed: { title: 'Speed of the winch', unit: 'm/s', default: 0.6, min: 0.1, max: 1, step: 0.05 },
    force: { title: 'Force of the winch', unit: 'N', default: 5000, min: 100, max: 20000, step: 100 },
    sway: { title: 'Push to the side', unit: 'm/s', default: 0.5, min: 0, max: 3, step: 0.1 },
  },
  build: (world, { load, speed, force, sway }) => {
    const winch = addSolid(world, box(0.3, 0.2, 0.3), { position: [-2.8, 0.3, 0], mass: 100 }, GHOST);
    const hook = addSolid(
      world,
      box(0.15, 0.2, 0.1),
      { position: HOOK, mass: 20, linearVelocity: [0, 0, sway] },
      GHOST,
    );
    const crate = addSolid(world, box(CRATE, CRATE, CRATE), { position: [HOOK[0], CRATE, 0], mass: load });
    const bodies: Record<string, BodyHandle> = {
      floor: addFloor(world),
      tower: addFixed(world, box(0.2, JIB_HEIGHT / 2, 0.2), [-2, JIB_HEIGHT / 2, 0], GHOST),
      jib: addFixed(world, box(2.2, 0.1, 0.1), [0, JIB_HEIGHT + 0.1, 0], GHOST),
      winch,
      hook,
      crate,
    };
    const drum = createJoint(
      world,
      slider({ bodyB: winch, axis: [-1, 0, 0], motor: { speed, maxForce: force } }),
    );
    const joints: Record<string, JointHandle> = {
      drum,
      rope: createJoint(
        world,
        pulley({
          bodyA: winch,
          bodyB: hook,
          anchorB: [0, 0.2, 0],
          groundA: FOOT,
          groundB: TIP,
          ratio: STRANDS,
        }),
      ),
    };
    for (const [i, [x, z]] of [
      [CRATE, CRATE],
      [CRATE, -CRATE],
      [-CRATE, CRATE],
      [-CRATE, -CRATE],
    ].entries()) {
      joints[`sling${i}`] = createJoint(
        world,
        rope({ bodyA: hook, bodyB: crate, anchorA: [0, -0.2, 0], anchorB: [x, CRATE, z] }),
      );
    }
    return {
      bodies,
      joints,
      beforeStep: (now, time) => driveJoint(now, drum, { motor: { speed: speed * haul(time) } }),
    };
  },
});
