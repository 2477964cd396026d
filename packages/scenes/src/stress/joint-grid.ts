import { buildJointGrid } from '../builders/build-joint-grid.js';
import { defineScene } from '../scene.js';
import { numbered } from './numbered.js';

export const jointGrid = defineScene({
  id: 'joint-grid',
  title: 'Sheet of joints',
  group: 'stress',
  description: 'A sheet of balls, each joined to its neighbours, hangs from one side and swings down.',
  watch: 'It swings as cloth does and holds together.',
  camera: { target: [7, 28, 4], distance: 32, yaw: 0.7, pitch: 0.1 },
  params: { size: { title: 'Balls along a side', unit: '1', default: 16, min: 2, max: 40, step: 1 } },
  build: (world, { size }) => numbered(world, 'ball', buildJointGrid(world, { size })),
});
