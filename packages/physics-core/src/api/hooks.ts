import { type HookStages, hookStages } from '../contacts/hook-stages.js';
import { modifyContacts, modifyContact as modifyOne } from '../contacts/modify-contacts.js';
import { PhysicsError } from '../errors.js';
import { type BodyHandle, type ColliderHandle, requireWorld } from '../handles.js';
import type { ContactView, HookFunctions, HookSet, PairView } from '../hooks.js';
import { ContactFlag } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import { type Check, type Checks, checkFields, show } from '../validate.js';

/** The two colliders that `filterPair` is asked about. Filled anew for every call: do not keep it. */
export type HookPair = PairView<BodyHandle, ColliderHandle>;

/** The contact that `modifyContact` may change. Filled anew for every call: do not keep it. */
export type HookContact = ContactView<BodyHandle, ColliderHandle>;

export type Hooks = HookFunctions<BodyHandle, ColliderHandle>;

const isFunction: Check = (value, field) => {
  if (typeof value === 'function') return;
  throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass a function');
};

const hookChecks: Checks<Hooks> = { filterPair: isFunction, modifyContact: isFunction };

/**
 * Sets the functions that decide which colliders touch and how. They replace those set before; `{}` takes them off. They
 * are no part of snapshots, hashes and scene files, and stay set when a snapshot is restored into the same world.
 */
export const setHooks = (world: World, hooks: Hooks): void => {
  requireNoStep();
  requireWorld(world);
  checkFields('hooks', hooks, hookChecks);
  const { filterPair, modifyContact } = hooks as HookFunctions;
  Object.assign(hookStages, { modifyContacts, modifyContact: modifyOne } satisfies HookStages);
  if (world.hooks.modifyContact !== undefined && modifyContact === undefined) forgetChanges(world);
  const set: HookSet = world.hooks;
  set.filterPair = filterPair;
  set.modifyContact = modifyContact;
};

/** Without a modifier the contacts are again what their materials say. */
const forgetChanges = ({ contacts }: World): void => {
  for (let contact = 0; contact < contacts.used; contact++) {
    const { flags } = contacts;
    if ((flags[contact] & ContactFlag.dead) !== 0 || contacts.count[contact] === 0) continue;
    flags[contact] = (flags[contact] & ~ContactFlag.disabled) | ContactFlag.stale;
  }
};
