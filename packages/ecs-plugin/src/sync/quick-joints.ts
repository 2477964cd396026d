import { jointDefinitions } from '@tenon/physics-core';
import { writeJointNumber } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { type Slot, slotsOf } from '../components/joint-fields.js';
import { acceptRow, rawOf } from '../components/store.js';
import type { PhysicsState } from '../state/physics-state.js';
import { placeOf } from '../state/roster.js';

/**
 * The short way for single numbers of a joint, such as the speed of its motor, which a game may write to hundreds of joints in every
 * frame. It takes good values of parameters on which nothing else depends; for all others the long way is taken, which checks and explains.
 */
interface QuickField {
  readonly slot: Slot;
  /** Field of the mode that must not be off, when the number is one of a motor: to write to a motor that is off starts it. */
  readonly mode: string | undefined;
}

const quickByType: ReadonlyMap<string, QuickField>[] = [];

/** Their change is noted in the joint's flags. */
const FLAGGED = ['breakForce', 'breakTorque'];

const quickFields = (type: number): ReadonlyMap<string, QuickField> => {
  quickByType[type] ??= new Map(
    slotsOf(type)
      .filter(({ spec, name }) => spec.kind === 'number' && !FLAGGED.includes(name))
      .map((slot) => [slot.name, { slot, mode: modeOf(type, slot) }]),
  );
  return quickByType[type];
};

const modeOf = (type: number, { path }: Slot): string | undefined => {
  const owner = path.slice(0, -1).join('.');
  if (!owner.endsWith('motor')) return undefined;
  return slotsOf(type).find((slot) => slot.path.join('.') === `${owner}.mode`)?.name;
};

const isGood = ({ spec }: Slot, value: number): boolean => {
  if (spec.kind !== 'number') return false;
  if (value === Infinity) return spec.unlimited;
  return value >= spec.min && value <= spec.max && (!spec.integer || Number.isInteger(value));
};

/** Returns whether all that was written could be handed on. */
export const changeQuickly = (state: PhysicsState, eid: EntityId): boolean => {
  const { backing, joints, core } = state;
  const book = backing.books.Joint;
  const type = rawOf(backing.stores.Joint).type[eid];
  if (type >= jointDefinitions().length) return false;
  const fields = quickFields(type);
  for (let w = 0; w < book.watched.length; w++) {
    const name = book.watched[w];
    if (book.raw[name][eid] === book.known[name][eid]) continue;
    const field = fields.get(name);
    if (field === undefined || !isGood(field.slot, book.raw[name][eid])) return false;
    if (field.mode !== undefined && book.raw[field.mode][eid] === 0) return false;
  }
  const row = joints.rows[placeOf(joints, eid)];
  for (let w = 0; w < book.watched.length; w++) {
    const name = book.watched[w];
    if (book.raw[name][eid] === book.known[name][eid]) continue;
    const field = fields.get(name);
    if (field) writeJointNumber(core, row, field.slot.at, book.raw[name] as Float64Array, eid);
  }
  acceptRow(book, eid);
  return true;
};
