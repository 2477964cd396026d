import type { NoHandle } from '@tenon/physics-core/bulk';

/** An entity that is asked for: any id, but not a handle of physics-core, which is a number, too. */
export type EntityRef = NoHandle;

/** bitECS keeps entity ids in 24 bits. */
export const LARGEST_ENTITY = 0xffffff;

/** Whether a number can be an id; 0 stands for none. Stores keep 32 bits, so a larger number would become another entity. */
export const isEntityId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LARGEST_ENTITY;
