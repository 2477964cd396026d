import { expect, it } from 'vitest';
import { beginStep } from '../../src/begin-step.js';
import { emptyCached } from '../../src/contacts/contact-lists.js';
import { detectContacts } from '../../src/contacts/detect-contacts.js';
import {
  type BodyDef,
  box,
  type ColliderDef,
  createWorld,
  type Shape,
  sphere,
  type World,
} from '../../src/index.js';
import {
  APPROACH,
  ContactFlag,
  FRICTION_TOTAL,
  POINT,
  POINTS,
  PT,
  RECORD,
} from '../../src/state/contacts.js';
import { addBody, addFloor, DT } from '../determinism/context.js';

const BOX = box(0.5, 0.1, 0.2);
const BALL = sphere(0.1);

/** Something that touches the floor, and the lists that its contact is on. */
const listsOf = (shape: Shape, def: BodyDef = {}, material: Omit<ColliderDef, 'shape'> = {}): string[] => {
  const world: World = createWorld({ gravity: [0, 0, 0] });
  addFloor(world);
  addBody(world, { position: [0, 0.1, 0], ...def }, shape, material);
  beginStep(world, DT);
  detectContacts(world, DT);
  expect(world.solved.count).toBe(1);
  const lists = (
    ['cachedContacts', 'singlePointContacts', 'fastContacts', 'impactCandidates'] as const
  ).filter((name) => world[name].count > 0);
  expect((world.contacts.flags[0] & ContactFlag.fast) !== 0).toBe(lists.includes('fastContacts'));
  return lists;
};

it.each([
  ['a box at rest is cached', BOX, {}, {}, ['cachedContacts']],
  ['a sphere at rest is a single point', BALL, {}, {}, ['singlePointContacts']],
  ['a sphere that resists rolling is cached', BALL, {}, { rollingResistance: 0.01 }, ['cachedContacts']],
  // 12 rad/s is 0.2 rad in a step.
  [
    'a box at 11 rad/s is cached',
    BOX,
    { angularVelocity: [0, 11, 0] },
    {},
    ['cachedContacts', 'impactCandidates'],
  ],
  [
    'a box at 13 rad/s is fast',
    BOX,
    { angularVelocity: [0, 13, 0] },
    {},
    ['fastContacts', 'impactCandidates'],
  ],
  [
    'a sphere is never fast by its spin',
    BALL,
    { angularVelocity: [0, 90, 0] },
    {},
    ['cachedContacts', 'impactCandidates'],
  ],
  [
    'what bounces may be struck at any time',
    BALL,
    {},
    { restitution: 0.5 },
    ['cachedContacts', 'impactCandidates'],
  ],
  [
    'what comes in fast may strike',
    BALL,
    { linearVelocity: [0, -3, 0] },
    {},
    ['cachedContacts', 'impactCandidates'],
  ],
] as const)('%s', (_, shape, def, material, wanted) => {
  expect(listsOf(shape, def, material)).toEqual(wanted);
});

// Half of the extent of BOX, 0.548 m, in a step is 16.4 m/s; of the small cube it is less than the 4 m/s of all sizes.
it.each([
  ['a box', BOX, 0.2, 16.3, 0],
  ['a box', BOX, 0.2, 16.6, 1],
  ['a small cube', box(0.05, 0.05, 0.05), 0.1, 3.9, 0],
  ['a small cube', box(0.05, 0.05, 0.05), 0.1, 4.1, 1],
] as const)('%s that slides along another is fast by its speed and size', (_, shape, height, speed, fast) => {
  const world = createWorld({ gravity: [0, 0, 0] });
  addBody(world, { position: [0, 0, 0] }, shape);
  addBody(world, { position: [0, height, 0], linearVelocity: [speed, 0, 0] }, shape);
  beginStep(world, DT);
  detectContacts(world, DT);
  expect(world.solved.count).toBe(1);
  expect(world.fastContacts.count).toBe(fast);
});

it('emptying the cached list takes the mark off its contacts', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  addFloor(world);
  addBody(world, { position: [0, 0.1, 0] }, BOX);
  beginStep(world, DT);
  detectContacts(world, DT);
  expect(world.contacts.flags[0] & ContactFlag.cached).not.toBe(0);
  emptyCached(world);
  expect(world.cachedContacts.count).toBe(0);
  expect(world.contacts.flags[0] & ContactFlag.cached).toBe(0);
});

it.each([
  ['cachedContacts', BOX, [0, 0, 0]],
  ['singlePointContacts', BALL, [0, 0, 0]],
  ['fastContacts', BOX, [0, 13, 0]],
] as const)('the sums over the step begin at zero: %s', (list, shape, angularVelocity) => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const { record } = world.contacts;
  addFloor(world);
  addBody(world, { position: [0, 0.1, 0], angularVelocity }, shape);
  beginStep(world, DT);
  detectContacts(world, DT);
  const r = world[list].items[0] * RECORD;
  const sums = [FRICTION_TOTAL, FRICTION_TOTAL + 1, APPROACH];
  for (let i = 0; i < 4; i++) sums.push(POINTS + i * POINT + PT);
  for (const at of sums) record[r + at] = 5;
  detectContacts(world, DT);
  expect(world[list].count).toBe(1);
  for (const at of sums) expect(record[r + at]).toBe(0);
});
