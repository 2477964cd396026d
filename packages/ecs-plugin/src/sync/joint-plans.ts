import { isArray } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import {
  eachDefault,
  eachNumber,
  frameFrom,
  frameNames,
  paramsFrom,
  typeNumber,
} from '../components/joint-fields.js';
import { resetRow } from '../components/store.js';
import type { JointPlan } from '../factories/joint.js';
import type { PhysicsState } from '../state/physics-state.js';
import { rememberReference } from './entity-references.js';

/**
 * Joint factories name world points and directions, and leave out what is measured when the joint is made. Neither fits into the numeric
 * fields, so the definition itself is kept here until the bodies exist. The fields of the component show what is known already.
 */

const ENTITY_FIELDS = ['bodyA', 'bodyB', 'jointA', 'jointB'] as const;

/** Writes a plan into the row of an entity: everything else there goes back to its default. */
export const writePlan = (state: PhysicsState, eid: EntityId, plan: JointPlan): void => {
  const table = state.backing.tables.Joint;
  const type = typeNumber(plan.type);
  resetRow(table, eid);
  const write = (field: string, value: number): void => {
    table.raw[field][eid] = value;
  };
  write('type', type);
  for (const field of ENTITY_FIELDS) {
    const target = plan[field];
    if (target === undefined) continue;
    write(field, target);
    rememberReference(state, 'Joint', eid, field, target);
  }
  if (plan.tag !== undefined) write('tag', plan.tag);
  if (plan.enabled === false) write('enabled', 0);
  if (plan.collideConnected === true) write('collideConnected', 1);
  for (const [field, value] of plannedNumbers(type, plan)) write(field, value);
  state.plans.set(eid, plan);
};

/** The parameters of a plan: the defaults of its own type, then what was given. */
const plannedNumbers = (type: number, plan: JointPlan): Map<string, number> => {
  const numbers = new Map<string, number>();
  const note = (field: string, value: number): void => void numbers.set(field, value);
  eachDefault(type, note);
  eachNumber(type, plan, note);
  return numbers;
};

/** What is not a field of a joint's definition in physics-core. */
const withoutEntities = ({ bodyA, bodyB, jointA, jointB, tag, ...def }: JointPlan): object => def;

/**
 * The plan of an entity's joint, with what was written to the component since; undefined when there is none, or when it was for another
 * type of joint.
 */
export const planOf = (state: PhysicsState, eid: EntityId): object | undefined => {
  const plan = state.plans.get(eid);
  const { raw, names, specs } = state.backing.tables.Joint;
  if (!plan || typeNumber(plan.type) !== raw.type[eid]) return undefined;
  const type = raw.type[eid];
  const read = (field: string): number => raw[field][eid];
  const written: string[] = [];
  for (const [field, value] of plannedNumbers(type, plan)) if (read(field) !== value) written.push(field);
  const def = merge(withoutEntities(plan), paramsFrom(type, read, written)) as Record<string, unknown>;
  for (const side of ['A', 'B'] as const) {
    const moved = frameNames[side].some((field) => read(field) !== specs[names.indexOf(field)].default);
    if (moved) def[`frame${side}`] = frameFrom(side, read);
  }
  return def;
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isArray(value);

/** Fields of the second object over those of the first, level by level. */
const merge = (under: object, over: object): object => {
  const merged: Record<string, unknown> = { ...under };
  for (const [field, value] of Object.entries(over)) {
    const below = merged[field];
    merged[field] = isObject(below) && isObject(value) ? merge(below, value) : value;
  }
  return merged;
};
