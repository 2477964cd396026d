import {
  allBodies,
  applyTorque,
  type BodyHandle,
  createBody,
  createJoint,
  createWorld,
  hashWorld,
  type JointDefinition,
  type JointHandle,
  jointDefinitions,
  motor,
  restoreSnapshot,
  stepWorld,
  takeSnapshot,
  type World,
} from '../../src/index.js';
import { createRandom } from '../determinism/context.js';
import { DT } from './context.js';
import { put, randomSpecimen, scatter, typeOf } from './random-joints.js';
import { slotOf } from './row-math.js';

/** Joints over many steps: at rest, and through snapshots. */

const heavyBody = (world: World, x: number): BodyHandle =>
  createBody(world, {
    position: [x, -1, 0.5],
    massProperties: { mass: 2, inertia: [0.2, 0.3, 0.25], centre: [0.1, -0.3, 0.05] },
    linearDamping: 4,
    angularDamping: 4,
  });

/** A joint to the world with a spring on every coordinate. */
const sprungJoint = (world: World, definition: JointDefinition, x: number): JointHandle => {
  const def: Record<string, unknown> = { bodyB: heavyBody(world, x) };
  for (const { path } of definition.params) {
    if (path.at(-2) !== 'spring') continue;
    if (path.at(-1) === 'hertz') put(def, path, 2);
    if (path.at(-1) === 'dampingRatio') put(def, path, 1);
  }
  return createJoint(world, { type: definition.type, ...def });
};

interface Rest {
  readonly world: World;
  readonly joint: JointHandle;
  step(count: number, dt?: number): void;
  /** Force or torque of every row, λ/h, by slot. */
  forces(): number[];
  /** As if the joint had never been solved. */
  forget(): void;
}

/**
 * A loaded joint that comes to rest whatever it leaves free: its bodies lie in cradles, soft motors to the world, and gravity and a constant
 * torque load all of its rows.
 */
export const loadedJoint = (definition: JointDefinition): Rest => {
  // As stiff in a short step as in a long one: a joint that becomes stiffer pulls until it sags less.
  const world = createWorld({ sleeping: false, gravity: [2, -9, 3], jointHertz: 60 });
  const joint = definition.couples
    ? createJoint(world, {
        type: definition.type,
        jointA: sprungJoint(world, typeOf('slider'), 1),
        jointB: sprungJoint(world, typeOf('hinge'), 4),
      })
    : sprungJoint(world, definition, 1);
  const [first, ...others] = allBodies(world);
  for (const body of [first, ...others]) {
    createJoint(world, motor({ bodyB: body, hertz: 1, angularHertz: 1 }));
  }
  const { lambdaAt, slots } = jointDefinitions()[world.joints.definition[slotOf(joint)]];
  const lambda = (): Float64Array => {
    const at = world.joints.block[slotOf(joint)] + lambdaAt;
    return world.jointFloats.data.subarray(at, at + slots.length);
  };
  return {
    world,
    joint,
    step: (count, dt = DT) => {
      for (let i = 0; i < count; i++) {
        applyTorque(world, first, [2, -3, 5]);
        stepWorld(world, dt);
      }
    },
    forces: () => Array.from(lambda(), (x) => x / world.clock.substep),
    forget: () => void lambda().fill(0),
  };
};

/** The largest difference, relative to the largest entry. */
export const difference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / Math.max(...a.map(Math.abs));

/**
 * Thirty steps after a snapshot: the hash of the world that took it, and those of worlds that went back to it. All controls of the joint
 * are on, it is torn apart and falls.
 */
export const hashesAfterSnapshot = (definition: JointDefinition, seed: number): string[] => {
  const random = createRandom(seed);
  const specimen = randomSpecimen(random, definition, {
    toWorld: seed % 2 === 1,
    settings: { gravity: [0, -9.81, 0], sleeping: true },
  });
  const { world } = specimen;
  scatter(random, specimen, seed % 3 === 0 ? 'wild' : 'slight');
  const run = (of: World, steps: number): string => {
    for (let i = 0; i < steps; i++) stepWorld(of, DT);
    return hashWorld(of);
  };
  run(world, 20);
  const start = takeSnapshot(world);
  const hashes = [run(world, 30)];
  for (const copy of [world, createWorld()]) {
    restoreSnapshot(copy, start);
    hashes.push(run(copy, 30));
  }
  return hashes;
};
