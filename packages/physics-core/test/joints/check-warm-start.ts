import { type JointDefinition, updateJoint, updateSettings, type World } from '../../src/index.js';
import { setFloats } from '../../src/math/floats.js';
import { solvedRows } from '../../src/rows/expand-points.js';
import { solveSoftJoints } from '../../src/solver/sweeps/soft-joints.js';
import { sweepRows, warmStartRows } from '../../src/solver/sweeps/solve-rows.js';
import { storeJointImpulses } from '../../src/solver/sweeps/store-impulses.js';
import { LAMBDA, LOWER, ROW, UPPER } from '../../src/state/rows.js';
import { createRandom } from '../determinism/context.js';
import { type Disorder, randomSpecimen, type Specimen, scatter } from './random-joints.js';
import { placeRows, type Row, readRows } from './row-math.js';
import { note, nothing, type Worst } from './specimens.js';

/**
 * Warm-start impulses against those that a solve without warm start finds. What the rows want of the velocities after a solve, and within which bounds,
 * has one answer: where it starts must not matter.
 */

const JOINTS = 12;
const disorders: readonly Disorder[] = ['met', 'slight', 'wild'];

export interface WarmStartReport {
  /** Velocities by warm start, and after one more sweep, against those of the solve that found the impulses. */
  readonly warm: Worst;
  /** Velocities of a solve that begins with half of the impulses. */
  readonly half: Worst;
  /** Roles of the rows that pushed, with whether they had come to their bounds. */
  readonly active: ReadonlySet<string>;
}

export const checkWarmStart = (definition: JointDefinition): WarmStartReport => {
  const random = createRandom(3);
  const [warm, half, active] = [nothing(), nothing(), new Set<string>()];
  for (let i = 0; i < JOINTS; i++) {
    const specimen = randomSpecimen(random, definition, { toWorld: i % 2 === 1 });
    const { world, joint } = specimen;
    updateSettings(world, { jointSolver: 'sweeps' });
    if (i % 3 === 0) holdByFriction(specimen, definition);
    for (const disorder of disorders) {
      scatter(random, specimen, disorder);
      const start = world.bodies.motion.slice();
      const end = solveFromNothing(world, start);
      for (const row of readRows(world, joint, definition.slots)) noteRole(active, row);
      const compare = (worst: Worst): void =>
        note(worst, farthest(world.bodies.motion, end), () => `${disorder}, joint ${i}`);

      begin(world, start);
      compare(warm);
      sweep(world);
      compare(warm);
      // Impulses are stored with the length of their substep: half of what a longer one gave.
      world.clock.substep *= 2;
      begin(world, start);
      settle(world);
      compare(half);
    }
  }
  return { warm, half, active };
};

/** Friction alone, and so much that it holds: beside a motor and a spring it mostly slides. */
const holdByFriction = ({ world, joint }: Specimen, { coordinateNames }: JointDefinition): void => {
  const controls = { motor: { mode: 'off' }, spring: { hertz: 0 }, friction: 1000 };
  if (coordinateNames.length === 1) updateJoint(world, joint, controls);
  else updateJoint(world, joint, Object.fromEntries(coordinateNames.map((name) => [name, controls])));
};

/** Puts the velocities back, writes the rows anew and warm-starts. */
const begin = (world: World, start: readonly number[]): void => {
  setFloats(world.bodies.motion, start, 0);
  placeRows(world);
  warmStartRows(world);
};

const sweep = (world: World): void => {
  sweepRows(world, true);
  solveSoftJoints(world);
};

/** Relative. */
const CONVERGED = 1e-13;
const MOST_SWEEPS = 3000;
const MOST_ROUNDS = 20;

/** Sweeps until neither velocities nor impulses change any more: rows that hold the same may still pass theirs on to each other. */
const settle = (world: World): void => {
  const { motion } = world.bodies;
  let impulses = impulsesOf(world);
  for (let i = 0, change = 1; change > CONVERGED; i++) {
    if (i === MOST_SWEEPS) throw new Error(`no end after ${i} sweeps: still ${change}`);
    const [before, last] = [motion.slice(), impulses];
    sweep(world);
    impulses = impulsesOf(world);
    change = Math.max(farthest(motion, before), farthest(impulses, last));
  }
};

const impulsesOf = (world: World): readonly number[] => {
  const { data, count } = solvedRows(world);
  return Array.from({ length: count }, (_, row) => data[row * ROW + LAMBDA]);
};

/**
 * The velocities that a solve without warm start finds; it stores its impulses. Bounds of torques are measured in the direction of the kept
 * ones (parts/torque-bound.ts), so it goes on until these stay, too.
 */
const solveFromNothing = (world: World, start: readonly number[]): readonly number[] => {
  world.clock.substep = 0;
  for (let i = 0, end = start; ; i++) {
    if (i === MOST_ROUNDS) throw new Error('bounds go on changing');
    begin(world, start);
    settle(world);
    storeJointImpulses(world);
    const before = end;
    end = world.bodies.motion.slice();
    if (i > 0 && farthest(end, before) < CONVERGED) return end;
  }
};

const noteRole = (active: Set<string>, { role, data }: Row): void => {
  const lambda = data[LAMBDA];
  if (lambda === 0) return;
  active.add(lambda === data[LOWER] || lambda === data[UPPER] ? `${role} at its bound` : role);
};

/** The largest difference, relative to the largest entry. */
const farthest = (a: readonly number[], b: readonly number[]): number => {
  let [most, size] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    most = Math.max(most, Math.abs(a[i] - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  }
  return most / Math.max(size, 1);
};
