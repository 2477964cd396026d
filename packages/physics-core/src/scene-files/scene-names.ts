import { PhysicsError } from '../errors.js';
import { type BodyHandle, bodySlot, type JointHandle, jointSlot } from '../handles.js';
import type { World } from '../state/world.js';
import { checkFields, isArray, objectOf, show } from '../validate.js';
import type { SceneNames } from './scene-file.js';

/**
 * Names for a scene file: each is some text and stands for one body or joint of the world, or for one that is gone. What a file could not
 * be read with is refused here.
 */
export const checkNames = (world: World, names: SceneNames): void => {
  const bodies = (value: unknown, field: string): void => checkRecord(value, field, requireBodyHandle(world));
  const joints = (value: unknown, field: string): void =>
    checkRecord(value, field, requireJointHandle(world));
  const group = objectOf({
    bodies: (value: unknown, field: string) => checkList(value, field, requireBodyHandle(world)),
    joints: (value: unknown, field: string) => checkList(value, field, requireJointHandle(world)),
  });
  checkFields('names', names, {
    bodies,
    joints,
    groups: (value: unknown, field: string) => {
      for (const [name, each] of entriesOf(value, field)) group(each, `${field}.${name}`);
    },
  });
};

type RequireHandle = (handle: unknown) => void;

/** A stale handle is fine. */
const allowGone = (look: () => unknown): void => {
  try {
    look();
  } catch (error) {
    if (!(error instanceof PhysicsError) || error.code !== 'stale-handle') throw error;
  }
};

const requireBodyHandle =
  (world: World): RequireHandle =>
  (handle) =>
    allowGone(() => bodySlot(world, handle as BodyHandle));

const requireJointHandle =
  (world: World): RequireHandle =>
  (handle) =>
    allowGone(() => jointSlot(world, handle as JointHandle));

const entriesOf = (value: unknown, field: string): [name: string, value: unknown][] => {
  if (typeof value !== 'object' || value === null || isArray(value))
    throw new PhysicsError(
      'wrong-type',
      `${field} is ${show(value)}`,
      'Pass an object with a value for each name',
    );
  const entries = Object.entries(value);
  if (entries.some(([name]) => name === ''))
    throw new PhysicsError('out-of-range', `${field} has a name without a letter`, 'Give each a name');
  return entries;
};

const checkRecord = (value: unknown, field: string, require: RequireHandle): void => {
  const named = new Map<unknown, string>();
  for (const [name, handle] of entriesOf(value, field)) {
    require(handle);
    const other = named.get(handle);
    if (other !== undefined)
      throw new PhysicsError(
        'out-of-range',
        `${field} names one thing '${other}' and '${name}'`,
        'Give each one name',
      );
    named.set(handle, name);
  }
};

const checkList = (value: unknown, field: string, require: RequireHandle): void => {
  if (!isArray(value))
    throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass a list of handles');
  for (const handle of value as readonly unknown[]) require(handle);
};
