import { createWorld, type World } from '@tenon/physics-core';
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

const goalsOf = (scene: string, name: string): Goal[] => [
  { key: `${scene} apart`, what: `${name}: largest separation`, unit: 'mm', ideal: '0', atMost: 1 },
  {
    key: `${scene} beyond`,
    what: `${name}: furthest beyond a limit`,
    unit: '°',
    ideal: '0',
    atMost: 0.5,
  },
];

/** The scene in a world with default settings, and how its joints fared. */
const fall = (runner: Runner, id: string, seconds: number, start: Start): [world: World, care: JointCare] => {
  const scene = findScene(id);
  if (!scene) throw new Error(`There is no scene ${id}`);
  const world = createWorld({ sleeping: false });
  const started = { bodies: {}, joints: {}, world, ...scene.build(world, start) };
  return [world, runner(world, () => watchJoints(started, seconds))];
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
    for (const [scene, , seconds, starts] of FALLS)
      for (const start of starts) {
        const [world, { apart, beyond }] = fall(runner, scene, seconds, start);
        for (const [what, value] of Object.entries({ apart: apart.most, beyond: beyond.most })) {
          const key = `${scene} ${what}`;
          values[key] = Math.max(values[key] ?? 0, value);
          worlds[key] = world;
        }
      }
    return { values, worlds };
  },
};
