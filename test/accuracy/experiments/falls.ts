import { createWorld, type World, type WorldSettings } from '@tenon/physics-core';
import { findScene } from '@tenon/scenes';
import { type JointCare, watchJoints } from '../../scenes/context.js';
import type { Runner } from '../engine.js';
import type { Experiment, Goal } from '../experiment.js';

/** Of the rope and of both falls down the stairs: the scene, its short name, and how long it is watched, s. */
const FALLS = [
  ['rope', 'rope', 8],
  ['straight-stairs', 'straight stairs', 6],
  ['spiral-stairs', 'spiral stairs', 6],
] as const;

/** As the scenes are shown: with 16 substeps, stiffer joints and exact joints. */
const OWN = 'substeps 16, jointHertz 1000, jointSolver articulations';

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
  {
    key: `${scene} exact apart`,
    what: `${name}, articulations: largest separation`,
    unit: 'mm',
    ideal: '0',
    atMost: 5,
    ran: 'jointSolver articulations',
  },
  {
    key: `${scene} exact beyond`,
    what: `${name}, articulations: furthest beyond a limit`,
    unit: '°',
    ideal: '0',
    atMost: 2,
    ran: 'jointSolver articulations',
  },
  {
    key: `${scene} fine apart`,
    what: `${name}, 16 substeps: largest separation`,
    unit: 'mm',
    ideal: '0',
    atMost: 5,
    ran: OWN,
  },
  {
    key: `${scene} fine mostly`,
    what: `${name}, 16 substeps: in 99 of 100 steps`,
    unit: 'mm',
    ideal: '0',
    ran: OWN,
  },
  {
    key: `${scene} fine beyond`,
    what: `${name}, 16 substeps: furthest beyond a limit`,
    unit: '°',
    ideal: '0',
    atMost: 2,
    ran: OWN,
  },
];

interface Fall {
  readonly world: World;
  readonly care: JointCare;
}

/** The scene in a world with these settings, and not with its own. */
const fall = (runner: Runner, id: string, seconds: number, settings: Partial<WorldSettings>): Fall => {
  const scene = findScene(id);
  if (!scene) throw new Error(`There is no scene ${id}`);
  const world = createWorld({ sleeping: false, ...settings });
  const started = { bodies: {}, joints: {}, world, ...scene.build(world) };
  return { world, care: runner(world, () => watchJoints(started, seconds)) };
};

export const falls: Experiment = {
  id: 'o',
  text: '004',
  section: '§4.3.1, 4.3.4',
  says: 'the joints of rope and person hold, and stop at their limits',
  title: 'Rope of 25 segments with 15° limits; a person of 25 bones down straight and spiral stairs',
  rapier: false,
  goals: FALLS.flatMap(([scene, name]) => goalsOf(scene, name)),
  measure: (runner) => {
    const values: Record<string, number> = {};
    const worlds: Record<string, World> = {};
    const exact = { jointSolver: 'articulations' } as const;
    for (const [scene, , seconds] of FALLS) {
      const note = (key: string, { world, care }: Fall): void => {
        values[`${key} apart`] = care.apart.most;
        values[`${key} mostly`] = care.apart.mostly;
        values[`${key} beyond`] = care.beyond.most;
        for (const what of ['apart', 'mostly', 'beyond']) worlds[`${key} ${what}`] = world;
      };
      note(scene, fall(runner, scene, seconds, {}));
      note(`${scene} exact`, fall(runner, scene, seconds, exact));
      note(`${scene} fine`, fall(runner, scene, seconds, { ...exact, substeps: 16, jointHertz: 1000 }));
    }
    return { values, worlds };
  },
};
