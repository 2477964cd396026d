import {
  allBodies,
  type BodyHandle,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  hinge,
  setHooks,
  setNextPose,
  sphere,
  stepWorld,
} from '../../src/index.js';
import {
  addBody,
  addFloor,
  boxStack,
  createRandom,
  DT,
  randomRotation,
  rock,
  type Scene,
  startScene,
} from './context.js';
import { motorMachine, swingingChain } from './joint-scenes.js';

/**
 * Run as a process of its own (`node --expose-gc --min-semi-space-size=…`, see allocation.test.ts): prints how much the heap grows
 * while a warm world steps. The young generation is made so large that no collection hides garbage: what is counted is
 * every byte that was allocated, not only what stayed.
 */
declare const gc: () => void;

const restingPile: Scene = {
  settings: { sleeping: false },
  build: (world) => {
    boxStack.build(world);
    const random = createRandom(1);
    for (let i = 0; i < 40; i++) {
      const shapes = [box(0.3, 0.2, 0.4), sphere(0.3), capsule(0.2, 0.25), rock(random, 0.4)];
      const position = [2 + 0.9 * (i % 5), 0.6 + Math.floor(i / 20), 0.9 * (Math.floor(i / 5) % 4)] as const;
      addBody(world, { position, rotation: randomRotation(random) }, shapes[i % 4], {
        rollingResistance: 0.02,
      });
    }
  },
};

/** A drum of six walls that turns about z, with a hundred bodies tumbling in it. */
const drum: Scene = {
  build: (world) => {
    const walls = createBody(world, { type: 'kinematic', angularVelocity: [0, 0, 1.5] });
    const wall = (position: readonly [number, number, number], ...half: [number, number, number]): void => {
      createCollider(world, walls, { shape: box(...half), position, friction: 0.6, persistEvents: true });
    };
    wall([0, -3, 0], 3.5, 0.5, 3);
    wall([0, 3, 0], 3.5, 0.5, 3);
    wall([-3, 0, 0], 0.5, 3.5, 3);
    wall([3, 0, 0], 0.5, 3.5, 3);
    wall([0, 0, -3], 3.5, 3.5, 0.5);
    wall([0, 0, 3], 3.5, 3.5, 0.5);
    const random = createRandom(2);
    for (let i = 0; i < 100; i++) {
      const shapes = [box(0.2, 0.25, 0.3), sphere(0.25), capsule(0.15, 0.2), rock(random, 0.3)];
      const position = [
        0.7 * (i % 6) - 1.75,
        0.8 * (Math.floor(i / 6) % 5) - 1.6,
        0.8 * Math.floor(i / 30) - 1.2,
      ] as const;
      addBody(world, { position, rotation: randomRotation(random) }, shapes[i % 4], {
        restitution: i % 5 === 0 ? 0.5 : 0,
      });
    }
  },
};

/** The same with hooks that read and change all there is. */
const hookedDrum: Scene = {
  build: (world) => {
    drum.build(world);
    setHooks(world, {
      filterPair: ({ colliderA, colliderB, bodyA, bodyB }) => colliderA + bodyA !== colliderB + bodyB,
      modifyContact: (contact) => {
        if (contact.bodyA === contact.bodyB || contact.velocity[1] > 4) contact.disable();
        contact.friction *= contact.position[0] > 0 ? 0.5 : 1;
        contact.restitution = 0.25;
        contact.surfaceVelocity[0] += 0.1;
        contact.targetSeparation = 0.25 * Math.min(contact.separation, 0);
      },
    });
  },
};

/** Balls that never come to rest on a floor that is driven up and down: events all the time, a target pose every step. */
const shaker: Scene = {
  build: (world) => {
    addFloor(world);
    addBody(world, { type: 'kinematic', position: [0, 1, 0] }, box(4, 0.2, 4), { restitution: 0.9 });
    for (let i = 0; i < 50; i++) {
      const position = [(i % 7) - 3, 2 + Math.floor(i / 7) * 0.5, Math.floor(i / 7) - 3] as const;
      addBody(world, { position }, sphere(0.2), { restitution: 0.9 });
    }
  },
  drive: (world) => {
    const phase = (world.clock.steps % 30) / 30;
    setNextPose(world, allBodies(world)[1], [0, 1 + (phase < 0.5 ? phase : 1 - phase), 0]);
  },
};

/** Of one window. */
const STEPS = 1000;
/** At most. Rare paths (a contact seen anew, a capsule on an edge) take up to ten until they are compiled and stop boxing doubles. */
const WINDOWS = 12;
/** Bytes a step: a window below is the last one. */
const LIMIT = Number(process.argv[3]);

/** Bytes a step, on the heap and in array buffers, window after window. What the scene's own driving costs is taken off. */
const measure = (scene: Scene): { heap: number[]; buffers: number[]; events: number } => {
  const world = startScene(scene);
  const heap: number[] = [];
  const buffers: number[] = [];
  let events = 0;
  const run = (steps: number): number => {
    let driving = 0;
    for (let i = 0; i < steps; i++) {
      if (scene.drive) {
        const before = process.memoryUsage().heapUsed;
        const between = process.memoryUsage().heapUsed;
        scene.drive(world);
        driving += process.memoryUsage().heapUsed - between + 2 * (between - before);
      }
      stepWorld(world, DT);
      events += world.events.count;
    }
    return driving;
  };
  do {
    gc();
    const before = process.memoryUsage();
    const driving = run(STEPS);
    const after = process.memoryUsage();
    heap.push((after.heapUsed - before.heapUsed - driving) / STEPS);
    buffers.push((after.arrayBuffers - before.arrayBuffers) / STEPS);
  } while (heap.length < WINDOWS && !(Math.min(...heap) < LIMIT && buffers.includes(0)));
  return { heap, buffers, events: events / (heap.length * STEPS) };
};

const only = process.argv[2];

/** The machine runs one way: what turning back costs is a user's business, not the step's. */
const machine: Scene = {
  ...(motorMachine.settings ? { settings: motorMachine.settings } : {}),
  build: motorMachine.build,
};
const chain: Scene = { settings: { sleeping: false }, build: swingingChain.build };

/** Falls on the floor, and is solved directly. */
const stiffChain: Scene = {
  settings: { sleeping: false },
  build: (world) => {
    addFloor(world);
    let last: BodyHandle | undefined;
    for (let i = 0; i < 20; i++) {
      const body = addBody(world, { position: [0.3 * i, 1, 0] }, sphere(0.1));
      const place = { bodyB: body, anchor: [0.3 * i - 0.15, 1, 0], axis: [0, 0, 1] } as const;
      if (last !== undefined) createJoint(world, hinge({ ...place, bodyA: last, limits: [-0.2, 0.2] }));
      last = body;
    }
  },
};

const scenes: Record<string, Scene> = { restingPile, drum, hookedDrum, shaker, machine, chain, stiffChain };
const result = Object.fromEntries(
  Object.entries(scenes)
    .filter(([name]) => only === undefined || name === only)
    .map(([name, scene]) => [name, measure(scene)]),
);
console.log(JSON.stringify(result));
