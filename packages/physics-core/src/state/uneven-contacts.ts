import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList } from '../math/index-list.js';
import { createSubstep, type Substep } from './substep.js';

/** Contacts around bodies of very different masses, see solver/contacts/solve-uneven-contacts.ts. */
export interface UnevenContacts {
  readonly contacts: IndexList;
  /** Light bodies that touch a much heavier one, and light ones behind them, in the order in which they are found. */
  readonly light: IndexList;
  /** All bodies of these contacts that can move. */
  readonly bodies: IndexList;
  /** By body slot, while the lists are made: 1 in `light`, 2 in `bodies`, 3 in both. */
  marks: Int32Array;
  /** λ: after the last good iteration, before the present one (then its change d), the direction p. `UNKNOWNS` for each contact. */
  kept: Floats;
  change: Floats;
  direction: Floats;
  /** The same for the velocities, six for each body. */
  velocityKept: Floats;
  velocityChange: Floats;
  velocityDirection: Floats;
  /** Mass along the axes and inertia (xx, xy, xz, yy, yz, zz), nine for each body. */
  masses: Floats;
  /** The substep with the softness that fits the heaviest body. */
  readonly substep: Substep;
}

/** λ of four points, friction along t1 and t2, twist, rolling about t1 and t2. */
export const UNKNOWNS = 9;

export const createUnevenContacts = (): UnevenContacts => ({
  contacts: createIndexList(),
  light: createIndexList(),
  bodies: createIndexList(),
  marks: new Int32Array(64),
  kept: createFloats(64 * UNKNOWNS),
  change: createFloats(64 * UNKNOWNS),
  direction: createFloats(64 * UNKNOWNS),
  velocityKept: createFloats(64 * 6),
  velocityChange: createFloats(64 * 6),
  velocityDirection: createFloats(64 * 6),
  masses: createFloats(64 * 9),
  substep: createSubstep(),
});
