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
/** Goals are ratios to the time of this engine, unless they say otherwise. */
export const REFERENCE = 'rapier3d-simd-compat';

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

/** Each build of Rapier under its name. */
export const RAPIERS: Record<Exclude<EngineName, 'tenon'>, RapierModule> = {
  'rapier3d-compat': rapierScalar,
  // Its classes have private fields, which makes the types of the two packages foreign to each other.
  'rapier3d-simd-compat': rapierSimd as unknown as RapierModule,
};

/** The named engines at the same state. The world becomes Tenon's own copy. */
export const enginesFor = <Name extends EngineName>(
  world: World,
  names: readonly Name[],
): (Engine & { readonly name: Name })[] => names.map((name) => ({ ...engineFor(world, name), name }));

const engineFor = (world: World, name: EngineName): Omit<Engine, 'name'> =>
  name === 'tenon' ? inTenon(world) : mirrorWorld(RAPIERS[name], world);

const inTenon = (world: World): Omit<Engine, 'name'> => ({
  step: (dt) => stepWorld(world, dt),
  position: (body) => bodyPosition(world, body),
  rotation: (body) => bodyRotation(world, body),
  linearVelocity: (body) => linearVelocity(world, body),
  free: () => undefined,
});
