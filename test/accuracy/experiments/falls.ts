import { createWorld, type World, type WorldSettings } from '@tenon/physics-core';
import { findScene } from '@tenon/scenes';
import { type JointCare, watchJoints } from '../../scenes/context.js';
import type { Runner } from '../engine.js';
import type { Experiment, Goal } from '../experiment.js';

/** Parameters of a scene. */
type Start = Readonly<Record<string, number>>;

/** Of a fall down the stairs: as the scene has it, and nine others, turned all round and pushed at 0.8 to 3.2 m/s. */
const STARTS: readonly Start[] = [
  {},
  ...Array.from({ length: 9 }, (_, i) => ({ turn: -2.7 + 0.6 * i, push: 0.8 + 0.3 * i })),
];

/** Of the rope and of both falls down the stairs: the scene, its short name, how long it is watched, s, and its starts. */
const FALLS = [
  ['rope', 'rope', 8, [{}]],
  ['straight-stairs', 'straight stairs, ten starts', 6, STARTS],
  ['spiral-stairs', 'spiral stairs, ten starts', 6, STARTS],
] as const;

/** As the scenes are shown: with 16 substeps, stiffer joints and exact joints. */
const OWN = 'substeps 16, jointHertz 1000, jointSolver articulations';

const goalsOf = (scene: string, name: string): Goal[] => [
  {
    key: `${scene} apart`,
    what: `${name}: largest separation`,
    unit: 'mm',
    ideal: '0',
    atMost: 1,
  },
  {
    key: `${scene} beyond`,
    what: `${name}: furthest beyond a limit`,
    unit: '°',
    ideal: '0',
    atMost: 0.5,
    ...(scene === 'rope'
      ? {}
      : { open: 'In one of ten starts a finger or toe under the whole person passes a limit.' }),
  },
  {
    key: `${scene} fine apart`,
    what: `${name.split(',')[0]}, 16 substeps: largest separation`,
    unit: 'mm',
    ideal: '0',
    atMost: 5,
    ran: OWN,
  },
  {
    key: `${scene} fine mostly`,
    what: `${name.split(',')[0]}, 16 substeps: in 99 of 100 steps`,
    unit: 'mm',
    ideal: '0',
    ran: OWN,
  },
  {
    key: `${scene} fine beyond`,
    what: `${name.split(',')[0]}, 16 substeps: furthest beyond a limit`,
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
const fall = (
  runner: Runner,
  id: string,
  seconds: number,
  settings: Partial<WorldSettings>,
  params: Start = {},
): Fall => {
  const scene = findScene(id);
  if (!scene) throw new Error(`There is no scene ${id}`);
  const world = createWorld({ sleeping: false, ...settings });
  const started = { bodies: {}, joints: {}, world, ...scene.build(world, params) };
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
    const fine = { jointSolver: 'articulations', substeps: 16, jointHertz: 1000 } as const;
    for (const [scene, , seconds, starts] of FALLS) {
      const note = (key: string, { world, care }: Fall): void => {
        const raise = (what: string, value: number): void => {
          values[`${key} ${what}`] = Math.max(values[`${key} ${what}`] ?? 0, value);
          worlds[`${key} ${what}`] = world;
        };
        raise('apart', care.apart.most);
        raise('mostly', care.apart.mostly);
        raise('beyond', care.beyond.most);
      };
      for (const start of starts) note(scene, fall(runner, scene, seconds, {}, start));
      note(`${scene} fine`, fall(runner, scene, seconds, fine));
    }
    return { values, worlds };
  },
};
