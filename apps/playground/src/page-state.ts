import type { Vec3 } from '@tenon/physics-core';
import type { AppState } from './app-state.js';

/** What tests (and the curious, in the browser's console) can read and do: `window.tenon`. */
interface PageControl {
  state(): PageState;
  /** Takes this many steps at once, paused or not. */
  advance(steps: number): void;
  seek(step: number): void;
  scenes(): string[];
  /** Coordinates of a joint by its key. */
  coordinates(key: string): Record<string, { value: number; rate: number }>;
  /** The program of "copy as code". */
  code(key: string): string;
  /** The text of "save", and the way back. */
  save(): string;
  load(text: string): void;
  /** Where a world point is in the view, pixels. */
  project(point: Vec3): [x: number, y: number];
  csv(): string;
  /** Starts or stops to record everything that moves. */
  record(on: boolean): void;
  /** What was recorded, as "Record" saves it. */
  recorded(form: 'csv' | 'json'): string;
  /** Key of the first dynamic body that touches something, or undefined. */
  touching(): string | undefined;
  /** How many entities have a body. */
  entities(): number;
}

export interface PageState extends AppState {
  /** 'webgl' or 'webgpu'. */
  readonly renderer: string;
  readonly frameCount: number;
  readonly stepCount: number;
  readonly contactCount: number;
  readonly hash: string;
  readonly failure: string | undefined;
  readonly message: string | undefined;
  /** Of the dynamic bodies only. */
  readonly positions: readonly Vec3[];
  readonly velocities: readonly Vec3[];
  readonly comparison: { readonly title: string; readonly largest: number } | undefined;
}

declare global {
  interface Window {
    tenon: PageControl;
  }
}
