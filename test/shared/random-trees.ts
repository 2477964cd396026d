import {
  type BodyHandle,
  ball,
  createBody,
  createJoint,
  createWorld,
  fixed,
  hinge,
  type JointHandle,
  jointCoordinates,
  jointError,
  slider,
  stepWorld,
  swingTwist,
  universal,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';

/** Random trees of bodies on joints, some with closed loops, at default settings, and what a run of one shows of its joints, limits and energy. */

export type TreeJoint = 'ball' | 'hinge' | 'fixed' | 'universal' | 'slider' | 'swing';

export interface TreeKind {
  readonly name: string;
  /** Heaviest against lightest body. */
  readonly ratio: number;
  /** Anchors up to 0.7 m from the centres instead of inside the bodies. */
  readonly levers: boolean;
  /** The longest half extent of a body, m. */
  readonly extent: number;
  /** Ball joints that close loops. */
  readonly closing: number;
  readonly joints: readonly TreeJoint[];
  readonly limits: boolean;
}

const BASIC: readonly TreeJoint[] = ['ball', 'hinge', 'hinge', 'fixed'];
const ALL: readonly TreeJoint[] = ['ball', 'hinge', 'hinge', 'universal', 'ball', 'fixed', 'slider'];
const MIXED: readonly TreeJoint[] = ['ball', 'hinge', 'universal', 'swing', 'fixed', 'slider'];

const kind = (
  name: string,
  ratio: number,
  levers: boolean,
  joints: readonly TreeJoint[],
  limits: boolean,
  { extent = 0.35, closing = 0 } = {},
): TreeKind => ({ name, ratio, levers, extent, closing, joints, limits });

export const treeKinds: readonly TreeKind[] = [
  kind('20 : 1, anchors inside, ball, hinge, fixed', 20, false, BASIC, false),
  kind('20 : 1, anchors inside, all kinds and limits', 20, false, ALL, true),
  kind('200 : 1, anchors inside, ball, hinge, fixed', 200, false, BASIC, false),
  kind('200 : 1, anchors inside, all kinds and limits', 200, false, ALL, true),
  kind('2000 : 1, long levers, ball, hinge, fixed', 2000, true, BASIC, false),
  kind('2000 : 1, long levers, all kinds and limits', 2000, true, ALL, true),
  kind('2000 : 1, long levers, mixed with swing-twist', 2000, true, MIXED, true),
  kind('200 : 1, small bodies on long levers, ball', 200, true, ['ball'], false, { extent: 0.2 }),
  kind('20 : 1, anchors inside, two loops', 20, false, BASIC, false, { closing: 2 }),
  kind('2000 : 1, long levers, two loops', 2000, true, MIXED, true, { closing: 2 }),
];

/** Mulberry32: numbers from 0 to 1. */
const createNumbers = (seed: number): (() => number) => {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

const along = (from: Vec3, way: Vec3, length: number): Vec3 => [
  from[0] + length * way[0],
  from[1] + length * way[1],
  from[2] + length * way[2],
];

const unit = (random: () => number): Vec3 => {
  for (;;) {
    const v: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
};

/** A unit vector across another one. */
const across = (axis: Vec3, random: () => number): Vec3 => {
  for (;;) {
    const u = unit(random);
    const dot = u[0] * axis[0] + u[1] * axis[1] + u[2] * axis[2];
    const v = along(u, axis, -dot);
    const length = Math.hypot(...v);
    if (length > 0.05) return [v[0] / length, v[1] / length, v[2] / length];
  }
};

/** A limited coordinate, and how far beyond its limits it is. */
type Passed = () => number;

export interface RandomTree {
  readonly world: World;
  readonly bodies: readonly BodyHandle[];
  readonly joints: readonly JointHandle[];
  readonly mass: number;
  /** Furthest beyond a limit: rad or m. */
  readonly passed: Passed;
}

const SWING: readonly [number, number] = [0.8, 0.5];

const beyond = (value: number, [low, high]: readonly [number, number]): number =>
  Math.max(low - value, value - high);

const addTreeJoint = (
  world: World,
  random: () => number,
  type: TreeJoint,
  limits: boolean,
  place: { readonly bodyA?: BodyHandle; readonly bodyB: BodyHandle; readonly anchor: Vec3 },
): { joint: JointHandle; passed?: Passed } => {
  const axis = unit(random);
  const turned = { ...place, axis };
  if (type === 'ball') return { joint: createJoint(world, ball(place)) };
  if (type === 'fixed') return { joint: createJoint(world, fixed(place)) };
  if (type === 'universal')
    return { joint: createJoint(world, universal({ ...turned, secondAxis: across(axis, random) })) };
  if (type === 'slider') {
    const range = [-0.2, 0.2] as const;
    const joint = createJoint(world, slider({ ...turned, ...(limits ? { limits: range } : {}) }));
    const passed = (): number => beyond(jointCoordinates(world, joint).translation.value, range);
    return limits ? { joint, passed } : { joint };
  }
  if (type === 'hinge') {
    const range = [-0.3 - random(), 0.3 + random()] as const;
    const isLimited = limits && random() < 0.5;
    const joint = createJoint(world, hinge({ ...turned, ...(isLimited ? { limits: range } : {}) }));
    const passed = (): number => beyond(jointCoordinates(world, joint).angle.value, range);
    return isLimited ? { joint, passed } : { joint };
  }
  const [y, z] = SWING;
  const swings = { swingY: { limits: [-y, y] }, swingZ: { limits: [-z, z] } } as const;
  const joint = createJoint(world, swingTwist({ ...turned, ...swings, twist: { limits: [-0.3, 0.3] } }));
  const passed = (): number => {
    const { twist, swingY, swingZ } = jointCoordinates(world, joint);
    // Of an ellipse: by how much of its smaller half axis.
    const swing = z * (Math.hypot(swingY.value / y, swingZ.value / z) - 1);
    return Math.max(swing, beyond(twist.value, [-0.3, 0.3]));
  };
  return { joint, passed };
};

/** 4 to 20 bodies, the first on the world. */
export const randomTree = (seed: number, kind: TreeKind): RandomTree => {
  const { ratio, levers, extent, closing, joints: types, limits } = kind;
  const random = createNumbers(seed);
  const world = createWorld({ sleeping: false });
  const count = 4 + Math.floor(17 * random());
  const bodies: BodyHandle[] = [];
  const joints: JointHandle[] = [];
  const limited: Passed[] = [];
  const places: Vec3[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map(() => 0.05 + (extent - 0.05) * random());
    const mass = 10 ** ((random() - 0.39) * Math.log10(ratio));
    const parent = i === 0 ? -1 : Math.floor(random() * i);
    const far = levers ? 0.3 + 0.4 * random() : 0.25 * random();
    const near = levers ? 0.2 + 0.4 * random() : 0.25 * random();
    const anchor: Vec3 = parent < 0 ? [0, 0, 0] : along(places[parent], unit(random), far);
    const position = along(anchor, unit(random), near);
    const third = mass / 3;
    const bodyB = createBody(world, {
      position,
      massProperties: {
        mass,
        inertia: [third * (y * y + z * z), third * (x * x + z * z), third * (x * x + y * y)],
      },
    });
    const type = types[Math.floor(types.length * random())];
    const place = { ...(parent < 0 ? {} : { bodyA: bodies[parent] }), bodyB, anchor };
    const { joint, passed } = addTreeJoint(world, random, type, limits, place);
    joints.push(joint);
    if (passed) limited.push(passed);
    bodies.push(bodyB);
    places.push(position);
    total += mass;
  }
  for (let k = 0; k < closing; k++) {
    const a = Math.floor(random() * count);
    const b = (a + 1 + Math.floor(random() * (count - 1))) % count;
    const anchor = places[a].map((x, i) => (x + places[b][i]) / 2) as [number, number, number];
    joints.push(createJoint(world, ball({ bodyA: bodies[a], bodyB: bodies[b], anchor })));
  }
  return { world, bodies, joints, mass: total, passed: () => Math.max(0, ...limited.map((each) => each())) };
};

export interface TreeRun {
  /** Whether all numbers stayed finite. */
  readonly finite: boolean;
  /** Largest separation of a joint, m: at worst, and in 99 of 100 steps. */
  readonly apart: number;
  readonly usuallyApart: number;
  /** Largest angular error of a joint, rad. */
  readonly bent: number;
  /** Furthest beyond a limit, rad or m. */
  readonly passed: number;
  /** Largest gain of energy, and its change at the end, of m g · 0.5 m. */
  readonly gain: number;
  readonly change: number;
}

export const runTree = ({ world, joints, mass, passed }: RandomTree, seconds: number): TreeRun => {
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  const scale = mass * 9.81 * 0.5;
  const apart: number[] = [];
  let [bent, most, gain] = [0, 0, 0];
  for (let step = 0; step < 60 * seconds; step++) {
    try {
      stepWorld(world, 1 / 60);
    } catch {
      return { finite: false, apart: NaN, usuallyApart: NaN, bent: NaN, passed: NaN, gain: NaN, change: NaN };
    }
    const errors = joints.map((joint) => jointError(world, joint));
    apart.push(Math.max(...errors.map(({ linear }) => linear)));
    bent = Math.max(bent, ...errors.map(({ angular }) => angular));
    most = Math.max(most, passed());
    gain = Math.max(gain, (energy() - start) / scale);
  }
  apart.sort((a, b) => a - b);
  return {
    finite: Number.isFinite(energy()),
    apart: apart[apart.length - 1],
    usuallyApart: apart[Math.floor(0.99 * apart.length)],
    bent,
    passed: most,
    gain,
    change: (energy() - start) / scale,
  };
};
