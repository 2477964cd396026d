import {
  type BodyHandle,
  ball,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  destroyJoint,
  fixed,
  hinge,
  type JointHandle,
  type JointSolver,
  jointError,
  linearVelocity,
  loadClassicMethods,
  rod,
  stepWorld,
  type Vec3,
  type World,
  type WorldSettings,
} from '@tenon/physics-core';
import { kineticEnergy } from '@tenon/physics-core/inspect';
import { findScene, type Scene, startScene } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { DT } from './context.js';

loadClassicMethods();

/** What Kleppmann 2007 §4 measures besides its scenes (test/scenes/papers-kleppmann.test.ts). */

const sceneOf = (id: string): Scene => findScene(id) as Scene;

describe('Fig. 4.2: errors against the step size', () => {
  /** The largest opening of the gyroscope's nail in 2 s, m. */
  const opening = (rate: number, jointSolver: JointSolver): number => {
    // Stiffer than any substep here allows, so that the step alone decides.
    const settings = { jointHertz: 1000, jointSolver };
    const { world, joints = {} } = startScene(sceneOf('gyroscope'), { period: 8 }, settings);
    let most = 0;
    for (let i = 0; i < 2 * rate; i++) {
      stepWorld(world, 1 / rate);
      most = Math.max(most, jointError(world, joints.nail as JointHandle).linear);
    }
    return most;
  };

  it("the gyroscope's nail opens with the second power of the step", () => {
    const openings = [60, 120, 240, 480, 960].map((rate) => opening(rate, 'sweeps'));
    console.info(
      `nail at 60, 120 ... 960 steps a second: ${openings.map((x) => x.toExponential(1)).join(' ')} m`,
    );
    // The text has a method of the fifth order, and nanometres at 4000 steps a second. At 1e-9 m rounding begins.
    for (let i = 1; i < openings.length; i++)
      expect(openings[i]).toBeLessThan(Math.max(openings[i - 1] / 2 ** 1.8, 1e-9));
  });

  it('by default it does not open: Newton steps end below a micrometre', () => {
    for (const rate of [60, 240]) expect(opening(rate, 'auto')).toBeLessThan(1e-6);
  });
});

describe('4.2.3: cost against the number of constraints', () => {
  const chainOf = (length: number, jointSolver: JointSolver): World => {
    const world = createWorld({ sleeping: false, jointSolver });
    let last: { readonly bodyA?: BodyHandle } = {};
    for (let i = 0; i < length; i++) {
      const massProperties = { mass: 1, inertia: [0.01, 0.01, 0.01] } as const;
      const bodyB = createBody(world, { position: [0.2 * i + 0.1, 0, 0], massProperties });
      createJoint(world, hinge({ ...last, bodyB, anchor: [0.2 * i, 0, 0], axis: [0, 0, 1] }));
      last = { bodyA: bodyB };
    }
    for (let i = 0; i < 30; i++) stepWorld(world, DT);
    return world;
  };

  it.each(['auto', 'sweeps'] as const)(
    'grows in proportion where the text has N^2.5 (joint solver %s)',
    (jointSolver) => {
      const lengths = [25, 50, 100, 200];
      const worlds = lengths.map((length) => chainOf(length, jointSolver));
      const best = lengths.map(() => Infinity);
      // Turn by turn, the best of each, so that another process on the machine slows all of them or none.
      for (let turn = 0; turn < 12; turn++) {
        for (const [i, world] of worlds.entries()) {
          const start = performance.now();
          for (let k = 0; k < 6; k++) stepWorld(world, DT);
          best[i] = Math.min(best[i], performance.now() - start);
        }
      }
      const order = Math.log(best[3] / best[0]) / Math.log(lengths[3] / lengths[0]);
      console.info(`cost of 25 to 200 hinges, joint solver ${jointSolver}: N^${order.toFixed(2)}`);
      expect(order).toBeLessThan(1.5);
    },
  );
});

