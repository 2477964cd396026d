/** Of many samples, ms. */
export interface Timing {
  readonly median: number;
  /** A tenth of the samples is faster: what is needed when nothing else disturbs the machine. */
  readonly p10: number;
}

export const timing = (samples: ArrayLike<number>): Timing => {
  const sorted = Float64Array.from(samples).sort();
  return { median: sorted[Math.floor(sorted.length / 2)], p10: sorted[Math.floor(sorted.length / 10)] };
};

export const ratioOf = (a: Timing, b: Timing): Timing => ({
  median: a.median / b.median,
  p10: a.p10 / b.p10,
});

interface Job<Name extends string> {
  readonly name: Name;
  run(): void;
}

/**
 * Runs all jobs in turn, round by round, so that a busy machine slows all of them alike. Returns the ms of each job in each round.
 * `afterRound` is not timed.
 */
export const timeInTurn = <Name extends string>(
  jobs: readonly Job<Name>[],
  rounds: number,
  afterRound: (round: number) => void = () => {},
): Record<Name, Float64Array> => {
  const times = Object.fromEntries(jobs.map(({ name }) => [name, new Float64Array(rounds)])) as Record<
    Name,
    Float64Array
  >;
  for (let round = 0; round < rounds; round++) {
    // The order rotates, because the first after a pause and the one after a large neighbour find colder caches.
    for (let k = 0; k < jobs.length; k++) {
      const job = jobs[(round + k) % jobs.length];
      const start = performance.now();
      job.run();
      times[job.name][round] = performance.now() - start;
    }
    afterRound(round);
  }
  return times;
};
