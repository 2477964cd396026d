import {
  type BodyDef,
  type BodyHandle,
  bodyColliders,
  bodyDef,
  bodyMass,
  type ColliderDef,
  colliderDef,
  createBody,
  createCollider,
  createWorld,
  type JointDef,
  type JointHandle,
  jointDef,
  jointDefinitions,
  sphere,
  type World,
} from '@tenon/physics-core';

/** Definitions without the fields that have their default anyway: what a person would write, and exactly the same thing. */

type Fields = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' || typeof a !== 'object' || a === null) return Object.is(a, b);
  if (typeof b !== 'object' || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => same((a as Fields)[key], (b as Fields)[key]))
  );
};

const without = (def: object, defaults: object): Fields =>
  Object.fromEntries(
    Object.entries(def).filter(
      ([name, value]) => value !== undefined && !same(value, (defaults as Fields)[name]),
    ),
  );

/** What a body and a collider have when nothing is given, read from fresh ones. */
const defaults = (): { body: BodyDef; collider: Required<ColliderDef> } => {
  const world = createWorld();
  const body = createBody(world);
  const collider = createCollider(world, createBody(world), { shape: sphere(1) });
  return { body: bodyDef(world, body), collider: colliderDef(world, collider) };
};

export const minimalColliders = (world: World, body: BodyHandle): (Fields & Pick<ColliderDef, 'shape'>)[] => {
  const { collider: usual } = defaults();
  return bodyColliders(world, body).map((collider) => {
    const { shape, userData, ...def } = colliderDef(world, collider);
    return { shape, ...without(def, usual) };
  });
};

export const minimalBody = (world: World, body: BodyHandle): Fields => {
  const { userData, massProperties, mass, ...def } = bodyDef(world, body);
  return { ...without(def, defaults().body), ...minimalMass(world, body) };
};

/** Nothing if the colliders' densities give this mass, else the total mass, else all of it. */
const minimalMass = (world: World, body: BodyHandle): Fields => {
  const { type = 'dynamic', massProperties, mass } = bodyDef(world, body);
  if (type !== 'dynamic') return {};
  const wanted = bodyMass(world, body);
  for (const attempt of [{}, { mass: wanted.mass }]) {
    if (wanted.mass <= 0) return {};
    const stage = createWorld();
    const copy = createBody(stage, attempt);
    for (const collider of bodyColliders(world, body))
      createCollider(stage, copy, colliderDef(world, collider));
    if (same(bodyMass(stage, copy), wanted)) return attempt;
  }
  return massProperties ? { massProperties } : { mass };
};

/** Parameters that differ from their defaults. The frames are always there: they are where the joint sits. */
export const minimalJoint = (world: World, joint: JointHandle): JointDef => {
  const { userData, ...def } = jointDef(world, joint);
  const definition = jointDefinitions().find(({ type }) => type === def.type);
  const kept: Fields = { ...def };
  for (const { path, spec } of definition?.params ?? []) {
    const own = path.length === 1 && Object.hasOwn(definition?.at ?? {}, path[0]);
    // Some joints work out parameters that were not given from the pose: those must be told.
    if (own && definition?.prepare) continue;
    const value = path.reduce<unknown>((object, name) => (object as Fields)[name], kept);
    if (same(value, spec.default)) drop(kept, path);
  }
  if (def.enabled === true) delete kept.enabled;
  if (def.collideConnected === false) delete kept.collideConnected;
  keepModes(kept, def);
  return kept as JointDef;
};

const drop = (object: Fields, [name, ...rest]: readonly string[]): void => {
  if (rest.length === 0) {
    delete object[name];
    return;
  }
  const inner = { ...(object[name] as Fields) };
  drop(inner, rest);
  if (Object.keys(inner).length === 0) delete object[name];
  else object[name] = inner;
};

/** A motor without a mode takes the one that its other fields suggest; one that is off must say so. */
const keepModes = (kept: Fields, def: Fields): void => {
  for (const [name, value] of Object.entries(kept)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    if (name === 'motor') kept.motor = { mode: (def.motor as Fields).mode, ...value };
    else keepModes(value as Fields, def[name] as Fields);
  }
};
