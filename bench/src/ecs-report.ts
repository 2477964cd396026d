import { textTable } from '@tenon/test/shared/text-table';
import type { EcsResult } from './ecs.js';
import { timingCells } from './report.js';

/** The cost of the bitECS plugin as plain text, one block a scene. */
export const ecsText = ({ scene, bodies, awake, frames, times, limit }: EcsResult): string =>
  [
    `${scene}: ${bodies} bodies, ${awake} of them awake, ${frames} frames of one step`,
    textTable(
      ['system', 'median ms', 'p10 ms', 'at most ms'],
      [
        ['pre', ...timingCells(times.pre), ''],
        ['solve', ...timingCells(times.solve), ''],
        ['post', ...timingCells(times.post), ''],
        ['pre and post', ...timingCells(times.preAndPost), limit?.toFixed(3) ?? ''],
      ],
    ),
  ].join('\n');
