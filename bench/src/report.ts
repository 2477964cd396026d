import { textTable } from '@tenon/test/shared/text-table';
import { ENGINE_NAMES, REFERENCE } from './engines.js';
import { goalCells } from './goals.js';
import type { SceneResult } from './measure.js';
import type { Timing } from './timing.js';

export const LEGEND = `Times in ms a step: the median, and p10, which a tenth of the steps stay below. A row such as tenon/rapier3d-compat has
Tenon's time divided by that of the other engine: below 1 Tenon is faster. A goal is for the median. Joint error: the largest
distance of a joint's two anchors, over all joints and steps. Heights y in m.`;

const HEAD = ['phase (steps)', 'engine', 'median ms', 'p10 ms', 'goal', 'verdict'];

/** The result of one scene as plain text. */
export const sceneText = ({ scene, bodies, joints, phases, outcomes }: SceneResult): string => {
  const rows = phases.flatMap(({ phase, steps, times, ratios, goal, jointErrors }) => [
    ...ENGINE_NAMES.map((name) => [
      `${phase} (${steps})`,
      name,
      ...timingCells(times[name]),
      ...goalCells(),
      jointErrors ? jointErrors[name].toPrecision(3) : '',
    ]),
    ...Object.entries(ratios).map(([name, ratio]) => [
      `${phase} (${steps})`,
      name,
      ...timingCells(ratio),
      ...goalCells(name === `tenon/${REFERENCE}` ? goal : undefined),
      '',
    ]),
  ]);
  const ends = ENGINE_NAMES.map((name) => {
    const { meanHeight, lowest, highest, fastest } = outcomes[name];
    return [name, ...[meanHeight, lowest, highest].map((x) => x.toFixed(3)), fastest.toExponential(1)];
  });
  return [
    `${scene}: ${bodies} bodies, ${joints} joints, 60 Hz, no sleeping`,
    textTable([...HEAD, joints > 0 ? 'worst joint error mm' : ''], rows),
    textTable(['at the end', 'mean y', 'lowest', 'highest', 'fastest m/s'], ends),
  ].join('\n');
};

export const timingCells = ({ median, p10 }: Timing): string[] => [median.toFixed(3), p10.toFixed(3)];
