import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  type JointDef,
  type JointDefinition,
  type JointHandle,
  jointDef,
  jointDefinitions,
  PhysicsError,
  type Quat,
  updateBody,
  type Vec3,
  type World,
  type WorldSettings,
} from '../../src/index.js';
import type { ParamEntry } from '../../src/joints/define-joint.js';
import type { ParamSpec } from '../../src/joints/params.js';
import { rotateSym3 } from '../../src/math/mat3.js';
import { multiply, rotate } from '../../src/math/quat.js';
import { add, sub } from '../../src/math/vec3.js';
import { about } from '../api/context.js';
import { between, type Random, randomRotation, randomVector } from '../determinism/context.js';

/** Random joints of any registered type, made from nothing but the type's own description, and random poses for their bodies. */

export interface Specimen {
  readonly world: World;
  readonly joint: JointHandle;
  /** The joints that have frames: the joint itself, or the two that it couples. */
  readonly placed: readonly JointHandle[];
  /** What those joints connect. */
  readonly ends: readonly Ends[];
  readonly bodies: readonly BodyHandle[];
  readonly toWorld: boolean;
}

export interface SpecimenOptions {
  /** Joint to the world instead of between two bodies. */
  readonly toWorld?: boolean;
  /** Limits, motor, spring and friction on every coordinate; on by default. */
  readonly controls?: boolean;
  readonly settings?: Partial<WorldSettings>;
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];

/** A body without colliders whose centre of mass, mass and principal axes are all somewhere else than the obvious. */
export const randomBody = (world: World, random: Random): BodyHandle => {
  const moments = [between(random, 0.2, 0.35), between(random, 0.2, 0.35), between(random, 0.2, 0.35)];
  const inertia = rotateSym3(randomRotation(random), [moments[0], 0, 0, moments[1], 0, moments[2]]);
  return createBody(world, {
    position: randomVector(random, 1),
    rotation: randomRotation(random),
    massProperties: { mass: between(random, 0.5, 4), inertia, centre: randomVector(random, 0.3) },
  });
};

/** Parameters beyond this size, up or down, are nothing that a joint of a metre and a kilogram meets. */
const SIZE = 3;

export const randomValue = (random: Random, spec: ParamSpec): unknown => {
  switch (spec.kind) {
    case 'number': {
      if (spec.unlimited && random() < 0.25) return Infinity;
      const low = Math.max(spec.min, -SIZE);
      // Whole numbers choose among things of which there may be only one.
      if (spec.integer) return random() < 0.8 ? spec.min : Math.min(spec.min + 1, spec.max);
      return between(random, low, Math.max(low + 1e-3, Math.min(spec.max, SIZE)));
    }
    case 'range': {
      const low = Math.max(spec.min, -SIZE);
      const a = between(random, low, Math.min(spec.max, SIZE));
      const b = between(random, low, Math.min(spec.max, SIZE));
      const [least, most] = spec.meets;
      const ends = [Math.min(a, b, most), Math.max(a, b, least)];
      return pick(random, [ends, ends, [-Infinity, ends[1]], [ends[0], Infinity]]);
    }
    case 'choice':
      return pick(random, spec.names);
    case 'flag':
      return random() < 0.5;
    case 'vector':
      return randomVector(random, 1);
    case 'rotation':
      return randomRotation(random);
  }
};

const isControl = (definition: JointDefinition, { at }: ParamEntry): boolean =>
  at >= definition.controlsAt && at < definition.paramsAt;

const randomParam = (random: Random, definition: JointDefinition, entry: ParamEntry): unknown => {
  const { path, spec } = entry;
  if (isControl(definition, entry)) {
    if (path.at(-1) === 'mode') return pick(random, ['speed', 'position', 'effort']);
    // Both rigid and soft stops; a spring is there only with a frequency.
    if (path.at(-2) === 'limitSpring' && random() < 0.5) return undefined;
    if (path.at(-1) === 'friction') return between(random, 0.1, SIZE);
    if (path.at(-1) === 'hertz') return between(random, 0.5, SIZE);
  }
  if (path[0] === 'breakForce' || path[0] === 'breakTorque') return undefined;
  // The carriers have one coordinate each.
  if (path[0] === 'coordinateA' || path[0] === 'coordinateB') return 0;
  if (path[0] === 'hertz' && random() < 0.7) return undefined;
  return randomValue(random, spec);
};

/** Puts a value into nested fields. */
export const put = (def: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let owner = def;
  for (const name of path.slice(0, -1)) {
    owner[name] ??= {};
    owner = owner[name] as Record<string, unknown>;
  }
  owner[path[path.length - 1]] = value;
};

export const randomParams = (
  random: Random,
  definition: JointDefinition,
  controls = true,
): Record<string, unknown> => {
  const def: Record<string, unknown> = {};
  for (const entry of definition.params) {
    if (!controls && isControl(definition, entry)) continue;
    const value = randomParam(random, definition, entry);
    if (value !== undefined) put(def, entry.path, value);
  }
  return def;
};

interface Frame {
  readonly position: Vec3;
  readonly rotation: Quat;
}

