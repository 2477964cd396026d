/**
 * Who uses a row of the stores. Two worlds with the same stores must not have entities of the same id, or one would move the other's
 * bodies. That is so when they share an entity index or have stores of their own. Else the world that comes later gets the row, and
 * the earlier one hears of it when it is next used: a world that was simply left behind never complains.
 */
export interface Owner {
  /** Entities whose rows another world took. */
  readonly lost: number[];
}

export interface Ownership {
  /** By entity: its owner's number, 0 for none. */
  owners: Int32Array;
  /** By entity: how many components its owner has there. */
  held: Uint8Array;
  /** Weak, so that a world that nobody uses any more can go. */
  readonly members: (WeakRef<Owner> | undefined)[];
}

const FIRST_CAPACITY = 1024;

export const createOwnership = (): Ownership => ({
  owners: new Int32Array(FIRST_CAPACITY),
  held: new Uint8Array(FIRST_CAPACITY),
  members: [undefined],
});

/** Lets an owner in and returns its number. */
export const joinOwnership = (ownership: Ownership, owner: Owner): number =>
  ownership.members.push(new WeakRef(owner)) - 1;

/** Gives all rows of an owner back. */
export const leaveOwnership = (ownership: Ownership, owner: number): void => {
  const { owners, held, members } = ownership;
  for (let eid = 0; eid < owners.length; eid++) {
    if (owners[eid] !== owner) continue;
    owners[eid] = 0;
    held[eid] = 0;
  }
  members[owner] = undefined;
};

/** A component of the entity begins. */
export const claimRow = (ownership: Ownership, owner: number, eid: number): void => {
  if (eid >= ownership.owners.length) grow(ownership, eid + 1);
  const { owners, held, members } = ownership;
  if (owners[eid] !== owner) {
    members[owners[eid]]?.deref()?.lost.push(eid);
    owners[eid] = owner;
    held[eid] = 0;
  }
  held[eid]++;
};

/** A component of the entity ends. */
export const releaseRow = ({ owners, held }: Ownership, owner: number, eid: number): void => {
  if (owners[eid] !== owner || held[eid] === 0) return;
  held[eid]--;
  if (held[eid] === 0) owners[eid] = 0;
};

const grow = (ownership: Ownership, least: number): void => {
  const length = Math.max(least, 2 * ownership.owners.length);
  const owners = new Int32Array(length);
  owners.set(ownership.owners);
  ownership.owners = owners;
  const held = new Uint8Array(length);
  held.set(ownership.held);
  ownership.held = held;
};
