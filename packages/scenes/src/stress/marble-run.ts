import { buildMarbleRun } from '../builders/build-marble-run.js';
import { defineScene } from '../scene.js';
import { numbered } from './numbered.js';

export const marbleRun = defineScene({
  id: 'marble-run',
  title: 'Marble run',
  group: 'stress',
  description: 'Marbles roll down a helical chute, a mesh of triangles, into a tray.',
  watch:
    'They follow the chute without a bump, climb its outer side as they get faster, and end in the tray.',
  camera: { target: [0.5, 1.2, 0.6], distance: 8, yaw: 0.7, pitch: 0.45 },
  params: {
    count: { title: 'Marbles', unit: '1', default: 40, min: 1, max: 60, step: 1 },
    turns: { title: 'Turns', unit: '1', default: 3, min: 1, max: 4, step: 1 },
  },
  build: (world, options) => numbered(world, 'marble', buildMarbleRun(world, options)),
});
