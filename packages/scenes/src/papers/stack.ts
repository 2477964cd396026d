import type { BodyHandle } from '@tenon/physics-core';
import { buildStack, overlappingStack, paperStack } from '../builders/build-stack.js';
import { defineScene } from '../scene.js';

const named = (cubes: readonly BodyHandle[]): Record<string, BodyHandle> =>
  Object.fromEntries(cubes.map((cube, i) => [`cube${i}`, cube]));

const camera = { target: [0, 6, 0], distance: 22, yaw: 0.5, pitch: 0.15 } as const;
const settings = { sleeping: false, gravity: [0, -10, 0] } as const;

/** Tamis & Maggiore §10.1: how long does a stack stand when nothing is put to sleep? Theirs fell after 85 s. */
export const stack = defineScene({
  id: 'stack',
  title: 'Stack of five',
  group: 'papers',
  description: 'Five cubes of 2.4 m fall onto each other. Sleeping is off: they must stand by themselves.',
  watch: 'The stack stands for ever and does not drift.',
  camera,
  settings,
  params: {
    count: { title: 'Cubes', unit: '1', default: 5, min: 1, max: 10, step: 1 },
    spacing: { title: 'Distance of the centres', unit: 'm', default: 3, min: 2.4, max: 4, step: 0.05 },
  },
  build: (world, { count, spacing }) => ({
    bodies: named(buildStack(world, { ...paperStack, count, spacing })),
  }),
});

/** Tamis & Maggiore §10.2, Fig. 7: bodies that start inside each other must come apart without being thrown. */
export const intersectingStack = defineScene({
  id: 'intersecting-stack',
  title: 'Intersecting stack',
  group: 'papers',
  description: 'Five cubes start 0.4 m inside each other, the lowest half in the floor.',
  watch:
    'They move apart and stand. With the classic method "baumgarte" they are thrown, with "push-factor" they are not.',
  camera,
  settings,
  params: {
    count: { title: 'Cubes', unit: '1', default: 5, min: 1, max: 10, step: 1 },
    overlap: { title: 'Overlap', unit: 'm', default: 0.4, min: 0, max: 1, step: 0.05 },
  },
  build: (world, { count, overlap }) => ({
    bodies: named(
      buildStack(world, { ...overlappingStack, count, spacing: 2 * overlappingStack.halfSize - overlap }),
    ),
  }),
});
