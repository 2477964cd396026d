import { createBody, updateBody } from '../api/bodies.js';
import type { BodyDef } from '../api/body-def.js';
import { bodyDef } from '../api/body-state.js';
import type { ColliderDef } from '../api/collider-def.js';
import { colliderDef } from '../api/collider-state.js';
import { createCollider } from '../api/colliders.js';
import { allJoints, createJoint, jointDef } from '../api/joints.js';
import { type Shape, shapeCheck } from '../api/shapes.js';
import { allBodies, createWorld, worldSettings } from '../api/world.js';
import { PhysicsError } from '../errors.js';
import { type BodyHandle, bodyHandle, bodySlot, colliderHandle, type JointHandle } from '../handles.js';
import { groundBody } from '../joints/lifecycle.js';
import { readQuat, readVec3 } from '../math/columns.js';
import { BodyFlag } from '../state/bodies.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { MAX_SCENE_ITEMS } from '../tuning.js';
import { show } from '../validate.js';
import { type JointScene, jointFromScene, jointToScene, type SceneName } from './joint-scene.js';
import { decodeValue, encodeValue, type SceneObject } from './scene-values.js';

/**
 * Whole worlds as scene files (Kleppmann 2007 §1.2, 2.5.1): settings, shapes that colliders share, bodies,
 * colliders and joints, each in the order in which a world made from them creates them. Colliders name their body
 * and shape by index; joints name bodies and joints by name or index.
 *
 * A file holds what definitions hold: poses and velocities, but no warm-start impulses, contacts or sleep.
 */
export interface SceneFile {
  readonly format: 'tenon-scene';
  readonly version: 1;
  readonly settings: SceneObject;
  readonly shapes: readonly SceneObject[];
  readonly bodies: readonly SceneObject[];
  /** How many bodies there were before the first joint to the world, which needs a body of its own. */
  readonly ground?: number;
  readonly colliders: readonly SceneObject[];
  readonly joints: readonly JointScene[];
}

/** What the file should call bodies and joints; those without a name are known by their index. */
export interface SceneNames {
  readonly bodies?: Readonly<Record<string, BodyHandle>>;
  readonly joints?: Readonly<Record<string, JointHandle>>;
}

export interface SceneWorld {
  readonly world: World;
  /** In the order of the file. */
  readonly bodies: readonly BodyHandle[];
  readonly joints: readonly JointHandle[];
  readonly bodyNames: ReadonlyMap<string, BodyHandle>;
  readonly jointNames: ReadonlyMap<string, JointHandle>;
}

const FORMAT = 'tenon-scene';
const VERSION = 1;

/** The world as data that JSON can hold. */
export const worldToScene = (world: World, names: SceneNames = {}): SceneFile => {
  const bodies = allBodies(world);
  const joints = allJoints(world);
  const bodyNames = new Map(Object.entries(names.bodies ?? {}).map(([name, body]) => [body, name]));
  const jointNames = new Map(Object.entries(names.joints ?? {}).map(([name, joint]) => [joint, name]));
  const bodyIndex = new Map(bodies.map((body, i) => [body, i]));
  const jointIndex = new Map(joints.map((joint, i) => [joint, i]));
  const named = (name: string | undefined) => (name === undefined ? {} : { name });
  const nameOf = (handle: BodyHandle | JointHandle): SceneName =>
    bodyNames.get(handle as BodyHandle) ??
    jointNames.get(handle as JointHandle) ??
    bodyIndex.get(handle as BodyHandle) ??
    (jointIndex.get(handle as JointHandle) as number);
  const shapes = new Map<string, number>();
  const colliders = collidersOf(world).map(({ body, def: { shape, ...def } }) => {
    const key = JSON.stringify(encodeValue(shape));
    if (!shapes.has(key)) shapes.set(key, shapes.size);
    return encodeValue({ body: bodyIndex.get(body), shape: shapes.get(key), ...def }) as SceneObject;
  });
  return {
    format: FORMAT,
    version: VERSION,
    settings: encodeValue(worldSettings(world)) as SceneObject,
    shapes: [...shapes.keys()].map((key) => JSON.parse(key) as SceneObject),
    bodies: bodies.map(
      (body) => encodeValue({ ...named(bodyNames.get(body)), ...ownBodyDef(world, body) }) as SceneObject,
    ),
    ...(world.clock.ground < 0 ? {} : { ground: bodiesBefore(world, world.clock.ground) }),
    colliders,
    joints: joints.map((joint) => ({
      ...named(jointNames.get(joint)),
      ...jointToScene(jointDef(world, joint), nameOf),
    })),
  };
};

const bodiesBefore = (world: World, slot: number): number =>
  allBodies(world).filter((body) => bodySlot(world, body) < slot).length;

/** The definition with the mass as it was given: from the colliders, a total, or all of it. */
const ownBodyDef = (world: World, handle: BodyHandle): BodyDef => {
  const body = bodySlot(world, handle);
  const { massProperties, mass: _, ...def } = bodyDef(world, handle);
  const { flags, givenMass } = world.bodies;
  if ((flags[body] & BodyFlag.ownMass) !== 0 && massProperties) return { ...def, massProperties };
  return givenMass[body] > 0 ? { ...def, mass: givenMass[body] } : def;
};

/** All colliders in the order of their slots. */
const collidersOf = (world: World): { body: BodyHandle; def: ColliderDef }[] => {
  const list: { body: BodyHandle; def: ColliderDef }[] = [];
  for (let slot = 0; slot < world.colliders.used; slot++) {
    if (!isLive(world.colliders, slot)) continue;
    const body = bodyHandle(world, world.colliders.body[slot]);
    const def = colliderDef(world, colliderHandle(world, slot));
    list.push({
      body,
      def: def.shape.kind === 'half-space' ? { ...def, ...turnedHalfSpace(world, slot) } : def,
    });
  }
  return list;
};

