import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearPairs,
  createPairSet,
  findPair,
  insertPair,
  PAIR_NOT_FOUND,
  removePair,
} from '../../../src/collision/broadphase/pair-set.js';

const proxy = fc.oneof(fc.nat(8), fc.nat((1 << 26) - 1));
const operation = fc.record({ remove: fc.boolean(), a: proxy, b: proxy, value: fc.nat() });

describe('pair set', () => {
  it('agrees with a Map under any sequence of insertions and removals', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 400 }), (operations) => {
        const set = createPairSet();
        const model = new Map<string, number>();
        for (const { remove, a, b, value } of operations) {
          const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
          if (remove) {
            expect(removePair(set, a, b)).toBe(model.get(key) ?? PAIR_NOT_FOUND);
            model.delete(key);
          } else {
            insertPair(set, a, b, value);
            model.set(key, value);
          }
        }
        expect(set.count).toBe(model.size);
        for (const { a, b } of operations) {
          const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
          expect(findPair(set, b, a)).toBe(model.get(key) ?? PAIR_NOT_FOUND);
        }
      }),
      { seed: 1 },
    );
  });

  it('keeps every pair through growth and the removal of every second one', () => {
    const set = createPairSet();
    const size = 150;
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) insertPair(set, a, b, a * size + b);
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b += 2) removePair(set, b, a);
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        const removed = (b - a) % 2 === 1;
        expect(findPair(set, a, b)).toBe(removed ? PAIR_NOT_FOUND : a * size + b);
      }
    }
  });

  it('is empty after clearing', () => {
    const set = createPairSet();
    insertPair(set, 3, 4, 5);
    clearPairs(set);
    expect(set.count).toBe(0);
    expect(findPair(set, 3, 4)).toBe(PAIR_NOT_FOUND);
  });

  it('refuses a negative value', () => {
    expect(() => insertPair(createPairSet(), 1, 2, -1)).toThrow(/negative/);
  });
});
