import {
  type BodyHandle,
  ball,
  createBody,
  createJoint,
  createWorld,
  hinge,
  type JointHandle,
  jointError,
  stepWorld,
  type World,
  worldSettings,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { textTable } from '@tenon/test/shared/text-table';
import { type Goal, goalCells, judge } from './goals.js';
import { DT } from './measure.js';
import { ratioOf, type Timing, timeInTurn, timing } from './timing.js';

/**
 * How the cost of a joint grows with the length of a chain, for articulations and for sweeps. The chains float in space: under
 * their weight long ones are stiff, and divide their substeps.
 */
export interface ChainGrowthResult {
  readonly scene: string;
  readonly sizes: readonly ChainSize[];
  /** The largest cost of a joint, over both kinds, in the longest chain divided by that in the shortest. */
  readonly growth: number;
  readonly goal: Goal;
}

type Solver = 'articulations' | 'sweeps';
type Kind = 'ball' | 'hinge';

interface ChainSize {
  readonly kind: Kind;
  readonly links: number;
  /** ns a joint and substep. */
  readonly cost: Readonly<Record<Solver, Timing>>;
  /** Articulations against sweeps. */
  readonly ratio: Timing;
  /** Largest separation of a joint in the end, m. */
  readonly apart: Readonly<Record<Solver, number>>;
}

const LINKS = [10, 30, 100, 300, 1000];
const JOINTS = 3000;
const STEPS = 120;
const SETTLING = 20;
const LARGEST_GROWTH = 1.3;
const SPEED = 0.2;

export const CHAIN_GROWTH_SCENE = 'chain-growth';

export const measureChainGrowth = (): ChainGrowthResult => {
  runChains('ball', LINKS[0]);
  const kinds: readonly Kind[] = ['ball', 'hinge'];
  const sizes = kinds.flatMap((kind) => LINKS.map((links) => runChains(kind, links)));
  const growthOf = (kind: Kind): number => {
    const costs = sizes.filter((size) => size.kind === kind).map(({ cost }) => cost.articulations.p10);
    return costs[costs.length - 1] / costs[0];
  };
  const growth = Math.max(...kinds.map(growthOf));
  return { scene: CHAIN_GROWTH_SCENE, sizes, growth, goal: judge(growth, LARGEST_GROWTH) };
};

interface Chains {
  readonly world: World;
  readonly joints: readonly JointHandle[];
}

const buildChains = (solver: Solver, kind: Kind, links: number): Chains => {
  const world = createWorld({
    jointSolver: solver === 'sweeps' ? 'sweeps' : 'auto',
    sleeping: false,
    gravity: [0, 0, 0],
  });
  const random = createRandom(links);
  const joints: JointHandle[] = [];
  for (let chain = 0; chain < JOINTS / links; chain++) {
    let last: { readonly bodyA?: BodyHandle } = {};
    for (let i = 0; i < links; i++) {
      const bodyB = createBody(world, {
        position: [0, -0.2 * i - 0.1, chain],
        linearVelocity: [random.between(-SPEED, SPEED), 0, 0],
        massProperties: { mass: 1, inertia: [0.004, 0.001, 0.0035] },
      });
      const place = { ...last, bodyB, anchor: [0, -0.2 * i, chain] } as const;
      joints.push(createJoint(world, kind === 'ball' ? ball(place) : hinge({ ...place, axis: [0, 0, 1] })));
      last = { bodyA: bodyB };
    }
  }
  return { world, joints };
};

const runChains = (kind: Kind, links: number): ChainSize => {
  const names = ['articulations', 'sweeps'] as const;
  const chains = names.map((name) => ({ name, ...buildChains(name, kind, links) }));
  const jobs = chains.map(({ name, world }) => ({ name, run: () => stepWorld(world, DT) }));
  const times = timeInTurn(jobs, STEPS);
  const { substeps } = worldSettings(chains[0].world);
  const costOf = ({ name, joints }: (typeof chains)[number]): Timing =>
    timing(times[name].subarray(SETTLING).map((ms) => (1e6 * ms) / (joints.length * substeps)));
  const apartOf = ({ world, joints }: (typeof chains)[number]): number =>
    Math.max(...joints.map((joint) => jointError(world, joint).linear));
  const [articulations, sweeps] = chains;
  const cost = { articulations: costOf(articulations), sweeps: costOf(sweeps) };
  const apart = { articulations: apartOf(articulations), sweeps: apartOf(sweeps) };
  return { kind, links, cost, ratio: ratioOf(cost.articulations, cost.sweeps), apart };
};

const HEAD = [
  'joints',
  'links a chain',
  'articulations, ns a joint and substep',
  'p10',
  'sweeps',
  'p10',
  'ratio',
  'p10',
  'apart mm',
  'swept mm',
];

export const chainGrowthText = ({ scene, sizes, growth, goal }: ChainGrowthResult): string => {
  const [wanted, verdict] = goalCells(goal);
  const pair = ({ median, p10 }: Timing, digits: number): string[] => [
    median.toFixed(digits),
    p10.toFixed(digits),
  ];
  const rows = sizes.map(({ kind, links, cost, ratio, apart }) => [
    kind,
    `${links}`,
    ...pair(cost.articulations, 0),
    ...pair(cost.sweeps, 0),
    ...pair(ratio, 2),
    (1e3 * apart.articulations).toFixed(4),
    (1e3 * apart.sweeps).toFixed(4),
  ]);
  return [
    `${scene}: ${JOINTS} joints in chains that float in space, ${STEPS} steps at 60 Hz`,
    textTable(HEAD, rows),
    `cost of a joint, ${LINKS[LINKS.length - 1]} links to ${LINKS[0]} links: ${growth.toFixed(2)}, goal ${wanted}: ${verdict}`,
  ].join('\n');
};
