import { stepWorld } from '@tenon/physics-core';
import { addEntity, createWorld, type World } from 'bitecs';
import {
  ball,
  box,
  collider,
  coreWorld,
  createPhysics,
  halfSpace,
  KinematicTarget,
  kinematicTarget,
  LinearVelocity,
  PersistEvents,
  position,
  RenderTransform,
  rigidBody,
  sphere,
  stepPhysics,
} from '../src/index.js';

/**
 * Run as a process of its own (`node --expose-gc --min-semi-space-size=…`, see allocation.test.ts): prints how much the heap grows
 * while frames pass. The young generation is made so large that no collection hides garbage.
 */
declare const gc: () => void;

interface Scene {
  readonly world: World;
  /** What the game does before each frame. */
  drive(frame: number): void;
}

const nothing = (): void => undefined;

/** Crates at rest on a floor, drawn. */
const restingWorld = (sleeping: boolean): World => {
  const world = createPhysics(createWorld(), { sleeping });
  addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
  for (let i = 0; i < 200; i++) {
    const place = position(1.5 * (i % 20), 0.5, 1.5 * Math.floor(i / 20));
    addEntity(world, place, rigidBody(), collider(box(0.5, 0.5, 0.5)), RenderTransform);
  }
  return world;
};

/** Awake, beside a chain of joints that swings. */
const crates = (): Scene => {
  const world = restingWorld(false);
  let last = 0;
  for (let i = 0; i < 20; i++) {
    const link = addEntity(world, position(-5 - i, 10, 0), rigidBody(), collider(sphere(0.2)));
    addEntity(world, ball({ ...(last > 0 ? { bodyA: last } : {}), bodyB: link, anchor: [-4.5 - i, 10, 0] }));
    last = link;
  }
  return { world, drive: nothing };
};

const sleepingBodies = (): Scene => ({ world: restingWorld(true), drive: nothing });

/** Balls that bounce for ever, with events in every frame; a lift with a new target and a player with a new velocity in every frame. */
const busy = (): Scene => {
  const world = createPhysics(createWorld(), { sleeping: false });
  addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace(), { restitution: 1 }));
  for (let i = 0; i < 50; i++) {
    const place = position(1.5 * (i % 10), 1 + i / 25, 1.5 * Math.floor(i / 10));
    addEntity(
      world,
      place,
      rigidBody(),
      collider(sphere(0.4), { restitution: 1 }),
      PersistEvents,
      RenderTransform,
    );
  }
  const lift = addEntity(
    world,
    rigidBody({ type: 'kinematic' }),
    kinematicTarget([-5, 1, 0]),
    collider(box(1, 0.1, 1)),
  );
  const player = addEntity(world, position(-10, 1, 0), rigidBody({ gravityScale: 0 }), collider(sphere(0.5)));
  const drive = (frame: number): void => {
    const phase = (frame % 60) / 60;
    KinematicTarget.y[lift] = 1 + (phase < 0.5 ? phase : 1 - phase);
    LinearVelocity.z[player] = 2 * phase - 1;
  };
  return { world, drive };
};

const DT = 1 / 60;
const FRAMES = 1000;
/** At most; the first three or so warm up. */
const WINDOWS = 8;
/** Bytes a frame beyond those of measuring: a window below is the last one. */
const LIMIT = Number(process.argv[3]);

/** Bytes that a frame leaves on the heap and in array buffers. */
const growth = (frame: () => void): [heap: number, buffers: number] => {
  gc();
  const before = process.memoryUsage();
  for (let i = 0; i < FRAMES; i++) frame();
  const after = process.memoryUsage();
  return [(after.heapUsed - before.heapUsed) / FRAMES, (after.arrayBuffers - before.arrayBuffers) / FRAMES];
};

interface Windows {
  /** Bytes a frame, and bytes a step without the plugin, in each window. */
  readonly frames: number[];
  readonly steps: number[];
  /** Bytes a frame in array buffers. */
  readonly buffers: number[];
}

/** What measuring allocates itself. */
const measuring = Math.min(growth(nothing)[0], growth(nothing)[0]);

const measure = ({ world, drive }: Scene): Windows => {
  const windows: Windows = { frames: [], steps: [], buffers: [] };
  let count = 0;
  const frame = (): void => {
    drive(count++);
    stepPhysics(world, DT);
  };
  const step = (): void => stepWorld(coreWorld(world), DT);
  const isCalm = (): boolean =>
    Math.min(...windows.frames) - measuring < LIMIT && windows.buffers.includes(0);
  do {
    windows.steps.push(growth(step)[0]);
    const [heap, buffers] = growth(frame);
    windows.frames.push(heap);
    windows.buffers.push(buffers);
  } while (windows.frames.length < WINDOWS && !isCalm());
  return windows;
};

const scenes = { crates, 'sleeping bodies': sleepingBodies, busy };
const results = Object.fromEntries(Object.entries(scenes).map(([name, make]) => [name, measure(make())]));
console.log(JSON.stringify(results));
