import type { BodyDef } from '../api/body-def.js';
import { bodyDef } from '../api/body-state.js';
import type { ColliderDef } from '../api/collider-def.js';
import { colliderDef } from '../api/collider-state.js';
import { allJoints, jointDef } from '../api/joints.js';
import { allBodies, worldSettings } from '../api/world.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  colliderHandle,
  type JointHandle,
  requireWorld,
} from '../handles.js';
import { readQuat, readVec3 } from '../math/columns.js';
import { BodyFlag } from '../state/bodies.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { jointToScene, type SceneName } from './joint-scene.js';
import { FORMAT, type SceneFile, type SceneFileGroup, type SceneNames, VERSION } from './scene-file.js';
import { checkNames } from './scene-names.js';
import { encodeValue, type SceneObject } from './scene-values.js';

/** The world as data that JSON can hold. Names of what is gone are left out. */
export const worldToScene = (world: World, names: SceneNames = {}): SceneFile => {
  requireWorld(world);
  checkNames(world, names);
  const bodies = allBodies(world);
  const joints = allJoints(world);
  const bodyNames = byHandle(names.bodies);
  const jointNames = byHandle(names.joints);
  const bodyIndex = new Map(bodies.map((body, i) => [body, i]));
  const jointIndex = new Map(joints.map((joint, i) => [joint, i]));
  const nameOf = (handle: BodyHandle | JointHandle): SceneName =>
    bodyNames.get(handle as BodyHandle) ??
    jointNames.get(handle as JointHandle) ??
    bodyIndex.get(handle as BodyHandle) ??
    (jointIndex.get(handle as JointHandle) as number);
  const groups = Object.entries(names.groups ?? {}).map(
    ([name, group]): SceneFileGroup => ({
      name,
      bodies: (group.bodies ?? []).filter((body) => bodyIndex.has(body)).map(nameOf),
      joints: (group.joints ?? []).filter((joint) => jointIndex.has(joint)).map(nameOf),
    }),
  );
  return {
    format: FORMAT,
    version: VERSION,
    settings: encodeValue(worldSettings(world)) as SceneObject,
    ...withSharedShapes(world, bodyIndex),
    bodies: bodies.map(
      (body) => encodeValue({ ...named(bodyNames.get(body)), ...ownBodyDef(world, body) }) as SceneObject,
    ),
    ...(world.clock.ground < 0 ? {} : { ground: bodiesBefore(world, world.clock.ground) }),
    joints: joints.map((joint) => ({
      ...named(jointNames.get(joint)),
      ...jointToScene(jointDef(world, joint), nameOf),
    })),
    ...(groups.length > 0 ? { groups } : {}),
  };
};

const byHandle = <Handle>(names: Readonly<Record<string, Handle>> = {}): Map<Handle, string> =>
  new Map(Object.entries(names).map(([name, handle]) => [handle, name]));

const named = (name: string | undefined): { name?: string } => (name === undefined ? {} : { name });

/** The colliders, and the shapes that they share. */
const withSharedShapes = (
  world: World,
  bodyIndex: ReadonlyMap<BodyHandle, number>,
): Pick<SceneFile, 'shapes' | 'colliders'> => {
  const shapes = new Map<string, number>();
  const colliders = collidersOf(world).map(({ body, def: { shape, ...def } }) => {
    const key = JSON.stringify(encodeValue(shape));
    if (!shapes.has(key)) shapes.set(key, shapes.size);
    return encodeValue({ body: bodyIndex.get(body), shape: shapes.get(key), ...def }) as SceneObject;
  });
  return { shapes: [...shapes.keys()].map((key) => JSON.parse(key) as SceneObject), colliders };
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
