import { buildMixedPile } from '../builders/build-mixed-pile.js';
import { defineScene } from '../scene.js';
import { numbered, seed } from './numbered.js';

export const mixedPile = defineScene({
  id: 'mixed-pile',
  title: 'Boxes and balls in a pit',
  group: 'stress',
  description: 'Boxes and balls in turn fall into a walled pit.',
  watch: 'The pit fills evenly and comes to rest.',
  camera: { target: [0, 3, 0], distance: 26, yaw: 0.6, pitch: 0.8 },
  params: { count: { title: 'Bodies', unit: '1', default: 400, min: 1, max: 2000, step: 1 }, seed },
  build: (world, options) => numbered(world, 'body', buildMixedPile(world, options)),
});
