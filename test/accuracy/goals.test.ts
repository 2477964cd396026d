import { describe, expect, it } from 'vitest';
import { tenon } from './engine.js';
import { experiments } from './experiments.js';

/** The goals of the default column; what has no goal is only reported by `npm run accuracy`. */
describe.each(
  experiments.map((experiment) => [`${experiment.id}: ${experiment.title}`, experiment] as const),
)('%s', (_, experiment) => {
  const { values } = experiment.measure(tenon);

  it.each(experiment.goals.map((goal) => [goal.what, goal] as const))('%s', (__, goal) => {
    const value = values[goal.key];
    expect(Number.isFinite(value)).toBe(true);
    if (goal.atMost !== undefined) expect(value).toBeLessThanOrEqual(goal.atMost);
    if (goal.atLeast !== undefined) expect(value).toBeGreaterThanOrEqual(goal.atLeast);
  });
});
