import { buildTerrain } from '../builders/build-terrain.js';
import { defineScene } from '../scene.js';
import { numbered, seed } from './numbered.js';

export const terrain = defineScene({
  id: 'terrain',
  title: 'Hulls on terrain',
  group: 'stress',
  description: 'Hulls fall on the hills of a height field and roll into its valleys.',
  watch: 'They come to rest on slopes and in valleys. None sinks through the ground or catches on its edges.',
  camera: { target: [0, 1, 0], distance: 34, yaw: 0.6, pitch: 0.6 },
  params: { count: { title: 'Hulls', unit: '1', default: 500, min: 1, max: 1000, step: 1 }, seed },
  build: (world, options) => numbered(world, 'hull', buildTerrain(world, options)),
});
