import type { BodyDef } from '../api/body-def.js';
import type { ColliderDef } from '../api/collider-def.js';
import { type Shape, shapeCheck } from '../api/shapes.js';
import { PhysicsError } from '../errors.js';
import type { WorldSettings } from '../settings.js';
import { MAX_SCENE_ITEMS } from '../tuning.js';
import { isArray, show } from '../validate.js';
import { FORMAT, VERSION } from './scene-file.js';
import { decodeValue } from './scene-values.js';

/**
 * A scene file as definitions: the form that both sceneToWorld and engines with objects of their own make worlds from.
 * Bodies and joints are places in the lists. Whether a mass or a limit makes sense is for createBody and its likes to say.
 */
export interface SceneDefs {
  readonly settings: Partial<WorldSettings>;
  readonly bodies: readonly { readonly name?: string; readonly def: BodyDef }[];
  readonly ground?: number;
  readonly colliders: readonly { readonly body: number; readonly def: ColliderDef }[];
  readonly joints: readonly SceneJoint[];
  readonly groups: readonly {
    readonly name: string;
    readonly bodies: readonly number[];
    readonly joints: readonly number[];
  }[];
  readonly components: readonly ComponentValues[];
}

/** Components of a body or of a collider, by its place: numbers by the names of component and field. */
export interface ComponentValues {
  readonly body?: number;
  readonly collider?: number;
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface SceneJoint {
  readonly name?: string;
  /** The definition without the ends. */
  readonly def: { readonly type: string; readonly [field: string]: unknown };
  readonly bodyA?: number;
  readonly bodyB?: number;
  readonly jointA?: number;
  readonly jointB?: number;
}

type Fields = Record<string, unknown>;

const FIELDS = [
  'format',
  'version',
  'settings',
  'shapes',
  'bodies',
  'ground',
  'colliders',
  'joints',
  'groups',
  'components',
] as const;

/** Reads a scene file. An error names the field. */
export const readScene = (data: unknown): SceneDefs => {
  const file = recordOf(data, 'scene');
  onlyFields(file, 'scene', FIELDS);
  if (file.format !== FORMAT || file.version !== VERSION) {
    throw new PhysicsError(
      'out-of-range',
      `scene has format ${show(file.format)}, version ${show(file.version)}`,
      `Pass a scene of format '${FORMAT}', version ${VERSION}`,
    );
  }
  const shapes = listOf(file, 'shapes').map((entry, i) => {
    const shape = fieldsOf(entry, `shapes[${i}]`);
    shapeCheck(shape, `shapes[${i}]`);
    return shape as unknown as Shape;
  });
  const bodyNames = new Map<string, number>();
  const bodies = listOf(file, 'bodies').map((entry, i) => {
    const { name, ...def } = fieldsOf(entry, `bodies[${i}]`);
    within(`bodies[${i}]`, () => addName(bodyNames, name, i));
    return { ...nameField(name), def: def as BodyDef };
  });
  const colliders = listOf(file, 'colliders').map((entry, i) => {
    const { body, shape, ...def } = fieldsOf(entry, `colliders[${i}]`);
    return within(`colliders[${i}]`, () => ({
      body: placeIn(bodies, body, 'body'),
      def: { ...def, shape: shapes[placeIn(shapes, shape, 'shape')] } as ColliderDef,
    }));
  });
  const jointNames = new Map<string, number>();
  const joints: SceneJoint[] = [];
  for (const [i, entry] of listOf(file, 'joints').entries()) {
    within(`joints[${i}]`, () => {
      joints.push(jointOf(recordOf(entry, `joints[${i}]`), bodies, bodyNames, joints, jointNames));
      addName(jointNames, joints[i].name, i);
    });
  }
  const groupNames = new Map<string, number>();
  const groups = listOf(file, 'groups').map((entry, i) =>
    within(`groups[${i}]`, () => {
      const group = recordOf(entry, `groups[${i}]`);
      onlyFields(group, 'group', ['name', 'bodies', 'joints']);
      const { name } = group;
      if (name === undefined) throw new PhysicsError('wrong-type', 'group has no name', 'Name every group');
      addName(groupNames, name, i);
      return {
        name: name as string,
        bodies: listOf(group, 'bodies').map((key) => referenceIn(bodies, bodyNames, key, 'bodies')),
        joints: listOf(group, 'joints').map((key) => referenceIn(joints, jointNames, key, 'joints')),
      };
    }),
  );
  return {
    settings: fieldsOf(file.settings ?? {}, 'settings'),
    bodies,
    ...(file.ground === undefined ? {} : { ground: groundOf(file.ground) }),
    colliders,
    joints,
    groups,
    components: listOf(file, 'components').map((entry, i) =>
      within(`components[${i}]`, () => componentsOf(fieldsOf(entry, 'entry'), bodies, colliders)),
    ),
  };
};

const componentsOf = (
  entry: Fields,
  bodies: readonly unknown[],
  colliders: readonly unknown[],
): ComponentValues => {
  onlyFields(entry, 'entry', ['body', 'collider', 'values']);
  const { body, collider } = entry;
  if ((body === undefined) === (collider === undefined))
    throw new PhysicsError('wrong-type', 'entry names not exactly one thing', "Give it 'body' or 'collider'");
  const values = recordOf(entry.values, 'values');
  for (const [component, fields] of Object.entries(values)) {
    for (const [field, value] of Object.entries(recordOf(fields, component))) {
      if (typeof value === 'number' && !Number.isNaN(value)) continue;
      throw new PhysicsError('wrong-type', `${component}.${field} is ${show(value)}`, 'Pass a number');
    }
  }
  return {
    ...(body === undefined ? {} : { body: placeIn(bodies, body, 'body') }),
    ...(collider === undefined ? {} : { collider: placeIn(colliders, collider, 'collider') }),
    values: values as ComponentValues['values'],
  };
};

const groundOf = (value: unknown): number => {
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw new PhysicsError('out-of-range', `ground is ${show(value)}`, 'Pass a number of bodies');
};

/** A joint names bodies, and joints before it. */
const jointOf = (
  { name, bodyA, bodyB, jointA, jointB, ...def }: Fields,
  bodies: readonly unknown[],
  bodyNames: ReadonlyMap<string, number>,
  joints: readonly unknown[],
  jointNames: ReadonlyMap<string, number>,
): SceneJoint => {
  const body = (field: string, key: unknown): object =>
    key === undefined ? {} : { [field]: referenceIn(bodies, bodyNames, key, field) };
  const joint = (field: string, key: unknown): object =>
    key === undefined ? {} : { [field]: referenceIn(joints, jointNames, key, field) };
  const decoded = Object.fromEntries(
    Object.entries(def).map(([field, value]) => [field, decodeValue(value, field)]),
  );
  return {
    ...nameField(name),
    def: decoded as SceneJoint['def'],
    ...body('bodyA', bodyA),
    ...body('bodyB', bodyB),
    ...joint('jointA', jointA),
    ...joint('jointB', jointB),
  };
};

/** Checked where it is added to the names. */
const nameField = (name: unknown): { name?: string } => (name === undefined ? {} : { name: name as string });

/** Runs a part; an error in it names the part. */
export const within = <T>(path: string, make: () => T): T => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error;
    const [what, ...rest] = error.message.split('. ');
    throw new PhysicsError(error.code, `${path}: ${what}`, rest.join('. ').replace(/\.$/, ''));
  }
};

