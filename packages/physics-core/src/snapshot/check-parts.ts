import { PhysicsError } from '../errors.js';
import { jointSolvers, numericSettings, settingRanges, solverMethods } from '../settings.js';
import { RECORD } from '../state/contacts.js';
import { EVENT, EventKind } from '../state/events.js';
import { ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { refuseSnapshot, type SavedPart } from './bytes.js';
import { checkColumns, checkContacts, checkHead } from './check-columns.js';
import { checkJoints } from './check-joints.js';
import { checkContactLinks, checkLinks } from './check-links.js';
import { checkMeshes } from './check-meshes.js';
import { readAll, type SavedDoubles } from './codes.js';
import { MASSES } from './following-masses.js';
import { type SavedHulls, unpackHulls } from './hulls.js';
import { unknownJointType } from './joint-types.js';
import { SCALARS, TABLE_HEAD, tablesOf } from './parts.js';
import { APART, ROTATIONS } from './record-rows.js';
import { hasContactsOf } from './same-structure.js';
import { must, type SavedState, type SavedTable } from './saved-state.js';

/** What came to light. */
export interface Checked {
  /** The world has the same contacts, which needed no check then. */
  readonly hasSameContacts: boolean;
  readonly hulls: SavedHulls;
}

/**
 * A saved snapshot keeps its promise to the step: every index leads somewhere, every list ends, every number is one. All in linear time.
 */
export const checkState = (world: World, state: SavedState): Checked => {
  const missing = unknownJointType(state.jointTypes);
  if (missing !== undefined) {
    throw new PhysicsError(
      'bad-snapshot',
      `The snapshot has joints of type '${missing}', which is not defined here as it was there`,
      'Define the same joint types with defineJoint before you restore',
    );
  }
  checkScalars(state);
  for (const name of ['bodies', 'colliders', 'contacts', 'joints'] as const) checkHead(state[name], name);
  const hulls = unpackHulls(state.hullIntegers, state.hullFloats, world.colliders.hulls);
  checkColumns(state, hulls.hulls, checkMeshes(state.meshIntegers, state.meshFloats));
  const isSame = hasContactsOf(world, state);
  if (!isSame) {
    checkContacts(state);
    checkContactLinks(state);
  }
  checkLinks(state);
  checkJoints(state);
  checkEvents(state);
  return { hasSameContacts: isSame, hulls };
};

const misfit = (): never => refuseSnapshot('The snapshot does not fit the layout of this world');

/** Working memory for parts: a game goes back again and again. */
const pool: Float64Array[] = [];

const doublesAt = (at: number, length: number): Float64Array => {
  if (pool[at] === undefined || pool[at].length < length) pool[at] = new Float64Array(length);
  return pool[at].subarray(0, length);
};

/** The parts of a snapshot by what they are, if their number and their sizes are those of a world. */
export const readState = (world: World, parts: readonly SavedPart[]): SavedState => {
  let at = 0;
  const integers = (): Int32Array => {
    const part = parts[at++];
    return part instanceof Int32Array ? part : misfit();
  };
  const doubles = (width: number): SavedDoubles => {
    const part = parts[at++];
    return part !== undefined && !(part instanceof Int32Array) && part.width === width ? part : misfit();
  };
  const numbers = (width = 1): Float64Array => {
    const part = doubles(width);
    return readAll(part, doublesAt(at, part.count * width));
  };
  const scalars = numbers();
  if (scalars.length !== SCALARS + numericSettings.length) misfit();
  const tables = tablesOf(world).map(({ columns: saved }): SavedTable => {
    const head = integers();
    if (head.length !== TABLE_HEAD) misfit();
    const [used, live] = head;
    const table = { used, live, free: integers(), columns: {}, doubles: {} } as {
      columns: Record<string, Int32Array>;
      doubles: Record<string, SavedDoubles>;
    } & SavedTable;
    for (const [name, [type, stride]] of saved) {
      if (type === 'f64') table.doubles[name] = doubles(stride);
      else table.columns[name] = integers();
      const length = type === 'f64' ? table.doubles[name].count * stride : table.columns[name].length;
      if (length !== used * stride) misfit();
    }
    return table;
  });
  const [bodies, colliders, contacts, joints] = tables;
  // Evaluated in the order in which they are written here.
  const state: SavedState = {
    scalars,
    bodies,
    colliders,
    contacts,
    joints,
    positions: doubles(3),
    records: [doubles(RECORD), doubles(APART), doubles(ROTATIONS)],
    ownMasses: integers(),
    masses: doubles(MASSES),
    awake: integers(),
    listed: integers(),
    solved: integers(),
    impactCandidates: integers(),
    activeJoints: integers(),
    jointed: integers(),
    events: numbers(EVENT),
    published: integers(),
    hullIntegers: integers(),
    hullFloats: numbers(),
    meshIntegers: integers(),
    meshFloats: numbers(),
    jointTypes: integers(),
    jointFloats: numbers(),
    freeBlocks: integers(),
    rows: numbers(ROW),
    rowIntegers: integers(),
  };
  return at === parts.length ? state : misfit();
};

const isIndex = (value: number, below: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < below;

const checkScalars = ({ scalars, bodies }: SavedState): void => {
  const [steps, time, substep, ground, sleeping, continuous, method, jointSolver] = scalars;
  must(Number.isInteger(steps) && steps >= 0, 'the number of steps');
  must(time >= 0 && substep >= 0 && substep <= 1, 'the clock');
  must(ground === -1 || isIndex(ground, bodies.used), 'the ground');
  must(isIndex(sleeping, 2) && isIndex(continuous, 2), 'a setting that is yes or no');
  must(isIndex(method, solverMethods.length) && isIndex(jointSolver, jointSolvers.length), 'the method');
  for (const value of scalars) must(Number.isFinite(value), 'a setting or the clock');
  for (const [i, name] of numericSettings.entries()) {
    const value = scalars[SCALARS + i];
    must(value >= settingRanges[name].min && value <= settingRanges[name].max, `the setting ${name}`);
  }
};

const KINDS = Object.keys(EventKind).length;

const checkEvents = ({ events, published, rows, rowIntegers }: SavedState): void => {
  must(events.length % EVENT === 0 && published.length === 1, 'the events');
  must(isIndex(published[0], events.length / EVENT + 1), 'the number of events');
  for (let i = 0; i < events.length; i++) {
    must(i % EVENT === 0 ? isIndex(events[i], KINDS) : !Number.isNaN(events[i]), 'an event');
  }
  must(rows.length % ROW === 0 && rowIntegers.length === (rows.length / ROW) * ROW_INTS, 'the joint rows');
  for (const value of rows) must(!Number.isNaN(value), 'a joint row');
};
