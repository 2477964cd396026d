import { createWorld, stepWorld } from '@tenon/physics-core';
import { buildJointField } from '../../scenes/src/builders/build-joint-field.js';
import {
  clearDrawing,
  createDrawing,
  type DrawOptions,
  defaultDrawOptions,
  drawWorld,
  layerNames,
} from '../src/index.js';

/**
 * Run as a process of its own (see draw-budget.test.ts): draws 2,000 bodies with 1,000 joints again and again and prints what a warm
 * frame allocates and how long it takes. The world stands still meanwhile: what counts is that everything is read and drawn anew.
 */
declare const gc: () => void;

const PAIRS = 1000;
const WARM_UP = 150;
const FRAMES = 50;
/** At most. */
const WINDOWS = 8;
/** Bytes a frame: a window below is the last one. */
const LIMIT = Number(process.argv[3]);

const world = createWorld({ sleeping: false });
buildJointField(world, { pairs: PAIRS });
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);

const everything = (): DrawOptions => {
  const options = defaultDrawOptions();
  for (const name of layerNames) options.layers[name] = true;
  return { ...options, rowLength: 'lambda' };
};

const measure = (options: DrawOptions) => {
  const drawing = createDrawing();
  const frame = (): void => {
    clearDrawing(drawing);
    drawWorld(drawing, world, options);
  };
  for (let i = 0; i < WARM_UP; i++) frame();
  const { lines, triangles } = drawing;
  const memory = [lines.floats, triangles.floats];
  const heap: number[] = [];
  do {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < FRAMES; i++) frame();
    heap.push((process.memoryUsage().heapUsed - before) / FRAMES);
  } while (heap.length < WINDOWS && Math.min(...heap) >= LIMIT);
  const times: number[] = [];
  for (let i = 0; i < FRAMES; i++) {
    const start = performance.now();
    frame();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return {
    heap,
    grew: lines.floats !== memory[0] || triangles.floats !== memory[1],
    bytes: lines.floats.byteLength + triangles.floats.byteLength,
    used: 16 * (lines.vertexCount + triangles.vertexCount),
    lines: lines.vertexCount / 2,
    triangles: triangles.vertexCount / 3,
    fastest: times[Math.floor(times.length / 10)],
    median: times[Math.floor(times.length / 2)],
  };
};

console.log(JSON.stringify({ default: measure(defaultDrawOptions()), everything: measure(everything()) }));
