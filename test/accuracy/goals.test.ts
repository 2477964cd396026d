import { describe, expect, it } from 'vitest';
import { tenon } from './engine.js';
import { type Goal, isMet } from './experiment.js';
import { experiments } from './experiments.js';

/**
 * The goals of the default column; what has no goal is only reported by `npm run accuracy`. A goal out of reach must be missed: when one is
 * met at last, its mark has to go.
 */
describe.each(
  experiments.map((experiment) => [`${experiment.id}: ${experiment.title}`, experiment] as const),
)('%s', (_, experiment) => {
  const { values } = experiment.measure(tenon);

  const titleOf = ({ what, outOfReach }: Goal): string =>
    outOfReach ? `${what} (missed: ${outOfReach})` : what;

  it.each(experiment.goals.map((goal) => [titleOf(goal), goal] as const))('%s', (__, goal) => {
    const value = values[goal.key];
    expect(Number.isFinite(value)).toBe(true);
    if (goal.outOfReach !== undefined) {
      expect(isMet(goal, value)).toBe(false);
      return;
    }
    if (goal.atMost !== undefined) expect(value).toBeLessThanOrEqual(goal.atMost);
    if (goal.atLeast !== undefined) expect(value).toBeGreaterThanOrEqual(goal.atLeast);
  });
});
