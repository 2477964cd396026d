import {
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  isBodyAwake,
  linearVelocity,
  stepWorld,
  type Vec3,
  type World,
  worldSettings,
  worldStats,
} from '@tenon/physics-core';
import { buildMixedPile, buildPyramid, createRandom, touchingBoxes } from '@tenon/scenes';
import { textTable } from '@tenon/test/shared/text-table';
import { DT } from './measure.js';
import { timing } from './timing.js';

/** Which large stacks stand, for how long, and what a contact costs. Tenon alone. */
export interface StandingResult {
  readonly scene: string;
  readonly stacks: readonly StackResult[];
}

interface StackResult {
  readonly stack: string;
  readonly bodies: number;
  readonly seconds: number;
  /** Of the last body, m. */
  readonly sag: number;
  /** Largest shift of any body along x and z, m. */
  readonly shift: readonly [x: number, z: number];
  /** m/s. */
  readonly fastest: number;
  readonly asleep: number;
  /** ns a contact and substep, median; null when no contact is left awake. */
  readonly perContact: number | null;
  readonly verdict: 'stands' | 'fell' | 'asleep' | 'awake';
}

interface Stack {
  readonly name: string;
  readonly seconds: number;
  /** It must come to rest and fall asleep, wherever its bodies end. */
  readonly settles?: boolean;
  build(world: World): BodyHandle[];
}

export const STANDING_SCENE = 'standing';

const pyramid = (rows: number, seconds: number): Stack => ({
  name: `pyramid of ${rows} rows`,
  seconds,
  build: (world) => buildPyramid(world, { rows, ...touchingBoxes }),
});

const addFloor = (world: World): void => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), friction: 0.6 });
};

const addBox = (world: World, half: Vec3, position: Vec3): BodyHandle => {
  const body = createBody(world, { position });
  createCollider(world, body, { shape: box(...half), density: 100, friction: 0.6 });
  return body;
};

/** Shifted by up to 1 mm, because an exactly symmetric tower hides that it would buckle. */
const tower = (count: number): Stack => ({
  name: `tower of ${count}`,
  seconds: 60,
  build: (world) => {
    const random = createRandom(count);
    addFloor(world);
    return Array.from({ length: count }, (_, i) =>
      addBox(world, [0.5, 0.5, 0.5], [0, 0.5 + i, random.between(-1e-3, 1e-3)]),
    );
  },
});

const WALL_COLUMNS = 50;
const WALL_ROWS = 40;

/** Bricks of 1 × 0.5 × 0.5 m in bond, with half bricks at the ends. */
const buildWall = (world: World): BodyHandle[] => {
  addFloor(world);
  const bricks: BodyHandle[] = [];
  const add = (x: number, row: number, half: number): void => {
    bricks.push(addBox(world, [half, 0.25, 0.25], [x - WALL_COLUMNS / 2, 0.25 + 0.5 * row, 0]));
  };
  for (let row = 0; row < WALL_ROWS; row++) {
    const isBonded = row % 2 === 1;
    if (isBonded) add(0.25, row, 0.25);
    for (let i = 0; i < WALL_COLUMNS - (isBonded ? 1 : 0); i++) add(i + (isBonded ? 1 : 0.5), row, 0.5);
    if (isBonded) add(WALL_COLUMNS - 0.25, row, 0.25);
  }
  return bricks;
};

const STACKS: readonly Stack[] = [
  pyramid(20, 60),
  pyramid(40, 60),
  pyramid(60, 60),
  pyramid(80, 20),
  pyramid(100, 20),
  tower(10),
  tower(20),
  tower(40),
  { name: `wall of ${WALL_COLUMNS} x ${WALL_ROWS} bricks`, seconds: 20, build: buildWall },
  {
    name: 'pile of 3000 mixed bodies',
    seconds: 40,
    settles: true,
    build: (world) => buildMixedPile(world, { count: 3000, seed: 1 }),
  },
];

/** A stack has fallen when its top has sunk, or any body has moved sideways, by this much, m. */
const FALLEN = 0.5;

export const measureStanding = (): StandingResult => ({ scene: STANDING_SCENE, stacks: STACKS.map(measure) });

const measure = ({ name, seconds, settles = false, build }: Stack): StackResult => {
  const world = createWorld({ sleeping: settles, gravity: [0, -10, 0] });
  const bodies = build(world);
  const start = bodies.map((body) => bodyPosition(world, body));
  const { substeps } = worldSettings(world);
  const costs: number[] = [];
  for (let step = 0; step < seconds / DT; step++) {
    const from = performance.now();
    stepWorld(world, DT);
    const { contacts } = worldStats(world);
    if (contacts > 0) costs.push((1e6 * (performance.now() - from)) / (contacts * substeps));
  }
  const shift = (axis: 0 | 2): number =>
    Math.max(...bodies.map((body, i) => Math.abs(bodyPosition(world, body)[axis] - start[i][axis])));
  const last = bodies.length - 1;
  const sag = start[last][1] - bodyPosition(world, bodies[last])[1];
  const asleep = bodies.filter((body) => !isBodyAwake(world, body)).length;
  const shifts = [shift(0), shift(2)] as const;
  const stands = sag < FALLEN && Math.max(...shifts) < FALLEN;
  return {
    stack: name,
    bodies: bodies.length,
    seconds,
    sag,
    shift: shifts,
    fastest: Math.max(...bodies.map((body) => Math.hypot(...linearVelocity(world, body)))),
    asleep,
    perContact: costs.length > 0 ? timing(costs).median : null,
    verdict: settles ? (asleep === bodies.length ? 'asleep' : 'awake') : stands ? 'stands' : 'fell',
  };
};

const HEAD = [
  'stack',
  'bodies',
  's',
  'sag m',
  'dx m',
  'dz m',
  'fastest m/s',
  'ns/contact/substep',
  'verdict',
];

export const standingText = ({ scene, stacks }: StandingResult): string => {
  const rows = stacks.map((result) => [
    result.stack,
    `${result.bodies}`,
    `${result.seconds}`,
    result.sag.toFixed(3),
    result.shift[0].toFixed(3),
    result.shift[1].toFixed(4),
    result.fastest.toExponential(1),
    result.perContact?.toFixed(0) ?? '',
    result.verdict,
  ]);
  return `${scene}: large stacks, 60 Hz, no sleeping but in the pile; Tenon alone\n${textTable(HEAD, rows)}`;
};
