import { jointDefinitions, type Vec3 } from '@tenon/physics-core';
import type { EntityId } from 'bitecs';
import { type Backing, componentNames, tags } from '../components/components.js';
import type { SurfaceShape } from '../components/surfaces.js';
import { LARGEST_ENTITY } from '../entity-id.js';
import type { JointPlan } from '../factories/joint.js';
import type { Push } from '../state/physics-state.js';
import { type NumberReader, refuse, take, takeData, takeList } from './bytes.js';

/** A component with its entities and, field by field, their values. */
export interface ComponentContent {
  readonly entities: Float64Array;
  readonly fields: readonly Float64Array[];
}

/** What is not made of numbers alone. */
export interface LooseContent {
  readonly plans: readonly (readonly [EntityId, JointPlan])[];
  readonly pushes: readonly Push[];
  readonly waiting: readonly (readonly (readonly [EntityId, string])[])[];
  /** References to entities that were gone, or not yet there, when the snapshot was taken: key, target, whether it is gone. */
  readonly references: readonly (readonly [string, EntityId, boolean])[];
}

/** A snapshot, read and found to be complete, before anything is changed. The order of the fields is that of the numbers. */
export interface SnapshotContent {
  readonly clock: Float64Array;
  readonly alive: Float64Array;
  readonly free: Float64Array;
  /** In the order of componentNames. */
  readonly components: readonly ComponentContent[];
  /** In the order of tags. */
  readonly tags: readonly Float64Array[];
  readonly hulls: ReadonlyMap<number, readonly Vec3[]>;
  readonly surfaces: ReadonlyMap<number, SurfaceShape>;
  readonly bodies: Float64Array;
  readonly colliders: Float64Array;
  readonly colliderBodies: Float64Array;
  readonly joints: Float64Array;
  readonly marked: Float64Array;
  readonly marks: Float64Array;
  /** Of RigidBody, Collider and Joint: field number, entity and value, three numbers each. */
  readonly unseen: readonly Float64Array[];
  readonly loose: LooseContent;
  readonly reported: Float64Array;
  readonly removedEntities: Float64Array;
  readonly lostJoints: Float64Array;
  readonly lastTags: Float64Array;
  readonly previous: Float64Array;
  readonly targets: Float64Array;
  readonly forces: Float64Array;
}

export const readSnapshot = (data: Float64Array, backing: Backing): SnapshotContent => {
  const reader: NumberReader = { data, at: 0 };
  requireLayout(reader, backing);
  // Evaluated in the order in which they are written here.
  const content: SnapshotContent = {
    clock: takeList(reader),
    alive: takeList(reader),
    free: takeList(reader),
    components: componentNames.map((name) => readComponent(reader, backing.tables[name].names.length)),
    tags: Object.keys(tags).map(() => takeList(reader)),
    hulls: readHulls(reader),
    surfaces: readSurfaces(reader),
    bodies: takeList(reader),
    colliders: takeList(reader),
    colliderBodies: takeList(reader),
    joints: takeList(reader),
    marked: takeList(reader),
    marks: takeList(reader),
    unseen: [takeList(reader), takeList(reader), takeList(reader)],
    loose: takeData(reader) as LooseContent,
    reported: takeList(reader),
    removedEntities: takeList(reader),
    lostJoints: takeList(reader),
    lastTags: takeList(reader),
    previous: takeList(reader),
    targets: takeList(reader),
    forces: takeList(reader),
  };
  if (reader.at !== data.length) return refuse('The snapshot is too long');
  requireSound(content);
  return content;
};

const isEntity = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= LARGEST_ENTITY;

/** Every n-th number of a list, beginning with the first. */
const every = (list: Float64Array, n: number): Float64Array => list.filter((_, i) => i % n === 0);

/** Bytes with a right checksum can still be wrong: then nothing may change. */
const requireSound = (content: SnapshotContent): void => {
  const { components, tags: tagged, colliders, marked, previous, targets, forces, removedEntities } = content;
  const entities = [
    content.alive,
    content.free,
    ...components.map((component) => component.entities),
    ...tagged,
    content.bodies,
    colliders,
    content.colliderBodies,
    content.joints,
    marked,
    every(previous, 8),
    every(targets, 8),
    every(forces.subarray(1), 7),
    every(content.lostJoints, 2),
    every(content.lastTags, 2),
  ];
  const lengths =
    colliders.length === content.colliderBodies.length &&
    marked.length === content.marks.length &&
    content.clock.length === 3 &&
    previous.length % 8 === 0 &&
    targets.length % 8 === 0 &&
    forces.length % 7 === 1 &&
    removedEntities.length % 4 === 0 &&
    content.lostJoints.length % 2 === 0 &&
    content.lastTags.length % 2 === 0 &&
    content.unseen.every((list) => list.length % 3 === 0);
  if (!lengths || !entities.every((list) => list.every(isEntity))) refuse('The snapshot is damaged');
  requireLoose(content.loose);
};

const requireLoose = (loose: LooseContent | null | undefined): void => {
  const lists = [loose?.plans, loose?.pushes, loose?.references, loose?.waiting, ...(loose?.waiting ?? [])];
  if (!lists.every(Array.isArray) || loose?.waiting.length !== 3) refuse('The snapshot is damaged');
};

const requireLayout = (reader: NumberReader, backing: Backing): void => {
  const types = take(reader);
  const here = jointDefinitions().length;
  if (types !== here) refuse(`The snapshot knows ${types} joint types, and here are ${here}`);
  for (const name of componentNames) {
    const fields = take(reader);
    const known = backing.tables[name].names.length;
    if (fields !== known) refuse(`${name} has ${fields} fields in the snapshot and ${known} here`);
  }
};

const readComponent = (reader: NumberReader, fields: number): ComponentContent => {
  const entities = takeList(reader);
  const read = (): Float64Array => {
    if (take(reader) === 0) {
      const values = new Float64Array(entities.length);
      return values.length === 0 ? values : values.fill(take(reader));
    }
    const values = reader.data.subarray(reader.at, reader.at + entities.length);
    reader.at += entities.length;
    return values.length === entities.length ? values : refuse('The snapshot is cut short');
  };
  return { entities, fields: Array.from({ length: fields }, read) };
};

const readHulls = (reader: NumberReader): Map<number, Vec3[]> => {
  const hulls = new Map<number, Vec3[]>();
  const count = take(reader);
  for (let i = 0; i < count; i++) {
    const id = take(reader);
    const flat = takeList(reader);
    const points = Array.from({ length: flat.length / 3 }, (_, k): Vec3 => {
      const [x, y, z] = flat.subarray(k * 3, k * 3 + 3);
      return [x, y, z];
    });
    hulls.set(id, points);
  }
  return hulls;
};

const readSurfaces = (reader: NumberReader): Map<number, SurfaceShape> => {
  const surfaces = new Map<number, SurfaceShape>();
  const count = take(reader);
  for (let i = 0; i < count; i++) {
    const id = take(reader);
    const { lists, ...rest } = takeData(reader) as { lists: readonly string[] };
    const numbers = Object.fromEntries(lists.map((name) => [name, takeList(reader)]));
    surfaces.set(id, { ...rest, ...numbers } as unknown as SurfaceShape);
  }
  return surfaces;
};
