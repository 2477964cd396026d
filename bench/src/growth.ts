import { type BodyHandle, bodyPosition, createWorld, worldSettings, worldStats } from '@tenon/physics-core';
import { textTable } from '@tenon/test/shared/text-table';
import { type Engine, enginesFor, REFERENCE } from './engines.js';
import { type Goal, goalCells, judge } from './goals.js';
import { DT } from './measure.js';
import { largePyramid } from './scenes.js';
import { ratioOf, type Timing, timeInTurn, timing } from './timing.js';

/** How the cost of a contact grows with the size of a pyramid, and whether the pyramid stands. */
export interface GrowthResult {
  readonly scene: string;
  readonly sizes: readonly SizeResult[];
  /** Tenon's cost of a contact in the largest pyramid divided by that in the smallest. */
  readonly growth: number;
  readonly goal: Goal;
}

interface SizeResult {
  readonly rows: number;
  readonly boxes: number;
  /** Median over the timed steps, counted by Tenon. */
  readonly contacts: number;
  readonly engines: Record<Name, Stand>;
  /** Tenon's step time divided by that of the reference. */
  readonly ratio: Timing;
}

interface Stand {
  readonly step: Timing;
  /** ns. The step's time shared out over contacts and substeps; both engines are divided by Tenon's contacts. */
  readonly perContact: Timing;
  /** How far the top box has sunk in the end, m. */
  readonly sag: number;
  /** Fastest box of the last second, m/s. */
  readonly fastest: number;
  readonly verdict: 'stands' | 'shakes' | 'fell';
}

const NAMES = ['tenon', REFERENCE] as const;
type Name = (typeof NAMES)[number];

const ROWS = [20, 40, 60, 80, 100];
/** 6 s: a pyramid that begins to fall after 4 s has come down by then. */
const STEPS = 360;
/** Steps at the start that are not timed: the boxes press themselves into rest. */
const SETTLING = 60;
const WARM_UP_STEPS = 240;
const LAST_SECOND = 60;
/** The top has sunk by as much as a box is high, m. */
const FALLEN = 1;
/** A box moves by more than half its size in a second, m/s. Rapier's 100 rows sway with up to 0.3 m/s at the end, and stand. */
const SHAKING = 0.5;
const LARGEST_GROWTH = 1.3;

export const GROWTH_SCENE = 'pyramid-growth';

export const measureGrowth = (): GrowthResult => {
  runPyramid(ROWS[0], WARM_UP_STEPS);
  const sizes = ROWS.map((rows) => runPyramid(rows, STEPS));
  const costs = sizes.map(({ engines }) => engines.tenon.perContact.median);
  const growth = costs[costs.length - 1] / costs[0];
  return { scene: GROWTH_SCENE, sizes, growth, goal: judge(growth, LARGEST_GROWTH) };
};

const runPyramid = (rows: number, steps: number): SizeResult => {
  const { settings, build } = largePyramid(rows);
  const world = createWorld({ sleeping: false, ...settings });
  const boxes = build(world, 0);
  const top = boxes[boxes.length - 1];
  const height = bodyPosition(world, top)[1];
  const engines = enginesFor(world, NAMES);
  const contacts = new Float64Array(steps);
  const fastest = { tenon: 0, [REFERENCE]: 0 };
  const jobs = engines.map((engine) => ({ name: engine.name, run: () => engine.step(DT) }));
  const times = timeInTurn(jobs, steps, (step) => {
    contacts[step] = worldStats(world).contacts;
    if (step < steps - LAST_SECOND) return;
    for (const engine of engines)
      fastest[engine.name] = Math.max(fastest[engine.name], fastestOf(engine, boxes));
  });
  const { substeps } = worldSettings(world);
  const stand = (engine: Engine & { readonly name: Name }): Stand => {
    const timed = times[engine.name].subarray(SETTLING);
    const perContact = timed.map((ms, i) => (1e6 * ms) / (contacts[SETTLING + i] * substeps));
    const sag = height - engine.position(top)[1];
    const speed = fastest[engine.name];
    const verdict = sag > FALLEN ? 'fell' : speed > SHAKING ? 'shakes' : 'stands';
    return { step: timing(timed), perContact: timing(perContact), sag, fastest: speed, verdict };
  };
  const stands = Object.fromEntries(engines.map((engine) => [engine.name, stand(engine)])) as Record<
    Name,
    Stand
  >;
  for (const engine of engines) engine.free();
  return {
    rows,
    boxes: boxes.length,
    contacts: timing(contacts.subarray(SETTLING)).median,
    engines: stands,
    ratio: ratioOf(stands.tenon.step, stands[REFERENCE].step),
  };
};

const fastestOf = (engine: Engine, bodies: readonly BodyHandle[]): number =>
  bodies.reduce((most, body) => Math.max(most, Math.hypot(...engine.linearVelocity(body))), 0);

const HEAD = [
  'rows',
  'boxes',
  'contacts',
  'engine',
  'median ms',
  'ratio',
  'ns a contact and substep',
  'top sag m',
  'fastest m/s',
  'verdict',
];

export const growthText = ({ scene, sizes, growth, goal }: GrowthResult): string => {
  const rows = sizes.flatMap((size) => NAMES.map((name) => cells(size, name)));
  const [wanted, verdict] = goalCells(goal);
  return [
    `${scene}: boxes of 1 m created touching, ${STEPS} steps at 60 Hz, no sleeping; the fastest box is that of the last second`,
    textTable(HEAD, rows),
    `Tenon's cost of a contact, ${ROWS[ROWS.length - 1]} rows to ${ROWS[0]} rows: ${growth.toFixed(2)}, goal ${wanted}: ${verdict}`,
  ].join('\n');
};

const cells = ({ rows, boxes, contacts, engines, ratio }: SizeResult, name: Name): string[] => {
  const { step, perContact, sag, fastest, verdict } = engines[name];
  return [
    `${rows}`,
    `${boxes}`,
    `${contacts}`,
    name,
    step.median.toFixed(3),
    name === 'tenon' ? ratio.median.toFixed(3) : '',
    perContact.median.toFixed(0),
    sag.toFixed(3),
    fastest.toExponential(1),
    verdict,
  ];
};
