import { createWorld, type World, worldSettings } from '@tenon/physics-core';
import { noting, type Runner } from './engine.js';
import type { Experiment, Measurement } from './experiment.js';

const usual: Record<string, unknown> = { ...worldSettings(createWorld()) };

/** Every experiment runs without sleeping, and has its own gravity; everything else that is not the default is said. */
const UNSAID = ['sleeping', 'gravity'];

/** 'default', or what differs from it: 'substeps 16, jointHertz 1000'. */
const settingsText = (world: World): string => {
  const other = Object.entries({ ...worldSettings(world) }).filter(
    ([name, value]) => !UNSAID.includes(name) && value !== usual[name],
  );
  return other.map(([name, value]) => `${name} ${String(value)}`).join(', ') || 'default';
};

/** What an experiment gave, and with which settings each value came about. */
export interface Noted extends Measurement {
  readonly ran: Readonly<Record<string, string>>;
}

/**
 * Runs an experiment and reads the settings of its worlds from the worlds themselves. An experiment whose worlds differ says
 * which value came from which.
 */
export const measureNoted = (experiment: Experiment, runner: Runner): Noted => {
  const noted = noting(runner);
  const measurement = experiment.measure(noted.runner);
  const texts = [...new Set(noted.worlds.map(settingsText))];
  for (const world of noted.worlds)
    if (worldSettings(world).sleeping) throw new Error(`Experiment ${experiment.id} lets bodies sleep`);
  const ran = Object.keys(measurement.values).map((key): [string, string] => {
    const world = measurement.worlds?.[key];
    if (world !== undefined) {
      if (!noted.worlds.includes(world))
        throw new Error(`Experiment ${experiment.id} did not run the world of '${key}'`);
      return [key, settingsText(world)];
    }
    if (texts.length !== 1)
      throw new Error(`Experiment ${experiment.id} must say in which world it measured '${key}'`);
    return [key, texts[0]];
  });
  return { ...measurement, ran: Object.fromEntries(ran) };
};
