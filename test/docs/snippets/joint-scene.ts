import {
  type BodyHandle,
  createBody,
  createJoint,
  createWorld,
  hinge,
  jointDef,
  jointFromScene,
  jointToScene,
} from '@tenon/physics-core';

const world = createWorld();
const bodies: Record<string, BodyHandle> = { frame: createBody(world), door: createBody(world) };
const nameOf = (handle: unknown): string => Object.keys(bodies).find((name) => bodies[name] === handle) ?? '';
const joint = createJoint(world, hinge({ bodyA: bodies.frame, bodyB: bodies.door, limits: [0, Infinity] }));

const text = JSON.stringify(jointToScene(jointDef(world, joint), nameOf));
console.log(text.slice(0, 50)); // {"type":"hinge","bodyA":"frame","bodyB":"door","fr
const def = jointFromScene(JSON.parse(text), (name) => bodies[name]);
console.log(def.type, def.limits, def.bodyB === bodies.door); // hinge [ 0, Infinity ] true
createJoint(world, def);
