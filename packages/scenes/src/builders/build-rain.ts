import { type BodyHandle, box, type Vec3, type World } from '@tenon/physics-core';
import { createRandom, type Random } from '../random.js';
import { addFloor, addSolid } from '../solids.js';

export interface RainOptions {
  readonly count: number;
  readonly seed: number;
}

const COLUMNS = 20;
/** More than the diagonal of the largest box and the jitter, so that nothing overlaps at the start. */
const SPACING = 1.3;
const JITTER = 0.1;
/** Between two layers: with 400 boxes each, 3,000 boxes rain for two seconds. */
const LAYER_HEIGHT = 3;

/** Boxes of all sizes and orientations, twenty by twenty to a layer, that rain on an endless floor and on each other. */
export const buildRain = (world: World, { count, seed }: RainOptions): BodyHandle[] => {
  const random = createRandom(seed);
  addFloor(world);
  return Array.from({ length: count }, (_, i) => {
    const size = (): number => random.between(0.2, 0.3);
    const shape = box(size(), size(), size());
    return addSolid(world, shape, { position: startOf(random, i), rotation: random.rotation() });
  });
};

const startOf = (random: Random, i: number): Vec3 => {
  const middle = (COLUMNS - 1) / 2;
  const jitter = (): number => random.between(-JITTER, JITTER);
  const column = i % COLUMNS;
  const row = Math.floor(i / COLUMNS) % COLUMNS;
  const layer = Math.floor(i / (COLUMNS * COLUMNS));
  return [
    (column - middle) * SPACING + jitter(),
    1 + (layer + random.next() / 2) * LAYER_HEIGHT,
    (row - middle) * SPACING + jitter(),
  ];
};
