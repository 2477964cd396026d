import { PhysicsError } from '@tenon/physics-core';
import { show } from '@tenon/physics-core/bulk';
import { isEntityId, LARGEST_ENTITY } from '../entity-id.js';

/** Checks of what only the plugin knows; everything else physics-core checks. */

export const requireEntity = (value: unknown, field: string): void => {
  if (value === undefined || isEntityId(value)) return;
  const isHandle = Number.isInteger(value) && (value as number) > LARGEST_ENTITY;
  const what = `${field} is ${show(value)}${isHandle ? ', which is no entity but perhaps a handle of physics-core' : ''}`;
  throw new PhysicsError('wrong-type', what, 'Pass an entity id');
};

export const requireTag = (value: unknown, field: string): void => {
  if (value === undefined || Number.isFinite(value)) return;
  const code = typeof value === 'number' ? 'not-finite' : 'wrong-type';
  throw new PhysicsError(code, `${field} is ${show(value)}`, 'Pass a finite number');
};

/** A proxy that was revoked throws whatever is asked of it. */
const isReadable = (value: object): boolean => {
  try {
    Object.keys(value);
    return true;
  } catch {
    return false;
  }
};

/** Options of a factory: an object, whose fields physics-core checks. */
export const requireOptions = (value: unknown, name: string): void => {
  if (typeof value === 'object' && value !== null && isReadable(value)) return;
  throw new PhysicsError(
    'wrong-type',
    `${name} is ${show(value)}`,
    'Pass an object with options, or nothing',
  );
};

/** Arguments of a factory that takes numbers one by one: a list, an object or a missing one is a slip that its name explains. */
export const requireNumbers = (call: string, values: readonly unknown[], advice: string): void => {
  const names = call.slice(call.indexOf('(') + 1, -1).split(', ');
  const wrong = values.findIndex((value) => typeof value !== 'number');
  if (wrong < 0) return;
  throw new PhysicsError('wrong-type', `${call}: ${names[wrong]} is ${show(values[wrong])}`, advice);
};