interface Ends {
  readonly bodyA?: BodyHandle;
  readonly bodyB: BodyHandle;
  readonly frameA: Frame;
  readonly frameB: Frame;
}

/** The definition of a joint that exists has all of them. */
const endsOf = (world: World, joint: JointHandle): Ends => jointDef(world, joint) as JointDef & Ends;

const randomFrame = (random: Random): Frame => ({
  position: randomVector(random, 0.5),
  rotation: randomRotation(random),
});

/** Attempts after which a type counts as impossible to make: parameters may exclude each other. */
const ATTEMPTS = 60;

const attempt = (world: World, make: () => JointDef): JointHandle => {
  for (let i = 1; ; i++) {
    try {
      return createJoint(world, make());
    } catch (error) {
      if (i === ATTEMPTS || !(error instanceof PhysicsError)) throw error;
    }
  }
};

/** Joints whose coordinates can be coupled. */
const carrierTypes = ['hinge', 'slider'];

export const typeOf = (type: string): JointDefinition => {
  const found = jointDefinitions().find((definition) => definition.type === type);
  if (!found) throw new Error(`no joint type ${type}`);
  return found;
};

export const randomSpecimen = (
  random: Random,
  definition: JointDefinition,
  options: SpecimenOptions = {},
): Specimen => {
  const { toWorld = false, controls = true } = options;
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false, ...options.settings });
  const bodies: BodyHandle[] = [];
  const body = (): BodyHandle => {
    bodies.push(randomBody(world, random));
    return bodies[bodies.length - 1];
  };
  const simple = (
    type: JointDefinition,
    params: boolean,
    bodyA = toWorld ? undefined : body(),
  ): JointHandle => {
    const ends = { ...(bodyA === undefined ? {} : { bodyA }), bodyB: body() };
    return attempt(world, () => ({
      type: type.type,
      ...ends,
      frameA: randomFrame(random),
      frameB: randomFrame(random),
      ...(params ? randomParams(random, type, controls) : {}),
    }));
  };
  if (!definition.couples) {
    const joint = simple(definition, true);
    return { world, joint, placed: [joint], ends: [endsOf(world, joint)], bodies, toWorld };
  }
  // Apart, on one carrier, or one on the wheel of the other.
  const jointA = simple(typeOf(pick(random, carrierTypes)), false);
  const jointB = simple(typeOf(pick(random, carrierTypes)), false, pick(random, [undefined, ...bodies]));
  const joint = attempt(world, () => ({
    type: definition.type,
    jointA,
    jointB,
    ...randomParams(random, definition, controls),
  }));
  const placed = [jointA, jointB];
  return { world, joint, placed, ends: placed.map((each) => endsOf(world, each)), bodies, toWorld };
};

/** rad. The largest swing of B's axis against A's; beyond, at half a turn, a twist has no value. */
const LARGEST_SWING = (170 / 180) * Math.PI;

/** How far the frames lie apart. Met ones are not exactly so: a distance or an angle has no derivative at zero. */
export type Disorder = 'met' | 'slight' | 'wild';

/** m. */
const stretch: Readonly<Record<Disorder, number>> = { met: 1e-3, slight: 0.1, wild: 1.2 };

/** Rotation of B's frame as seen from A's: a swing about an axis across x and a twist about x. */
const randomTurn = (random: Random, disorder: Disorder): Quat => {
  const wild = disorder === 'wild';
  const small = wild ? 0 : 2 * stretch[disorder];
  const swing = between(random, small / 4, wild ? LARGEST_SWING : small);
  const direction = between(random, 0, 2 * Math.PI);
  const twist = wild ? between(random, -Math.PI, Math.PI) : between(random, -small, small);
  return multiply(about([0, Math.cos(direction), Math.sin(direction)], swing), about([1, 0, 0], twist));
};

const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

/** Puts all bodies of a joint somewhere, its frames as far apart as the disorder says, with random velocities. */
export const scatter = (
  random: Random,
  { world, ends, bodies }: Specimen,
  disorder: Disorder,
  speed = 3,
): void => {
  for (const body of bodies) {
    updateBody(world, body, {
      position: randomVector(random, 1.5),
      rotation: randomRotation(random),
      linearVelocity: randomVector(random, speed),
      angularVelocity: randomVector(random, speed),
    });
  }
  for (const { bodyA, bodyB, frameA, frameB } of ends) {
    const origin = bodyA === undefined ? ([0, 0, 0] as const) : bodyPosition(world, bodyA);
    const facing = bodyA === undefined ? ([0, 0, 0, 1] as const) : bodyRotation(world, bodyA);
    const apart = rotate(frameA.rotation, randomVector(random, stretch[disorder]));
    const turned = multiply(multiply(facing, frameA.rotation), randomTurn(random, disorder));
    const rotation = multiply(turned, conjugate(frameB.rotation));
    const meets = add(origin, rotate(facing, add(frameA.position, apart)));
    updateBody(world, bodyB, { position: sub(meets, rotate(rotation, frameB.position)), rotation });
  }
};
