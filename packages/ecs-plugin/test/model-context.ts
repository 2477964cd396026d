import {
  angularVelocity,
  bodyDef,
  bodyPosition,
  bodyRotation,
  colliderDef,
  hashWorld,
  isBodyAwake,
  isBodyEnabled,
  jointDef,
  linearVelocity,
  worldStats,
} from '@tenon/physics-core';
import {
  addComponent,
  addEntity,
  type EntityId,
  entityExists,
  getAllEntities,
  hasComponent,
  removeComponent,
  removeEntity,
  type World,
} from 'bitecs';
import { expect } from 'vitest';
import {
  AngularVelocity,
  applyImpulse,
  ball,
  bodyOf,
  box,
  Collider,
  CollisionEvents,
  capsule,
  collider,
  colliderOf,
  coreWorld,
  Disabled,
  distance,
  type EntityError,
  entityOfBody,
  entityOfCollider,
  entityOfJoint,
  hinge,
  Joint,
  jointOf,
  KinematicTarget,
  LinearVelocity,
  NoSleep,
  PersistEvents,
  Position,
  physicsEvents,
  position,
  RenderTransform,
  RigidBody,
  Rotation,
  restoreSnapshot,
  rigidBody,
  Sensor,
  Sleeping,
  sleep,
  sphere,
  stepPhysics,
  takeSnapshot,
  waitingEntities,
  wake,
} from '../src/index.js';

/** Random lives of a bitECS world with physics, and what must hold whatever happens. */
export interface Command {
  /** What to do. */
  readonly what: number;
  /** To whom, and other choices. */
  readonly a: number;
  readonly b: number;
}

export interface Model {
  readonly world: World;
  /** Entities the story knows; some may be gone. */
  entities: EntityId[];
  /** Pairs whose begin was told and whose end was not. */
  touching: Set<string>;
  saved: { bytes: Uint8Array; entities: EntityId[]; touching: string[]; hash: string } | undefined;
}

const shapes = [sphere(0.4), box(0.4, 0.3, 0.5), capsule(0.2, 0.3)];
const types = ['dynamic', 'dynamic', 'dynamic', 'kinematic', 'static'] as const;
const toggled = [
  Sensor,
  CollisionEvents,
  PersistEvents,
  Sleeping,
  Disabled,
  NoSleep,
  RenderTransform,
  KinematicTarget,
];

const pick = (model: Model, which: number): EntityId | undefined => {
  const living = model.entities.filter((eid) => entityExists(model.world, eid));
  return living[which % Math.max(1, living.length)];
};

const withBody = (model: Model, which: number): EntityId | undefined => {
  const bodies = model.entities.filter((eid) => hasComponent(model.world, eid, RigidBody));
  return bodies[which % Math.max(1, bodies.length)];
};

const addBody = (model: Model, a: number, b: number): void => {
  const eid = addEntity(
    model.world,
    position((a % 5) - 2, 0.5 + (b % 7) / 3, (a % 3) / 2),
    rigidBody({ type: types[b % types.length] }),
    collider(shapes[a % shapes.length], { tag: b }),
    ...(a % 2 === 0 ? [CollisionEvents] : []),
    ...(b % 3 === 0 ? [RenderTransform] : []),
  );
  model.entities.push(eid);
};

const addJoint = (model: Model, a: number, b: number): void => {
  const bodyA = withBody(model, a);
  const bodyB = withBody(model, b);
  if (bodyB === undefined) return;
  const ends = bodyA === bodyB || bodyA === undefined ? { bodyB } : { bodyA, bodyB };
  const make = [ball, hinge, distance][(a + b) % 3];
  model.entities.push(addEntity(model.world, make(ends)));
};

const toggle = ({ world }: Model, eid: EntityId, component: object): void => {
  if (hasComponent(world, eid, component)) removeComponent(world, eid, component);
  else addComponent(world, eid, component);
};

