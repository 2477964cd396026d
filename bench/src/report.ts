import { ENGINE_NAMES } from './engines.js';
import type { SceneResult, Timing } from './measure.js';

const LEGEND = `Times in ms a step: the median, and p10, which a tenth of the steps stay below. A row such as tenon/rapier3d-compat has
Tenon's time divided by that of the other engine: below 1 Tenon is faster. Joint error: the largest distance of a joint's two
anchors, over all joints and steps. Heights y in m.`;

/** The results as plain text, one block a scene. */
export const textReport = (results: readonly SceneResult[]): string =>
  [LEGEND, ...results.map(sceneText)].join('\n\n');

const sceneText = ({ scene, bodies, joints, phases, outcomes }: SceneResult): string => {
  const rows = phases.flatMap(({ phase, steps, times, ratios, jointErrors }) => [
    ...ENGINE_NAMES.map((name) => [
      `${phase} (${steps})`,
      name,
      ...timingCells(times[name]),
      jointErrors ? jointErrors[name].toPrecision(3) : '',
    ]),
    ...Object.entries(ratios).map(([name, ratio]) => [
      `${phase} (${steps})`,
      name,
      ...timingCells(ratio),
      '',
    ]),
  ]);
  const ends = ENGINE_NAMES.map((name) => {
    const { meanHeight, lowest, highest, fastest } = outcomes[name];
    return [name, ...[meanHeight, lowest, highest].map((x) => x.toFixed(3)), fastest.toExponential(1)];
  });
  return [
    `${scene}: ${bodies} bodies, ${joints} joints, 60 Hz, no sleeping`,
    table(['phase (steps)', 'engine', 'median ms', 'p10 ms', joints > 0 ? 'worst joint error mm' : ''], rows),
    table(['at the end', 'mean y', 'lowest', 'highest', 'fastest m/s'], ends),
  ].join('\n');
};

export const timingCells = ({ median, p10 }: Timing): string[] => [median.toFixed(3), p10.toFixed(3)];

/** Columns padded to their longest cell. */
export const table = (head: readonly string[], rows: readonly string[][]): string => {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
