/**
 * 128-bit checksum of 32-bit words, in two levels.
 *
 * Each block of 32 words w₀ … w₃₁ is folded to two words,
 *   y = ⊕ wₚ   and   z = ⊕ (wₚ rotated to the left by an angle of its own, 0 to 31),
 * which costs four operations a word. Two bits that differ in place change y. Two that have the same place within their words, in one block,
 * leave y and change z, because no two words of a block are rotated alike.
 *
 * The state of Marsaglia's xorshift128 (2003, "Xorshift RNGs", section 4) takes in y and z, one in each turn:
 *   t = x ⊕ (x ≪ 11),   (x, y, z, w) ← (y, z, w, w ⊕ (w ≫ 19) ⊕ t ⊕ (t ≫ 8) ⊕ word).
 * The map is linear over GF(2) and has period 2¹²⁸ - 1, so a difference never dies out by itself: every error that changes the fold of one
 * block is found, and those of two blocks cancel only if the map turns the one into the other after exactly their distance. For two single
 * bits it does so at no distance up to 2²¹ blocks (256 MB), which was tried for all pairs. Other damage passes with a chance of 2⁻⁶⁴ or less.
 * Not for security. Word by word without blocks it took four times as long.
 */
export const checksum = (words: Int32Array, from: number, to: number, out: Int32Array): void => {
  state[0] = 123456789;
  state[1] = 362436069;
  state[2] = 521288629;
  state[3] = 88675123;
  let i = from;
  for (; i + BLOCK <= to; i += BLOCK) {
    let y = 0;
    let z0 = 0;
    let z1 = 0;
    let z2 = 0;
    let z3 = 0;
    // Two rounds at a time: a tenth faster.
    for (let j = i; j < i + BLOCK; j += 2 * LANES) {
      const a = words[j];
      const b = words[j + 1];
      const c = words[j + 2];
      const d = words[j + 3];
      const e = words[j + 4];
      const f = words[j + 5];
      const g = words[j + 6];
      const h = words[j + 7];
      y ^= a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
      z0 = rotated(rotated(z0, LANES) ^ a, LANES) ^ e;
      z1 = rotated(rotated(z1, LANES) ^ b, LANES) ^ f;
      z2 = rotated(rotated(z2, LANES) ^ c, LANES) ^ g;
      z3 = rotated(rotated(z3, LANES) ^ d, LANES) ^ h;
    }
    turn(y);
    turn(z0 ^ rotated(z1, 1) ^ rotated(z2, 2) ^ rotated(z3, 3));
  }
  // Less than a block is left.
  for (; i < to; i++) turn(words[i]);
  // The last words have been through few turns.
  for (let k = 0; k < SETTLE; k++) turn(to - from);
  out.set(state);
};

const state = new Int32Array(4);

const turn = (word: number): void => {
  const t = state[0] ^ (state[0] << 11);
  const w = state[3];
  state[0] = state[1];
  state[1] = state[2];
  state[2] = w;
  state[3] = w ^ (w >>> 19) ^ t ^ (t >>> 8) ^ word;
};

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

export const CHECKSUM_WORDS = 4;
const BLOCK = 32;
const LANES = 4;
const SETTLE = 8;
