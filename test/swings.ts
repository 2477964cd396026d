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
