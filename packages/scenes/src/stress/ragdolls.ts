import { buildRagdolls } from '../builders/build-ragdolls.js';
import { defineScene } from '../scene.js';
import { numbered, seed } from './numbered.js';

export const ragdolls = defineScene({
  id: 'ragdolls',
  title: 'Ragdolls',
  group: 'stress',
  description: 'People of eleven parts and ten joints fall on the floor.',
  watch: 'Elbows and knees bend only as they should. At rest all fall asleep.',
  camera: { target: [3.6, 1, 2.7], distance: 13, yaw: 0.5, pitch: 0.4 },
  params: { count: { title: 'People', unit: '1', default: 20, min: 1, max: 100, step: 1 }, seed },
  build: (world, options) => numbered(world, 'part', buildRagdolls(world, options)),
});
