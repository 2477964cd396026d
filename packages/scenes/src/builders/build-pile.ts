import {
  type BodyHandle,
  box,
  capsule,
  createBody,
  createCollider,
  halfSpace,
  hull,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom, type Random } from '../random.js';
import { addFixed } from '../solids.js';

/** A body with the one shape it is made of, so that whoever draws the scene need not ask the world. */
export interface SceneBody {
  readonly body: BodyHandle;
  readonly shape: Shape;
  /** Part of the surroundings: never moves. */
  readonly fixed: boolean;
}

export interface PileOptions {
  readonly count: number;
  readonly seed: number;
}

/** More than twice the reach of the largest body, so that nothing overlaps at the start. */
const SPACING = 1.4;
const COLUMNS = 6;
const TRAY_HALF_SIZE = 5.4;
const KERB_HALF_HEIGHT = 0.4;
const KERB_HALF_WIDTH = 0.15;

/** Mixed bodies, layer above layer, that fall into a low tray on an endless floor. */
export const buildPile = (world: World, { count, seed }: PileOptions): SceneBody[] => {
  const random = createRandom(seed);
  const scene = [surrounding(world, halfSpace(), [0, 0, 0]), ...kerbs(world)];
  for (let i = 0; i < count; i++) {
    const column = i % COLUMNS;
    const row = Math.floor(i / COLUMNS) % COLUMNS;
    const layer = Math.floor(i / (COLUMNS * COLUMNS));
    const middle = (COLUMNS - 1) / 2;
    const jitter = (): number => random.between(-0.05, 0.05);
    const position: Vec3 = [
      (column - middle) * SPACING + jitter(),
      1.2 + layer * SPACING,
      (row - middle) * SPACING + jitter(),
    ];
    const shape = pileShape(random);
    const body = createBody(world, { type: 'dynamic', position, rotation: random.rotation() });
    createCollider(world, body, { shape, density: 1000, friction: 0.5, restitution: 0.1 });
    scene.push({ body, shape, fixed: false });
  }
  return scene;
};

const pileShape = (random: Random): Shape => {
  const size = (): number => random.between(0.22, 0.36);
  switch (Math.floor(random.between(0, 4))) {
    case 0:
      return box(size(), size(), size());
    case 1:
      return sphere(random.between(0.25, 0.42));
    case 2:
      return capsule(random.between(0.16, 0.25), random.between(0.15, 0.32));
    default:
      return hull(rock(random, random.between(0.35, 0.5)));
  }
};

/** The corners of an icosahedron, each moved in a little: all kinds of faces, and the origin is always well inside. */
const rock = (random: Random, radius: number): Vec3[] =>
  ICOSAHEDRON.map(([x, y, z]) => {
    const reach = radius * random.between(0.7, 1);
    return [x * reach, y * reach, z * reach];
  });

/** Unit vectors along (0, ±1, ±φ) and its cyclic permutations, φ the golden ratio. */
const ICOSAHEDRON: readonly Vec3[] = [-1, 1].flatMap((s) =>
  [-1, 1].flatMap((t): Vec3[] => {
    const [short, long] = [s * 0.5257311121191336, t * 0.8506508083520399];
    return [
      [0, short, long],
      [long, 0, short],
      [short, long, 0],
    ];
  }),
);

const kerbs = (world: World): SceneBody[] => {
  const along = box(TRAY_HALF_SIZE + KERB_HALF_WIDTH, KERB_HALF_HEIGHT, KERB_HALF_WIDTH);
  const across = box(KERB_HALF_WIDTH, KERB_HALF_HEIGHT, TRAY_HALF_SIZE - KERB_HALF_WIDTH);
  return [
    surrounding(world, along, [0, KERB_HALF_HEIGHT, TRAY_HALF_SIZE]),
    surrounding(world, along, [0, KERB_HALF_HEIGHT, -TRAY_HALF_SIZE]),
    surrounding(world, across, [TRAY_HALF_SIZE, KERB_HALF_HEIGHT, 0]),
    surrounding(world, across, [-TRAY_HALF_SIZE, KERB_HALF_HEIGHT, 0]),
  ];
};

const surrounding = (world: World, shape: Shape, position: Vec3): SceneBody => ({
  body: addFixed(world, shape, position, { friction: 0.5 }),
  shape,
  fixed: true,
});
