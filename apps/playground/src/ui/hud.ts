import { worldStats } from '@tenon/physics-core';
import type { Playground } from '../playground.js';
import type { RunningAverage } from '../running-average.js';
import { byId, make, setText } from './dom.js';

export interface Timing {
  readonly frame: RunningAverage;
  readonly step: RunningAverage;
  readonly draw: RunningAverage;
}

const BARS = 90;
const GRAPH_HEIGHT = 34;
/** What the graph's full height means, ms: two frames of a screen with 60 Hz. */
const FULL_SCALE = 33.3;

interface Hud {
  /** Call each frame with what it took. */
  addFrame(stepMilliseconds: number, drawMilliseconds: number): void;
  /** Writes the numbers; often enough to follow, seldom enough to read. */
  show(): void;
}

const ENTRIES = ['frame', 'step', 'draw', 'bodies', 'contacts', 'joints', 'rows'] as const;

/** Times and counts at the edge of the view, with a graph of the last frames. */
export const createHud = (playground: Playground, timing: Timing): Hud => {
  const cells = new Map(ENTRIES.map((name) => [name, make('dd', { id: `hud-${name}` })]));
  const list = make('dl');
  for (const [name, cell] of cells) list.append(make('div', {}, [make('dt', { text: name }), cell]));
  const canvas = make('canvas', { title: 'The last frames: step and draw. The line is 1/60 s.' });
  byId('hud').append(list, canvas);
  const context = canvas.getContext('2d');
  const steps = new Float32Array(BARS);
  const draws = new Float32Array(BARS);
  let next = 0;

  return {
    addFrame: (stepMilliseconds, drawMilliseconds) => {
      steps[next] = stepMilliseconds;
      draws[next] = drawMilliseconds;
      next = (next + 1) % BARS;
    },
    show: () => {
      const stats = worldStats(playground.simulation.world);
      const asleep = stats.bodies - stats.awakeBodies;
      const texts: Record<(typeof ENTRIES)[number], string> = {
        frame: milliseconds(timing.frame.read()),
        step: milliseconds(timing.step.read()),
        draw: milliseconds(timing.draw.read()),
        bodies: asleep > 0 ? `${stats.bodies} (${stats.awakeBodies} awake)` : String(stats.bodies),
        contacts: String(stats.contacts),
        joints: String(stats.joints),
        rows: String(stats.jointRows),
      };
      for (const [name, cell] of cells) setText(cell, texts[name]);
      if (context) drawGraph(context, steps, draws, next);
    },
  };
};

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '–' : `${value.toFixed(value < 10 ? 2 : 1)} ms`;

const drawGraph = (
  context: CanvasRenderingContext2D,
  steps: Float32Array,
  draws: Float32Array,
  first: number,
): void => {
  const { canvas } = context;
  const density = window.devicePixelRatio;
  const width = Math.round(canvas.clientWidth * density);
  const height = Math.round(GRAPH_HEIGHT * density);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const style = getComputedStyle(canvas);
  const colours = [style.getPropertyValue('--accent'), style.getPropertyValue('--accent-2')];
  context.clearRect(0, 0, width, height);
  const bar = width / BARS;
  for (let i = 0; i < BARS; i++) {
    const k = (first + i) % BARS;
    const stepHeight = Math.min(height, (steps[k] / FULL_SCALE) * height);
    const drawHeight = Math.min(height - stepHeight, (draws[k] / FULL_SCALE) * height);
    context.fillStyle = colours[0];
    context.fillRect(i * bar, height - stepHeight, bar - density * 0.5, stepHeight);
    context.fillStyle = colours[1];
    context.fillRect(i * bar, height - stepHeight - drawHeight, bar - density * 0.5, drawHeight);
  }
  context.fillStyle = style.getPropertyValue('--line');
  context.fillRect(0, height / 2, width, density);
};
