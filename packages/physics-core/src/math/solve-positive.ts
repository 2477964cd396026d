/** A pivot below this part of its diagonal is rounding: the equation depends on those before it. */
const DEPENDENT = 1e-12;

/**
 * x of A x = b for a small symmetric, positive A, by elimination; unknowns that depend on others are
 * 0. Not for the step: it allocates.
 */
export const solvePositive = (a: readonly (readonly number[])[], b: readonly number[]): number[] => {
  const n = b.length;
  const rows = a.map((row, i) => [...row, b[i]]);
  const isFree = (i: number): boolean => !(rows[i][i] > DEPENDENT * a[i][i]);
  for (let i = 0; i < n; i++) {
    if (isFree(i)) continue;
    for (let k = i + 1; k < n; k++) {
      const factor = rows[k][i] / rows[i][i];
      for (let c = i; c <= n; c++) rows[k][c] -= factor * rows[i][c];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    if (isFree(i)) continue;
    let sum = rows[i][n];
    for (let c = i + 1; c < n; c++) sum -= rows[i][c] * x[c];
    x[i] = sum / rows[i][i];
  }
  return x;
};
