import { allBodies, type BodyHandle, bodyPosition, bodyRotation, hashWorld } from '@tenon/physics-core';
import { type Scene, type SceneCamera, scenes } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { begin, DT, dynamicBodies, play, type Started, type Values } from './context.js';

/**
 * A world runs for a second, a large one for so many steps of all its bodies together: what makes no sense shows at once, and piles
 * have tests of their own.
 */
const STEPS = 60;
const BODY_STEPS = { defaults: 12_000, ends: 4_000 };
const FEWEST_STEPS = 10;

/** Each parameter at both ends of its range while the others are at their defaults. */
const ends = ({ params }: Scene): Values[] =>
  Object.entries(params).flatMap(([name, { min, max }]) => [{ [name]: min }, { [name]: max }]);

const secondsFor = ({ world }: Started, bodySteps: number): number =>
  DT * Math.min(STEPS, Math.max(FEWEST_STEPS, Math.ceil(bodySteps / allBodies(world).length)));

const run = (scene: Scene, values?: Values): Started => {
  const started = begin(scene, values);
  play(started, secondsFor(started, values ? BODY_STEPS.ends : BODY_STEPS.defaults));
  return started;
};

/** Where a point lies in the picture: sideways and upwards, as tangents of the angle from the middle. */
const project = (
  { target, distance, yaw, pitch }: SceneCamera,
  point: readonly number[],
): [number, number] => {
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [
    Math.sin(yaw),
    Math.cos(yaw),
    Math.sin(pitch),
    Math.cos(pitch),
  ];
  const [x, y, z] = point.map((value, i) => value - target[i]);
  const depth = distance - (sinYaw * cosPitch * x + sinPitch * y + cosYaw * cosPitch * z);
  return [
    (cosYaw * x - sinYaw * z) / depth,
    (-sinYaw * sinPitch * x + cosPitch * y - cosYaw * sinPitch * z) / depth,
  ];
};

/** A picture of 4:3 with the camera's vertical opening of 45°. */
const TOP = Math.tan(Math.PI / 8);
const SIDE = (TOP * 4) / 3;

describe.each(scenes.map((scene) => [scene.id, scene] as const))('%s', (_, scene) => {
  let first: Started | undefined;
  const firstRun = (): Started => {
    first ??= run(scene);
    return first;
  };

  it('runs at its defaults and at both ends of every range, and nothing gets lost', () => {
    for (const values of [undefined, ...ends(scene)]) {
      const { world } = values ? run(scene, values) : firstRun();
      const numbers = allBodies(world).flatMap((body) => [
        ...bodyPosition(world, body),
        ...bodyRotation(world, body),
      ]);
      expect(numbers.every(Number.isFinite), JSON.stringify(values)).toBe(true);
    }
  });

  it('runs the same twice', () => {
    expect(hashWorld(run(scene).world)).toBe(hashWorld(firstRun().world));
  });

  it('shows every body at the start, or within 2 s when it falls in from above', () => {
    const started = begin(scene);
    const { world } = started;
    const isMissing = (body: BodyHandle): boolean => {
      const [side, up] = project(scene.camera, bodyPosition(world, body));
      return Math.abs(side) >= SIDE || Math.abs(up) >= TOP;
    };
    let missing = dynamicBodies(world).filter(isMissing);
    for (let t = 0; t < 2 && missing.length > 0; t += 0.1) {
      play(started, 0.1, undefined, t);
      missing = missing.filter(isMissing);
    }
    expect(missing).toEqual([]);
  });
});
