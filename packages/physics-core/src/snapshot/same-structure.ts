import { BodyFlag } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import type { World } from '../state/world.js';

/** What is known of a saved table: how many rows it has, and its integers. */
interface SavedColumns {
  readonly used: number;
  readonly columns: Readonly<Record<string, Int32Array>>;
}

/** Columns that say which contacts there are, and how they are linked. */
const LINKS = {
  bodies: ['generation', 'firstContact'],
  colliders: ['generation', 'body', 'kind'],
  contacts: ['generation', 'colliderA', 'colliderB', 'patch', 'nextPatch', 'edgeNext'],
} as const;

/**
 * Whether a snapshot or checkpoint has the contacts of the world, row by row, as it mostly has after a short way back. They are sound
 * then, and so is what was derived from them. A step that threw may have left anything.
 */
export const hasContactsOf = (
  world: World,
  state: Readonly<Record<keyof typeof LINKS, SavedColumns>>,
): boolean => {
  if (world.clock.stepping) return false;
  for (const name of ['bodies', 'colliders', 'contacts'] as const) {
    if (world[name].used !== state[name].used) return false;
    for (const column of LINKS[name]) if (!isSame(world[name], state[name], column, -1)) return false;
  }
  return (
    isSame(world.bodies, state.bodies, 'flags', BodyFlag.enabled) &&
    isSame(world.contacts, state.contacts, 'flags', ContactFlag.dead)
  );
};

/** Whether the chosen bits of a column are the same. */
const isSame = (table: object, saved: SavedColumns, column: string, bits: number): boolean => {
  const now = (table as Record<string, Int32Array>)[column];
  const then = saved.columns[column];
  for (let i = 0; i < then.length; i++) if (((now[i] ^ then[i]) & bits) !== 0) return false;
  return true;
};