describe('4.2.4: contradictory constraints', () => {
  const solvers: Record<string, Partial<WorldSettings>> = {
    'soft-step, swept': { jointSolver: 'sweeps' },
    'soft-step, articulations': { jointSolver: 'auto' },
    baumgarte: { method: 'baumgarte' },
    'push-factor': { method: 'push-factor' },
  };
  const pin = (world: World, make: (body: BodyHandle) => JointHandle[]) => {
    const massProperties = { mass: 1, inertia: [0.1, 0.1, 0.1] } as const;
    const body = createBody(world, { massProperties, linearVelocity: [0.5, 0.5, 0.5] });
    return { body, joints: make(body) };
  };
  const at = (x: number): { readonly position: Vec3 } => ({ position: [x, 0, 0] });
  const contradictions: Record<string, (world: World, body: BodyHandle) => JointHandle[]> = {
    'two nails for one point': (world, bodyB) =>
      [-0.2, 0.2].map((x) => createJoint(world, ball({ bodyB, frameA: at(x), frameB: at(0) }))),
    'two welds at different places': (world, bodyB) =>
      [-0.2, 0.2].map((x) => createJoint(world, fixed({ bodyB, frameA: at(x), frameB: at(0) }))),
    'rods of different length to one point': (world, bodyB) =>
      [0.9, 1.3].map((length) => createJoint(world, rod({ bodyB, anchorA: [-1.1, 0, 0], length }))),
  };

  describe.each(Object.entries(solvers))('%s', (_, settings) => {
    it.each(Object.entries(contradictions))('%s: comes to rest between, and stores nothing', (what, make) => {
      const world = createWorld({ gravity: [0, 0, 0], sleeping: false, ...settings });
      const { body, joints } = pin(world, (bodyB) => make(world, bodyB));
      let fastest = 0;
      for (let i = 0; i < 600; i++) {
        stepWorld(world, DT);
        fastest = Math.max(fastest, Math.hypot(...linearVelocity(world, body)));
      }
      // Of a correction: k times 0.4 m in a step of baumgarte is 2.4 m/s at each of the two.
      expect(fastest).toBeLessThan(5);
      if (!what.startsWith('rods')) expect(Math.hypot(...bodyPosition(world, body))).toBeLessThan(0.21);
      for (const joint of joints) expect(jointError(world, joint).linear).toBeLessThan(0.41);
      for (const joint of joints) destroyJoint(world, joint);
      stepWorld(world, DT);
      // A rod leaves the two directions across it free: at most what there was along y and z.
      expect(kineticEnergy(world)).toBeLessThan(what.startsWith('rods') ? 0.2501 : 1e-9);
    });
  });
});

describe('4.3.3: ten boxes without friction', () => {
  // Not seed 1: there one box falls straight down, meets no other, and rightly stays on the table.
  it.each([2, 3, 5, 9])('glide apart at constant speed and do not sink in, seed %d', (seed) => {
    const { world, bodies = {} } = startScene(sceneOf('falling-boxes'), {
      friction: 0,
      restitution: 0.2,
      seed,
    });
    const boxes = Array.from({ length: 10 }, (_, i) => bodies[`box${i}`] as BodyHandle);
    const run = (seconds: number): void => {
      for (let i = 0; i < seconds / DT; i++) stepWorld(world, DT);
    };
    const spread = (): number => {
      const places = boxes.map((box) => bodyPosition(world, box));
      const middle = [0, 1, 2].map((k) => places.reduce((sum, p) => sum + p[k] / 10, 0));
      return Math.max(...places.map((p) => Math.hypot(p[0] - middle[0], p[2] - middle[2])));
    };
    // The slowest box glides over the table at 0.2 m/s and leaves it after 9.5 s.
    run(14);
    const before = boxes.map((box) => linearVelocity(world, box));
    const heights = boxes.map((box) => bodyPosition(world, box)[1]);
    const wide = spread();
    run(2);
    for (const [i, box] of boxes.entries()) {
      const [x, y, z] = linearVelocity(world, box);
      expect(Math.hypot(x - before[i][0], z - before[i][2])).toBeLessThan(1e-6);
      expect(Math.abs(y)).toBeLessThan(1e-4);
      expect(Math.hypot(x, z)).toBeGreaterThan(0.5);
      expect(Math.abs(bodyPosition(world, box)[1] - heights[i])).toBeLessThan(1e-4);
      expect(heights[i]).toBeGreaterThan(0.099);
    }
    expect(spread()).toBeGreaterThan(wide + 1);
  });
});
