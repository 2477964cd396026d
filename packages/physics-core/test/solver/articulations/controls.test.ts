import { describe, expect, it } from 'vitest';
import {
  applyForce,
  type BodyHandle,
  createJoint,
  hinge,
  jointCoordinates,
  jointReaction,
  slider,
  stepWorld,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { projectWithControls } from '../../../src/solver/articulations/controls/active-set.js';
import { refreshArmatures } from '../../../src/solver/articulations/controls/hold-freedoms.js';
import { factorTree } from '../../../src/solver/articulations/factor.js';
import { projectTree } from '../../../src/solver/articulations/project.js';
import {
  BETA,
  CHANGE_HIGH,
  CHANGE_LOW,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_LINK,
  DRIVE,
  DRIVES,
  DV,
  FREEDOM,
  GOAL,
  HOLD,
  Hold,
  LEAST,
  LIMIT_SUM,
  LINK,
  LINK_INTS,
  MOST,
  P,
  PARENT,
  PROJECTIONS,
  SHIFT,
  SOLVED,
} from '../../../src/state/articulations.js';
import { between, createRandom, type Random, randomVector } from '../../determinism/context.js';
import { DT, jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows } from '../../joints/row-math.js';
import { type Numbers, randomNumbers, solveDense } from '../dense.js';
import { cross } from './context.js';

interface Control {
  readonly low: number;
  readonly high: number;
  /** Change of the rate that its motor wants, and the bound of its impulse; no motor without it. */
  readonly goal?: number;
  readonly bound: number;
}

const chain = (random: Random, count: number, drives: boolean): World => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  let last: { readonly bodyA?: BodyHandle } = {};
  for (let i = 0; i < count; i++) {
    const inertia: Vec3 = [between(random, 0.1, 0.2), between(random, 0.1, 0.2), between(random, 0.1, 0.2)];
    const bodyB = addMass(world, randomVector(random, 1), between(random, 0.3, 3), inertia);
    const motor = drives ? { motor: { speed: 0, maxForce: 1 } } : {};
    const place = { ...last, bodyB, anchor: randomVector(random, 1), axis: randomVector(random, 1) };
    // Limits that are far are left out.
    createJoint(world, hinge({ ...place, limits: [-0.01, 0.01], ...motor }));
    // A chain with a branch.
    if (i !== 1) last = { bodyA: bodyB };
  }
  placeRows(world);
  return world;
};

const setDrives = ({ articulations: a }: World, drives: Numbers): void =>
  drives.forEach((x, c) => {
    a.freedoms[a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + DRIVE] = x;
  });

const setImpulses = ({ articulations: a }: World, p: Numbers): void => {
  for (let i = 0; i < a.count; i++)
    for (let m = 0; m < 6; m++) {
      a.links[i * LINK + P + m] = p[6 * i + m];
      a.links[i * LINK + BETA + m] = 0;
    }
};

/** Change of each rate with impulses p on the links and τ along the freedoms, nothing held. */
const freeChanges = (world: World, p: Numbers, tau: Numbers): number[] => {
  const { articulations: a } = world;
  for (let c = 0; c < a.controlCount; c++) a.controlInts[c * CONTROL_INTS + HOLD] = Hold.free;
  refreshArmatures(world, 0);
  factorTree(a, 0, a.count, false);
  setImpulses(world, p);
  setDrives(world, tau);
  projectTree(a, 0, a.count);
  return tau.map((_, c) => a.freedoms[a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + SOLVED]);
};

type State = 'free' | 'low' | 'high' | 'hold' | 'least' | 'most';
const EPS = 1e-9;

