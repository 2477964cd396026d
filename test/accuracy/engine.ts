import type * as Rapier from '@dimforge/rapier3d-compat';
import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  linearVelocity,
  type Quat,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { mirrorWorld } from '@tenon/test/rapier';

/** What an experiment may ask of an engine: the same for Tenon and for its copy in Rapier. */
export interface Engine {
  step(dt: number): void;
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
  velocity(body: BodyHandle): Vec3;
  spin(body: BodyHandle): Vec3;
}

/** Runs a measurement on a world, in Tenon or in a copy that Rapier steps. */
export type Runner = <T>(world: World, measure: (engine: Engine) => T) => T;

export const tenon: Runner = (world, measure) =>
  measure({
    step: (dt) => stepWorld(world, dt),
    position: (body) => bodyPosition(world, body),
    rotation: (body) => bodyRotation(world, body),
    velocity: (body) => linearVelocity(world, body),
    spin: (body) => angularVelocity(world, body),
  });

export const rapierRunner =
  (rapier: typeof Rapier): Runner =>
  (world, measure) => {
    const copy = mirrorWorld(rapier, world);
    try {
      return measure({
        step: (dt) => copy.step(dt),
        position: (body) => copy.position(body),
        rotation: (body) => copy.rotation(body),
        velocity: (body) => copy.linearVelocity(body),
        spin: (body) => copy.angularVelocity(body),
      });
    } finally {
      copy.free();
    }
  };

/** A runner that keeps every world it ran, so that a report can say with which settings. */
export const noting = (runner: Runner): { readonly runner: Runner; readonly worlds: readonly World[] } => {
  const worlds: World[] = [];
  return {
    worlds,
    runner: (world, measure) => {
      worlds.push(world);
      return runner(world, measure);
    },
  };
};

export const DT = 1 / 60;

/** Steps for so many seconds; `visit` sees the time after each step. */
export const run = (engine: Engine, seconds: number, visit: (time: number) => void = () => {}): void => {
  const steps = Math.round(seconds / DT);
  for (let i = 1; i <= steps; i++) {
    engine.step(DT);
    visit(i * DT);
  }
};
