import { createWorld, type World } from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { tenon } from './engine.js';
import { type Experiment, type Goal, isMet } from './experiment.js';
import { experiments } from './experiments.js';
import { measureNoted } from './settings-text.js';

/**
 * The goals of the default column; what has no goal is only reported by `npm run accuracy`. A goal out of reach must be missed: when one is
 * met at last, its mark has to go. Runs alone, for one experiment is about every joint type that there is.
 */
describe.each(
  experiments.map((experiment) => [`${experiment.id}: ${experiment.title}`, experiment] as const),
)('%s', (_, experiment) => {
  const { values, ran } = measureNoted(experiment, tenon);

  const titleOf = ({ what, outOfReach }: Goal): string =>
    outOfReach ? `${what} (missed: ${outOfReach})` : what;

  it.each(experiment.goals.map((goal) => [titleOf(goal), goal] as const))('%s', (__, goal) => {
    const value = values[goal.key];
    expect(ran[goal.key], 'settings').toBe(goal.ran ?? 'default');
    expect(Number.isFinite(value)).toBe(true);
    if (goal.open !== undefined) return;
    if (goal.outOfReach !== undefined) {
      expect(isMet(goal, value)).toBe(false);
      return;
    }
    if (goal.atMost !== undefined) expect(value).toBeLessThanOrEqual(goal.atMost);
    if (goal.atLeast !== undefined) expect(value).toBeGreaterThanOrEqual(goal.atLeast);
  });
});

it('an experiment cannot hide its settings', () => {
  const [{ id, title, goals, rapier, text }] = experiments;
  const made = (worlds: readonly World[], named?: Record<string, World>): Experiment => ({
    ...{ id, title, goals, rapier, text },
    measure: (runner) => {
      for (const world of worlds) runner(world, () => 0);
      return { values: { x: 1 }, ...(named ? { worlds: named } : {}) };
    },
  });
  const [usual, fine, sleepy] = [{}, { substeps: 16, jointHertz: 1000 }, { sleeping: true }].map((settings) =>
    createWorld({ sleeping: false, ...settings }),
  );
  expect(measureNoted(made([usual, usual]), tenon).ran).toEqual({ x: 'default' });
  expect(measureNoted(made([fine]), tenon).ran.x).toMatch(/substeps 16/);
  expect(measureNoted(made([fine]), tenon).ran.x).toMatch(/jointHertz 1000/);
  expect(measureNoted(made([usual, fine], { x: usual }), tenon).ran).toEqual({ x: 'default' });
  expect(() => measureNoted(made([usual, fine]), tenon)).toThrow(/must say in which world/);
  expect(() => measureNoted(made([]), tenon)).toThrow(/must say in which world/);
  expect(() => measureNoted(made([usual], { x: fine }), tenon)).toThrow(/did not run the world/);
  expect(() => measureNoted(made([sleepy]), tenon)).toThrow(/lets bodies sleep/);
});
