import { type Floats, setFloats } from '../../../src/math/floats.js';

/** Seeded numbers in [0, 1) (mulberry32), so that a failure repeats. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

export function writeCube(boxes: Floats, proxy: number, x: number, y: number, z: number, half: number): void {
  setFloats(boxes, [x - half, y - half, z - half, x + half, y + half, z + half], proxy * 6);
}
