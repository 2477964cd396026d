import { addColliderProxy, isEnabled } from '../bodies/lifecycle.js';
import { clearBroadphase, clearMoved, proxyMoved } from '../broadphase/broadphase.js';
import { growInt32 } from '../broadphase/index-list.js';
import { clearPairs, insertPair } from '../broadphase/pair-set.js';
import { PhysicsError } from '../errors.js';
import { numericSettings } from '../settings.js';
import { writeSubstep } from '../solver/substep.js';
import { ContactFlag } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { columnSpecs, isLive, reserveRows } from '../state/table.js';
import type { World } from '../state/world.js';
import { unpackHulls } from './hulls.js';
import { collectParts, listsOf, type Part, tablesOf } from './parts.js';

/** Hands out the parts one by one. */
const reader = (parts: readonly Part[]): (() => Part) => {
  let at = 0;
  return () => parts[at++];
};

/** Writes the parts of a snapshot into a world. Nothing changes unless all parts fit. */
export const restoreParts = (world: World, parts: readonly Part[]): void => {
  checkParts(world, parts);
  const next = reader(parts);
  restoreScalars(world, next());
  for (const { spec, table } of tablesOf(world)) {
    const [used, live, firstFree] = next();
    reserveRows(table, spec, used);
    Object.assign(table, { used, live, firstFree });
    for (const [name] of columnSpecs(spec)) {
      const column = (table as unknown as Record<string, Part>)[name];
      const saved = next();
      column.set(saved as never);
      // Slots that did not exist yet must look untouched, or a replay would hand out other handles.
      column.fill(0, saved.length);
    }
  }
  for (const list of listsOf(world)) {
    const saved = next() as Int32Array;
    if (list.items.length < saved.length) list.items = growInt32(list.items, saved.length);
    list.items.set(saved);
    list.count = saved.length;
  }
  restoreEvents(world, next(), next());
  const { hulls, users } = unpackHulls(next(), next());
  world.colliders.hulls = hulls;
  world.colliders.hullUsers = users;
  rebuildBroadphase(world);
  rebuildPairs(world);
};

/** The parts must have the types and lengths that this world's tables expect. */
const checkParts = (world: World, parts: readonly Part[]): void => {
  const expected = collectParts(world);
  const refuse = (): never => {
    throw new PhysicsError(
      'bad-snapshot',
      'The snapshot does not fit the layout of this world',
      'Pass the bytes that takeSnapshot returned, from the same version of Tenon',
    );
  };
  if (parts.length !== expected.length || parts[0].length !== expected[0].length) refuse();
  let at = 1;
  for (const { spec } of tablesOf(world)) {
    const head = parts[at++];
    if (head.length !== 3) refuse();
    for (const [, [type, stride]] of columnSpecs(spec)) {
      const part = parts[at++];
      if (part instanceof Float64Array !== (type === 'f64') || part.length !== head[0] * stride) refuse();
    }
  }
};

const restoreScalars = (world: World, scalars: Part): void => {
  const { clock, settings } = world;
  const [steps, time, substep, sleeping, continuous, gx, gy, gz, ...numbers] = scalars;
  Object.assign(clock, { steps, time, substep, stepping: false });
  settings.sleeping = sleeping === 1;
  settings.continuous = continuous === 1;
  settings.gravity = [gx, gy, gz];
  for (const [i, name] of numericSettings.entries()) settings[name] = numbers[i];
  // Decides nothing, but inspection reads the softness of the last step.
  if (substep > 0) writeSubstep(world.scratch.substep, world, substep * settings.substeps);
};

const restoreEvents = (world: World, data: Part, published: Part): void => {
  const { events } = world;
  if (events.data.length < data.length) events.data = new Float64Array(data.length);
  events.data.set(data);
  events.count = data.length / EVENT;
  events.published = published[0];
};

/** The pairs a broadphase reports depend on the boxes alone, so a rebuilt one goes on exactly as the old one would have. */
const rebuildBroadphase = (world: World): void => {
  const { broadphase, colliders } = world;
  clearBroadphase(broadphase);
  for (let c = 0; c < colliders.used; c++) if (isPresent(world, c)) addColliderProxy(world, c);
  clearMoved(broadphase);
  for (let c = 0; c < colliders.used; c++) {
    if (isPresent(world, c) && colliders.moved[c] !== 0) proxyMoved(broadphase, c);
  }
};

const isPresent = (world: World, collider: number): boolean =>
  isLive(world.colliders, collider) && isEnabled(world, world.colliders.body[collider]);

const rebuildPairs = (world: World): void => {
  const { contacts, pairs } = world;
  clearPairs(pairs);
  for (let contact = 0; contact < contacts.used; contact++) {
    if (!isLive(contacts, contact) || (contacts.flags[contact] & ContactFlag.dead) !== 0) continue;
    insertPair(pairs, contacts.colliderA[contact], contacts.colliderB[contact], contact);
  }
};
