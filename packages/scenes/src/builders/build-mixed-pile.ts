import {
  type BodyHandle,
  box,
  coneShape,
  createBody,
  createCollider,
  cylinder,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom, type Random } from '../random.js';
import { addFixed, addFloor } from '../solids.js';

export interface MixedPileOptions {
  readonly count: number;
  readonly seed: number;
}

const COLUMNS = 10;
/** More than the diagonal of the largest box and the jitter, so that nothing overlaps at the start. */
const SPACING = 1.2;
const JITTER = 0.1;
const PIT_HALF_SIZE = 6.5;
const WALL_HALF_WIDTH = 1;
const WALL_HALF_HEIGHT = 5;

/** Boxes and spheres in turn, ten by ten to a layer, that fall into a walled pit and come to rest as a heap. */
export const buildMixedPile = (world: World, options: MixedPileOptions): BodyHandle[] =>
  fillPit(world, options, shapeOf);

/** The same of cylinders and cones. */
export const buildRoundPile = (world: World, options: MixedPileOptions): BodyHandle[] =>
  fillPit(world, options, roundShapeOf);

const fillPit = (
  world: World,
  { count, seed }: MixedPileOptions,
  shapeOf: (random: Random, i: number) => Shape,
): BodyHandle[] => {
  const random = createRandom(seed);
  buildPit(world);
  return Array.from({ length: count }, (_, i) => {
    const body = createBody(world, { position: startOf(random, i), rotation: random.rotation() });
    createCollider(world, body, { shape: shapeOf(random, i) });
    return body;
  });
};

const startOf = (random: Random, i: number): Vec3 => {
  const middle = (COLUMNS - 1) / 2;
  const jitter = (): number => random.between(-JITTER, JITTER);
  const column = i % COLUMNS;
  const row = Math.floor(i / COLUMNS) % COLUMNS;
  const layer = Math.floor(i / (COLUMNS * COLUMNS));
  return [(column - middle) * SPACING + jitter(), 1 + layer * SPACING, (row - middle) * SPACING + jitter()];
};

const shapeOf = (random: Random, i: number): Shape => {
  const size = (): number => random.between(0.2, 0.3);
  return i % 2 === 0 ? box(size(), size(), size()) : sphere(random.between(0.25, 0.35));
};

const roundShapeOf = (random: Random, i: number): Shape => {
  const radius = random.between(0.2, 0.3);
  const halfLength = random.between(0.15, 0.35);
  return i % 4 === 3 ? coneShape(radius, halfLength) : cylinder(radius, halfLength);
};

const buildPit = (world: World): void => {
  addFloor(world);
  const middle = PIT_HALF_SIZE + WALL_HALF_WIDTH;
  const along = box(middle + WALL_HALF_WIDTH, WALL_HALF_HEIGHT, WALL_HALF_WIDTH);
  const across = box(WALL_HALF_WIDTH, WALL_HALF_HEIGHT, PIT_HALF_SIZE);
  addFixed(world, along, [0, WALL_HALF_HEIGHT, middle]);
  addFixed(world, along, [0, WALL_HALF_HEIGHT, -middle]);
  addFixed(world, across, [middle, WALL_HALF_HEIGHT, 0]);
  addFixed(world, across, [-middle, WALL_HALF_HEIGHT, 0]);
};