const write = ({ world }: Model, eid: EntityId, b: number): void => {
  const value = (b % 13) / 4;
  if (hasComponent(world, eid, Position) && b % 5 === 0) Position.y[eid] = value + 0.5;
  if (hasComponent(world, eid, LinearVelocity) && b % 5 === 1) LinearVelocity.x[eid] = value - 1.5;
  if (hasComponent(world, eid, RigidBody) && b % 5 === 2) RigidBody.gravityScale[eid] = value / 2;
  if (hasComponent(world, eid, Collider) && b % 5 === 3) Collider.friction[eid] = value / 4;
  if (hasComponent(world, eid, Collider) && b % 15 === 4) Collider.sizeX[eid] = 0.2 + value / 8;
  if (hasComponent(world, eid, Joint) && b % 2 === 0) Joint.motorSpeed[eid] = value;
};

/** Does one thing. */
export const act = (model: Model, { what, a, b }: Command): void => {
  const { world } = model;
  const eid = pick(model, a);
  if (what < 3 || eid === undefined) return addBody(model, a, b);
  switch (what) {
    case 3:
      return addJoint(model, a, b);
    case 4: {
      const body = withBody(model, b);
      if (body === undefined) return;
      const child = collider(shapes[b % shapes.length], { body, position: [0.3, 0, 0] });
      model.entities.push(addEntity(world, child));
      return;
    }
    case 5:
      return removeEntity(world, eid);
    case 6: {
      // The id is used again at once.
      removeEntity(world, eid);
      return addBody(model, b, a);
    }
    case 7:
      return toggle(model, eid, [RigidBody, Collider, Joint][b % 3]);
    case 8: {
      // Away and back in one frame.
      const component = [RigidBody, Collider][b % 2];
      if (!hasComponent(world, eid, component)) return;
      removeComponent(world, eid, component);
      addComponent(world, eid, component);
      return;
    }
    case 9:
      return toggle(model, eid, toggled[b % toggled.length]);
    case 10:
    case 11:
    case 12:
      return write(model, eid, b);
    case 13: {
      const pushed = withBody(model, a);
      if (pushed === undefined) return;
      if (b % 3 === 0) applyImpulse(world, pushed, [100, 200, 0]);
      else (b % 3 === 1 ? sleep : wake)(world, pushed);
      return;
    }
    case 14:
      return save(model);
    default:
      return restore(model);
  }
};

const save = (model: Model): void => {
  model.saved = {
    bytes: takeSnapshot(model.world),
    entities: [...model.entities],
    touching: [...model.touching],
    hash: hashWorld(coreWorld(model.world)),
  };
};

const restore = (model: Model): void => {
  const { saved } = model;
  if (!saved) return;
  restoreSnapshot(model.world, saved.bytes);
  model.entities = [...saved.entities];
  model.touching = new Set(saved.touching);
  expect(hashWorld(coreWorld(model.world)), 'restored state').toBe(saved.hash);
};

/** One frame, and what its events tell. */
export const step = (model: Model, frames: number): void => {
  stepPhysics(model.world, frames / 60);
  for (const event of physicsEvents(model.world)) {
    if (event.kind !== 'begin' && event.kind !== 'end') continue;
    const pair = [event.a.entity, event.b.entity].sort((x, y) => x - y).join(' ');
    if (event.kind === 'begin') {
      expect(model.touching.has(pair), `second begin of ${pair}`).toBe(false);
      model.touching.add(pair);
      for (const { entity, gone } of [event.a, event.b]) {
        expect(gone || hasComponent(model.world, entity, Collider), 'begin of nobody').toBe(true);
      }
    } else expect(model.touching.delete(pair), `end of ${pair} without a begin`).toBe(true);
  }
};

const sameNumbers = (seen: readonly number[], solver: readonly number[], what: string): void => {
  expect(seen.every(Number.isFinite), `${what} is finite`).toBe(true);
  expect(seen, what).toEqual(solver.map((value) => value));
};

