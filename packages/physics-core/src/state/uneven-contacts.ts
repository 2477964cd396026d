import { createFloats, type Floats, growFloats } from '../math/floats.js';
import { createIndexList, type IndexList } from '../math/index-list.js';
import { UNEVEN_DIRECTIONS } from '../tuning.js';

/** Contacts around bodies of very different masses, see solver/contacts/solve-uneven-contacts.ts. */
export interface UnevenContacts {
  readonly contacts: IndexList;
  /** Those of the last step that are on other lists now, or were not taken yet. */
  readonly former: IndexList;
  /** Light bodies that touch a much heavier one, and light ones behind them, in the order in which they are found. */
  readonly light: IndexList;
  /** All bodies of these contacts that can move. */
  readonly bodies: IndexList;
  /** By body slot, while the lists are made: 1 in `light`, 2 in `bodies`, 3 in both. */
  marks: Int32Array;
  /** How often an impact has stopped them in this substep. */
  stops: number;
  /** Ratio of the largest to the smallest mass of two of these bodies that touch. */
  readonly ratio: Floats;
  /** b of each point, m/s: the speed of a point is at least -b. Four for each contact. */
  targets: Floats;
  /** c of each contact: its compliance in units of K of the contact. */
  compliance: Floats;
  /** λ: after the last good iteration, before the present one (then its change d). `UNKNOWNS` for each contact. */
  kept: Floats;
  change: Floats;
  /** The persistent λ during an impact, whose own impulses are one-shot. */
  persistent: Floats;
  /** The same for the velocities, six for each body. */
  velocityKept: Floats;
  velocityChange: Floats;
  /** The directions p of λ, the velocity changes M⁻¹Jᵀp, and the momenta Jᵀp. One after the other. */
  directions: Floats;
  velocityDirections: Floats;
  momenta: Floats;
  /** pᵀ(A + Γ)p of each direction. */
  readonly norms: Floats;
  /** Mass along the axes and inertia (xx, xy, xz, yy, yz, zz), nine for each body. */
  masses: Floats;
}

/** λ of four points, friction along t1 and t2, twist, rolling about t1 and t2. */
export const UNKNOWNS = 9;

export const createUnevenContacts = (): UnevenContacts => ({
  contacts: createIndexList(),
  former: createIndexList(),
  light: createIndexList(),
  bodies: createIndexList(),
  marks: new Int32Array(64),
  stops: 0,
  ratio: createFloats(1),
  targets: createFloats(0),
  compliance: createFloats(0),
  kept: createFloats(0),
  change: createFloats(0),
  persistent: createFloats(0),
  velocityKept: createFloats(0),
  velocityChange: createFloats(0),
  directions: createFloats(0),
  velocityDirections: createFloats(0),
  momenta: createFloats(0),
  norms: createFloats(UNEVEN_DIRECTIONS),
  masses: createFloats(0),
});

export const makeRoom = (uneven: UnevenContacts): void => {
  const contacts = uneven.contacts.count;
  if (uneven.compliance.length < contacts) {
    uneven.compliance = growFloats(uneven.compliance, contacts);
    uneven.targets = growFloats(uneven.targets, contacts * 4);
    uneven.kept = growFloats(uneven.kept, contacts * UNKNOWNS);
    uneven.change = growFloats(uneven.change, contacts * UNKNOWNS);
    uneven.persistent = growFloats(uneven.persistent, contacts * UNKNOWNS);
    uneven.directions = growFloats(uneven.directions, contacts * UNKNOWNS * UNEVEN_DIRECTIONS);
  }
  const bodies = uneven.bodies.count;
  if (uneven.masses.length >= bodies * 9) return;
  uneven.masses = growFloats(uneven.masses, bodies * 9);
  uneven.velocityKept = growFloats(uneven.velocityKept, bodies * 6);
  uneven.velocityChange = growFloats(uneven.velocityChange, bodies * 6);
  uneven.velocityDirections = growFloats(uneven.velocityDirections, bodies * 6 * UNEVEN_DIRECTIONS);
  uneven.momenta = growFloats(uneven.momenta, bodies * 6 * UNEVEN_DIRECTIONS);
};
