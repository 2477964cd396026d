import { buildPile } from '../builders/build-pile.js';
import { defineScene } from '../scene.js';
import { numbered, seed } from './numbered.js';

export const pile = defineScene({
  id: 'pile',
  title: 'Pile',
  group: 'stress',
  description: 'Boxes, balls, capsules and rocks fall into a low tray.',
  watch: 'They settle as a heap, with all kinds of shapes on each other.',
  camera: { target: [0, 1.5, 0], distance: 17, yaw: 0.6, pitch: 0.35 },
  params: { count: { title: 'Bodies', unit: '1', default: 150, min: 1, max: 600, step: 1 }, seed },
  build: (world, options) =>
    numbered(
      world,
      'body',
      buildPile(world, options).map(({ body }) => body),
    ),
});
