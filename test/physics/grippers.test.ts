import {
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  slider,
  sphere,
  stepWorld,
  updateJoint,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { addBody, awakeWorld, DT, G } from './context.js';

const FRICTION = 0.6;
const PALM = 3;

/** How the target of the lift moves, from the second second on. */
type Path = (time: number) => number;
const swings: Path = (t) => 0.3 * (1 - Math.cos(2 * t));

interface Grip {
  readonly hertz: number;
  /** Friction in weights of what is held. */
  readonly grip: number;
  readonly path: Path;
  readonly motor: 'effort' | 'speed';
  readonly axis?: readonly [number, number, number];
  readonly shape?: 'ball' | 'box';
  /** kg, of what is held. A finger has half a kilogram. */
  readonly mass?: number;
}

/**
 * A palm on a lift, and two fingers on it that press a body between them. Returns how the body has moved against the palm
 * after each step from the second second on, in m.
 */
const slips = (
  { hertz, grip, path, motor, axis = [0, 1, 0], shape = 'box', mass = 2 }: Grip,
  seconds: number,
): number[][] => {
  const world = awakeWorld();
  const palm = addBody(world, box(0.3, 0.05, 0.1), { position: [0, PALM, 0], mass: 5 });
  const lift = createJoint(world, slider({ bodyB: palm, axis, motor: { target: 0, hertz } }));
  const crate = createBody(world, { position: [0, PALM - 0.2, 0], mass });
  createCollider(world, crate, {
    shape: shape === 'box' ? box(0.1, 0.08, 0.07) : sphere(0.1),
    friction: FRICTION,
  });
  const force = (grip * mass * G) / (2 * FRICTION);
  for (const side of [-1, 1]) {
    const finger = createBody(world, { position: [side * 0.12, PALM - 0.2, 0], mass: 0.5 });
    createCollider(world, finger, { shape: box(0.02, 0.14, 0.08), friction: FRICTION });
    const pressing =
      motor === 'effort' ? { mode: motor, effort: -side * force } : { speed: -side * 0.2, maxForce: force };
    createJoint(world, slider({ bodyA: palm, bodyB: finger, axis: [1, 0, 0], motor: pressing }));
  }
  const held: number[][] = [];
  for (let i = 0; i < (seconds + 1) / DT; i++) {
    updateJoint(world, lift, { motor: { target: path(Math.max(0, i * DT - 1)) } });
    stepWorld(world, DT);
    const at = bodyPosition(world, palm);
    if (i * DT >= 1) held.push(bodyPosition(world, crate).map((x, k) => x - at[k]));
  }
  return held.map((x) => x.map((value, k) => value - held[0][k]));
};

describe('what a gripper presses with more than friction needs does not slip', () => {
  const tilted = [0, Math.SQRT1_2, Math.SQRT1_2] as const;
  const cases: Grip[] = [];
  for (const shape of ['ball', 'box'] as const)
    for (const motor of ['effort', 'speed'] as const)
      for (const axis of [[0, 1, 0], [0, 0, 1], tilted] as const)
        cases.push({ hertz: 5, motor, axis, grip: 1.7, path: swings, shape });

  it.each(cases)('a $shape on a lift of $hertz Hz along $axis, fingers with $motor', (grip) => {
    const slip = slips(grip, 6);
    // 0.1 mm/s.
    for (const k of [1, 2]) expect(Math.abs(slip[slip.length - 1][k])).toBeLessThan(6e-4);
  });
});

describe('fingers of half a kilogram press crates with the force of many', () => {
  it.each(['effort', 'speed'] as const)('with $motor: what they hold still does not creep', (motor) => {
    // In a substep the force alone would give a finger 3 m/s. That is no impact: the contact keeps its load.
    for (const shape of ['ball', 'box'] as const) {
      const slip = slips({ hertz: 0, grip: 4, mass: 11, path: () => 0, motor, shape }, 3);
      expect(Math.abs(slip[slip.length - 1][1])).toBeLessThan(3e-4);
    }
  });
});
