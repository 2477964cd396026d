import { jointDef, jointDefinitions } from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { findScene, sceneGroups, scenes, startScene } from '../src/index.js';

/** Runs alone, for some scenes define joint types. */
describe('the registry', () => {
  it('has each id once, in lower case with hyphens, and finds it', () => {
    const ids = scenes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const scene of scenes) expect(findScene(scene.id)).toBe(scene);
    expect(findScene('no-such-scene')).toBeUndefined();
  });

  it('is ordered by groups, and no group is empty', () => {
    const groups = scenes.map(({ group }) => sceneGroups.indexOf(group));
    expect(groups).toEqual([...groups].sort((a, b) => a - b));
    expect(new Set(groups).size).toBe(sceneGroups.length);
  });

  it('has a scene for every joint type', () => {
    const shown = new Set(
      scenes
        .filter(({ group }) => group === 'joints')
        .flatMap((scene) => {
          const { world, joints = {} } = startScene(scene);
          return Object.values(joints).map((joint) => jointDef(world, joint).type);
        }),
    );
    expect([...shown].sort()).toEqual(
      jointDefinitions()
        .map(({ type }) => type)
        .sort(),
    );
  });
});

describe.each(scenes.map((scene) => [scene.id, scene] as const))('scene %s', (_, scene) => {
  it('tells what it is and what to watch', () => {
    expect(scene.title).toMatch(/^\S/);
    for (const sentence of [scene.description, scene.watch]) expect(sentence).toMatch(/\.$/);
  });

  it('has parameters with a range, a default in it and a step that fits', () => {
    for (const { title, unit, default: value, min, max, step } of Object.values(scene.params)) {
      expect(title).not.toBe('');
      expect(unit).not.toBe('');
      expect(min).toBeLessThan(max);
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThanOrEqual(max - min);
    }
  });

  it('has angles that are round in degrees, as the page shows them', () => {
    const angles = Object.entries(scene.params).filter(([, { unit }]) => /^(rad|°)/.test(unit));
    for (const [name, { unit, default: value, min, max, step }] of angles) {
      for (const number of [value, min, max, step]) {
        const tenths = number * (unit.startsWith('rad') ? 1800 / Math.PI : 10);
        expect(Math.abs(tenths - Math.round(tenths)), `${name}: ${tenths / 10}°`).toBeLessThan(1e-9);
      }
    }
  });
});

it('a value out of range or of another name is refused with the scene and the range', () => {
  const scene = scenes[0];
  expect(() => startScene(scene, { rounds: 1000 })).toThrow(/rounds of scene falling-shapes is 1000/);
  expect(() => startScene(scene, { round: 1 })).toThrow(/has no parameter 'round'/);
});
