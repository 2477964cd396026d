import {
  allJoints,
  type BodyHandle,
  ball,
  box,
  capsule,
  constantVelocity,
  createJoint,
  distance,
  fixed,
  gear,
  hinge,
  isJointEnabled,
  motor,
  pointOnLine,
  pulley,
  rackAndPinion,
  screw,
  sixDof,
  slider,
  sphere,
  swingTwist,
  universal,
  updateJoint,
  type Vec3,
  type World,
} from '../../src/index.js';
import { addBody, addFloor, type Scene } from './context.js';

/** Scenes with joints, for hashes, snapshots and the search for garbage. No trigonometry: every number is exact or comes from the engine. */

/** A chain of capsules with a weight at its end, released level; it swings down and lashes over the floor. */
export const swingingChain: Scene = {
  build: (world) => {
    addFloor(world);
    let previous: BodyHandle | undefined;
    for (let i = 0; i < 12; i++) {
      const shape = i === 11 ? sphere(0.3) : capsule(0.06, 0.15);
      const rotation = [0, 0, -Math.SQRT1_2, Math.SQRT1_2] as const;
      const link = addBody(world, { position: [0.4 * i + 0.2, 4, 0], rotation }, shape);
      const bodyA = previous === undefined ? {} : { bodyA: previous };
      createJoint(
        world,
        ball({ ...bodyA, bodyB: link, anchor: [0.4 * i, 4, 0], friction: i % 3 === 0 ? 0.02 : 0 }),
      );
      previous = link;
    }
  },
};

const part = (world: World, position: Vec3, half: Vec3 = [0.2, 0.2, 0.2]): BodyHandle =>
  addBody(world, { position }, box(...half), { layer: 2, mask: 2 });

/** A motor that drives a crank, a train of gears, a rack, a screw, a cardan shaft and a pulley; it turns back at every second. */
export const motorMachine: Scene = {
  settings: { sleeping: false },
  build: (world) => {
    const wheel = part(world, [0, 0, 0], [0.5, 0.5, 0.1]);
    const drive = createJoint(
      world,
      hinge({ bodyB: wheel, axis: [0, 0, 1], motor: { speed: 4, maxForce: 400 } }),
    );
    const piston = part(world, [2, 0, 0]);
    createJoint(world, slider({ bodyB: piston, axis: [1, 0, 0], limits: [-2, 0.9], friction: 0.5 }));
    createJoint(world, distance({ bodyA: wheel, bodyB: piston, anchorA: [0.4, 0, 0], mode: 'rod' }));
    const second = part(world, [0, 2, 0], [0.4, 0.4, 0.1]);
    const jointA = createJoint(world, hinge({ bodyB: second, axis: [0, 0, 1], spring: { hertz: 0.5 } }));
    createJoint(world, gear({ jointA, jointB: drive, ratio: 0.5 }));
    const rack = part(world, [0, 3, 0]);
    const rail = createJoint(world, slider({ bodyB: rack, axis: [1, 0, 0] }));
    createJoint(world, rackAndPinion({ jointA: rail, jointB: jointA, ratio: -0.3 }));
    const nut = part(world, [-2, 0, 0]);
    createJoint(world, screw({ bodyB: nut, axis: [0, 1, 0] }));
    const shaft = part(world, [0, 0, 1], [0.1, 0.1, 0.4]);
    createJoint(
      world,
      universal({ bodyA: wheel, bodyB: shaft, anchor: [0, 0, 0.5], axis: [1, 0, 0], secondAxis: [0, 1, 0] }),
    );
    const bent = part(world, [0, 0, 2], [0.1, 0.1, 0.4]);
    createJoint(world, constantVelocity({ bodyA: shaft, bodyB: bent, anchor: [0, 0, 1.5], axis: [0, 0, 1] }));
    createJoint(world, pointOnLine({ bodyB: bent, anchor: [0, 0, 2], axis: [0, 0, 1], limits: [-0.2, 0.2] }));
    const [left, right] = [part(world, [4, 0, 0]), part(world, [6, 0, 0], [0.25, 0.25, 0.25])];
    createJoint(
      world,
      pulley({
        bodyA: left,
        bodyB: right,
        groundA: [4, 3, 0],
        groundB: [6, 3, 0],
        ratio: 2,
        lengthB: { limits: [0.5, 5] },
      }),
    );
    createJoint(
      world,
      motor({ bodyA: wheel, bodyB: part(world, [0, -2, 0]), maxForce: 1000, maxTorque: 50 }),
    );
  },
  drive: (world) => {
    const { steps } = world.clock;
    if (steps % 60 === 0)
      updateJoint(world, allJoints(world)[0], { motor: { speed: steps % 120 === 0 ? 4 : -4 } });
  },
};

