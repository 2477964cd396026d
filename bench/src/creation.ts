import { box, createBody, createCollider, createWorld, stepWorld, type Vec3 } from '@tenon/physics-core';
import type { RapierModule } from '@tenon/test/rapier';
import { textTable } from '@tenon/test/shared/text-table';
import { ENGINE_NAMES, type EngineName, RAPIERS } from './engines.js';
import { type Goal, goalCells, judge } from './goals.js';
import { DT } from './measure.js';
import { timingCells } from './report.js';
import { ratioOf, type Timing, timeInTurn, timing } from './timing.js';

/** What it costs to create a world with many boxes. The first step is beside it, because Rapier leaves some of the work to it. */
export interface CreationResult {
  readonly scene: string;
  readonly bodies: number;
  readonly rounds: number;
  readonly times: Record<EngineName, CreationTimes>;
  readonly ratios: Record<string, CreationTimes>;
  /** For the median of creation, against plain Rapier. */
  readonly goal: Goal;
}

interface CreationTimes {
  readonly creation: Timing;
  readonly firstStep: Timing;
}

/** A world full of boxes. */
interface Made {
  step(): void;
  free(): void;
}

const BODIES = 2000;
const COLUMNS = 50;
/** Apart, so that the first step finds no contacts. */
const SPACING = 1.5;
const HALF_SIZE = 0.5;
const DENSITY = 1000;
const ROUNDS = 40;
/** Enough for the compiler to have settled. */
const WARM_UP_ROUNDS = 10;
const PLAIN_RAPIER = 'tenon/rapier3d-compat';
const LARGEST_RATIO = 2;

export const CREATION_SCENE = 'creation';

const placeOf = (i: number): Vec3 => [SPACING * (i % COLUMNS), 0, SPACING * Math.floor(i / COLUMNS)];

const makeInTenon = (): Made => {
  const world = createWorld();
  const def = { shape: box(HALF_SIZE, HALF_SIZE, HALF_SIZE), density: DENSITY };
  for (let i = 0; i < BODIES; i++) createCollider(world, createBody(world, { position: placeOf(i) }), def);
  return { step: () => stepWorld(world, DT), free: () => undefined };
};

const makeInRapier = ({ World, RigidBodyDesc, ColliderDesc }: RapierModule): Made => {
  const world = new World({ x: 0, y: -9.81, z: 0 });
  const collider = ColliderDesc.cuboid(HALF_SIZE, HALF_SIZE, HALF_SIZE).setDensity(DENSITY);
  for (let i = 0; i < BODIES; i++) {
    const body = world.createRigidBody(RigidBodyDesc.dynamic().setTranslation(...placeOf(i)));
    world.createCollider(collider, body);
  }
  return { step: () => world.step(), free: () => world.free() };
};

export const measureCreation = (): CreationResult => {
  createInTurn(WARM_UP_ROUNDS);
  const times = createInTurn(ROUNDS);
  const others = ENGINE_NAMES.filter((name) => name !== 'tenon');
  const ratios = Object.fromEntries(
    others.map((other) => [
      `tenon/${other}`,
      {
        creation: ratioOf(times.tenon.creation, times[other].creation),
        firstStep: ratioOf(times.tenon.firstStep, times[other].firstStep),
      },
    ]),
  );
  const goal = judge(ratios[PLAIN_RAPIER].creation.median, LARGEST_RATIO);
  return { scene: CREATION_SCENE, bodies: BODIES, rounds: ROUNDS, times, ratios, goal };
};

const createInTurn = (rounds: number): Record<EngineName, CreationTimes> => {
  const made = new Map<EngineName, Made>();
  const firstSteps = new Map(ENGINE_NAMES.map((name) => [name, new Float64Array(rounds)]));
  const make = (name: EngineName): Made => (name === 'tenon' ? makeInTenon() : makeInRapier(RAPIERS[name]));
  const jobs = ENGINE_NAMES.map((name) => ({ name, run: () => made.set(name, make(name)) }));
  const creations = timeInTurn(jobs, rounds, (round) => {
    for (const [name, { step, free }] of made) {
      const start = performance.now();
      step();
      firstSteps.get(name)![round] = performance.now() - start;
      free();
    }
  });
  return Object.fromEntries(
    [...firstSteps].map(([name, steps]) => [
      name,
      { creation: timing(creations[name]), firstStep: timing(steps) },
    ]),
  ) as Record<EngineName, CreationTimes>;
};

const HEAD = ['engine', 'median ms', 'p10 ms', 'goal', 'verdict', 'first step: median ms', 'p10 ms'];

export const creationText = ({ scene, bodies, rounds, times, ratios, goal }: CreationResult): string => {
  const row = (name: string, { creation, firstStep }: CreationTimes): string[] => [
    name,
    ...timingCells(creation),
    ...goalCells(name === PLAIN_RAPIER ? goal : undefined),
    ...timingCells(firstStep),
  ];
  const rows = [...Object.entries(times), ...Object.entries(ratios)].map(([name, values]) =>
    row(name, values),
  );
  return `${scene}: a world with ${bodies} boxes, created ${rounds} times\n${textTable(HEAD, rows)}`;
};
