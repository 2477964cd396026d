import { beforeEach, expect, it } from 'vitest';
import {
  box,
  capsule,
  createJoint,
  createWorld,
  defineJoint,
  hashWorld,
  hinge,
  PhysicsError,
  stepWorld,
  updateJoint,
  type World,
} from '../../src/index.js';
import { customRows, D, frame, RA, RB } from '../../src/parts.js';
import { addBody, addFloor, bouncingBalls, DT } from './context.js';
import { addFigure } from './joint-scenes.js';

/**
 * The state of a step lives in the world: what one world does, also in the middle of its step, never reaches
 * another. The scenes have cached, fast and single-point contacts, impacts, shock propagation and joints.
 */

/** What the `rows` of the custom joint do before they write. */
let beforeRows = (): void => {};

beforeEach(() => {
  beforeRows = () => {};
});

/** B's anchor keeps its height above A's, as in docs/custom-joints.md. */
const level = defineJoint({
  type: 'two-worlds-level',
  about: 'Two points at the same height.',
  ownAnchors: true,
  slots: ['height'],
  params: {},
  coordinates: {},
  rows: (j) => {
    beforeRows();
    customRows(j, 0, {
      linearA: [0, -1, 0],
      angularA: [frame[RA + 2], 0, -frame[RA]],
      linearB: [0, 1, 0],
      angularB: [-frame[RB + 2], 0, frame[RB]],
      error: frame[D + 1],
    });
  },
});

const buildFigures = (): World => {
  const world = createWorld();
  addFloor(world, { restitution: 0.2 });
  addFigure(world, [0, 2, 0]);
  const arm = addBody(world, { position: [3, 1.2, 0], angularVelocity: [0, 0, 25] }, capsule(0.4, 0.1));
  createJoint(world, hinge({ bodyB: arm, anchor: [3, 1.2, 0], axis: [0, 0, 1] }));
  for (let i = 0; i < 4; i++) addBody(world, { position: [2.6, 0.3 + 0.6 * i, 0] }, box(0.3, 0.3, 0.3));
  return world;
};

const buildBalls = (): World => {
  const world = createWorld();
  bouncingBalls.build(world);
  for (let i = 0; i < 3; i++) {
    addBody(world, { position: [0.3 * i, 4 + i, 0], angularVelocity: [20, 3 * i, 30] }, box(0.05, 0.05, 0.6));
  }
  const a = addBody(world, { position: [-3, 1, 0] }, box(0.2, 0.2, 0.2));
  const b = addBody(world, { position: [-2, 1, 0] }, box(0.2, 0.2, 0.2));
  createJoint(world, level({ bodyA: a, bodyB: b }));
  return world;
};

const STEPS = 90;

const run = (world: World, between: () => void = () => {}): string => {
  for (let i = 0; i < STEPS; i++) {
    stepWorld(world, DT);
    between();
  }
  return hashWorld(world);
};

it('two worlds stepped in turn do what each does alone', () => {
  const figures = run(buildFigures());
  const balls = run(buildBalls());
  const other = buildBalls();
  expect(run(buildFigures(), () => stepWorld(other, DT))).toBe(figures);
  expect(hashWorld(other)).toBe(balls);
});

it('a step that throws in the middle does not change another world', () => {
  const alone = run(buildFigures());
  const balls = run(buildBalls());
  const figures = buildFigures();
  let worlds = 0;
  const throwInOther = (): void => {
    if (worlds++ % 10 !== 0) return;
    const broken = buildBalls();
    for (let i = 0; i < 20; i++) stepWorld(broken, DT);
    let calls = 0;
    // Not in the first call, which places the rows before the substeps.
    beforeRows = () => {
      if (++calls === 3) throw new Error('on purpose');
    };
    expect(() => stepWorld(broken, DT)).toThrow('on purpose');
    expect(() => stepWorld(broken, DT)).toThrow(PhysicsError);
    beforeRows = () => {};
  };
  expect(run(figures, throwInOther)).toBe(alone);
  expect(run(buildBalls())).toBe(balls);
});

it('a step inside the step of another world is refused and changes neither', () => {
  const balls = run(buildBalls());
  const figures = run(buildFigures());
  const outer = buildBalls();
  const inner = buildFigures();
  let refused = 0;
  beforeRows = () => {
    try {
      stepWorld(inner, DT);
    } catch (error) {
      expect(error).toMatchObject({ name: 'PhysicsError', code: 'locked-world' });
      refused++;
    }
  };
  expect(run(outer)).toBe(balls);
  beforeRows = () => {};
  expect(refused).toBeGreaterThan(STEPS);
  expect(run(inner)).toBe(figures);
});

it('limits of an articulation lead back alike, whether another world closes a gap in between or not', () => {
  const build = (gap: number, steps: number) => {
    const world = createWorld({ sleeping: false, gravity: [0, 0, 0] });
    const arm = addBody(world, { position: [0.5 + gap, 0, 0] }, capsule(0.4, 0.1));
    const frames = { frameA: { position: [0, 0, 0] }, frameB: { position: [-0.5, 0, 0] } } as const;
    const joint = createJoint(world, hinge({ bodyB: arm, ...frames }));
    for (let i = 0; i < steps; i++) stepWorld(world, DT);
    return { world, joint };
  };
  /** A gap of 5 cm is closed; then the joint is beyond its limits. Beside it another world closes a wide gap. */
  const leadBack = (isAlone: boolean): string => {
    const { world, joint } = build(0.05, 30);
    const other = build(2, 1).world;
    updateJoint(world, joint, { limits: [0.3, 0.6] });
    for (let i = 0; i < 10; i++) {
      if (!isAlone) stepWorld(other, DT);
      stepWorld(world, DT);
    }
    return hashWorld(world);
  };
  expect(leadBack(false)).toBe(leadBack(true));
});
