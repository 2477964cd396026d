import { allJoints, type BodyHandle, type World } from '@tenon/physics-core';
import type { SceneContent } from '../scene.js';

/** Names for what a builder has made: `prefix` with a number for each body, and for the joints in the order of their making. */
export const numbered = (world: World, prefix: string, bodies: readonly BodyHandle[]): SceneContent => ({
  bodies: Object.fromEntries(bodies.map((body, i) => [`${prefix}${i}`, body])),
  joints: Object.fromEntries(allJoints(world).map((joint, i) => [`joint${i}`, joint])),
});

export const seed = { title: 'Seed', unit: '1', default: 1, min: 1, max: 100, step: 1 } as const;
