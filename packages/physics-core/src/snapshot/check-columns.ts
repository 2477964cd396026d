import { clearPairs, createPairSet, insertPair } from '../collision/broadphase/pair-set.js';
import { MAX_POINTS } from '../collision/narrowphase/manifold.js';
import { MAX_PATCHES } from '../collision/narrowphase/surfaces/patches.js';
import { hasHull, isSurface, ShapeKind, SIZE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { BodyFlag, BodyType } from '../state/bodies.js';
import { CombineRule } from '../state/colliders.js';
import { ContactFlag } from '../state/contacts.js';
import { LOST_BEYOND, MAX_SIZE, QUATERNION_TOLERANCE } from '../tuning.js';
import { readAll } from './codes.js';
import { offCentreRows } from './parts.js';
import { recordRows } from './record-rows.js';
import { isAllFinite, must, type SavedMesh, type SavedState, type SavedTable } from './saved-state.js';

/** Counts, free list and generations of a table: a row is live while its generation is odd, and else free. */
export const checkHead = ({ used, live, free, columns }: SavedTable, name: string): void => {
  const { generation } = columns;
  must(used >= 0 && live >= 0 && live <= used, `the count of ${name}`);
  let odd = 0;
  let isSound = true;
  for (let slot = 0; slot < used; slot++) {
    isSound &&= generation[slot] > 0;
    odd += generation[slot] & 1;
  }
  must(isSound && odd === live, `the generations of ${name}`);
  const seen = new Uint8Array(used);
  for (const slot of free) {
    isSound &&= slot >= 0 && slot < used && (generation[slot] & 1) === 0 && seen[slot] === 0;
    seen[slot] = 1;
  }
  must(isSound && free.length === used - live, `the free list of ${name}`);
};

export const isLiveRow = ({ used, columns }: SavedTable, slot: number): boolean =>
  slot >= 0 && slot < used && (columns.generation[slot] & 1) === 1;

/** Columns that may be infinite: "no bound", or "never". */
const UNBOUNDED = ['maxSpeed', 'extent', 'innerRadius', 'box', 'unchangedUntil', 'revolutionsDue'];

const hasNaN = (numbers: Float64Array): boolean => {
  let found = 0;
  // Only NaN differs from itself.
  for (let i = 0; i < numbers.length; i++) if (Number.isNaN(numbers[i])) found++;
  return found > 0;
};

/** Working memory for columns that are checked row by row: a game goes back again and again. */
const memory: Record<string, Float64Array> = {};

/** The rows of a column, and perhaps more behind them. Good until the column of this name is read again. */
const readColumn = ({ doubles }: SavedTable, name: string): Float64Array => {
  const { count, width } = doubles[name];
  if (memory[name] === undefined || memory[name].length < count * width)
    memory[name] = new Float64Array(count * width);
  return readAll(doubles[name], memory[name]);
};

/** Every number of a column is a stored one, or zero. */
const checkNumbers = ({ doubles }: SavedTable, name: string): void => {
  for (const [column, { stored }] of Object.entries(doubles)) {
    const unbounded = UNBOUNDED.includes(column);
    must(unbounded ? !hasNaN(stored) : isAllFinite(stored), `a number in ${name}.${column}`);
  }
};

/** Numbers that stand for a name, and numbers that must be numbers. */
export const checkColumns = (
  state: SavedState,
  hulls: readonly unknown[],
  meshes: readonly SavedMesh[],
): void => {
  for (const name of ['bodies', 'colliders', 'contacts', 'joints'] as const) checkNumbers(state[name], name);
  checkRecords(state);
  checkBodies(state);
  checkColliders(state, hulls, meshes);
};

/** The contact goes when its list is next visited; its colliders may be gone. */
export const DEAD = ContactFlag.dead;

/** Points of each contact, and numbers for as many. */
const checkRecords = ({ contacts, colliders, records, ownMasses, masses }: SavedState): void => {
  const { generation, flags, count, colliderB } = contacts.columns;
  let isSound = true;
  for (let k = 0; k < contacts.used; k++) {
    const mayTouch = isLiveRow(contacts, k) && (flags[k] & DEAD) === 0;
    isSound &&= count[k] >= 0 && count[k] <= (mayTouch ? MAX_POINTS : 0);
  }
  must(isSound, 'the points of a contact');
  const columns = { used: contacts.used, generation, flags, count, colliderB };
  for (const [i, rows] of recordRows(columns, colliders.columns.kind).entries()) {
    must(records[i].count === rows.count, 'the records of contacts');
    must(!hasNaN(records[i].stored), 'a number in a record of a contact');
  }
  let last = -1;
  for (const contact of ownMasses) {
    isSound &&= contact > last && contact < contacts.used && count[contact] > 0;
    last = contact;
  }
  must(isSound && masses.count === ownMasses.length, 'the masses of contacts');
  must(!hasNaN(masses.stored), 'a mass of a contact');
};

const BODY_TYPES = Object.keys(BodyType).length;
const SHAPES = Object.keys(ShapeKind).length;
const RULES = Object.keys(CombineRule).length;

const within = (value: number, count: number): boolean => value >= 0 && value < count;

const checkBodies = ({ bodies, positions }: SavedState): void => {
  const { type, awakeIndex } = bodies.columns;
  const { count } = offCentreRows(readColumn(bodies, 'localCentre'), bodies.used);
  must(positions.count === count && isAllFinite(positions.stored), 'the positions of bodies');
  const rotation = readColumn(bodies, 'rotation');
  for (let body = 0; body < bodies.used; body++) {
    if (!isLiveRow(bodies, body)) continue;
    must(within(type[body], BODY_TYPES), 'the type of a body');
    let square = 0;
    for (let i = 0; i < 4; i++) square += rotation[body * 4 + i] * rotation[body * 4 + i];
    must(Math.abs(square - 1) < QUATERNION_TOLERANCE, 'the rotation of a body');
    must(awakeIndex[body] >= -1, 'the list of awake bodies');
  }
};

/** m. Boxes of bodies that may be as far away as they can, with their sizes and paddings. */
const FARTHEST = 2 * (LOST_BEYOND + MAX_SIZE);

const checkColliders = (
  { colliders, bodies }: SavedState,
  hulls: readonly unknown[],
  meshes: readonly SavedMesh[],
): void => {
  const { kind, hull, body, rule } = colliders.columns;
  const box = readColumn(colliders, 'box');
  const size = readColumn(colliders, 'size');
  for (let c = 0; c < colliders.used; c++) {
    if (!isLiveRow(colliders, c)) continue;
    must(within(kind[c], SHAPES), 'the shape of a collider');
    must(!hasHull(kind[c]) || hulls[hull[c]] !== undefined, 'the hull of a collider');
    const wanted = kind[c] === ShapeKind.heightField ? 'field' : 'mesh';
    must(!isSurface(kind[c]) || meshes[hull[c]] === wanted, 'the mesh of a collider');
    must(isLiveRow(bodies, body[c]), 'the body of a collider');
    must(within(rule[c * 2], RULES) && within(rule[c * 2 + 1], RULES), 'a combine rule');
    const b = c * 6;
    const ordered = box[b] <= box[b + 3] && box[b + 1] <= box[b + 4] && box[b + 2] <= box[b + 5];
    must(ordered, 'the box of a collider');
    if (kind[c] === ShapeKind.halfSpace) continue;
    for (let i = 0; i < 6; i++) must(Math.abs(box[b + i]) <= FARTHEST, 'the box of a collider');
    for (let i = 0; i < SIZE_STRIDE; i++) must(size[c * SIZE_STRIDE + i] >= 0, 'the size of a collider');
  }
};

/** The contacts of a pair form a ring; no two lead to the same one, because it leads back within as many turns as there are patches. */
const checkPatch = (contacts: SavedTable, contact: number): void => {
  const { patch, nextPatch, colliderA, colliderB } = contacts.columns;
  must(patch[contact] >= 0 && patch[contact] < MAX_PATCHES, 'the patch of a contact');
  let other = contact;
  for (let turn = 0; turn < MAX_PATCHES; turn++) {
    other = nextPatch[other];
    must(isLiveRow(contacts, other), 'the patches of a contact');
    const same = colliderA[other] === colliderA[contact] && colliderB[other] === colliderB[contact];
    must(same, 'the patches of a contact');
    if (other === contact) return;
  }
  must(false, 'the patches of a contact');
};

/** Scratch: the pairs of the contacts. */
const pairs = createPairSet();

/** Contacts lie between colliders that are there, one for each pair. */
export const checkContacts = ({ contacts, colliders, bodies }: SavedState): void => {
  const { colliderA, colliderB, flags, patch } = contacts.columns;
  const { body, kind } = colliders.columns;
  clearPairs(pairs);
  let known = 0;
  for (let k = 0; k < contacts.used; k++) {
    if (!isLiveRow(contacts, k)) continue;
    if ((flags[k] & DEAD) !== 0) continue;
    const a = colliderA[k];
    const b = colliderB[k];
    must(isLiveRow(colliders, a) && isLiveRow(colliders, b) && a !== b, 'a collider of a contact');
    must(kind[a] <= kind[b], 'the order of a contact');
    const enabled = bodies.columns.flags[body[a]] & bodies.columns.flags[body[b]] & BodyFlag.enabled;
    must(enabled !== 0, 'a contact of a disabled body');
    checkPatch(contacts, k);
    if (patch[k] !== 0) continue;
    insertPair(pairs, a, b, k);
    known++;
  }
  must(pairs.count === known, 'two contacts of one pair');
};
