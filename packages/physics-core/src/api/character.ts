import { findGround, groundOfCrushed, type MoveRules, move } from '../character/move.js';
import { loadCharacter, reachAlong, type Touch } from '../character/probe.js';
import { recover } from '../character/recover.js';
import { isSurface } from '../collision/shapes/collider-shapes.js';
import { PhysicsError } from '../errors.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type ColliderHandle,
  colliderHandle,
  colliderSlot,
} from '../handles.js';
import { readQuat, readVec3 } from '../math/columns.js';
import { multiply, rotate } from '../math/quat.js';
import { cos } from '../math/trigonometry.js';
import { add, dot, normalize, scale, sub, type Vec3 } from '../math/vec3.js';
import { BodyFlag, BodyType } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import { MAX_SIZE, MAX_SPEED, MAX_TIME_STEP, MIN_TIME_STEP } from '../tuning.js';
import { type Checks, checkFields, direction, number, vectorWithin, withSchema } from '../validate.js';
import { setNextPose, updateBody } from './bodies.js';
import { carry, press, push } from './character-effects.js';
import { colliderDef } from './collider-state.js';
import { createCollider, destroyCollider } from './colliders.js';
import { overlapShapeAny } from './queries/queries.js';
import type { Shape } from './shapes.js';

/** How a character walks. */
export interface CharacterOptions {
  /** Which way is up. Default [0, 1, 0]. */
  readonly up?: Vec3;
  /** The steepest slope it stands on and walks up, rad. Default 0.87, 50°. */
  readonly slopeLimit?: number;
  /** The highest step it climbs, m. Default 0.3. */
  readonly stepHeight?: number;
  /** How far it follows the ground down, m. Default 0.3. */
  readonly snapDistance?: number;
  /** The distance it keeps from everything, m. Default 0.01. */
  readonly skin?: number;
  /** The largest force with which it pushes bodies, N. Default 500. */
  readonly pushForce?: number;
  /** kg. Its weight presses on the dynamic body on which it stands. Default 70. */
  readonly mass?: number;
}

export interface CharacterTouch {
  readonly body: BodyHandle;
  readonly collider: ColliderHandle;
  readonly point: Vec3;
  /** Unit, towards the character. */
  readonly normal: Vec3;
}

export type CharacterGround = CharacterTouch;

export interface CharacterMove {
  /** Where the body will be after the next step, m. */
  readonly position: Vec3;
  /** The velocity that it really has, with that of the ground, without what brings it out of penetration, m/s. */
  readonly velocity: Vec3;
  /** What it stands on; undefined in the air and on slopes that are too steep. */
  readonly ground: CharacterGround | undefined;
  /** Whether it met something overhead, or beside it. */
  readonly ceiling: boolean;
  readonly wall: boolean;
  /** What it met besides the ground, each collider once: walls, with what it pushed, ceilings, steep slopes, and what pushed it. */
  readonly touched: readonly CharacterTouch[];
  /** Whether there is no free place between the things that press on it. It stays where it is then. */
  readonly crushed: boolean;
}

const slopeAngle = number({ min: 0, max: Math.PI / 2 });

const slopeLimitCheck = withSchema((value, field) => {
  if (typeof value === 'number' && value > Math.PI / 2 && value < Infinity) {
    const what = `${field} is ${value} rad, more than a right angle`;
    throw new PhysicsError('out-of-range', what, 'Pass radians: degrees * Math.PI / 180');
  }
  slopeAngle(value, field);
}, slopeAngle.schema ?? {});

const optionChecks: Checks<CharacterOptions> = {
  up: direction,
  slopeLimit: slopeLimitCheck,
  stepHeight: number({ min: 0, max: MAX_SIZE }),
  snapDistance: number({ min: 0, max: MAX_SIZE }),
  skin: number({ min: 1e-4, max: 1 }),
  pushForce: number({ min: 0, unlimited: true }),
  mass: number({ min: 0, max: 1e9 }),
};
const velocityCheck = vectorWithin(MAX_SPEED);
const stepCheck = number({ min: MIN_TIME_STEP, max: MAX_TIME_STEP });

export const checkOptions = (options: CharacterOptions): void =>
  checkFields('character', options, optionChecks);

/** The only solid collider of a kinematic body, which must be convex. */
const characterCollider = (world: World, body: number): number => {
  const { bodies, colliders } = world;
  if (bodies.type[body] !== BodyType.kinematic || (bodies.flags[body] & BodyFlag.enabled) === 0) {
    throw new PhysicsError(
      'wrong-type',
      'A character is an enabled kinematic body',
      "Create it with type: 'kinematic'",
    );
  }
  let found = -1;
  let count = 0;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0) continue;
    found = c;
    count++;
  }
  if (count === 1 && !isSurface(colliders.kind[found])) return found;
  throw new PhysicsError(
    'wrong-type',
    count === 1
      ? `The collider of the character is a ${colliderDef(world, colliderHandle(world, found)).shape.kind}`
      : `The character has ${count} solid colliders`,
    'Give it one convex shape; sensors do not count',
  );
};

const readRules = (options: CharacterOptions): MoveRules => {
  const { up = [0, 1, 0], slopeLimit = 0.87, stepHeight = 0.3, snapDistance = 0.3, skin = 0.01 } = options;
  return { up: normalize(up), walkable: cos(slopeLimit), stepHeight, snapDistance, skin };
};

