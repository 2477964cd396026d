import {
  box,
  castRays,
  castShapes,
  closestPoints,
  containsPoints,
  createQueryHits,
  overlapBoxes,
  overlapShapes,
  sphere,
  type World,
} from '../../src/index.js';
import { addBody, addFloor, createRandom, randomRotation, rock, startScene } from './context.js';

/** Run as a process of its own, as allocation-measure.ts: prints how many bytes a query of a warm batch allocates. */
declare const gc: () => void;

const QUERIES = 1000;
const random = createRandom(4);
const numbers = (stride: number, fill: (list: number[]) => void): Float64Array => {
  const list: number[] = [];
  while (list.length < stride * QUERIES) fill(list);
  return Float64Array.from(list);
};
const place = (): number[] => [0, 0, 0].map(() => 10 * random() - 5);
const rays = numbers(7, (list) => list.push(...place(), ...place(), 20));
const casts = numbers(10, (list) => list.push(...place(), ...randomRotation(random), ...place()));
const poses = numbers(7, (list) => list.push(...place(), ...randomRotation(random)));
const boxes = numbers(6, (list) => {
  const [x, y, z] = place();
  list.push(x, y, z, x + 1, y + 1, z + 1);
});
const points = numbers(3, (list) => list.push(...place()));
const reaches = numbers(4, (list) => list.push(...place(), 5));
const hits = createQueryHits();

const batches: Record<string, (world: World) => void> = {
  castRays: (world) => castRays(world, rays, hits),
  castShapes: (world) => castShapes(world, box(0.3, 0.2, 0.1), casts, hits),
  overlapShapes: (world) => overlapShapes(world, sphere(0.5), poses, hits),
  overlapBoxes: (world) => overlapBoxes(world, boxes, hits),
  containsPoints: (world) => containsPoints(world, points, hits),
  closestPoints: (world) => closestPoints(world, reaches, hits),
};

const world = startScene({
  build: (made) => {
    addFloor(made);
    for (let i = 0; i < 80; i++) {
      const [x, y, z] = place();
      const shapes = [box(0.3, 0.2, 0.4), sphere(0.3), rock(random, 0.4)];
      addBody(made, { position: [x, y + 5, z], rotation: randomRotation(random) }, shapes[i % 3]);
    }
  },
});

const ROUNDS = 20;
/** At most; the first ten or so warm up. */
const WINDOWS = 15;
/** Bytes a query: a window below is the last one. */
const LIMIT = Number(process.argv[3]);

const measure = (ask: (world: World) => void): { heap: number[] } => {
  const heap: number[] = [];
  do {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < ROUNDS; k++) ask(world);
    heap.push((process.memoryUsage().heapUsed - before) / (ROUNDS * QUERIES));
  } while (heap.length < WINDOWS && Math.min(...heap) >= LIMIT);
  return { heap };
};

const only = process.argv[2];
const result = Object.fromEntries(
  Object.entries(batches)
    .filter(([name]) => only === undefined || name === only)
    .map(([name, ask]) => [name, measure(ask)]),
);
console.log(JSON.stringify(result));