/** A tree of boxes with limits, thrown onto the floor: swing and twist of the limbs, hinges with stops, a neck of six axes, arms that break off. */
export const thrownFigure: Scene = {
  build: (world) => {
    addFloor(world, { restitution: 0.2 });
    addBody(world, { type: 'static', position: [0.4, 0.3, 0.2] }, box(0.4, 0.3, 0.4));
    for (let i = 0; i < 3; i++) addFigure(world, [1.5 * i - 1.5, 2.5 + i, 0.3 * i]);
  },
  drive: (world) => {
    if (world.clock.steps !== 150) return;
    for (const joint of allJoints(world)) {
      if (!isJointEnabled(world, joint)) updateJoint(world, joint, { enabled: true });
    }
  },
};

export const addFigure = (world: World, [x, y, z]: Vec3): void => {
  const limb = (dx: number, dy: number, half: Vec3): BodyHandle =>
    addBody(world, { position: [x + dx, y + dy, z], linearVelocity: [2, 1, 0.5] }, box(...half));
  const chest = limb(0, 0, [0.2, 0.3, 0.12]);
  const head = limb(0, 0.5, [0.12, 0.15, 0.12]);
  const free = { rotationX: 'free', rotationY: 'free', rotationZ: 'free' } as const;
  const nod = { limits: [-0.4, 0.4] as const, limitSpring: { hertz: 4 } };
  createJoint(
    world,
    sixDof({
      bodyA: chest,
      bodyB: head,
      anchor: [x, y + 0.32, z],
      axis: [0, 1, 0],
      ...free,
      twist: nod,
      swingY: nod,
      swingZ: nod,
    }),
  );
  for (const side of [-1, 1]) {
    const upperArm = limb(side * 0.38, 0.2, [0.16, 0.06, 0.06]);
    const lowerArm = limb(side * 0.72, 0.2, [0.16, 0.05, 0.05]);
    createJoint(
      world,
      swingTwist({
        bodyA: chest,
        bodyB: upperArm,
        anchor: [x + side * 0.22, y + 0.2, z],
        axis: [side, 0, 0],
        swingY: { limits: [-0.6, 1.4] },
        swingZ: { limits: [-1.2, 0.7] },
        twist: { limits: [-0.8, 0.8] },
        breakForce: side > 0 ? 900 : Infinity,
      }),
    );
    createJoint(
      world,
      hinge({
        bodyA: upperArm,
        bodyB: lowerArm,
        anchor: [x + side * 0.55, y + 0.2, z],
        axis: [0, side, 0],
        limits: [-0.05, 2.4],
        limitRestitution: 0.3,
        friction: 0.1,
      }),
    );
    const leg = limb(side * 0.12, -0.65, [0.08, 0.33, 0.08]);
    createJoint(
      world,
      ball({
        bodyA: chest,
        bodyB: leg,
        anchor: [x + side * 0.12, y - 0.32, z],
        axis: [0, -1, 0],
        swing: { limits: [0, 0.9] },
        collideConnected: side > 0,
      }),
    );
    createJoint(world, fixed({ bodyA: leg, bodyB: limb(side * 0.12, -1.05, [0.08, 0.05, 0.14]), hertz: 15 }));
  }
};
