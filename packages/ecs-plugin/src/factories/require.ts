import { PhysicsError } from '@tenon/physics-core';
import { show } from '@tenon/physics-core/bulk';

/** Checks of what only the plugin knows; everything else physics-core checks. */

export const requireEntity = (value: unknown, field: string): void => {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= 0)) return;
  throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass an entity id');
};

export const requireTag = (value: unknown, field: string): void => {
  if (value === undefined || Number.isFinite(value)) return;
  const code = typeof value === 'number' ? 'not-finite' : 'wrong-type';
  throw new PhysicsError(code, `${field} is ${show(value)}`, 'Pass a finite number');
};

/** Options of a factory: an object, whose fields physics-core checks. */
export const requireOptions = (value: unknown, name: string): void => {
  if (typeof value === 'object' && value !== null) return;
  throw new PhysicsError(
    'wrong-type',
    `${name} is ${show(value)}`,
    'Pass an object with options, or nothing',
  );
};
