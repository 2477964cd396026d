import { make } from './dom.js';

const BARS = 90;
const GRAPH_HEIGHT = 34;
/** What the graph's full height means, ms: two frames of a screen with 60 Hz. */
const FULL_SCALE = 33.3;

/** What the last frames took, as bars. */
export interface FrameGraph {
  readonly canvas: HTMLCanvasElement;
  readonly steps: Float32Array;
  readonly draws: Float32Array;
  /** Where the next frame goes. */
  next: number;
}

export const createFrameGraph = (): FrameGraph => ({
  canvas: make('canvas', { title: 'The last frames: step and draw. The line is 1/60 s.' }),
  steps: new Float32Array(BARS),
  draws: new Float32Array(BARS),
  next: 0,
});

export const addFrame = (graph: FrameGraph, stepMilliseconds: number, drawMilliseconds: number): void => {
  graph.steps[graph.next] = stepMilliseconds;
  graph.draws[graph.next] = drawMilliseconds;
  graph.next = (graph.next + 1) % BARS;
};

export const drawFrameGraph = ({ canvas, steps, draws, next: first }: FrameGraph): void => {
  const context = canvas.getContext('2d');
  if (context === null) return;
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
