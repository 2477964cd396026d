import { CombineRule } from '../state/colliders.js';

/** out[at] ← one coefficient of two materials, at i and j. Of two different rules the stronger (later in CombineRule) decides. */
export const writeCombined = (
  out: Float64Array,
  at: number,
  material: Float64Array,
  i: number,
  j: number,
  rule: number,
): void => {
  const a = material[i];
  const b = material[j];
  if (rule === CombineRule.average) out[at] = 0.5 * (a + b);
  else if (rule === CombineRule.minimum) out[at] = Math.min(a, b);
  else if (rule === CombineRule.multiply) out[at] = a * b;
  else out[at] = Math.max(a, b);
};
