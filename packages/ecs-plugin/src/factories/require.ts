import { PhysicsError } from '@tenon/physics-core';

/** Checks of what only the plugin knows; everything else physics-core checks. */

export const requireEntity = (value: unknown, field: string): void => {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= 0)) return;
  throw new PhysicsError('wrong-type', `${field} is ${String(value)}`, 'Pass an entity id');
};

export const requireTag = (value: unknown, field: string): void => {
  if (value === undefined || Number.isFinite(value)) return;
  const code = typeof value === 'number' ? 'not-finite' : 'wrong-type';
  throw new PhysicsError(code, `${field} is ${String(value)}`, 'Pass a finite number');
};
