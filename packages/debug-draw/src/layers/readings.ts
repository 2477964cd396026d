import { createReading, type Reading } from '@tenon/physics-core/inspect';
import { createFigures, type Figures } from './figures.js';
import { createSwingOutlines, type SwingOutlines } from './swing-outlines.js';

/** What is read from a world for a picture, kept to be used again. */
export interface Readings {
  readonly bodies: Reading;
  readonly colliders: Reading;
  readonly tree: Reading;
  readonly contacts: Reading;
  readonly joints: Reading;
  readonly rows: Reading;
  readonly coordinates: Reading;
  readonly flashes: Flashes;
  readonly swings: SwingOutlines;
  readonly figures: Figures;
  /** The joint that is shown alone and its bodies, as handles in a float; 0 where there is none. */
  readonly isolated: { joint: number; bodyA: number; bodyB: number };
  /** 1, or 2 where there are so many joints that each is small: their circles have half as many pieces then. */
  coarseness: number;
}

/** Joints that broke a short time ago: handle and simulated time. */
interface Flashes {
  /** Steps of the world whose events were looked at last. */
  steps: number;
  readonly broken: { joint: number; time: number; x: number; y: number; z: number }[];
}

export const createReadings = (): Readings => ({
  bodies: createReading(),
  colliders: createReading(),
  tree: createReading(),
  contacts: createReading(),
  joints: createReading(),
  rows: createReading(),
  coordinates: createReading(),
  flashes: { steps: -1, broken: [] },
  swings: createSwingOutlines(),
  figures: createFigures(),
  isolated: { joint: 0, bodyA: 0, bodyB: 0 },
  coarseness: 1,
});
