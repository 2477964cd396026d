import type { Floats } from '../math/floats.js';
import type { World } from '../state/world.js';
import { groupsOf, type Rows } from './codes.js';
import { eachPart } from './parts.js';

/**
 * 64-bit hash of the state as 16 hex digits: two lanes of 32-bit multiply-and-rotate mixing (after
 * MurmurHash3, Appleby 2011), which uses nothing but exact integer arithmetic. Not for security.
 */
export const hashState = (world: World): string => {
  lanes[0] = 0x9747b28c;
  lanes[1] = 0x5bd1e995;
  eachPart(world, { integers: mixIntegers, doubles: mixDoubles, hasOwnMasses: () => true });
  return hex(finish(lanes[0])) + hex(finish(lanes[1]));
};

/** Scratch: the two lanes of the hash. */
const lanes = new Int32Array(2);

const mixIntegers = (column: Int32Array, length: number): void => {
  mix(length);
  for (let i = 0; i < length; i++) mix(column[i]);
};

const mixDoubles = (column: Floats, { count, stride, base, width, slots }: Rows): void => {
  const { starts, ends } = groupsOf(width);
  mix(count * width);
  for (let i = 0; i < count; i++) {
    const row = base + stride * (slots === undefined ? i : slots[i]);
    for (let g = 0; g < ends.length; g++) {
      for (let k = row + starts[g]; k < row + ends[g]; k++) {
        double[0] = column[k];
        mix(wordsOfDouble[0]);
        mix(wordsOfDouble[1]);
      }
    }
  }
};

/** Scratch: the two words of a double. */
const double = new Float64Array(1);
const wordsOfDouble = new Int32Array(double.buffer);

const rotateLeft = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

const mix = (word: number): void => {
  const a = Math.imul(rotateLeft(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  const b = Math.imul(rotateLeft(Math.imul(word, 0x85ebca6b), 13), 0xc2b2ae35);
  lanes[0] = Math.imul(rotateLeft(lanes[0] ^ a, 13), 5) + 0xe6546b64;
  lanes[1] = Math.imul(rotateLeft(lanes[1] ^ b, 17), 9) + 0x38495ab5;
};

const finish = (lane: number): number => {
  const a = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (b ^ (b >>> 16)) >>> 0;
};

const hex = (value: number): string => value.toString(16).padStart(8, '0');
