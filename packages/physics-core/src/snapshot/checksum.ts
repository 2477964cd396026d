/**
 * 128-bit checksum of 32-bit words: the state of Marsaglia's xorshift128 (2003, "Xorshift RNGs", section 4) takes one word in with every
 * turn,
 *   t = x ⊕ (x ≪ 11),   (x, y, z, w) ← (y, z, w, w ⊕ (w ≫ 19) ⊕ t ⊕ (t ≫ 8) ⊕ word).
 * The map is linear over GF(2) and has period 2¹²⁸ - 1, so a difference never dies out by itself: every error within one word is found,
 * and two errors cancel only if the map turns the one into the other after exactly their distance. For single bits it does so at no
 * distance up to 2²⁶ words (256 MB), which was tried for all pairs of bits. Other damage passes with a chance of 2⁻¹²⁸. Not for security.
 */
export const checksum = (words: Int32Array, from: number, to: number, out: Int32Array): void => {
  let x = 123456789;
  let y = 362436069;
  let z = 521288629;
  let w = 88675123;
  for (let i = from; i < to; i++) {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8) ^ words[i];
  }
  // The last words have been through few turns.
  for (let i = 0; i < SETTLE; i++) {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8) ^ (to - from);
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
};

export const CHECKSUM_WORDS = 4;
const SETTLE = 8;
