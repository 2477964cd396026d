import { buildWashingMachine } from '../builders/build-washing-machine.js';
import { defineScene, inDegrees } from '../scene.js';
import { numbered, seed } from './numbered.js';

export const washingMachine = defineScene({
  id: 'washing-machine',
  title: 'Washing machine',
  group: 'stress',
  description: 'Boxes, balls, capsules and hulls tumble in a drum with ribs: a kinematic body with one mesh.',
  watch: 'The ribs lift the heap and it falls back. Nothing leaves the drum.',
  camera: { target: [0, 0, 0], distance: 9, yaw: 0.4, pitch: 0.2 },
  params: {
    count: { title: 'Bodies', unit: '1', default: 250, min: 1, max: 500, step: 1 },
    speed: inDegrees({ title: 'Speed', unit: '°/s', default: 90, min: 0, max: 120, step: 5 }),
    seed,
  },
  build: (world, options) => {
    const { drum, bodies } = buildWashingMachine(world, options);
    const content = numbered(world, 'body', bodies);
    return { ...content, bodies: { drum, ...content.bodies } };
  },
});
