import {
  applyImpulse,
  box,
  capsule,
  castRay,
  collider,
  coreWorld,
  createPhysics,
  halfSpace,
  hinge,
  jointOf,
  Position,
  position,
  rigidBody,
  sphere,
  stepPhysics,
  swingTwist,
} from '@tenon/ecs-plugin';
import { jointError, type Shape, type Vec3 } from '@tenon/physics-core';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const part = ([x, y]: readonly [number, number], mass: number, shape: Shape): number =>
  addEntity(world, position(x, y, 0), rigidBody({ mass, angularDamping: 0.5 }), collider(shape));

const chest = part([0, 1.25], 35, box(0.18, 0.3, 0.1));
const head = part([0, 1.7], 5, sphere(0.12));
const joints: number[] = [];
const swing = (bodyB: number, anchor: Vec3, angle: number): void => {
  const limits = { limits: [-angle, angle] } as const;
  const joint = swingTwist({ bodyA: chest, bodyB, anchor, axis: [0, 1, 0], swingY: limits, swingZ: limits });
  joints.push(addEntity(world, joint));
};
swing(head, [0, 1.56, 0], 0.6);
for (const side of [-1, 1]) {
  const arm = part([0.26 * side, 1.25], 4, capsule(0.05, 0.25));
  const thigh = part([0.1 * side, 0.73], 9, capsule(0.07, 0.15));
  const shin = part([0.1 * side, 0.29], 4, capsule(0.06, 0.15));
  swing(arm, [0.26 * side, 1.5, 0], 1.3);
  swing(thigh, [0.1 * side, 0.95, 0], 0.9);
  const bend = { axis: [1, 0, 0], limits: [0, 2.4] } as const;
  const knee = hinge({ bodyA: thigh, bodyB: shin, anchor: [0.1 * side, 0.51, 0], ...bend });
  joints.push(addEntity(world, knee));
}
stepPhysics(world, 1 / 60);

// A shot from the front: what does it meet, and where? The impulse acts at that point.
const hit = castRay(world, [0, 1.68, 5], [0, 0, -1], 20);
if (hit) applyImpulse(world, hit.body, [0, 0, -25], hit.point);
console.log('head is hit:', hit?.entity === head); // head is hit: true
for (let i = 0; i < 300; i++) stepPhysics(world, 1 / 60);
const gaps = joints.map((joint) => jointError(coreWorld(world), jointOf(world, joint)!).linear);
console.log('fell backwards:', Position.y[chest] < 0.4 && Position.z[chest] < -0.1); // fell backwards: true
console.log('joints hold within 5 mm:', Math.max(...gaps) < 0.005); // joints hold within 5 mm: true
