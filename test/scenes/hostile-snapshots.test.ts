import {
  allBodies,
  allJoints,
  createWorld,
  destroyBody,
  hashWorld,
  PhysicsError,
  restoreSnapshot,
  stepWorld,
  takeSnapshot,
  type World,
  worldEvents,
  writeSnapshot,
} from '@tenon/physics-core';
import { jointRows } from '@tenon/physics-core/inspect';
import { createRandom, type Random, scenes, startScene } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { fuzzScale, fuzzSeed } from '../fuzz-scale.js';

const DT = 1 / 60;
/** Bytes before the parts; the checksum is the last four words of them. */
const HEAD = 32;

const rotated = (word: number, by: number): number => (by === 0 ? word : (word << by) | (word >>> (32 - by)));

/**
 * The checksum of the format, written down once more: blocks of 32 words are folded to two, xorshift128 takes in a word in each turn, and
 * the length in eight more.
 */
const checksum = (words: Int32Array): number[] => {
  let state = [123456789, 362436069, 521288629, 88675123];
  const turn = (word: number): void => {
    const [x, y, z, w] = state;
    const t = x ^ (x << 11);
    state = [y, z, w, w ^ (w >>> 19) ^ t ^ (t >>> 8) ^ word];
  };
  const whole = words.length - (words.length % 32);
  for (let from = 0; from < whole; from += 32) {
    const block = words.subarray(from, from + 32);
    turn(block.reduce((sum, word) => sum ^ word, 0));
    turn(block.reduce((sum, word, p) => sum ^ rotated(word, 28 - (p - (p % 4)) + (p % 4)), 0));
  }
  for (const word of words.subarray(whole)) turn(word);
  for (let i = 0; i < 8; i++) turn(words.length);
  return state;
};

/** Puts the checksum right, as somebody who knows the format would. */
const sealed = (bytes: Uint8Array): Uint8Array => {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  words.set(checksum(words.subarray(HEAD / 4)), 4);
  return bytes;
};

/** Worlds with contacts, joints of many kinds, sleepers, free rows and events under way. */
const VICTIMS = ['falling-shapes', 'car', 'ragdoll-pile', 'six-dof-joint', 'funnel', 'gear-joint'];

const victim = (id: string): World => {
  const scene = scenes.find((each) => each.id === id);
  if (!scene) throw new Error(`There is no scene ${id}`);
  const { world, beforeStep } = startScene(scene, {}, {});
  for (let i = 0; i < 30; i++) {
    beforeStep?.(world, i * DT);
    stepWorld(world, DT);
  }
  destroyBody(world, allBodies(world).at(-1)!);
  return world;
};

/** Numbers that break things. */
const nasty = (random: Random): number =>
  [0, 1, -1, 2, 0x7fffffff, -0x80000000, 0x7ff80000, 0x7ff00000, 1 << Math.floor(32 * random.next())][
    Math.floor(9 * random.next())
  ];

const damaged = (bytes: Uint8Array, random: Random): Uint8Array => {
  const copy = bytes.slice();
  const words = new Int32Array(copy.buffer);
  const changes = 1 + Math.floor(3 * random.next());
  for (let k = 0; k < changes; k++) {
    const at = HEAD / 4 + Math.floor((words.length - HEAD / 4) * random.next());
    if (random.next() < 0.5) words[at] ^= 1 << Math.floor(32 * random.next());
    else words[at] = nasty(random);
  }
  return sealed(copy);
};

/** Steps and reads what may have become a trap. Numbers may be wild, so bodies may be lost, with an error that says so. */
const use = (world: World): void => {
  for (let i = 0; i < 3; i++) {
    try {
      stepWorld(world, DT);
    } catch (error) {
      expect(error).toBeInstanceOf(PhysicsError);
    }
  }
  worldEvents(world);
  hashWorld(world);
  for (const joint of allJoints(world)) jointRows(world, joint);
  for (const body of allBodies(world)) destroyBody(world, body);
};

