import {
  clearDrawing,
  createDrawing,
  type DrawOptions,
  defaultDrawOptions,
  drawWorld,
  layerNames,
} from '@tenon/debug-draw';
import { createWorld, stepWorld, worldStats } from '@tenon/physics-core';
import { buildJointField } from '@tenon/scenes';
import { type Timing, timing } from './timing.js';

/** What it costs to fill the buffers of a debug picture; the graphics card's part is not in it. */
export interface DrawScene {
  readonly name: string;
  readonly options: () => DrawOptions;
  /** ms a frame, where there is one. */
  readonly limit?: number;
}

export interface DrawResult {
  readonly scene: string;
  readonly bodies: number;
  readonly joints: number;
  readonly rows: number;
  readonly lines: number;
  readonly triangles: number;
  readonly frames: number;
  readonly time: Timing;
  /** Processor time a frame, ms: on a busy machine it says more than the clock. */
  readonly cpu: number;
  readonly limit?: number;
}

const PAIRS = 1000;
const STEPS = 60;
/** Enough for the compiler to have settled. */
const WARM_UP = 300;
const FRAMES = 300;

const withLayers = (change: (options: DrawOptions) => void): DrawOptions => {
  const options = defaultDrawOptions();
  change(options);
  return options;
};

export const DRAW_SCENES: readonly DrawScene[] = [
  { name: 'draw', options: defaultDrawOptions, limit: 3 },
  {
    name: 'draw-rows',
    options: () =>
      withLayers((options) => {
        for (const name of layerNames) options.layers[name] = name === 'rows' || name === 'frames';
      }),
    limit: 3,
  },
  {
    name: 'draw-everything',
    options: () =>
      withLayers((options) => {
        for (const name of layerNames) options.layers[name] = true;
      }),
  },
];

export const measureDrawing = (scene: DrawScene): DrawResult => {
  const world = createWorld({ sleeping: false });
  buildJointField(world, { pairs: PAIRS });
  for (let i = 0; i < STEPS; i++) stepWorld(world, 1 / 60);
  const drawing = createDrawing();
  const options = scene.options();
  const times = new Float64Array(FRAMES);
  let before = process.cpuUsage();
  for (let i = -WARM_UP; i < FRAMES; i++) {
    if (i === 0) before = process.cpuUsage();
    const start = performance.now();
    clearDrawing(drawing);
    drawWorld(drawing, world, options);
    if (i >= 0) times[i] = performance.now() - start;
  }
  const { user, system } = process.cpuUsage(before);
  const { bodies, joints, jointRows } = worldStats(world);
  return {
    scene: scene.name,
    bodies,
    joints,
    rows: jointRows,
    lines: drawing.lines.vertexCount / 2,
    triangles: drawing.triangles.vertexCount / 3,
    frames: FRAMES,
    time: timing(times),
    cpu: (user + system) / 1000 / FRAMES,
    ...(scene.limit === undefined ? {} : { limit: scene.limit }),
  };
};

export const drawText = ({
  scene,
  bodies,
  joints,
  rows,
  lines,
  triangles,
  time,
  cpu,
  limit,
}: DrawResult): string => {
  const wanted = limit === undefined ? '' : `, wanted: at most ${limit} ms`;
  return (
    `${scene}: ${bodies} bodies, ${joints} joints, ${rows} rows as ${lines} lines and ${triangles} triangles\n` +
    `  ${time.median.toFixed(2)} ms a frame (median), ${time.p10.toFixed(2)} ms (p10), ${cpu.toFixed(2)} ms of processor time${wanted}`
  );
};
