import type { BodyHandle, JointHandle } from '@tenon/physics-core';
import { buildHuman, skeleton } from '../builders/build-human.js';
import { createRandom } from '../random.js';
import { defineScene, type SceneGroupContent } from '../scene.js';
import { addFloor } from '../solids.js';

/** People of 25 bones fall on a heap, one above the other. */
export const ragdollPile = defineScene({
  id: 'ragdoll-pile',
  title: 'Pile of people',
  group: 'machines',
  description: 'Limp people of 25 bones and 24 joints fall on a heap.',
  watch: 'Drag one of them with the mouse. They come to rest on each other with all bones in their joints.',
  camera: { target: [0, 0.9, 0], distance: 6.4, yaw: 0.5, pitch: 0.2 },
  params: {
    people: { title: 'People', unit: '1', default: 5, min: 1, max: 20, step: 1 },
    stiffness: { title: 'Stiffness of the joints', unit: 'N·m/kg', default: 0.5, min: 0, max: 5, step: 0.1 },
    seed: { title: 'Seed', unit: '1', default: 1, min: 1, max: 100, step: 1 },
  },
  build: (world, { people, stiffness, seed }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
    const joints: Record<string, JointHandle> = {};
    const groups: Record<string, SceneGroupContent> = {};
    const random = createRandom(seed);
    for (let i = 0; i < people; i++) {
      const human = buildHuman(world, {
        position: [random.between(-0.3, 0.3), 1.3 + 1.9 * i, random.between(-0.3, 0.3)],
        rotation: random.rotation(),
        stiffness,
      });
      groups[`person${i}`] = skeleton(human);
      for (const [name, body] of Object.entries(human.bodies)) bodies[`${name}${i}`] = body;
      for (const [name, joint] of Object.entries(human.joints)) joints[`${name}${i}`] = joint;
    }
    return { bodies, joints, groups };
  },
});
