import { jointDefinitions } from '@tenon/physics-core';
import { writeJointNumber } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { type Slot, slotsOf } from '../components/joint-fields.js';
import { acceptRow, rawOf } from '../components/store.js';
import { placeOf } from '../state/entity-map.js';
import type { PhysicsState } from '../state/physics-state.js';
import { warnOfAngle, warnOfMotor } from '../warnings.js';

/**
 * The fast path for single numbers of a joint, such as the speed of its motor, which a game may write to hundreds of joints in every
 * frame. It takes valid values of parameters on which nothing else depends. All others take the slow path, which checks and explains.
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

/** Returns whether all that was written could be passed on to the solver. */
export const changeQuickly = (state: PhysicsState, eid: EntityId): boolean => {
  const { backing, joints, core } = state;
  const table = backing.tables.Joint;
  const type = rawOf(backing.stores.Joint).type[eid];
  if (type >= jointDefinitions().length) return false;
  const fields = quickFields(type);
  for (let w = 0; w < table.watched.length; w++) {
    const name = table.watched[w];
    if (table.raw[name][eid] === table.known[name][eid]) continue;
    const field = fields.get(name);
    if (field === undefined || !isGood(field.slot, table.raw[name][eid])) return false;
    if (field.mode !== undefined && table.raw[field.mode][eid] === 0) return false;
  }
  const row = joints.rows[placeOf(joints, eid)];
  for (let w = 0; w < table.watched.length; w++) {
    const name = table.watched[w];
    if (table.raw[name][eid] === table.known[name][eid]) continue;
    const field = fields.get(name);
    if (!field) continue;
    writeJointNumber(core, row, field.slot.at, table.raw[name] as Float64Array, eid);
    warnOfAngle(state, eid, field.slot, table.raw[name][eid]);
    if (field.mode !== undefined && !state.warnings.told.has('motor-mode'))
      warnOfMotor(state, eid, field.slot);
  }
  acceptRow(table, eid);
  return true;
};