const recordOf = (value: unknown, path: string): Fields => {
  if (typeof value === 'object' && value !== null && !isArray(value)) return value as Fields;
  throw new PhysicsError(
    'wrong-type',
    `${path} is ${show(value)}`,
    'Pass an object, as worldToScene writes it',
  );
};

const fieldsOf = (value: unknown, path: string): Fields =>
  recordOf(decodeValue(recordOf(value, path), path), path);

const onlyFields = (value: object, path: string, fields: readonly string[]): void => {
  const other = Object.keys(value).find((field) => !fields.includes(field));
  if (other === undefined) return;
  throw new PhysicsError('unknown-field', `${path} has no field '${other}'`, `Use ${fields.join(', ')}`);
};

const listOf = (file: Fields, field: string): readonly unknown[] => {
  const list = file[field] ?? [];
  if (!isArray(list)) {
    throw new PhysicsError('wrong-type', `${field} is ${show(list)}`, 'Pass a list');
  }
  if (list.length > MAX_SCENE_ITEMS) {
    throw new PhysicsError(
      'too-many',
      `${field} has ${list.length} entries`,
      `Pass at most ${MAX_SCENE_ITEMS}`,
    );
  }
  // A hole is an entry that is undefined, and refused as such: map() would pass it over.
  return Array.from(list);
};

const placeIn = (list: readonly unknown[], index: unknown, field: string): number => {
  if (Number.isInteger(index) && (index as number) >= 0 && (index as number) < list.length)
    return index as number;
  throw new PhysicsError('out-of-range', `${field} is ${show(index)}`, `Pass an index below ${list.length}`);
};

const referenceIn = (
  list: readonly unknown[],
  names: ReadonlyMap<string, number>,
  key: unknown,
  field: string,
): number => {
  const place = typeof key === 'string' ? names.get(key) : key;
  if (Number.isInteger(place) && (place as number) >= 0 && (place as number) < list.length)
    return place as number;
  const known = typeof key === 'string' || typeof key === 'number';
  throw new PhysicsError(
    known ? 'out-of-range' : 'wrong-type',
    known ? `${field} is ${show(key)}, and nothing is known by that name` : `${field} is ${show(key)}`,
    known ? 'Put it before what names it' : 'Pass a name or an index',
  );
};

const addName = (names: Map<string, number>, name: unknown, place: number): void => {
  if (name === undefined) return;
  if (typeof name !== 'string' || name === '') {
    throw new PhysicsError('wrong-type', `name is ${show(name)}`, 'Pass a text that is not empty');
  }
  if (names.has(name)) {
    throw new PhysicsError('out-of-range', `name ${show(name)} is there twice`, 'Give each its own name');
  }
  names.set(name, place);
};
