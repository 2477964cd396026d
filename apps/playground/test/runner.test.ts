import { createWorld, hashWorld, stepWorld } from '@tenon/physics-core';
import { scenes } from '@tenon/scenes';
import { expect, test } from 'vitest';
import { createRunner, restoreRunner, STEP, saveRunner, stepRunner } from '../src/runner.js';

const STEPS = 40;
const SAVED_AT = 30;

test.each(scenes.map((scene) => [scene.id, scene] as const))(
  '%s: in a bitECS world the same bits as without one, also after a restore',
  (_, scene) => {
    const plain = createWorld(scene.settings);
    const plan = scene.build(plain, {});
    const runner = createRunner(scene.settings ?? {}, ({ world }) => scene.build(world, {}));
    const step = (i: number): void => {
      runner.content.beforeStep?.(runner.world, i * STEP);
      stepRunner(runner);
    };
    let saved = saveRunner(runner);
    for (let i = 0; i < STEPS; i++) {
      if (i === SAVED_AT) saved = saveRunner(runner);
      plan.beforeStep?.(plain, i * STEP);
      stepWorld(plain, STEP);
      step(i);
    }
    const hash = hashWorld(plain);
    expect(hashWorld(runner.world)).toBe(hash);
    restoreRunner(runner, saved);
    expect(hashWorld(runner.world)).not.toBe(hash);
    for (let i = SAVED_AT; i < STEPS; i++) step(i);
    expect(hashWorld(runner.world)).toBe(hash);
  },
);
