import { buildPyramid, touchingBoxes } from '../builders/build-pyramid.js';
import { defineScene } from '../scene.js';
import { numbered } from './numbered.js';

/** The large pyramid of Box3D's benchmark; ours measures it with 100 rows. */
export const largePyramid = defineScene({
  id: 'large-pyramid',
  title: 'Large pyramid',
  group: 'stress',
  description: 'An upright triangle of cubes that touch on all sides, up to 1,830 of them.',
  watch: 'The lowest row carries all others. The higher the pyramid, the more its top sinks in and sways.',
  camera: { target: [0, 14, 0], distance: 65, yaw: 0.4, pitch: 0.15 },
  settings: { gravity: [0, -10, 0] },
  params: { rows: { title: 'Rows', unit: '1', default: 30, min: 1, max: 60, step: 1 } },
  build: (world, { rows }) => numbered(world, 'box', buildPyramid(world, { rows, ...touchingBoxes })),
});