/** Whether a control with change x and impulse tau is what its state says. */
const isRight = ({ low, high, goal, bound }: Control, state: State, x: number, tau: number): boolean => {
  const isInside = x >= low - EPS && x <= high + EPS;
  const push = (end: number): number => (goal === undefined ? 0 : goal > end ? bound : -bound);
  if (state === 'free') return isInside;
  if (state === 'low') return tau - push(low) >= -EPS;
  if (state === 'high') return tau - push(high) <= EPS;
  if (state === 'hold') return isInside && Math.abs(tau) <= bound + EPS;
  return isInside && (state === 'least' ? x >= (goal as number) - EPS : x <= (goal as number) + EPS);
};

/** Tries all states of all controls: the changes of the rates with which all are right. */
const tryAll = (controls: readonly Control[], q0: Numbers, k: readonly Numbers[]): number[][] => {
  const found: number[][] = [];
  const visit = (states: State[]): void => {
    if (states.length < controls.length) {
      const next: State[] = controls[states.length].goal === undefined ? ['free'] : ['hold', 'least', 'most'];
      for (const state of [...next, 'low', 'high'] as State[]) visit([...states, state]);
      return;
    }
    const isLocked = (c: number): boolean => ['low', 'high', 'hold'].includes(states[c]);
    // Unknown: τ of what is locked, x of the others.
    const given = controls.map(
      ({ low, high, goal, bound }, c) =>
        ({ free: 0, least: -bound, most: bound, low, high, hold: goal as number })[states[c]],
    );
    const matrix = k.map((row, r) => row.map((value, c) => (isLocked(c) ? value : r === c ? -1 : 0)));
    const right = k.map(
      (row, r) =>
        (isLocked(r) ? given[r] : 0) -
        q0[r] -
        row.reduce((sum, v, c) => sum + (isLocked(c) ? 0 : v * given[c]), 0),
    );
    const unknown = solveDense(matrix, right);
    const x = controls.map((_, c) => (isLocked(c) ? given[c] : unknown[c]));
    const tau = controls.map((_, c) => (isLocked(c) ? unknown[c] : given[c]));
    if (controls.every((control, c) => isRight(control, states[c], x[c], tau[c]))) found.push(x);
  };
  visit([]);
  return found;
};

/** Change of the rate of a control by the last projection, from the motions of its link and parent. */
const changeOf = ({ articulations: a }: World, c: number): number => {
  const link = a.controlInts[c * CONTROL_INTS + CONTROL_LINK];
  const parent = a.linkInts[link * LINK_INTS + PARENT];
  const own = a.links.slice(link * LINK + DV, link * LINK + DV + 6);
  const of = parent < 0 ? [0, 0, 0, 0, 0, 0] : a.links.slice(parent * LINK + DV, parent * LINK + DV + 6);
  const moved = cross(of.slice(0, 3), a.links.slice(link * LINK + SHIFT, link * LINK + SHIFT + 3));
  const carried = of.map((x, m) => (m < 3 ? x : x + moved[m - 3]));
  return own.reduce(
    (sum, x, m) => sum + a.controls[c * CONTROL_FLOATS + CONTROL_GRADIENT + m] * (x - carried[m]),
    0,
  );
};

