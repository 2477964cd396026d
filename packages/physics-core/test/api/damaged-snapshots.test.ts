import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createWorld,
  hashWorld,
  hull,
  PhysicsError,
  restoreSnapshot,
  sphere,
  takeSnapshot,
  type World,
} from '../../src/index.js';
import { add, addFloor, addStack, run, unitBox } from './context.js';

/** Some of everything: contacts, a hull, an event under way, a free slot. */
const busyWorld = (): World => {
  const world = createWorld();
  addFloor(world);
  addStack(world, 3);
  add(world, sphere(0.4), { position: [3, 0.5, 0], linearVelocity: [-8, 0, 0] });
  add(
    world,
    hull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
    { position: [5, 0.3, 0] },
  );
  run(world, 10);
  return world;
};

const refuses = (world: World, bytes: unknown): void => {
  const before = hashWorld(world);
  let error: unknown;
  try {
    restoreSnapshot(world, bytes as Uint8Array);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(PhysicsError);
  expect(error).toMatchObject({ code: 'bad-snapshot' });
  expect(hashWorld(world)).toBe(before);
};

const flipped = (bytes: Uint8Array, at: number, mask: number): Uint8Array => {
  const copy = bytes.slice();
  copy[at] ^= mask;
  return copy;
};

describe('a damaged snapshot is refused and changes nothing', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'TENN'],
    ['a plain list', [1, 2, 3]],
    ['a buffer', new ArrayBuffer(64)],
    ['other numbers', new Float64Array(64)],
    ['no bytes', new Uint8Array(0)],
    ['zeros', new Uint8Array(4096)],
  ])('%s', (_, bytes) => refuses(busyWorld(), bytes));

  it('random bytes, also behind a right beginning', () => {
    const world = busyWorld();
    const head = takeSnapshot(world).slice(0, 12);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(12), (bytes, kept) => {
        refuses(world, Uint8Array.from([...head.slice(0, kept), ...bytes]));
      }),
      { seed: 1 },
    );
  });

  it('cut short anywhere, or too long', () => {
    const world = busyWorld();
    const bytes = takeSnapshot(world);
    for (let length = 0; length < bytes.length; length += 97) refuses(world, bytes.slice(0, length));
    refuses(world, bytes.slice(0, -1));
    refuses(world, Uint8Array.from([...bytes, 0]));
  });

  it('of another version', () => {
    const world = busyWorld();
    refuses(world, flipped(takeSnapshot(world), 4, 2));
  });

  it('any flipped bit is found, or lies in the padding and does not matter', () => {
    const world = busyWorld();
    const bytes = takeSnapshot(world);
    const target = createWorld();
    let found = 0;
    let tried = 0;
    for (let at = 0; at < bytes.length; at += at < 2048 ? 1 : 13) {
      tried++;
      const before = hashWorld(target);
      try {
        restoreSnapshot(target, flipped(bytes, at, 1 << (at % 8)));
        expect(hashWorld(target)).toBe(hashWorld(world));
        restoreSnapshot(target, takeSnapshot(createWorld()));
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-snapshot' });
        expect(hashWorld(target)).toBe(before);
        found++;
      }
    }
    expect(found / tried).toBeGreaterThan(0.9);
  });

  it('the whole one still works afterwards', () => {
    const world = busyWorld();
    const bytes = takeSnapshot(world);
    const hash = hashWorld(world);
    run(world, 20);
    refuses(world, bytes.slice(0, 100));
    restoreSnapshot(world, bytes);
    expect(hashWorld(world)).toBe(hash);
    add(world, unitBox);
    run(world, 20);
  });
});