const checkBody = (world: World, eid: EntityId): void => {
  const core = coreWorld(world);
  const body = bodyOf(world, eid)!;
  expect(entityOfBody(world, body)).toBe(eid);
  sameNumbers([Position.x[eid], Position.y[eid], Position.z[eid]], bodyPosition(core, body), 'Position');
  const turned = [Rotation.x[eid], Rotation.y[eid], Rotation.z[eid], Rotation.w[eid]];
  sameNumbers(turned, bodyRotation(core, body), 'Rotation');
  const { x, y, z } = LinearVelocity;
  sameNumbers([x[eid], y[eid], z[eid]], linearVelocity(core, body), 'LinearVelocity');
  const spin = [AngularVelocity.x[eid], AngularVelocity.y[eid], AngularVelocity.z[eid]];
  sameNumbers(spin, angularVelocity(core, body), 'AngularVelocity');
  const def = bodyDef(core, body);
  expect(def.gravityScale).toBe(RigidBody.gravityScale[eid]);
  expect(def.enabled).toBe(!hasComponent(world, eid, Disabled));
  expect(def.maySleep).toBe(!hasComponent(world, eid, NoSleep));
  if (hasComponent(world, eid, RenderTransform)) {
    expect(Number.isFinite(RenderTransform.x[eid] + RenderTransform.qw[eid])).toBe(true);
  }
};

/** After a frame with at least one step. */
const checkSleep = (world: World, eid: EntityId): void => {
  const core = coreWorld(world);
  const body = bodyOf(world, eid)!;
  if (bodyDef(core, body).type === 'static' || !isBodyEnabled(core, body)) return;
  expect(hasComponent(world, eid, Sleeping), 'Sleeping').toBe(!isBodyAwake(core, body));
};

const checkCollider = (world: World, eid: EntityId): void => {
  const handle = colliderOf(world, eid)!;
  expect(entityOfCollider(world, handle)).toBe(eid);
  const def = colliderDef(coreWorld(world), handle);
  expect(def.friction).toBe(Collider.friction[eid]);
  expect(def.sensor).toBe(hasComponent(world, eid, Sensor));
};

const checkJoint = (world: World, eid: EntityId): void => {
  const handle = jointOf(world, eid)!;
  expect(entityOfJoint(world, handle)).toBe(eid);
  const def = jointDef(coreWorld(world), handle) as { motor?: { speed: number } };
  if (def.motor) expect(def.motor.speed).toBe(Joint.motorSpeed[eid]);
};

/** Components and solver agree, nobody is missing, nobody is left over. */
export const check = ({ world }: Model): void => {
  const all = [...getAllEntities(world)];
  const waiting = new Set(waitingEntities(world).map(({ entity }) => entity));
  const count = { bodies: 0, colliders: 0, joints: 0 };
  for (const eid of all) {
    const body = bodyOf(world, eid) !== undefined;
    expect(body, `body of ${eid}`).toBe(hasComponent(world, eid, RigidBody));
    if (body) {
      count.bodies++;
      checkBody(world, eid);
      checkSleep(world, eid);
    }
    const shaped = colliderOf(world, eid) !== undefined;
    const excused = waiting.has(eid) || hasComponent(world, eid, Disabled);
    if (!excused) expect(shaped, `collider of ${eid}`).toBe(hasComponent(world, eid, Collider));
    if (shaped) {
      count.colliders++;
      checkCollider(world, eid);
    }
    const jointed = jointOf(world, eid) !== undefined;
    if (!waiting.has(eid)) expect(jointed, `joint of ${eid}`).toBe(hasComponent(world, eid, Joint));
    if (jointed) {
      count.joints++;
      checkJoint(world, eid);
    }
  }
  expect(worldStats(coreWorld(world))).toMatchObject(count);
};

/** Stories may name entities that are gone, or leave colliders and joints without a body. Everything else must be right. */
export const tolerate = (error: Error): void => {
  const { component, code } = error as EntityError;
  const company = component === 'Joint' || component === 'Collider' || component === 'KinematicTarget';
  if (company && (code === 'wrong-type' || code === 'stale-handle' || code === 'out-of-range')) return;
  throw error;
};
