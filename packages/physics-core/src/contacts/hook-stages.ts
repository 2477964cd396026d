import type { World } from '../state/world.js';

/** What modify-contacts.ts does for the contact modifier of the user, if there is one: setHooks fills it in. */
export interface HookStages {
  modifyContacts: (world: World) => void;
  /** Returns whether the contact is still enabled. */
  modifyContact: (world: World, contact: number) => boolean;
}

export const hookStages: HookStages = { modifyContacts: () => {}, modifyContact: () => true };
