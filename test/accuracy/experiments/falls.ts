import { type JointCare, start, watchJoints } from '../../scenes/context.js';
import type { Experiment, Goal } from '../experiment.js';

/** Of the rope and of both falls down the stairs: the scene, its short name, and how long it is watched, s. */
const FALLS = [
  ['rope', 'rope', 8],
  ['straight-stairs', 'straight stairs', 6],
  ['spiral-stairs', 'spiral stairs', 6],
] as const;

const goalsOf = (scene: string, name: string): Goal[] => [
  {
    key: `${scene} apart`,
    what: `${name}: largest separation`,
    unit: 'mm',
    ideal: '0',
    atMost: 5,
  },
  {
    key: `${scene} beyond`,
    what: `${name}: furthest beyond a limit`,
    unit: '°',
    ideal: '0',
    atMost: 2,
  },
  { key: `${scene} fine apart`, what: `${name}, 16 substeps: largest separation`, unit: 'mm', ideal: '0' },
  { key: `${scene} fine mostly`, what: `${name}, 16 substeps: in 99 of 100 steps`, unit: 'mm', ideal: '0' },
  {
    key: `${scene} fine beyond`,
    what: `${name}, 16 substeps: furthest beyond a limit`,
    unit: '°',
    ideal: '0',
  },
];

export const falls: Experiment = {
  id: 'o',
  title: 'Rope of 25 segments with 15° limits; a person of 25 bones down straight and spiral stairs',
  rapier: false,
  goals: FALLS.flatMap(([scene, name]) => goalsOf(scene, name)),
  measure: () => {
    const watch = (substeps: number): JointCare[] =>
      FALLS.map(([scene, , seconds]) =>
        watchJoints(start(scene, {}, { substeps, jointHertz: 1000 }), seconds),
      );
    const [coarse, fine] = [watch(4), watch(16)];
    return {
      values: Object.fromEntries(
        FALLS.flatMap(([scene], i) => [
          [`${scene} apart`, coarse[i].apart.most],
          [`${scene} beyond`, coarse[i].beyond.most],
          [`${scene} fine apart`, fine[i].apart.most],
          [`${scene} fine mostly`, fine[i].apart.mostly],
          [`${scene} fine beyond`, fine[i].beyond.most],
        ]),
      ),
    };
  },
};
