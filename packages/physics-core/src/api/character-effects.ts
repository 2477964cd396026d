import { castCharacter, type Touch } from '../character/probe.js';
import { POSE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { bodyHandle } from '../handles.js';
import { readQuat, readVec3 } from '../math/columns.js';
import { rotate } from '../math/quat.js';
import { add, dot, length, scale, sub, type Vec3 } from '../math/vec3.js';
import { BodyFlag, BodyType } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { applyForce, applyImpulse, velocityAt } from './body-state.js';

/** What a character and the bodies around it do to each other. */

/** How a point of a body moves in the next step: one that heads for a pose goes there. */
const carriedBy = (world: World, body: number, point: Vec3, dt: number): Vec3 => {
  const { bodies } = world;
  if (bodies.type[body] === BodyType.static) return [0, 0, 0];
  if ((bodies.flags[body] & BodyFlag.hasTarget) === 0)
    return scale(velocityAt(world, bodyHandle(world, body), point), dt);
  const [x, y, z, w] = readQuat(bodies.rotation, body * 4);
  const local = rotate([-x, -y, -z, w], sub(point, readVec3(bodies.position, body * 3)));
  const there = add(readVec3(bodies.target, body * 7), rotate(readQuat(bodies.target, body * 7 + 3), local));
  return sub(there, point);
};

/** Pushes a dynamic body towards the character's speed, with a bounded force. */
export const push = (world: World, touch: Touch, way: Vec3, dt: number, most: number): void => {
  const { bodies } = world;
  if (bodies.type[touch.body] !== BodyType.dynamic || !(most > 0)) return;
  const handle = bodyHandle(world, touch.body);
  const towards = scale(touch.normal, -1);
  const wanted = dot(way, towards) / dt - dot(velocityAt(world, handle, touch.point), towards);
  if (!(wanted > 0)) return;
  const impulse = Math.min(wanted * bodies.mass[touch.body], most * dt);
  applyImpulse(world, handle, scale(towards, impulse), touch.point);
};

/** The weight on a dynamic body. */
export const press = (world: World, { body, point }: Touch, up: Vec3, mass: number): void => {
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  const weight = -mass * dot(world.settings.gravity, up);
  applyForce(world, bodyHandle(world, body), scale(up, -Math.max(0, weight)), point);
};

/** How the surface of a conveyor moves against its body, along the surface. */
const surfaceVelocity = (world: World, { collider, normal }: Touch): Vec3 => {
  const { pose, surfaceVelocity } = world.colliders;
  const own = readVec3(surfaceVelocity, collider * 3);
  const m = collider * POSE_STRIDE + 3;
  const v: Vec3 = [
    dot(readVec3(pose, m), own),
    dot(readVec3(pose, m + 3), own),
    dot(readVec3(pose, m + 6), own),
  ];
  return sub(v, scale(normal, dot(v, normal)));
};

/** With the ground, up to a skin before what is in the way. */
export const carry = (
  world: World,
  own: number,
  from: Vec3,
  ground: Touch,
  skin: number,
  dt: number,
): Vec3 => {
  const by = add(carriedBy(world, ground.body, ground.point, dt), scale(surfaceVelocity(world, ground), dt));
  const distance = length(by);
  if (distance === 0) return from;
  const hit = castCharacter(world, own, from, by, [ground.collider]);
  return add(from, scale(by, hit === undefined ? 1 : Math.max(0, hit.at - skin / distance)));
};