describe('hostile snapshots', () => {
  it('with a right checksum are refused, world unchanged, or can be used; never a hang, never another error', () => {
    const random = createRandom(fuzzSeed(7));
    const worlds = VICTIMS.map(victim);
    const snapshots = worlds.map(takeSnapshot);
    let refused = 0;
    let longest = 0;
    const cases = 70 * fuzzScale;
    for (let k = 0; k < cases; k++) {
      const own = k % worlds.length;
      const before = hashWorld(worlds[own]);
      const bytes = damaged(snapshots[own], random);
      const start = performance.now();
      try {
        restoreSnapshot(worlds[own], bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(PhysicsError);
        expect(error).toMatchObject({ code: 'bad-snapshot' });
        expect(hashWorld(worlds[own])).toBe(before);
        longest = Math.max(longest, performance.now() - start);
        refused++;
        continue;
      }
      use(worlds[own]);
      longest = Math.max(longest, performance.now() - start);
      restoreSnapshot(worlds[own], snapshots[own]);
      expect(hashWorld(worlds[own])).toBe(before);
    }
    console.log(`${cases} hostile snapshots: ${refused} refused, longest ${longest.toFixed(0)} ms`);
    expect(refused).toBeGreaterThan(cases / 20);
    expect(longest).toBeLessThan(5000);
  }, 600_000);

  it('any two flipped bits are found', () => {
    const world = victim(VICTIMS[0]);
    const bytes = takeSnapshot(world);
    const random = createRandom(fuzzSeed(3));
    const target = createWorld();
    const flip = (at: number): void => {
      bytes[at >> 3] ^= 1 << (at & 7);
    };
    for (let k = 0; k < 170 * fuzzScale; k++) {
      // Half of them among the top bits of words, which multiplications never mix.
      const bit = (): number => {
        const any = Math.floor(8 * bytes.length * random.next());
        return k % 2 === 0 ? any : any - (any % 32) + 31;
      };
      const [first, second] = [bit(), bit()];
      if (first === second) continue;
      flip(first);
      flip(second);
      expect(() => restoreSnapshot(target, bytes)).toThrow(PhysicsError);
      flip(first);
      flip(second);
    }
    restoreSnapshot(target, bytes);
    expect(hashWorld(target)).toBe(hashWorld(world));
  });

  const buffer = new Uint8Array(0x2000000);

  it.each(scenes.map(({ id }) => id))('sound ones of %s are taken, from a buffer, too', (id) => {
    const scene = scenes.find((each) => each.id === id)!;
    const { world, beforeStep } = startScene(scene, {}, {});
    for (let i = 0; i < 8; i++) {
      beforeStep?.(world, i * DT);
      stepWorld(world, DT);
    }
    const bodies = allBodies(world);
    for (const remove of [() => undefined, () => destroyBody(world, bodies[0])]) {
      remove();
      const other = createWorld();
      const length = writeSnapshot(world, buffer);
      restoreSnapshot(other, buffer.subarray(0, length));
      expect(hashWorld(other)).toBe(hashWorld(world));
      // At once: the comparison of `expect` looks at each byte as a property.
      expect(Buffer.compare(takeSnapshot(other), buffer.subarray(0, length))).toBe(0);
    }
  });

  it('a buffer that is too small says what is needed', () => {
    const world = victim(VICTIMS[0]);
    const size = takeSnapshot(world).length;
    expect(() => writeSnapshot(world, new Uint8Array(1000))).toThrow(
      `The snapshot has ${size} bytes and the buffer 1000.`,
    );
    expect(() => writeSnapshot(world, new Uint8Array(100_000).subarray(1))).toThrow(/begins at byte 1/);
    expect(() => writeSnapshot(world, [] as never)).toThrow(/is no Uint8Array/);
    expect(writeSnapshot(world, new Uint8Array(size))).toBe(size);
  });
});