describe.each([
  ['limits', false, 5, 60],
  ['limits and bounded motors', true, 4, 80],
] as const)('%s', (_, drives, most, samples) => {
  it(`are found as trying all states finds them (${samples} cases of up to ${most})`, () => {
    const random = createRandom(drives ? 4 : 2);
    let rounds = 0;
    for (let sample = 0; sample < samples; sample++) {
      const count = 1 + Math.floor(most * random());
      const world = chain(random, count, drives);
      const { articulations: a } = world;
      const controls = Array.from({ length: count }, (): Control => {
        const low = random() < 0.2 ? -Infinity : between(random, -1, 0.5);
        const high = random() < 0.2 ? Infinity : Math.max(low, -1) + between(random, 0.1, 1);
        return {
          low,
          high,
          bound: between(random, 0, 1),
          ...(drives ? { goal: between(random, -1, 1) } : {}),
        };
      });
      const p = randomNumbers(random, 6 * a.count, 1);
      const zero = Array<number>(count).fill(0);
      const q0 = freeChanges(world, p, zero);
      const none = Array<number>(6 * a.count).fill(0);
      const columns = zero.map((_, c) =>
        freeChanges(
          world,
          none,
          zero.map((_, r) => (r === c ? 1 : 0)),
        ),
      );
      const k = zero.map((_, r) => columns.map((column) => column[r]));
      const wanted = tryAll(controls, q0, k);
      expect(wanted.length).toBeGreaterThan(0);
      controls.forEach(({ low, high, goal, bound }, c) => {
        const o = c * CONTROL_FLOATS;
        a.controls[o + CHANGE_LOW] = low;
        a.controls[o + CHANGE_HIGH] = high;
        a.controls[o + GOAL] = goal ?? 0;
        a.controls[o + LEAST] = -bound;
        a.controls[o + MOST] = bound;
        a.controls[o + DRIVES] = drives ? 1 : 0;
        a.controls[o + LIMIT_SUM] = 0;
        a.controlInts[c * CONTROL_INTS + HOLD] = drives ? Hold.motor : Hold.free;
      });
      refreshArmatures(world, 0);
      factorTree(a, 0, a.count, false);
      setImpulses(world, p);
      setDrives(world, zero);
      a.treeInts[PROJECTIONS] = 0;
      projectWithControls(world, 0, 0, a.count, drives, false);
      rounds += a.treeInts[PROJECTIONS];
      const found = zero.map((_, c) => changeOf(world, c));
      for (let c = 0; c < count; c++)
        expect(Math.abs(found[c] - wanted[0][c]), `case ${sample}: ${found} for ${wanted[0]}`).toBeLessThan(
          1e-8,
        );
    }
    expect(rounds / samples).toBeLessThan(6);
  });
});

describe('a spring of 2 Hz on a slider', () => {
  /** v⁺ = d (v - h ω² x), x⁺ = x + h v⁺ with 1/d the expansion of exp(2ζωh): see math/softness.ts. */
  it.each([0, 0.3, 1])('with a damping ratio of %d is the implicit oscillator, to 1e-12', (dampingRatio) => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const bodyB = addMass(world, [0, 0, 0], 2, [1, 1, 1], { linearVelocity: [1, 0, 0] });
    const joint = createJoint(
      world,
      slider({ bodyB, axis: [1, 0, 0], spring: { hertz: 2, dampingRatio, rest: 0 } }),
    );
    const omega = 2 * Math.PI * 2;
    const h = DT / 4;
    const u = 2 * dampingRatio * omega * h;
    const s = u * (1 + u / 2 + (u * u) / 6) + (omega * h) ** 4;
    let [x, v] = [0, 1];
    for (let step = 0; step < 60; step++) {
      stepWorld(world, DT);
      for (let i = 0; i < 4; i++) {
        v = (v - h * omega * omega * x) / (1 + s);
        x += h * v;
      }
      const { value, rate } = jointCoordinates(world, joint).translation;
      expect(Math.abs(value - x)).toBeLessThan(1e-12);
      expect(Math.abs(rate - v)).toBeLessThan(1e-12);
    }
  });
});

describe('a bounded motor', () => {
  it.each([1, 4, 20])('gives no more than %d N, and exactly that while it is too weak', (maxForce) => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const bodyB = addMass(world, [0, 0, 0], 2);
    const joint = createJoint(world, slider({ bodyB, axis: [1, 0, 0], motor: { speed: 1, maxForce } }));
    for (let step = 0; step < 30; step++) {
      applyForce(world, bodyB, [-6, 0, 0]);
      stepWorld(world, DT);
      const { force } = jointReaction(world, joint);
      expect(force[0]).toBeLessThan(maxForce + 1e-9);
      const { rate } = jointCoordinates(world, joint).translation;
      const wanted = Math.min(1, ((maxForce - 6) / 2) * (step + 1) * DT);
      expect(Math.abs(rate - wanted)).toBeLessThan(1e-9);
    }
  });
});
