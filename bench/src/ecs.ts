import {
  box,
  type ComponentSet,
  coreWorld,
  createComponents,
  createPhysics,
  destroyPhysics,
  halfSpace,
  physicsPost,
  physicsPre,
  physicsSolve,
} from '@tenon/ecs-plugin';
import { worldStats } from '@tenon/physics-core';
import { addEntity, createWorld, type World } from 'bitecs';
import { type Timing, timing } from './timing.js';

/** What the bitECS plugin costs beside the step: components to solver, and back. */
export interface EcsScene {
  readonly name: string;
  /** All bodies sleep, or all of them are awake. */
  readonly sleeping: boolean;
  /** Every body has a RenderTransform. */
  readonly rendered: boolean;
  /** Every field of RigidBody and Collider has been touched once, as a serializer would, so that all are compared. */
  readonly watched: boolean;
}

export interface EcsResult {
  readonly scene: string;
  readonly bodies: number;
  readonly awake: number;
  readonly frames: number;
  readonly times: {
    readonly pre: Timing;
    readonly solve: Timing;
    readonly post: Timing;
    /** Both together, frame by frame. */
    readonly preAndPost: Timing;
  };
  /** ms. What pre and post may take; not for scenes with watched fields, which cost as much as there are fields. */
  readonly limit?: number;
}

const BODIES = 10_000;
const FRAMES = 240;
/** Enough for the crates to land or to fall asleep, and for the compiler to have settled. */
const WARM_UP = 120;
/** ms. */
const SLEEPING_LIMIT = 0.3;
const MOVING_LIMIT = 1;
const PART_OF_STEP = 0.1;

export const ECS_SCENES: readonly EcsScene[] = [
  { name: 'ecs-moving', sleeping: false, rendered: false, watched: false },
  { name: 'ecs-moving-rendered', sleeping: false, rendered: true, watched: false },
  { name: 'ecs-moving-watched', sleeping: false, rendered: false, watched: true },
  { name: 'ecs-sleeping', sleeping: true, rendered: false, watched: false },
  { name: 'ecs-sleeping-rendered', sleeping: true, rendered: true, watched: false },
  { name: 'ecs-sleeping-watched', sleeping: true, rendered: false, watched: true },
];

/** Crates side by side on a floor, each on its own. */
const build = (world: World, components: ComponentSet, { rendered }: EcsScene): void => {
  const { position, rigidBody, collider, RenderTransform } = components;
  addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
  for (let i = 0; i < BODIES; i++) {
    const place = position(1.5 * (i % 100), 0.6, 1.5 * Math.floor(i / 100));
    addEntity(
      world,
      place,
      rigidBody(),
      collider(box(0.5, 0.5, 0.5)),
      ...(rendered ? [RenderTransform] : []),
    );
  }
};

const touchAll = (...stores: readonly object[]): number =>
  stores.flatMap((store) => Object.values(store)).length;

export const measureEcs = (scene: EcsScene): EcsResult => {
  const components = createComponents();
  const world = createPhysics(createWorld(), { components, sleeping: scene.sleeping });
  build(world, components, scene);
  if (scene.watched) touchAll(components.RigidBody, components.Collider);
  for (let i = 0; i < WARM_UP; i++) physicsPost(physicsSolve(physicsPre(world)));
  const times = { pre: samples(), solve: samples(), post: samples(), preAndPost: samples() };
  for (let i = 0; i < FRAMES; i++) {
    const start = performance.now();
    physicsPre(world);
    const solving = performance.now();
    physicsSolve(world);
    const solved = performance.now();
    physicsPost(world);
    const end = performance.now();
    times.pre[i] = solving - start;
    times.solve[i] = solved - solving;
    times.post[i] = end - solved;
    times.preAndPost[i] = times.pre[i] + times.post[i];
  }
  const awake = worldStats(coreWorld(world)).awakeBodies;
  destroyPhysics(world);
  const solve = timing(times.solve);
  return {
    scene: scene.name,
    bodies: BODIES,
    awake,
    frames: FRAMES,
    times: { pre: timing(times.pre), solve, post: timing(times.post), preAndPost: timing(times.preAndPost) },
    ...(scene.watched ? {} : { limit: limitOf(scene, solve) }),
  };
};

const limitOf = ({ sleeping }: EcsScene, solve: Timing): number =>
  sleeping ? SLEEPING_LIMIT : Math.max(MOVING_LIMIT, PART_OF_STEP * solve.median);

const samples = (): Float64Array => new Float64Array(FRAMES);