/** A half-space by its frame: a normal would not give the frame back to the last bit. */
const turnedHalfSpace = (
  world: World,
  slot: number,
): Pick<ColliderDef, 'shape' | 'position' | 'rotation'> => ({
  shape: { kind: 'half-space', normal: [0, 1, 0], offset: 0 },
  position: readVec3(world.colliders.localPosition, slot * 3),
  rotation: readQuat(world.colliders.localRotation, slot * 4),
});

/** Makes a new world from a scene file. A file with an error makes none: the error names the field. */
export const sceneToWorld = (data: unknown): SceneWorld => {
  const file = recordOf(data, 'scene');
  onlyFields(file, 'scene', [
    'format',
    'version',
    'settings',
    'shapes',
    'bodies',
    'ground',
    'colliders',
    'joints',
  ]);
  if (file.format !== FORMAT || file.version !== VERSION) {
    throw new PhysicsError(
      'out-of-range',
      `scene has format ${show(file.format)}, version ${show(file.version)}`,
      `Pass a scene of format '${FORMAT}', version ${VERSION}`,
    );
  }
  const world = within('settings', () => createWorld(fieldsOf(file.settings ?? {}, 'settings')));
  const shapes = listOf(file, 'shapes').map((entry, i) => {
    const shape = fieldsOf(entry, `shapes[${i}]`);
    shapeCheck(shape, `shapes[${i}]`);
    return shape as unknown as Shape;
  });
  const bodyNames = new Map<string, BodyHandle>();
  const jointNames = new Map<string, JointHandle>();
  const entries = listOf(file, 'bodies').map((entry, i) => fieldsOf(entry, `bodies[${i}]`));
  const bodies = entries.map(({ name, linearVelocity: _, angularVelocity: __, ...def }, i) =>
    within(`bodies[${i}]`, () => {
      if (file.ground === i) groundBody(world);
      const body = createBody(world, def as BodyDef);
      addName(bodyNames, name, body);
      return body;
    }),
  );
  for (const [i, entry] of listOf(file, 'colliders').entries()) {
    within(`colliders[${i}]`, () => {
      const { body, shape, ...def } = fieldsOf(entry, `colliders[${i}]`);
      createCollider(world, itemAt(bodies, body, 'body'), { ...def, shape: itemAt(shapes, shape, 'shape') });
    });
  }
  // Velocities are those of the centres of mass, which the colliders decide.
  for (const [i, { linearVelocity, angularVelocity }] of entries.entries()) {
    const velocities = {
      ...(linearVelocity ? { linearVelocity } : {}),
      ...(angularVelocity ? { angularVelocity } : {}),
    };
    within(`bodies[${i}]`, () => updateBody(world, bodies[i], velocities as BodyDef));
  }
  const joints: JointHandle[] = [];
  for (const [i, entry] of listOf(file, 'joints').entries()) {
    within(`joints[${i}]`, () => {
      const { name, ...def } = recordOf(entry, `joints[${i}]`);
      const found = jointFromScene(
        def,
        (key) => (typeof key === 'string' ? bodyNames.get(key) : bodies[key]),
        (key) => (typeof key === 'string' ? jointNames.get(key) : joints[key]),
      );
      const joint = createJoint(world, found);
      addName(jointNames, name, joint);
      joints.push(joint);
    });
  }
  return { world, bodies, joints, bodyNames, jointNames };
};

/** Runs a part; an error in it names the part. */
const within = <T>(path: string, make: () => T): T => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error;
    const [what, ...rest] = error.message.split('. ');
    throw new PhysicsError(error.code, `${path}: ${what}`, rest.join('. ').replace(/\.$/, ''));
  }
};

const recordOf = (value: unknown, path: string): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new PhysicsError(
    'wrong-type',
    `${path} is ${show(value)}`,
    'Pass an object, as worldToScene writes it',
  );
};

const fieldsOf = (value: unknown, path: string): Record<string, unknown> =>
  recordOf(decodeValue(recordOf(value, path), path), path);

const onlyFields = (value: object, path: string, fields: readonly string[]): void => {
  const other = Object.keys(value).find((field) => !fields.includes(field));
  if (other === undefined) return;
  throw new PhysicsError('unknown-field', `${path} has no field '${other}'`, `Use ${fields.join(', ')}`);
};

const listOf = (file: Record<string, unknown>, field: string): readonly unknown[] => {
  const list = file[field] ?? [];
  if (!Array.isArray(list)) {
    throw new PhysicsError('wrong-type', `${field} is ${show(list)}`, 'Pass a list');
  }
  if (list.length > MAX_SCENE_ITEMS) {
    throw new PhysicsError(
      'too-many',
      `${field} has ${list.length} entries`,
      `Pass at most ${MAX_SCENE_ITEMS}`,
    );
  }
  return list;
};

const itemAt = <T>(list: readonly T[], index: unknown, field: string): T => {
  const item = Number.isInteger(index) ? list[index as number] : undefined;
  if (item !== undefined) return item;
  throw new PhysicsError('out-of-range', `${field} is ${show(index)}`, `Pass an index below ${list.length}`);
};

const addName = <T>(names: Map<string, T>, name: unknown, handle: T): void => {
  if (name === undefined) return;
  if (typeof name !== 'string' || name === '') {
    throw new PhysicsError('wrong-type', `name is ${show(name)}`, 'Pass a text that is not empty');
  }
  if (names.has(name)) {
    throw new PhysicsError('out-of-range', `name ${show(name)} is there twice`, 'Give each its own name');
  }
  names.set(name, handle);
};
