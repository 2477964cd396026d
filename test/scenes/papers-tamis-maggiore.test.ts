import {
  type BodyHandle,
  bodyPosition,
  linearVelocity,
  loadClassicMethods,
  type World,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { fastest, numbered, play, type Started, start } from './context.js';

loadClassicMethods();

const drift = (world: World, bodies: readonly BodyHandle[]): number =>
  Math.max(...bodies.map((body) => Math.hypot(bodyPosition(world, body)[0], bodyPosition(world, body)[2])));

const highest = (world: World, bodies: readonly BodyHandle[]): number =>
  Math.max(...bodies.map((body) => bodyPosition(world, body)[1]));

const cubesOf = ({ bodies }: Started): BodyHandle[] => numbered(bodies, 'cube');

describe('10.1 stack', () => {
  it('theirs fell after 85 s; this one stands for 90 s, drifts by less than 10 mm and is at rest', () => {
    const scene = start('stack');
    const cubes = cubesOf(scene);
    play(scene, 90);
    expect(drift(scene.world, cubes)).toBeLessThan(0.01);
    expect(highest(scene.world, cubes)).toBeCloseTo(10.8, 2);
    expect(fastest(scene.world)).toBeLessThan(1e-3);
  });
});

describe('10.2 intersecting stack', () => {
  /** Fastest rise in 3 s, the highest that the top cube comes, and where it is then. */
  const separate = (method: 'soft-step' | 'baumgarte' | 'push-factor') => {
    const scene = start('intersecting-stack', {}, { method });
    const cubes = cubesOf(scene);
    let rise = 0;
    let peak = 0;
    play(scene, 3, () => {
      rise = Math.max(rise, ...cubes.map((cube) => linearVelocity(scene.world, cube)[1]));
      peak = Math.max(peak, highest(scene.world, cubes));
    });
    return { rise, peak, top: highest(scene.world, cubes) };
  };

  it('the cubes come apart without being thrown and stand after 3 s', () => {
    const { rise, top } = separate('soft-step');
    expect(rise).toBeLessThan(3.5);
    expect(Math.abs(top - 10.8)).toBeLessThan(0.05);
  });

  it('their first method keeps the speed of the correction and throws the cubes, their second does not', () => {
    const [first, second] = [separate('baumgarte'), separate('push-factor')];
    console.info(
      `intersecting stack: up to ${first.peak.toFixed(1)} m by bias, ${second.peak.toFixed(1)} m with push factor`,
    );
    expect(first.rise).toBeGreaterThan(10);
    expect(first.peak).toBeGreaterThan(20);
    expect(second.rise).toBeLessThan(1);
    expect(second.peak).toBeLessThan(11);
  });
});

describe('10.3 funnel', () => {
  it.each([{}, { seed: 7 }, { friction: 0 }, { balls: 60 }, { slope: 1.2 }])(
    'the balls come to rest between four planes: %o',
    (values) => {
      const scene = start('funnel', values);
      play(scene, 10);
      expect(fastest(scene.world)).toBeLessThan(1e-3);
      // No ball has been pressed through a plane: all are above the tip.
      const balls = numbered(scene.bodies, 'ball');
      expect(Math.min(...balls.map((ball) => bodyPosition(scene.world, ball)[1]))).toBeGreaterThan(0.3);
    },
  );
});

describe('10.3 pendulum grid', () => {
  const LOADS = ['ball', 'box', 'rod', 'cube'];
  const heights = (values: Readonly<Record<string, number>>): number[] => {
    const scene = start('pendulum-grid', values);
    play(scene, 30);
    return LOADS.map((name) => bodyPosition(scene.world, scene.bodies[name])[1]);
  };

  it('holds balls, boxes and rods for 30 s, although no pendulum is tied to another', () => {
    // The balls of the grid hang at 2 m.
    for (const height of heights({})) expect(height).toBeGreaterThan(2.2);
  });

  it('heavy loads push the pendulums aside and fall through, but for the box, which lies flat on their tops', () => {
    const [ball, box, rod, cube] = heights({ load: 200 });
    for (const height of [ball, rod, cube]) expect(height).toBeLessThan(0.5);
    expect(box).toBeCloseTo(2.4, 2);
  });
});

describe('10.3 pendulum wave', () => {
  it('all fifty balls are in step again after one cycle, and opposite in turn after half of it', () => {
    const cycle = 60;
    // Small, so that the period depends little on the angle: 0.06 % at 0.1 rad, which is 0.04 swings in a cycle of the fastest.
    const angle = 0.05;
    const scene = start('pendulum-wave', { cycle, angle });
    const balls = numbered(scene.bodies, 'ball');
    const places = balls.map((ball) => bodyPosition(scene.world, ball)[0]);
    /** Of each ball, where it is between its two turning points: 1 where it began. */
    const phases = (): number[] => balls.map((ball, i) => bodyPosition(scene.world, ball)[0] / places[i]);
    play(scene, cycle / 2);
    const half = phases();
    play(scene, cycle / 2, undefined, cycle / 2);
    const whole = phases();
    const worst = Math.min(...whole);
    const worstHalf = Math.min(...half.map((phase, i) => (i % 2 === 0 ? phase : -phase)));
    console.info(
      `pendulum wave: worst phase after a cycle ${worst.toFixed(3)}, after half ${worstHalf.toFixed(3)}`,
    );
    expect(worstHalf).toBeGreaterThan(0.9);
    expect(worst).toBeGreaterThan(0.9);
  });
});

/** The same scenes by the text's own methods, with its 25 iterations, k = 0.2 and 60 Hz, which are the defaults. */
describe.each(['baumgarte', 'push-factor'] as const)('10.1 and 10.3 with %s', (method) => {
  it('the stack stands for 90 s where theirs fell at 85 s, but its cubes creep', () => {
    // It also stands for 900 s. One difference: theirs bounds friction by m g, here each contact bounds it by its
    // own normal impulse, so the lower cubes hold more. The creep is what 25 sweeps without a warm start leave: in
    // 30 s 61 and 54 mm, with 100 sweeps 27 and 31 mm, with 400 sweeps 12 and 13 mm.
    const scene = start('stack', {}, { method });
    const cubes = cubesOf(scene);
    play(scene, 90);
    const crept = drift(scene.world, cubes);
    console.info(`stack for 90 s with ${method}: crept by ${(1000 * crept).toFixed(0)} mm`);
    expect(Math.abs(highest(scene.world, cubes) - 10.8)).toBeLessThan(0.01);
    expect(crept).toBeLessThan(0.7);
    expect(crept).toBeGreaterThan(0.05);
  });

  it('the funnel becomes reasonably stable without contact caching', () => {
    const scene = start('funnel', {}, { method });
    play(scene, 10);
    expect(fastest(scene.world)).toBeLessThan(0.05);
    const balls = numbered(scene.bodies, 'ball');
    expect(Math.min(...balls.map((ball) => bodyPosition(scene.world, ball)[1]))).toBeGreaterThan(0.3);
  });

  it('the pendulum grid holds other shapes', () => {
    const scene = start('pendulum-grid', {}, { method });
    play(scene, 30);
    const height = (name: string): number => bodyPosition(scene.world, scene.bodies[name])[1];
    for (const name of ['ball', 'box', 'cube']) expect(height(name), name).toBeGreaterThan(2.2);
    // The rod lands near the edge. Baumgarte keeps the velocity that corrects its penetration, which throws it off.
    if (method === 'push-factor') expect(height('rod')).toBeGreaterThan(2.2);
    else expect(height('rod')).toBeLessThan(0.2);
  });

  it('the balls of the pendulum wave are opposite in turn after half a cycle', () => {
    const [cycle, angle] = [60, 0.05];
    const scene = start('pendulum-wave', { cycle, angle }, { method });
    const balls = numbered(scene.bodies, 'ball');
    const places = balls.map((ball) => bodyPosition(scene.world, ball)[0]);
    play(scene, cycle / 2);
    const phases = balls.map((ball, i) => bodyPosition(scene.world, ball)[0] / places[i]);
    expect(Math.min(...phases.map((phase, i) => (i % 2 === 0 ? phase : -phase)))).toBeGreaterThan(0.9);
  });
});
