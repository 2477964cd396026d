import { hashWorld, sceneToWorld, stepWorld, worldToScene } from '@tenon/physics-core';
import { scenes } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { begin, DT } from './context.js';

describe('scene files', () => {
  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    '%s comes back from its file with the same hash, and goes on with the same bits',
    (_, scene) => {
      const { world, bodies, joints } = begin(scene);
      const file = JSON.parse(JSON.stringify(worldToScene(world, { bodies, joints })));
      const again = sceneToWorld(file);
      expect(hashWorld(again.world)).toBe(hashWorld(world));
      expect([...again.bodyNames.keys()].sort()).toEqual(Object.keys(bodies).sort());
      for (let i = 0; i < 5; i++) {
        stepWorld(world, DT);
        stepWorld(again.world, DT);
      }
      expect(hashWorld(again.world)).toBe(hashWorld(world));
    },
  );
});
