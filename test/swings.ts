/** Times at which x passes through zero upwards, by linear interpolation. */
export const upwardCrossings = (points: readonly (readonly [number, number])[]): number[] =>
  points.flatMap(([t, x], i) => {
    if (i === 0) return [];
    const [before, from] = points[i - 1];
    return from < 0 && x >= 0 ? [before + ((t - before) * -from) / (x - from)] : [];
  });

/** T / T₀ = 1 / agm(1, cos(θ/2)): the period of a swing of any size against a small one. */
export const swingFactor = (angle: number): number => {
  let [a, g] = [1, Math.cos(angle / 2)];
  for (let i = 0; i < 6; i++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
  return 1 / a;
};

/** Amplitude of a signal, sampled every dt, at a frequency, by its Fourier transform with a Hann window. */
export const amplitudeAt = (signal: readonly number[], dt: number, frequency: number): number => {
  const sum = [0, 0];
  for (const [i, value] of signal.entries()) {
    const window = 1 - Math.cos((2 * Math.PI * i) / signal.length);
    const phase = 2 * Math.PI * frequency * i * dt;
    sum[0] += window * value * Math.cos(phase);
    sum[1] += window * value * Math.sin(phase);
  }
  return Math.hypot(...sum) / signal.length;
};

/** The frequency of the largest amplitude in a range, Hz. */
export const peakFrequency = (signal: readonly number[], dt: number, from: number, to: number): number => {
  let best = from;
  let most = 0;
  for (let frequency = from; frequency <= to; frequency += 0.001) {
    const amplitude = amplitudeAt(signal, dt, frequency);
    if (amplitude > most) [best, most] = [frequency, amplitude];
  }
  return best;
};
