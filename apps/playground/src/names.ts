import {
  allBodies,
  allJoints,
  type BodyHandle,
  bodyColliders,
  bodyExists,
  colliderDef,
  type JointHandle,
  jointDef,
  jointExists,
  type World,
} from '@tenon/physics-core';
import type { SceneContent } from '@tenon/scenes';
import type { Selection } from './app-state.js';

/**
 * Handles belong to one world and end with it. Links, files and the selection use keys instead: the name that the scene gave, or # and
 * the place in the world's list.
 */
export interface Named {
  readonly world: World;
  readonly content: SceneContent;
}

const keyIn = (
  names: Readonly<Record<string, number>> | undefined,
  list: readonly number[],
  handle: number,
): string =>
  Object.entries(names ?? {}).find(([, named]) => named === handle)?.[0] ?? `#${list.indexOf(handle)}`;

const handleIn = <Handle extends number>(
  names: Readonly<Record<string, Handle>> | undefined,
  list: readonly Handle[],
  key: string,
): Handle | undefined => (key.startsWith('#') ? list[Number(key.slice(1))] : names?.[key]);

export const jointKey = ({ world, content }: Named, joint: JointHandle): string =>
  keyIn(content.joints, allJoints(world), joint);

export const bodyKey = ({ world, content }: Named, body: BodyHandle): string =>
  keyIn(content.bodies, allBodies(world), body);

export const findJoint = ({ world, content }: Named, key: string): JointHandle | undefined => {
  const joint = handleIn(content.joints, allJoints(world), key);
  return joint !== undefined && jointExists(world, joint) ? joint : undefined;
};

export const findBody = ({ world, content }: Named, key: string): BodyHandle | undefined => {
  const body = handleIn(content.bodies, allBodies(world), key);
  return body !== undefined && bodyExists(world, body) ? body : undefined;
};

/** 'driven · hinge': what people read. */
export const jointLabel = (named: Named, joint: JointHandle): string =>
  `${jointKey(named, joint)} · ${jointDef(named.world, joint).type}`;

export const bodyLabel = (named: Named, body: BodyHandle): string => {
  const { world } = named;
  const shapes = bodyColliders(world, body).map((collider) => colliderDef(world, collider).shape.kind);
  return `${bodyKey(named, body)} · ${shapes[0] ?? 'no shape'}`;
};

/** What bodies A and B of a joint are called. */
export const namesOfBodies = (named: Named, joint: JointHandle): [a: string, b: string] => {
  const { bodyA, bodyB } = jointDef(named.world, joint);
  const name = (body: BodyHandle | undefined): string =>
    body === undefined ? 'world' : bodyKey(named, body);
  return [name(bodyA), name(bodyB)];
};

export interface Selected {
  readonly joint?: JointHandle | undefined;
  readonly body?: BodyHandle | undefined;
}

export const findSelected = (named: Named, selection: Selection | undefined): Selected => {
  if (selection === undefined) return {};
  return selection.kind === 'joint'
    ? { joint: findJoint(named, selection.key) }
    : { body: findBody(named, selection.key) };
};
