import * as rapierScalar from '@dimforge/rapier3d-compat';
import * as rapierSimd from '@dimforge/rapier3d-simd-compat';
import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  linearVelocity,
  type Quat,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { mirrorWorld, type RapierModule } from '@tenon/test/rapier';

export const ENGINE_NAMES = ['tenon', 'rapier3d-compat', 'rapier3d-simd-compat'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** One engine with its own copy of the scene. */
export interface Engine {
  readonly name: EngineName;
  step(dt: number): void;
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
  linearVelocity(body: BodyHandle): Vec3;
  free(): void;
}

export const loadEngines = async (): Promise<void> => {
  await rapierScalar.init();
  await rapierSimd.init();
};

/** All engines at the same state. The world becomes Tenon's own copy. */
export const enginesFor = (world: World): Engine[] => [
  {
    name: 'tenon',
    step: (dt) => stepWorld(world, dt),
    position: (body) => bodyPosition(world, body),
    rotation: (body) => bodyRotation(world, body),
    linearVelocity: (body) => linearVelocity(world, body),
    free: () => undefined,
  },
  { name: 'rapier3d-compat', ...mirrorWorld(rapierScalar, world) },
  // Its classes have private fields, which makes the types of the two packages foreign to each other.
  { name: 'rapier3d-simd-compat', ...mirrorWorld(rapierSimd as unknown as RapierModule, world) },
];
