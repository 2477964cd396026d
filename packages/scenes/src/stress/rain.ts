import { buildRain } from '../builders/build-rain.js';
import { defineScene } from '../scene.js';
import { numbered, seed } from './numbered.js';

export const rain = defineScene({
  id: 'rain',
  title: 'Raining boxes',
  group: 'stress',
  description: 'Boxes of all sizes rain on the floor and on each other.',
  watch: 'Each lands, tumbles and comes to rest. None sinks into the floor or into another.',
  camera: { target: [0, 2, 0], distance: 36, yaw: 0.6, pitch: 0.5 },
  params: { count: { title: 'Boxes', unit: '1', default: 600, min: 1, max: 3000, step: 1 }, seed },
  build: (world, options) => numbered(world, 'box', buildRain(world, options)),
});
