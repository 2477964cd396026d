import { randomTree, runTree, type TreeKind, type TreeRun, treeKinds } from '../../shared/random-trees.js';
import type { Experiment, Goal } from '../experiment.js';

const TREES = 200;
const SECONDS = 10;
/** Not used while the solver was made. */
const SEED = 20_261_118;
const DEGREE = Math.PI / 180;

const goalsOf = ({ name, limits }: TreeKind, i: number): Goal[] => [
  { key: `lost${i}`, what: `${name}: not finite`, unit: `of ${TREES}`, ideal: '0', atMost: 0 },
  { key: `gain${i}`, what: `${name}: largest gain of energy`, unit: '%', ideal: '0', atMost: 1 },
  { key: `median${i}`, what: `${name}: separation, median`, unit: 'mm', ideal: '0' },
  { key: `usual${i}`, what: `${name}: separation in 99 of 100 steps`, unit: 'mm', ideal: '0', atMost: 0.1 },
  { key: `apart${i}`, what: `${name}: separation at worst`, unit: 'mm', ideal: '0', atMost: 1 },
  { key: `bent${i}`, what: `${name}: angle at worst`, unit: '°', ideal: '0', atMost: 0.1 },
  limits
    ? { key: `passed${i}`, what: `${name}: beyond a limit at worst`, unit: '°', ideal: '0', atMost: 0.1 }
    : { key: `change${i}`, what: `${name}: energy at the end, median`, unit: '% of m g ½ m', ideal: '0' },
];

const valuesOf = (kind: TreeKind, i: number): Record<string, number> => {
  const runs = Array.from({ length: TREES }, (_, k) =>
    runTree(randomTree(SEED + 7919 * k + 1_000_003 * i, kind), SECONDS),
  );
  const finite = runs.filter((run) => run.finite);
  const most = (of: (run: TreeRun) => number): number => Math.max(...finite.map(of));
  const median = (of: (run: TreeRun) => number): number =>
    finite.map(of).sort((a, b) => a - b)[Math.floor(finite.length / 2)];
  return {
    [`lost${i}`]: TREES - finite.length,
    [`gain${i}`]: 100 * most(({ gain }) => gain),
    [`median${i}`]: 1000 * median(({ apart }) => apart),
    [`usual${i}`]: 1000 * most(({ usuallyApart }) => usuallyApart),
    [`apart${i}`]: 1000 * most(({ apart }) => apart),
    [`bent${i}`]: most(({ bent }) => bent) / DEGREE,
    [`passed${i}`]: most(({ passed }) => passed) / DEGREE,
    [`change${i}`]: 100 * median(({ change }) => change),
  };
};

export const randomTrees: Experiment = {
  id: 'p',
  title: `Random trees of 4 to 20 bodies, ${TREES} of each kind, ${SECONDS} s`,
  note: 'Bodies on random joints with random anchors and axes, the first on the world, released in gravity. Trees with limits come to rest at them, so their energy says nothing.',
  rapier: false,
  long: true,
  goals: treeKinds.flatMap(goalsOf),
  measure: () => ({ values: Object.assign({}, ...treeKinds.map(valuesOf)) as Record<string, number> }),
};
