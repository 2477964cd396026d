import * as rapier from '@dimforge/rapier3d-compat';
import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  createWorld,
  linearVelocity,
  type Quat,
  stepWorld,
  type Vec3,
  type World,
  type WorldSettings,
} from '@tenon/physics-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { textTable } from '../shared/text-table.js';
import { mirrorWorld } from './adapter.js';

export const DT = 1 / 60;
export const GRAVITY = 9.81;

/** What both engines can be asked about the same body. */
export interface Readings {
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
  linearVelocity(body: BodyHandle): Vec3;
  angularVelocity(body: BodyHandle): Vec3;
}

export interface Pair<T> {
  readonly world: World;
  /** What the builder of the scene returned, mostly the handles of its bodies. */
  readonly scene: T;
  readonly tenon: Readings;
  readonly rapier: Readings;
  /** Steps both engines; `each` is called after every step. */
  run(steps: number, each?: (step: number) => void): void;
}

/** The same scene in both engines, without sleeping: a sleeper does not show how well it rests. */
export const inBoth = <T>(settings: Partial<WorldSettings>, build: (world: World) => T): Pair<T> => {
  const world = createWorld({ sleeping: false, ...settings });
  const scene = build(world);
  const mirror = mirrorWorld(rapier, world);
  mirrors.push(mirror);
  const tenon: Readings = {
    position: (body) => bodyPosition(world, body),
    rotation: (body) => bodyRotation(world, body),
    linearVelocity: (body) => linearVelocity(world, body),
    angularVelocity: (body) => angularVelocity(world, body),
  };
  const run = (steps: number, each?: (step: number) => void): void => {
    for (let step = 1; step <= steps; step++) {
      stepWorld(world, DT);
      mirror.step(DT);
      each?.(step);
    }
  };
  return { world, scene, tenon, rapier: mirror, run };
};

const mirrors: { free(): void }[] = [];

export interface Comparison {
  readonly what: string;
  /** What physics says. */
  readonly ideal: number;
  readonly tenon: number;
  readonly rapier: number;
  /** Largest allowed distance of Tenon from the ideal. */
  readonly tolerance: number;
  /** The same for Rapier: the reference must itself be near the ideal, or its agreement would mean nothing. */
  readonly rapierTolerance: number;
}

export interface Comparisons {
  check(comparison: Comparison): void;
}

/** Starts Rapier for a test file, and prints all that was compared when the file is done. */
export const crossChecks = (title: string): Comparisons => {
  const seen: Comparison[] = [];
  beforeAll(() => rapier.init());
  afterAll(() => {
    for (const mirror of mirrors.splice(0)) mirror.free();
    console.log(`${title}\n${comparisonTable(seen)}`);
  });
  return {
    check: (comparison) => {
      seen.push(comparison);
      const { what, ideal, tenon, rapier: other, tolerance, rapierTolerance } = comparison;
      expect(Math.abs(tenon - ideal), `${what}: Tenon ${tenon}, ideal ${ideal}`).toBeLessThanOrEqual(
        tolerance,
      );
      expect(Math.abs(other - ideal), `${what}: Rapier ${other}, ideal ${ideal}`).toBeLessThanOrEqual(
        rapierTolerance,
      );
    },
  };
};

const comparisonTable = (seen: readonly Comparison[]): string => {
  const head = ['what', 'ideal', 'tenon - ideal', 'allowed', 'rapier - ideal', 'allowed'];
  const rows = seen.map(({ what, ideal, tenon, rapier: other, tolerance, rapierTolerance }) => [
    what,
    ideal.toFixed(4),
    (tenon - ideal).toExponential(1),
    tolerance.toExponential(0),
    (other - ideal).toExponential(1),
    rapierTolerance.toExponential(0),
  ]);
  return textTable(head, rows);
};
