import {
  applyTorque,
  type BodyHandle,
  box,
  centreOfMass,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  frameAlong,
  hinge,
  type JointDef,
  type JointDefinition,
  type JointHandle,
  jointDefinitions,
  jointReaction,
  slider,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { jointRows } from '@tenon/physics-core/inspect';
import { DT, type Runner } from '../engine.js';
import type { Experiment } from '../experiment.js';

/** A joint at rest under a load, and the force and torque about B's anchor that hold the load, on paper. */
interface Rig {
  readonly world: World;
  readonly joint: JointHandle;
  readonly force: Vec3;
  readonly torque: Vec3 | (() => Vec3);
  /** Called before each step. */
  readonly push?: () => void;
}

const G = 9.81;
const MASS = 7;
const WEIGHT: Vec3 = [0, MASS * G, 0];
const NONE: Vec3 = [0, 0, 0];
/** N or N·m: holds every coordinate. */
const HOLD = 1e6;
const BESIDE: Vec3 = [0.3, 0.4, -0.2];
const ABOVE: Vec3 = [0, 0.5, 0];

const heavyWorld = () => createWorld({ sleeping: false, gravity: [0, -G, 0] });

const addLoad = (world: World, position: Vec3 = [0, 0, 0]): BodyHandle => {
  const body = createBody(world, { position, mass: MASS });
  createCollider(world, body, { shape: box(0.2, 0.2, 0.2) });
  return body;
};

/** Every coordinate is held by friction, where the joint has it. */
const held = ({ coordinateNames }: JointDefinition): Record<string, unknown> =>
  coordinateNames.length === 1
    ? { friction: HOLD }
    : Object.fromEntries(coordinateNames.map((name) => [name, { friction: HOLD }]));

/**
 * A load whose centre c lies beside the anchor a: the joint bears the weight and the torque (c - a) × m g y. The levers are those at rest: a
 * rigid joint deflects by g / ω², here about a milliradian.
 */
const beside = (definition: JointDefinition, extra: object = {}): Rig => {
  const world = heavyWorld();
  const body = addLoad(world);
  const joint = createJoint(world, {
    type: definition.type,
    bodyB: body,
    anchor: BESIDE,
    ...held(definition),
    ...extra,
  });
  const torque = (): Vec3 => {
    const [cx, , cz] = centreOfMass(world, body);
    const [ax, , az] = jointRows(world, joint)[0].point;
    return [-(cz - az) * MASS * G, 0, (cx - ax) * MASS * G];
  };
  return { world, joint, force: WEIGHT, torque };
};

/** A load straight below the anchor. */
const below = (definition: JointDefinition, extra: object = {}): Rig => {
  const world = heavyWorld();
  const joint = createJoint(world, {
    type: definition.type,
    bodyB: addLoad(world),
    ...('frameA' in extra ? {} : { anchor: ABOVE }),
    ...held(definition),
    ...extra,
  });
  return { world, joint, force: WEIGHT, torque: NONE };
};

/** A weightless body under a torque that the joint alone can take up. */
const twisted = (definition: JointDefinition, torque: Vec3, extra: object = {}): Rig => {
  const world = createWorld({ sleeping: false, gravity: NONE });
  const body = addLoad(world);
  const joint = createJoint(world, { type: definition.type, bodyB: body, ...extra } as JointDef);
  const push = (): void => applyTorque(world, body, torque);
  return { world, joint, push, force: NONE, torque: [-torque[0], -torque[1], -torque[2]] };
};

/** A weight on a lever turns a hinge that a gear holds through a second, braked one. */
const geared = (definition: JointDefinition): Rig => {
  const world = heavyWorld();
  const lever = addLoad(world, [0.5, 0, 0]);
  const wheel = addLoad(world, [-1, 0, 0]);
  const jointB = createJoint(world, hinge({ bodyB: lever, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  const brake = { bodyB: wheel, friction: HOLD };
  const turning = definition.type === 'gear';
  const jointA = createJoint(
    world,
    turning ? hinge({ ...brake, axis: [0, 0, 1] }) : slider({ ...brake, axis: [1, 0, 0] }),
  );
  const ends = turning ? { jointA, jointB } : { jointA: jointB, jointB: jointA };
  const joint = createJoint(world, { type: definition.type, ...ends, ratio: 2 });
  // The lever needs m g r about z. A gear acts on its B, here the lever; a rack gets its share along x.
  const torque = MASS * G * 0.5;
  return turning
    ? { world, joint, force: NONE, torque: [0, 0, torque] }
    : { world, joint, force: [2 * torque, 0, 0], torque: NONE };
};

const rigs: Readonly<Record<string, (definition: JointDefinition) => Rig>> = {
  ball: (definition) => beside(definition, { friction: HOLD }),
  'swing-twist': (definition) => beside(definition, { friction: HOLD }),
  motor: (definition) => beside(definition, { hertz: 30, angularHertz: 30 }),
  distance: (definition) => below(definition, { anchorA: [0, 1, 0], anchorB: ABOVE }),
  'point-on-line': (definition) => below(definition, { axis: [1, 0, 0] }),
  'point-on-plane': (definition) => below(definition, { axis: [0, 1, 0] }),
  'edge-edge': (definition) =>
    below(definition, {
      frameA: frameAlong([0, 1, 0], [1, 0, 0]),
      frameB: frameAlong(ABOVE, [0, 0, 1]),
    }),
  mouse: (definition) => below(definition, { target: ABOVE }),
  pulley: (definition) => {
    const world = heavyWorld();
    const joint = createJoint(world, {
      type: definition.type,
      bodyA: addLoad(world, [-1, 0, 0]),
      bodyB: addLoad(world, [1, 0, 0]),
      groundA: [-1, 2, 0],
      groundB: [1, 2, 0],
    });
    return { world, joint, force: WEIGHT, torque: NONE };
  },
  'rotation-lock': (definition) => twisted(definition, [0.2, 0.7, 0.4]),
  upright: (definition) => twisted(definition, [0, 0.7, 0.4], { axis: [1, 0, 0] }),
  cone: (definition) => twisted(definition, [0, 0.7, 0], { axis: [1, 0, 0], limits: [0, 0.5] }),
  wedge: (definition) => twisted(definition, [0, 0, 0.7], { axis: [1, 0, 0], limits: [-0.5, 0.5] }),
  gear: geared,
  'rack-and-pinion': geared,
};

const SETTLE = 10;

const errorOf = (runner: Runner, rig: Rig): number => runner(rig.world, () => settledError(rig));

const settledError = ({ world, joint, force, torque: wanted, push }: Rig): number => {
  for (let i = 0; i < SETTLE / DT; i++) {
    push?.();
    stepWorld(world, DT);
  }
  const reaction = jointReaction(world, joint);
  const torque = typeof wanted === 'function' ? wanted() : wanted;
  const size = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const error = (is: Vec3, known: Vec3, scale: number): number => size(is, known) / scale;
  const forceScale = Math.max(Math.hypot(...force), 1);
  const torqueScale = Math.max(Math.hypot(...torque), 1);
  return (
    100 * Math.max(error(reaction.force, force, forceScale), error(reaction.torque, torque, torqueScale))
  );
};

const types = jointDefinitions();

/** For every joint type the largest error of its read-out, relative to the load. Only Tenon has these read-outs. */
export const equilibrium: Experiment = {
  id: 'm',
  text: '000',
  section: '§B.1',
  says: 'Jᵀλ / Δt is the force of a constraint',
  title: 'Static equilibrium: reaction force and torque of every joint type under a known load',
  rapier: false,
  goals: types.map(({ type }) => ({
    key: type,
    what: `error of the reaction of ${type}`,
    unit: '%',
    ideal: '0',
    atMost: 0.1,
  })),
  measure: (runner) => ({
    values: Object.fromEntries(
      types.map((definition) => [
        definition.type,
        errorOf(runner, (rigs[definition.type] ?? beside)(definition)),
      ]),
    ),
  }),
};
