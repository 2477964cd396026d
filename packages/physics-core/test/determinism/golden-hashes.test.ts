import { describe, expect, it } from 'vitest';
import { createWorld, hashWorld, stepWorld, type World } from '../../src/index.js';
import {
  addFloor,
  boxStack,
  DT,
  fastBalls,
  mixedPile,
  movingPlatform,
  runScene,
  startScene,
} from './context.js';
import { goldenScenes, hashAfter } from './golden-scenes.js';
import { motorMachine } from './joint-scenes.js';

/**
 * The state of small scenes after some hundred steps, bit by bit. A changed hash means changed behaviour: find out why, and if it was
 * meant, give it a line in the CHANGELOG and write the new table with
 *
 *   UPDATE_GOLDEN=1 npx vitest run packages/physics-core/test/determinism/golden-hashes.test.ts
 *
 * which prints it.
 */
const GOLDEN: Readonly<Record<string, string>> = {
  boxStack: '974109112c23c1d6',
  bouncingBalls: 'fd1834118c44090b',
  movingPlatform: '966bbb676d502845',
  mixedPile: 'd1fe4e00ecbbc0a5',
  freeTops: '70718a8edb541d50',
  fastBalls: '40c1071ce93cfab4',
  swingingChain: '01cc52c87ae38ccc',
  motorMachine: '64dad40b93ca3fff',
  thrownFigure: '9c287925d0d44ad3',
};

const names = Object.keys(goldenScenes);
// biome-ignore lint/complexity/useLiteralKeys: an index signature asks for the brackets.
const updating = process.env['UPDATE_GOLDEN'] === '1';

const printHashes = (): void => {
  const rows = names.map((name) => `  ${name}: '${hashAfter(...goldenScenes[name])}',`);
  console.log(`const GOLDEN: Readonly<Record<string, string>> = {\n${rows.join('\n')}\n};`);
};

describe('golden hashes', () => {
  if (updating) {
    it('are printed', printHashes);
    return;
  }
  it.each(names)('%s', (name) => {
    expect(hashAfter(...goldenScenes[name])).toBe(GOLDEN[name]);
  });
});

/** Scratch memory is shared by all worlds: nothing may be left in it from one world's step to the next one's. */
describe('worlds do not feel each other', () => {
  it.each(names)('%s: the same, with one of four other worlds stepping in between', (name) => {
    const [scene] = goldenScenes[name];
    const alone = hashAfter(scene, 120);
    const world = startScene(scene);
    const others = [mixedPile, fastBalls, movingPlatform, motorMachine];
    const neighbours = others.map((other) => startScene(other));
    for (let i = 0; i < 120; i++) {
      runScene(world, scene, 1);
      runScene(neighbours[i % 4], others[i % 4], 2);
    }
    expect(hashWorld(world)).toBe(alone);
  });

  it('the same, built while other worlds exist and are half built', () => {
    const alone = hashAfter(mixedPile, 100);
    const others: World[] = Array.from({ length: 20 }, () =>
      createWorld({ gravity: [0, 9, 0], substeps: 2 }),
    );
    for (const other of others) addFloor(other);
    expect(hashAfter(mixedPile, 100)).toBe(alone);
    for (const other of others) stepWorld(other, DT);
    expect(hashAfter(mixedPile, 100)).toBe(alone);
  });

  it('the hash sees any bit of the state, and not the world itself', () => {
    const [a, b] = [startScene(boxStack), startScene(boxStack)];
    expect(hashWorld(a)).toBe(hashWorld(b));
    b.bodies.userData[3] = -0;
    expect(hashWorld(a)).not.toBe(hashWorld(b));
  });
});
