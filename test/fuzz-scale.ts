/**
 * Random tests are short in the suite. `npm run fuzz` makes them FUZZ_SCALE times as long, from another seed in every run, and
 * `npm run soak` lets worlds live SOAK_SCALE times as long.
 */
const factor = (name: string): number => Math.max(1, Number(process.env[name] ?? 1));

export const fuzzScale = factor('FUZZ_SCALE');

/** How many random cases a test tries: `usual` in the suite, `long` by `npm run fuzz`, or what the environment says. */
export const trials = (name: string, usual: number, long: number): number =>
  Number(process.env[name] ?? (fuzzScale > 1 ? long : usual));

export const soakScale = factor('SOAK_SCALE');

/** The seed of a random test: always the same in the suite. */
export const fuzzSeed = (seed: number): number => seed + Number(process.env.FUZZ_SEED ?? 0);
