import {
  allBodies,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  bodyType,
  type JointDef,
  type JointHandle,
  jointCoordinates,
  jointDef,
  linearVelocity,
  stepWorld,
  type Vec3,
  type World,
  type WorldSettings,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { findScene, type Scene, type SceneContent, startScene } from '@tenon/scenes';
import { anchorsOf, distanceOf } from '../shared/joint-error.js';

/** The step of every test here, s. */
export const DT = 1 / 60;

/** A running scene; both records are there, if empty. */
export interface Started extends SceneContent {
  readonly world: World;
  readonly bodies: Readonly<Record<string, BodyHandle>>;
  readonly joints: Readonly<Record<string, JointHandle>>;
}

export type Values = Readonly<Record<string, number>>;

export const begin = (scene: Scene, values: Values = {}, settings: Partial<WorldSettings> = {}): Started => ({
  bodies: {},
  joints: {},
  ...startScene(scene, values, settings),
});

/** Starts the scene with this id. */
export const start = (id: string, values?: Values, settings?: Partial<WorldSettings>): Started => {
  const scene = findScene(id);
  if (!scene) throw new Error(`There is no scene ${id}`);
  return begin(scene, values, settings);
};

/** Steps a scene as the playground does, its plan included. `each` sees the time after each step. Begins at time `from`. */
export const play = (
  scene: Started,
  seconds: number,
  each: (time: number) => void = () => {},
  from = 0,
): void => {
  const first = Math.round(from / DT);
  const last = Math.round((from + seconds) / DT);
  for (let i = first; i < last; i++) {
    scene.beforeStep?.(scene.world, i * DT);
    stepWorld(scene.world, DT);
    each((i + 1) * DT);
  }
};

export const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

export const speed = (world: World, body: BodyHandle): number => Math.hypot(...linearVelocity(world, body));

export const dynamicBodies = (world: World): BodyHandle[] =>
  allBodies(world).filter((body) => bodyType(world, body) === 'dynamic');

/** The fastest centre of mass, m/s. */
export const fastest = (world: World, bodies = dynamicBodies(world)): number =>
  Math.max(...bodies.map((body) => speed(world, body)));

/** Members of a record whose names are a word and a number, in the order of the numbers. */
export const numbered = <T>(record: Readonly<Record<string, T>>, word: string): T[] =>
  Object.entries(record)
    .filter(([name]) => new RegExp(`^${word}\\d+$`).test(name))
    .map(([, member]) => member);

/** World places of a joint's two anchors. */
export const anchors = (
  world: World,
  joint: JointHandle,
  def = jointDef(world, joint),
): readonly [a: Vec3, b: Vec3] =>
  anchorsOf(
    { position: (body) => bodyPosition(world, body), rotation: (body) => bodyRotation(world, body) },
    def,
  );

/** Distance of a joint's two anchors, m. */
export const separation = (world: World, joint: JointHandle): number => distanceOf(...anchors(world, joint));

type Range = readonly [lower: number, upper: number];

const outside = (value: number, [lower, upper]: Range): number => Math.max(lower - value, value - upper, 0);

/** Part of the way to the edge of an ellipse with a semi-axis for each side of each axis. */
const usedUp = (value: number, [lower, upper]: Range): number => value / (value < 0 ? -lower : upper);

/** How far a joint is beyond its limits, rad or m; of a swing-twist along the way from the middle of its ellipse. */
const excess = (world: World, joint: JointHandle, def: JointDef): number => {
  const coordinates = Object.entries(jointCoordinates(world, joint));
  const limitsOf = (name: string): Range => {
    const controls = coordinates.length === 1 ? def : def[name];
    return (controls as { readonly limits?: Range } | undefined)?.limits ?? [-Infinity, Infinity];
  };
  const value = (name: string): number => coordinates.find(([other]) => other === name)?.[1].value ?? 0;
  if (def.type !== 'swing-twist') {
    return Math.max(0, ...coordinates.map(([name, state]) => outside(state.value, limitsOf(name))));
  }
  const swing = Math.hypot(value('swingY'), value('swingZ'));
  const part = Math.hypot(
    usedUp(value('swingY'), limitsOf('swingY')),
    usedUp(value('swingZ'), limitsOf('swingZ')),
  );
  return Math.max(part > 1 ? swing - swing / part : 0, outside(value('twist'), limitsOf('twist')));
};

const DEGREES = 180 / Math.PI;

/** The largest of a list, and what all but one of a hundred stay below. */
export interface Worst {
  readonly most: number;
  readonly mostly: number;
}

export interface JointCare {
  /** Distance of two anchors in each step, mm. */
  readonly apart: Worst;
  /** Way beyond a limit in each step, degrees. */
  readonly beyond: Worst;
}

const worstOf = (list: readonly number[]): Worst => {
  const sorted = [...list].sort((a, b) => a - b);
  return { most: sorted[sorted.length - 1], mostly: sorted[Math.floor(0.99 * sorted.length)] };
};

/** Plays a scene, whose plan leaves limits alone, and watches all its joints. */
export const watchJoints = (scene: Started, seconds: number, each: () => void = () => {}): JointCare => {
  const { world } = scene;
  const joints = Object.values(scene.joints).map((joint) => [joint, jointDef(world, joint)] as const);
  const apart: number[] = [];
  const beyond: number[] = [];
  play(scene, seconds, () => {
    apart.push(1000 * Math.max(...joints.map(([joint, def]) => distanceOf(...anchors(world, joint, def)))));
    beyond.push(DEGREES * Math.max(...joints.map(([joint, def]) => excess(world, joint, def))));
    each();
  });
  return { apart: worstOf(apart), beyond: worstOf(beyond) };
};
