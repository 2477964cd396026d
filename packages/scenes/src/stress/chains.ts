import { buildChains } from '../builders/build-chains.js';
import { defineScene } from '../scene.js';
import { numbered } from './numbered.js';

export const chains = defineScene({
  id: 'chains',
  title: 'Chains',
  group: 'stress',
  description: 'Chains of capsules on ball joints, side by side, are released level.',
  watch: 'They swing down together and do not come apart.',
  camera: { target: [2, 9.5, 2], distance: 17, yaw: 0.5, pitch: 0.15 },
  params: {
    count: { title: 'Chains', unit: '1', default: 10, min: 1, max: 40, step: 1 },
    links: { title: 'Links of a chain', unit: '1', default: 15, min: 1, max: 40, step: 1 },
  },
  build: (world, options) => numbered(world, 'link', buildChains(world, options)),
});
