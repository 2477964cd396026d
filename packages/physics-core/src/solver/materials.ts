import { CombineRule } from '../state/colliders.js';

/** One coefficient of two materials. Of two different rules the stronger (later in CombineRule) decides. */
export const combine = (a: number, b: number, ruleA: number, ruleB: number): number => {
  const rule = Math.max(ruleA, ruleB);
  if (rule === CombineRule.average) return 0.5 * (a + b);
  if (rule === CombineRule.minimum) return Math.min(a, b);
  if (rule === CombineRule.multiply) return a * b;
  return Math.max(a, b);
};
