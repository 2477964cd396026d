import {
  applyTorque,
  type BodyHandle,
  createJoint,
  createWorld,
  type JointDefinition,
  type JointHandle,
  jointCoordinates,
  jointDefinitions,
  motor,
  stepWorld,
  updateBody,
  updateJoint,
  type World,
} from '../../src/index.js';
import { createRandom, type Random, randomVector } from '../determinism/context.js';
import { DT } from './context.js';
import { randomBody, typeOf } from './random-joints.js';
import { slotOf } from './row-math.js';

/** Joints at rest under a load. */

/** What holds one of a joint's coordinates; the others have springs. */
export type Hold = 'springs' | 'a stop' | 'a capped motor' | 'friction';

export interface Rest {
  step(count: number, dt?: number): void;
  /** Force or torque of every row, λ/h, by slot. */
  forces(): number[];
  /** As if the joint had never been solved. */
  forget(): void;
}

interface Rig {
  readonly world: World;
  readonly random: Random;
  readonly toWorld: boolean;
  readonly bodies: BodyHandle[];
}

/** In a cradle, a soft motor to the world. Not all have the same hertz, or they would sag alike and nothing would pull at the joint. */
const addBody = ({ world, random, bodies }: Rig): BodyHandle => {
  const body = randomBody(world, random);
  updateBody(world, body, { linearDamping: 4, angularDamping: 4 });
  const hertz = 2 + (bodies.length % 2);
  createJoint(world, motor({ bodyB: body, hertz, angularHertz: hertz }));
  bodies.push(body);
  return body;
};

/** What some joints need so that the coordinate which is held is not locked at the same time. */
const loose: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  distance: { mode: 'free' },
  'edge-edge': { mode: 'atLeast', distance: -10 },
  'six-dof': { x: 'free', y: 'free', z: 'free', rotationX: 'free', rotationY: 'free', rotationZ: 'free' },
  wheel: { steeringLocked: false },
};

/** Far less than what the load asks of them. */
const caps: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  motor: { maxForce: 0.5, maxTorque: 0.5 },
  mouse: { maxForce: 0.5 },
  upright: { maxTorque: 0.1 },
};

/** How a joint type is held in turn, and whether to the world or between two bodies. */
export const holdsOf = ({
  type,
  couples,
  coordinateNames,
}: JointDefinition): [hold: Hold, toWorld: boolean][] => {
  const holds: [Hold, boolean][] = [['springs', false]];
  const isDriven = couples || coordinateNames.length > 0;
  if (isDriven) holds.push(['a stop', true]);
  else holds.push(['springs', true]);
  if (isDriven || caps[type]) holds.push(['a capped motor', true]);
  // Of what is coupled the friction is on the other joint, which is not forgotten here.
  if (coordinateNames.length > 0) holds.push(['friction', false]);
  return holds;
};

/** Relative: how far the forces of a rest that is found anew may be from those before. */
export const sameRest: Readonly<Record<Hold, number>> = {
  springs: 1e-6,
  'a capped motor': 1e-6,
  // One that was passed by a micrometre gives way as rigid rows do, at 40 Hz against the cradles' 3: (3 / 40)².
  'a stop': 6e-3,
  // It holds wherever it is, and without its impulses it slides a little before it does.
  friction: 2e-3,
};

const holding = (hold: Hold, value: number, neverNegative: boolean): Record<string, unknown> => {
  switch (hold) {
    case 'a stop':
      return { limits: [neverNegative ? Math.max(value - 1e-3, 0) : value - 1e-3, value + 1e-3] };
    case 'a capped motor':
      return { motor: { speed: 2, maxForce: 0.5 } };
    case 'friction':
      return { friction: 50 };
    case 'springs':
      return { spring: { hertz: 2, dampingRatio: 1, rest: value } };
  }
};

const addJoint = (rig: Rig, definition: JointDefinition, hold: Hold): JointHandle => {
  const { world, random, toWorld } = rig;
  const { type, coordinateNames: names, ownAnchors } = definition;
  const joint = createJoint(world, {
    type,
    ...(toWorld ? {} : { bodyA: addBody(rig) }),
    bodyB: addBody(rig),
    ...(ownAnchors
      ? { anchorA: randomVector(random, 0.5), anchorB: randomVector(random, 0.5) }
      : { anchor: randomVector(random, 1), axis: randomVector(random, 1) }),
    ...(type === 'pulley' ? { groundA: [-2, 3, 0], groundB: [2, 3, 1] } : {}),
    ...(hold === 'springs' ? {} : loose[type]),
    ...(hold === 'a capped motor' ? caps[type] : {}),
  });
  const held = Math.floor(random() * names.length);
  const coordinates = jointCoordinates(world, joint);
  const controls = names.map((name, k) => {
    const isLength = definition.coordinates[k].neverNegative || definition.coordinates[k].ownLimit;
    return holding(k === held ? hold : 'springs', coordinates[name].value, isLength === true);
  });
  const byName = Object.fromEntries(names.map((name, k) => [name, controls[k]]));
  updateJoint(world, joint, names.length === 1 ? controls[0] : byName);
  return joint;
};

/**
 * A joint that comes to rest whatever it leaves free: its bodies lie in cradles, and gravity and a constant torque load all of its rows.
 */
export const loadedJoint = (definition: JointDefinition, hold: Hold, toWorld: boolean): Rest => {
  const random = createRandom(5);
  // As stiff in a short step as in a long one: a joint that becomes stiffer pulls until it sags less.
  const world = createWorld({ sleeping: false, gravity: randomVector(random, 9), jointHertz: 40 });
  const rig: Rig = { world, random, toWorld, bodies: [] };
  const joint = definition.couples
    ? createJoint(world, {
        type: definition.type,
        jointA: addJoint(rig, typeOf('slider'), hold),
        jointB: addJoint(rig, typeOf('hinge'), 'springs'),
      })
    : addJoint(rig, definition, hold);
  const torque = randomVector(random, 5);
  const { lambdaAt, slots } = jointDefinitions()[world.joints.definition[slotOf(joint)]];
  const first = (): number => world.joints.block[slotOf(joint)] + lambdaAt;
  return {
    step: (count, dt = DT) => {
      for (let i = 0; i < count; i++) {
        applyTorque(world, rig.bodies[rig.bodies.length - 1], torque);
        stepWorld(world, dt);
      }
    },
    forces: () =>
      world.jointFloats.data.slice(first(), first() + slots.length).map((x) => x / world.clock.substep),
    forget: () => void world.jointFloats.data.fill(0, first(), first() + slots.length),
  };
};

/** The largest difference, relative to the largest entry. */
export const difference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / Math.max(...a.map(Math.abs));
