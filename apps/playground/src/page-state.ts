import type { OrbitCamera } from '@tenon/debug-draw';
import { bodyPosition, hashWorld, type Vec3, worldStats } from '@tenon/physics-core';
import { type Simulation, stepSimulation } from './simulation.js';

/** What tests (and the curious, in the browser's console) can read and do: `window.tenon`. */
interface PageControl {
  state(): PageState;
  /** Takes this many steps at once, paused or not. */
  advance(steps: number): void;
}

export interface PageState {
  /** 'webgl' or 'webgpu'. */
  readonly renderer: string;
  readonly frameCount: number;
  readonly stepCount: number;
  readonly paused: boolean;
  readonly contactCount: number;
  readonly hash: string;
  readonly camera: OrbitCamera;
  /** Of the moving bodies only. */
  readonly positions: readonly Vec3[];
}

declare global {
  interface Window {
    tenon: PageControl;
  }
}

/** What only the page's main loop knows. */
export interface LoopState {
  readonly renderer: string;
  frameCount: number;
}

export const exposePageControl = (simulation: Simulation, camera: OrbitCamera, loop: LoopState): void => {
  window.tenon = {
    advance: (steps) => {
      for (let i = 0; i < steps; i++) stepSimulation(simulation);
    },
    state: () => ({
      ...loop,
      stepCount: simulation.stepCount,
      paused: simulation.paused,
      contactCount: worldStats(simulation.world).contacts,
      hash: hashWorld(simulation.world),
      camera: { ...camera, target: [...camera.target] },
      positions: simulation.bodies
        .filter(({ fixed }) => !fixed)
        .map(({ body }) => bodyPosition(simulation.world, body)),
    }),
  };
};
