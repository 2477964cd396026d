import { buildPyramid } from '../builders/build-pyramid.js';
import { defineScene } from '../scene.js';
import { numbered } from './numbered.js';

export const pyramid = defineScene({
  id: 'pyramid',
  title: 'Pyramid',
  group: 'stress',
  description: 'An upright triangle of one-metre cubes.',
  watch: 'It stands, however high you make it. At rest it falls asleep and costs nothing.',
  camera: { target: [0, 5, 0], distance: 26, yaw: 0.4, pitch: 0.2 },
  params: { rows: { title: 'Rows', unit: '1', default: 12, min: 1, max: 30, step: 1 } },
  build: (world, { rows }) => numbered(world, 'box', buildPyramid(world, { rows })),
});
