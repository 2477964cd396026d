import type { IndexList } from '../math/index-list.js';
import { solvedRows } from '../rows/expand-points.js';
import { jointSolvers, numericSettings, solverMethods } from '../settings.js';
import { type BodyTable, bodySpec } from '../state/bodies.js';
import { type ColliderTable, colliderSpec } from '../state/colliders.js';
import { type ContactTable, contactSpec } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { type JointTable, jointSpec } from '../state/joints.js';
import { ROW, ROW_INTS } from '../state/rows.js';
import { type Column, columnSpecs, type Table, type TableSpec } from '../state/table.js';
import type { World } from '../state/world.js';
import { packHulls } from './hulls.js';
import { packJointTypes } from './joint-types.js';
import { packMeshes } from './meshes.js';

/** A run of numbers of one type: what a snapshot is made of and what a hash reads. */
export type Part = Float64Array | Int32Array;

export interface TableEntry {
  readonly spec: TableSpec;
  readonly table: Table<TableSpec>;
}

export const tablesOf = (world: World): TableEntry[] => [
  { spec: bodySpec, table: world.bodies as BodyTable as unknown as Table<TableSpec> },
  { spec: colliderSpec, table: world.colliders as ColliderTable as unknown as Table<TableSpec> },
  { spec: contactSpec, table: world.contacts as ContactTable as unknown as Table<TableSpec> },
  { spec: jointSpec, table: world.joints as JointTable as unknown as Table<TableSpec> },
];

/**
 * The ordered lists; `solved`, `impactCandidates` and `activeJoints` decide nothing, but
 * inspection reads them after a restore.
 */
export const listsOf = (world: World): IndexList[] => [
  world.awake,
  world.listed,
  world.solved,
  world.impactCandidates,
  world.activeJoints,
  world.jointed,
];

/**
 * Everything that decides the future, in a fixed order. What can be derived (broadphase, pair set) is left
 * out. Parts may be views: copy them before the world goes on.
 */
export const collectParts = (world: World): Part[] => {
  const { settings, clock, events } = world;
  const scalars = [
    clock.steps,
    clock.time,
    clock.substep,
    clock.ground,
    settings.sleeping ? 1 : 0,
    settings.continuous ? 1 : 0,
    solverMethods.indexOf(settings.method),
    jointSolvers.indexOf(settings.jointSolver),
    ...settings.gravity,
    ...numericSettings.map((name) => settings[name]),
  ];
  const parts: Part[] = [Float64Array.from(scalars)];
  for (const { spec, table } of tablesOf(world)) {
    parts.push(Int32Array.of(table.used, table.live, table.firstFree));
    for (const [name, [, stride]] of columnSpecs(spec)) {
      parts.push(startOf((table as unknown as Record<string, Column>)[name], table.used * stride));
    }
  }
  for (const list of listsOf(world)) parts.push(list.items.subarray(0, list.count));
  parts.push(startOf(events.data, events.count * EVENT), Int32Array.of(events.published));
  parts.push(...packHulls(world.colliders));
  parts.push(...packMeshes(world.colliders));
  parts.push(packJointTypes(world));
  parts.push(startOf(world.jointFloats.data, world.jointFloats.used), world.jointFloats.free.subarray());
  // The rows do not decide the future either; inspection reads them.
  const rows = solvedRows(world);
  parts.push(startOf(rows.data, rows.count * ROW));
  parts.push(rows.index.subarray(0, rows.count * ROW_INTS));
  return parts;
};

/** The first numbers of a column. */
const startOf = (column: Column, length: number): Part =>
  column instanceof Int32Array ? column.subarray(0, length) : new Float64Array(column.slice(0, length));
