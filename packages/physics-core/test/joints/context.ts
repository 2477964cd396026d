import {
  type BodyHandle,
  box,
  createBody,
  createCollider,
  createWorld,
  stepWorld,
  type Vec3,
  type World,
  type WorldSettings,
} from '../../src/index.js';

export const DT = 1 / 60;
export const G = 9.81;

/** A world that never sleeps, so that a joint at rest is still solved. */
export const jointWorld = (settings: Partial<WorldSettings> = {}): World =>
  createWorld({ sleeping: false, ...settings });

/** A box of given mass and half extents. */
export const addBox = (
  world: World,
  position: Vec3,
  mass = 1,
  [x, y, z]: Vec3 = [0.1, 0.1, 0.1],
): BodyHandle => {
  const body = createBody(world, { position, mass });
  createCollider(world, body, { shape: box(x, y, z) });
  return body;
};

/** Steps for so many seconds; `visit` sees the time after each step. */
export const run = (world: World, seconds: number, visit?: (time: number) => void): void => {
  const steps = Math.round(seconds / DT);
  for (let i = 1; i <= steps; i++) {
    stepWorld(world, DT);
    visit?.(i * DT);
  }
};

/** Relative error of a value that should be `ideal`. */
export const off = (value: number, ideal: number): number => Math.abs(value / ideal - 1);
