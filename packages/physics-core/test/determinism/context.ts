import {
  allBodies,
  type BodyDef,
  type BodyHandle,
  bodyMass,
  bodyRotation,
  box,
  type ColliderDef,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hull,
  type Quat,
  type Shape,
  setNextPose,
  sphere,
  stepWorld,
  type Vec3,
  type World,
  type WorldSettings,
} from '../../src/index.js';
import { rotateSym3, type Sym3 } from '../../src/math/mat3.js';
import { normalizeQuat } from '../../src/math/quat.js';
import { createRandom } from '../collision/broadphase/random.js';

export { createRandom };
export type Random = () => number;

export const DT = 1 / 60;

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

export const randomVector = (random: Random, size: number): Vec3 => [
  between(random, -size, size),
  between(random, -size, size),
  between(random, -size, size),
];

export const randomRotation = (random: Random): Quat =>
  normalizeQuat([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.499]);

/** A rock: the hull of ten points on a flattened sphere. */
export const rock = (random: Random, radius: number): Shape =>
  hull(
    Array.from({ length: 10 }, (): Vec3 => {
      const [x, y, z] = randomVector(random, 1);
      const s = radius / Math.sqrt(x * x + y * y + z * z);
      return [x * s, 0.8 * y * s, z * s];
    }),
  );

export const addBody = (
  world: World,
  def: BodyDef,
  shape: Shape,
  material: Omit<ColliderDef, 'shape'> = {},
): BodyHandle => {
  const body = createBody(world, def);
  createCollider(world, body, { shape, ...material });
  return body;
};

export const addFloor = (world: World, material: Omit<ColliderDef, 'shape'> = {}): BodyHandle =>
  addBody(world, { type: 'static' }, halfSpace(), material);

/**
 * A scene that goes on by itself: `drive` acts before every step and may only look at the world, so that a restored world goes on
 * as the first one did.
 */
export interface Scene {
  readonly settings?: Partial<WorldSettings>;
  build(world: World): void;
  drive?(world: World): void;
}

export const startScene = (scene: Scene): World => {
  const world = createWorld(scene.settings);
  scene.build(world);
  return world;
};

export const runScene = (world: World, scene: Scene, steps: number, dt = DT): void => {
  for (let i = 0; i < steps; i++) {
    scene.drive?.(world);
    stepWorld(world, dt);
  }
};

export const boxStack: Scene = {
  build: (world) => {
    addFloor(world);
    for (let i = 0; i < 5; i++) {
      addBody(world, { position: [0.01 * i, 0.5 + i, 0] }, box(0.5, 0.5, 0.5));
    }
  },
};

export const bouncingBalls: Scene = {
  build: (world) => {
    addFloor(world, { restitution: 0.9 });
    for (let i = 0; i < 6; i++) {
      const spin: Vec3 = [3 * i, 1, -2];
      addBody(world, { position: [0.45 * i, 1 + 0.7 * i, 0.03 * i], angularVelocity: spin }, sphere(0.25), {
        restitution: 0.9,
        friction: 0.3,
      });
    }
  },
};

/** A kinematic platform that swings and turns, with crates on it. */
export const movingPlatform: Scene = {
  build: (world) => {
    addFloor(world);
    addBody(world, { type: 'kinematic', position: [0, 1, 0] }, box(2, 0.1, 2), { friction: 0.8 });
    for (let i = 0; i < 4; i++) addBody(world, { position: [i - 1.5, 1.4, 0.2 * i] }, box(0.3, 0.3, 0.3));
  },
  drive: (world) => movePlatform(world),
};

/** A triangle wave from exact arithmetic: no state outside the world, no trigonometry. */
export const movePlatform = (world: World): void => {
  const phase = (world.clock.steps % 120) / 120;
  const swing = phase < 0.5 ? phase : 1 - phase;
  setNextPose(world, allBodies(world)[1], [2 * swing, 1 + 0.5 * swing, 0], normalizeQuat([0, swing, 0, 1]));
};

export const mixedPile: Scene = {
  build: (world) => {
    const random = createRandom(7);
    addFloor(world);
    for (let i = 0; i < 24; i++) addPileBody(world, random, i);
  },
};

const addPileBody = (world: World, random: Random, i: number): void => {
  const shapes = [box(0.3, 0.2, 0.4), sphere(0.3), capsule(0.2, 0.25), rock(random, 0.4)];
  const layer = Math.floor(i / 4);
  addBody(
    world,
    {
      position: [1.1 * (i % 2), 0.8 + 0.9 * layer, 1.1 * (Math.floor(i / 2) % 2) + 0.1 * random()],
      rotation: randomRotation(random),
    },
    shapes[(i + layer) % shapes.length],
    { restitution: 0.1 * (i % 3), rollingResistance: i % 4 === 1 ? 0.01 : 0 },
  );
};

/** Tops without gravity: the rotation step alone, with principal axes that are not the body's. */
export const freeTops: Scene = {
  settings: { gravity: [0, 0, 0] },
  build: (world) => {
    const random = createRandom(3);
    for (let i = 0; i < 8; i++) {
      const body = addBody(
        world,
        {
          position: [4 * i, 0, 0],
          rotation: randomRotation(random),
          angularVelocity: randomVector(random, 20),
        },
        box(0.5, 0.3, 0.1),
      );
      createCollider(world, body, { shape: sphere(0.1), position: randomVector(random, 0.4) });
    }
  },
};

/** Fast balls against a thin wall: sweeps, hits, and a conveyor below. */
export const fastBalls: Scene = {
  build: (world) => {
    addFloor(world, { surfaceVelocity: [1, 0, 0], friction: 0.6 });
    addBody(world, { type: 'static', position: [6, 1, 0] }, box(0.02, 2, 4));
    for (let i = 0; i < 6; i++) {
      addBody(
        world,
        { position: [-0.5 * i, 0.5 + 0.3 * i, 0.4 * i], linearVelocity: [90 + 20 * i, 2, 0] },
        i % 2 === 0 ? sphere(0.1) : capsule(0.08, 0.1),
        { restitution: 0.2 * (i % 3) },
      );
    }
  },
};

/** Inertia about the centre of mass in world axes. */
export const worldInertia = (world: World, body: BodyHandle): Sym3 =>
  rotateSym3(bodyRotation(world, body), bodyMass(world, body).inertia);
