/** Seeded random numbers for scenes: the same on every engine, because only integer arithmetic and sqrt are used. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Uniform on the unit sphere. */
  direction(): [x: number, y: number, z: number];
  /** Uniform over all orientations, x y z w. */
  rotation(): [x: number, y: number, z: number, w: number];
}

export const createRandom = (seed: number): Random => {
  let state = seed | 0;
  // Mulberry32: 32 bits of state, passes the usual statistical tests, a handful of lines.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number): number => low + (high - low) * next();
  return {
    next,
    between,
    direction: () => {
      const [x, y, z] = onUnitSphere(3, between);
      return [x, y, z];
    },
    rotation: () => {
      const [x, y, z, w] = onUnitSphere(4, between);
      return [x, y, z, w];
    },
  };
};

/** Rejection from the cube needs no trigonometry, whose last bits differ between engines. */
const onUnitSphere = (dimensions: number, between: (low: number, high: number) => number): number[] => {
  for (;;) {
    const point = Array.from({ length: dimensions }, () => between(-1, 1));
    const square = point.reduce((sum, x) => sum + x * x, 0);
    if (square > 1e-4 && square <= 1) return point.map((x) => x / Math.sqrt(square));
  }
};