const readTouch = (world: World, { body, collider, point, normal }: Touch): CharacterTouch => ({
  body: bodyHandle(world, body),
  collider: colliderHandle(world, collider),
  point,
  normal,
});

/** Each collider once. */
const readTouched = (world: World, touched: readonly Touch[]): readonly CharacterTouch[] =>
  touched
    .filter(({ collider }, k) => touched.findIndex((other) => other.collider === collider) === k)
    .map((touch) => readTouch(world, touch));

/** It stays. */
const stayCrushed = (
  world: World,
  own: number,
  position: Vec3,
  rules: MoveRules,
  met: readonly Touch[],
): CharacterMove => {
  const { up, walkable } = rules;
  const ground = groundOfCrushed(world, own, position, rules, met);
  return {
    position,
    velocity: [0, 0, 0],
    ground: ground && readTouch(world, ground),
    ceiling: met.some(({ normal }) => dot(normal, up) <= -walkable),
    wall: met.some(({ normal }) => Math.abs(dot(normal, up)) < walkable),
    touched: readTouched(world, met),
    crushed: true,
  };
};

/**
 * Lets a kinematic body with one convex collider walk with a velocity for dt seconds: it slides along walls, climbs steps
 * and slopes, follows the ground, rides on what it stands on, and pushes what is in its way. Call it before the step of
 * the same dt; the step takes the body there. Gravity and jumps are part of the velocity that you give. All that it
 * remembers is in the body, so snapshots hold it.
 */
export const moveCharacter = (
  world: World,
  handle: BodyHandle,
  velocity: Vec3,
  dt: number,
  options: CharacterOptions = {},
): CharacterMove => {
  requireNoStep();
  const body = bodySlot(world, handle);
  velocityCheck(velocity, 'character.velocity');
  stepCheck(dt, 'dt in seconds');
  checkOptions(options);
  const own = characterCollider(world, body);
  const rules = readRules(options);
  const { up, skin } = rules;
  const start = readVec3(world.bodies.position, body * 3);
  loadCharacter(world, own);
  const { flags } = world.bodies;
  const recovered = recover(world, own, start, skin, (flags[body] & BodyFlag.crushed) !== 0);
  if (recovered.crushed) {
    flags[body] |= BodyFlag.crushed;
    setNextPose(world, handle, start);
    return stayCrushed(world, own, start, rules, recovered.met);
  }
  const from = recovered.position;
  const reach = (flags[body] & BodyFlag.standing) !== 0 ? rules.snapDistance + 2 * skin : 2 * skin;
  const below = findGround(world, own, from, rules, reach);
  const stood = below !== undefined && !(dot(velocity, up) > 0);
  const moved = move(world, own, from, scale(velocity, dt), rules, stood);
  for (const { touch, way } of moved.pushes) push(world, touch, way, dt, options.pushForce ?? 500);
  if (below !== undefined) {
    press(world, below, up, options.mass ?? 70);
    // Last, because the ground is not there yet.
    moved.position = carry(world, own, moved.position, below, skin, dt);
  }
  flags[body] &= ~(BodyFlag.standing | BodyFlag.crushed);
  if (moved.ground) flags[body] |= BodyFlag.standing;
  setNextPose(world, handle, moved.position);
  const pushed = recovered.met.filter(({ collider }) => collider !== moved.ground?.collider);
  const touched = [...moved.pushes.map(({ touch }) => touch), ...moved.touched, ...pushed];
  return {
    position: moved.position,
    velocity: scale(sub(moved.position, from), 1 / dt),
    ground: moved.ground && readTouch(world, moved.ground),
    ceiling: moved.ceiling,
    wall: moved.wall,
    touched: readTouched(world, touched),
    crushed: false,
  };
};

/**
 * Gives a character another shape, to crouch or to stand up, if there is room: its feet stay where they are. Returns
 * whether it has the shape now.
 */
export const setCharacterShape = (
  world: World,
  handle: BodyHandle,
  shape: Shape,
  options: CharacterOptions = {},
): boolean => {
  requireNoStep();
  const body = bodySlot(world, handle);
  checkOptions(options);
  const own = characterCollider(world, body);
  const { up } = readRules(options);
  const def = colliderDef(world, colliderHandle(world, own));
  loadCharacter(world, own);
  const feet = reachAlong(scale(up, -1));
  // A sensor for the moment: checked and measured, and gone again when there is no room.
  const old = colliderHandle(world, own);
  const made = createCollider(world, handle, { ...def, shape, sensor: true });
  loadCharacter(world, colliderSlot(world, made));
  const lift = scale(up, reachAlong(scale(up, -1)) - feet);
  const rotation = readQuat(world.bodies.rotation, body * 4);
  const at = add(readVec3(world.bodies.position, body * 3), lift);
  const placed = {
    shape,
    position: add(at, rotate(rotation, def.position)),
    rotation: multiply(rotation, def.rotation),
  };
  if (overlapShapeAny(world, placed, { mask: def.mask, exclude: handle })) {
    destroyCollider(world, made);
    return false;
  }
  destroyCollider(world, made);
  createCollider(world, handle, { ...def, shape });
  destroyCollider(world, old);
  updateBody(world, handle, { position: at });
  return true;
};
