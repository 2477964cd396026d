import {
  type BodyDef,
  type BodyHandle,
  type ColliderDef,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hashWorld,
  linearVelocity,
  restoreSnapshot,
  type Shape,
  stepWorld,
  takeSnapshot,
  type Vec3,
  type World,
  type WorldSettings,
} from '@tenon/physics-core';

/** The step of every test here, s. */
export const DT = 1 / 60;
export const G = 9.81;

/** The steps, of so many, after which a world and a restored copy of it are no longer the same. */
export const stepsApart = (world: World, steps: number): number[] => {
  const copy = createWorld();
  restoreSnapshot(copy, takeSnapshot(world));
  const apart: number[] = [];
  for (let step = 1; step <= steps; step++) {
    stepWorld(world, DT);
    stepWorld(copy, DT);
    if (hashWorld(copy) !== hashWorld(world)) apart.push(step);
  }
  return apart;
};

/** A world that never sleeps: rest must come from the physics. */
export const awakeWorld = (settings: Partial<WorldSettings> = {}): World =>
  createWorld({ sleeping: false, ...settings });

export const weightlessWorld = (): World => awakeWorld({ gravity: [0, 0, 0] });

type Material = Omit<ColliderDef, 'shape'>;

export const addBody = (
  world: World,
  shape: Shape,
  def: BodyDef = {},
  material: Material = {},
): BodyHandle => {
  const body = createBody(world, def);
  createCollider(world, body, { shape, ...material });
  return body;
};

/** An endless floor, tilted about z by `angle`: +x leads uphill. */
export const addSlope = (world: World, angle: number, material: Material = {}): BodyHandle =>
  addBody(world, halfSpace([-Math.sin(angle), Math.cos(angle), 0]), { type: 'static' }, material);

export const addFloor = (world: World, material: Material = {}): BodyHandle => addSlope(world, 0, material);

export const run = (world: World, seconds: number, each?: (time: number) => void): void => {
  const steps = Math.round(seconds / DT);
  for (let i = 1; i <= steps; i++) {
    stepWorld(world, DT);
    each?.(i * DT);
  }
};

export const speed = (world: World, body: BodyHandle): number => size(linearVelocity(world, body));

export const size = (v: Vec3): number => Math.hypot(...v);

/** Mean acceleration of a component of the velocity between two times. */
export const acceleration = (world: World, from: number, to: number, velocity: () => number): number => {
  run(world, from);
  const start = velocity();
  run(world, to - from);
  return (velocity() - start) / (to - from);
};

export const about = (axis: Vec3, angle: number): readonly [number, number, number, number] => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};
