import { type BodyHandle, heightField, hull, type Shape, type Vec3, type World } from '@tenon/physics-core';
import { createRandom, type Random } from '../random.js';
import { addSolid } from '../solids.js';

export interface TerrainOptions {
  readonly count: number;
  readonly seed: number;
}

const CELLS = 64;
const CELL = 0.5;
/** Rounds of smoothing that make hills of random heights. */
const SMOOTHING = 6;
/** The rim of the field rises, so that nothing rolls over its edge. */
const RIM = 6;
const RIM_HEIGHT = 0.5;
const HULL_RADIUS = 0.35;
const COLUMNS = 20;
const SPACING = 1;

/** Hulls of ten random points that fall on hills: a height field of 64 by 64 cells with a rim. */
export const buildTerrain = (world: World, { count, seed }: TerrainOptions): BodyHandle[] => {
  const random = createRandom(seed);
  addSolid(world, hills(random), { type: 'static' }, { friction: 0.8 });
  return Array.from({ length: count }, (_, i) => {
    const middle = (COLUMNS - 1) / 2;
    const layer = Math.floor(i / (COLUMNS * COLUMNS));
    const position: Vec3 = [
      ((i % COLUMNS) - middle) * SPACING,
      4 + layer + random.between(0, 0.3),
      ((Math.floor(i / COLUMNS) % COLUMNS) - middle) * SPACING,
    ];
    return addSolid(world, pebble(random), { position, rotation: random.rotation() });
  });
};

const pebble = (random: Random): Shape =>
  hull(
    Array.from({ length: 10 }, (): Vec3 => {
      const [x, y, z] = random.direction();
      const r = random.between(0.6, 1) * HULL_RADIUS;
      return [r * x, r * y, r * z];
    }),
  );

const hills = (random: Random): Shape => {
  const side = CELLS + 1;
  let heights = Array.from({ length: side * side }, () => random.between(-6, 6));
  for (let k = 0; k < SMOOTHING; k++) heights = smoothed(heights, side);
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const inside = Math.min(i, j, CELLS - i, CELLS - j);
      if (inside < RIM) heights[j * side + i] += RIM_HEIGHT * (RIM - inside);
    }
  }
  return heightField(side, side, heights, { spacing: [CELL, CELL] });
};

/** The mean of each height and its neighbours. */
const smoothed = (heights: readonly number[], side: number): number[] =>
  heights.map((_, at) => {
    const column = at % side;
    const row = (at - column) / side;
    let sum = 0;
    let count = 0;
    for (let j = Math.max(0, row - 1); j <= Math.min(side - 1, row + 1); j++) {
      for (let i = Math.max(0, column - 1); i <= Math.min(side - 1, column + 1); i++) {
        sum += heights[j * side + i];
        count++;
      }
    }
    return sum / count;
  });
