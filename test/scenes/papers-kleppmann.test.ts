import { angularVelocity, type BodyHandle, bodyPosition, bodyRotation } from '@tenon/physics-core';
import { kineticEnergy, momentum } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { rotate } from '../shared/joint-error.js';
import { amplitudeAt, peakFrequency } from '../swings.js';
import { DT, dynamicBodies, energy, fastest, numbered, play, speed, start, watchJoints } from './context.js';

const G = 9.81;

describe('4.2.1 gyroscope', () => {
  // The text reached 7.953 s for 8 s, an error of 0.6 %, with steps of 0.23 ms.
  it.each([8, 4, 20])(
    'goes round in %d s to two in ten thousand, stays level to 0.2° and keeps its spin to one in a million',
    (period) => {
      const scene = start('gyroscope', { period });
      const disc = scene.bodies.disc;
      let [turned, lowest] = [0, 0];
      let before = 0;
      let turn = 0;
      play(scene, 1.1 * period, (time) => {
        const [x, y, z] = bodyPosition(scene.world, disc);
        lowest = Math.min(lowest, y / Math.hypot(x, y, z));
        const angle = Math.atan2(-z, x);
        // Back to the nearest turn: an angle of a position jumps at half a turn.
        const step = angle - before - 2 * Math.PI * Math.round((angle - before) / (2 * Math.PI));
        before = angle;
        turned += step;
        if (turn === 0 && turned >= 2 * Math.PI) turn = time - (DT * (turned - 2 * Math.PI)) / step;
      });
      const axle = rotate(bodyRotation(scene.world, disc), [1, 0, 0]);
      const spin = angularVelocity(scene.world, disc).reduce((sum, w, i) => sum + w * axle[i], 0);
      console.info(
        `gyroscope of ${period} s: ${turn.toFixed(4)} s, ${(spin / (2 * Math.PI)).toFixed(4)} rev/s`,
      );
      expect(Math.abs(turn / period - 1)).toBeLessThan(2e-4);
      expect((180 / Math.PI) * Math.asin(Math.abs(lowest))).toBeLessThan(0.2);
      expect(Math.abs(spin / (2 * Math.PI) / 20 - 1)).toBeLessThan(1e-6);
    },
  );
});

describe('B.2 free top', () => {
  it('flips twelve times in a minute and keeps energy and angular momentum within 0.01 %', () => {
    const scene = start('free-top');
    const top = scene.bodies.top;
    const before = { energy: kineticEnergy(scene.world), spin: Math.hypot(...momentum(scene.world).angular) };
    let flips = 0;
    let side = 1;
    play(scene, 60, () => {
      const now = Math.sign(rotate(bodyRotation(scene.world, top), [0, 1, 0])[1]);
      if (now !== side) flips++;
      side = now;
    });
    expect(flips).toBe(12);
    expect(Math.abs(kineticEnergy(scene.world) / before.energy - 1)).toBeLessThan(1e-4);
    expect(Math.abs(Math.hypot(...momentum(scene.world).angular) / before.spin - 1)).toBeLessThan(1e-4);
  });
});

describe('4.3.1 pendulums', () => {
  it.each(['double-pendulum', 'triple-pendulum', 'eight-pendulum'] as const)(
    '%s comes apart by less than 2 μm and gains less than 0.1 % of m g L a rod',
    (id) => {
      const scene = start(id);
      const rods = Object.keys(scene.bodies).length;
      const before = energy(scene.world);
      const { apart } = watchJoints(scene, 20);
      const lost = (100 * (before - energy(scene.world))) / (rods * G);
      console.info(
        `${id}: ${apart.most.toFixed(2)} mm apart, ${lost.toFixed(0)} % of m g L a rod lost in 20 s`,
      );
      expect(apart.most).toBeLessThan(0.002);
      expect(lost).toBeGreaterThan(-0.1);
      expect(lost).toBeLessThan(2);
    },
  );
});

describe('4.3.1 pendulums as printed', () => {
  // Cylinders on a nail and ball joints, the first at 45°. The text has no figure for the energy.
  it.each([
    ['double-pendulum', 'auto', 3e-4],
    ['triple-pendulum', 'auto', 1e-3],
    ['eight-pendulum', 'auto', 0.01],
    ['double-pendulum', 'sweeps', 0.03],
    ['triple-pendulum', 'sweeps', 0.07],
    ['eight-pendulum', 'sweeps', 0.9],
  ] as const)('%s, joint solver %s: the energy changes by less than %f in 20 s', (id, jointSolver, most) => {
    const scene = start(id, { printed: 1 }, { jointSolver });
    const rods = Object.keys(scene.bodies).length;
    // Above hanging straight down.
    const lowest = -G * ((rods * rods) / 2);
    const whole = energy(scene.world) - lowest;
    let worst = 0;
    const { apart } = watchJoints(scene, 20, () => {
      worst = Math.max(worst, Math.abs((energy(scene.world) - lowest) / whole - 1));
    });
    console.info(
      `${id} as printed, ${jointSolver}: energy within ${worst.toExponential(1)}, ${apart.most.toExponential(1)} mm apart`,
    );
    expect(worst).toBeLessThan(most);
  });

  // For rods of length L: ω² = (3 ∓ 6/√7) g/L, 0.4265 and 1.1443 Hz at 1 m.
  it.each(['auto', 'sweeps'] as const)(
    'the double pendulum has its two frequencies, joint solver %s',
    (jointSolver) => {
      const scene = start('double-pendulum', { printed: 1, angle: 0.05 }, { jointSolver });
      const signal: number[] = [];
      play(scene, 60, () => {
        signal.push(bodyPosition(scene.world, scene.bodies.rod1)[0]);
      });
      const known = [-1, 1].map((sign) => Math.sqrt((3 + (sign * 6) / Math.sqrt(7)) * G) / (2 * Math.PI));
      const found = [peakFrequency(signal, DT, 0.2, 0.8), peakFrequency(signal, DT, 0.8, 2)];
      console.info(
        `double pendulum, ${jointSolver}: ${found.map((f) => f.toFixed(3)).join(' and ')} Hz, theory ${known.map((f) => f.toFixed(3)).join(' and ')}`,
      );
      for (const i of [0, 1]) expect(Math.abs(found[i] / known[i] - 1)).toBeLessThan(0.005);
      // Nothing else is there.
      const strongest = Math.min(...found.map((f) => amplitudeAt(signal, DT, f)));
      for (const f of [0.2, 0.7, 0.9, 1.6, 2.5])
        expect(amplitudeAt(signal, DT, f)).toBeLessThan(0.05 * strongest);
    },
  );
});

describe('4.3.1 rope', () => {
  // The text found its rope stiff and its joints whole.
  it.each([Math.PI / 4, 1.2, 0.3])(
    'from %d rad no joint comes apart by 0.01 mm and none bends 0.05° beyond its 15°, also where it drags on the floor',
    (angle) => {
      const scene = start('rope', { angle });
      const { apart, beyond } = watchJoints(scene, 8);
      console.info(
        `rope from ${angle} rad: ${apart.most.toFixed(2)} mm apart, ${beyond.most.toFixed(2)}° beyond`,
      );
      expect(apart.most).toBeLessThan(0.01);
      expect(beyond.most).toBeLessThan(0.05);
      const heights = numbered(scene.bodies, 'segment').map((body) => bodyPosition(scene.world, body)[1]);
      expect(Math.min(...heights)).toBeGreaterThan(0.035);
    },
  );
});

const CORD = 5;
const BALLS = 5;
/** Of a ball of 0.5 m on its cord: I = 2/5 r² + L² per kilogram. */
const SWING = 2 * Math.PI * Math.sqrt((0.4 * 0.25 + CORD * CORD) / (G * CORD));

describe("4.2.2 Newton's cradle", () => {
  const startCradle = (raised: number, restitution: number, degrees = 30) => {
    const scene = start('newtons-cradle', { raised, restitution, angle: (degrees * Math.PI) / 180 });
    const balls = numbered(scene.bodies, 'ball');
    const left = (): number => energy(scene.world) + BALLS * G * CORD;
    /** How far each ball is from where it hangs. */
    const places = (): number[] => balls.map((ball, i) => bodyPosition(scene.world, ball)[0] - i);
    return { scene, balls, left, places };
  };

  describe.each([1, 2, 3])('%d raised', (raised) => {
    it('as many leave on the other side, equally far, and the others stay', () => {
      const { scene, places } = startCradle(raised, 1);
      const reach = -places()[0];
      play(scene, SWING / 2);
      for (const [i, place] of places().entries()) {
        const away = i >= BALLS - raised;
        expect(Math.abs(place - (away ? reach : 0)), `ball ${i}`).toBeLessThan(0.02 * reach);
      }
    });

    it.each([2, 3, 5, 12, 30, 50, 70])('at %d°, e = 1: the energy stays for 10 s, to 1e-4', (degrees) => {
      const { scene, left } = startCradle(raised, 1, degrees);
      const whole = left();
      let worst = 0;
      play(scene, 10, () => {
        worst = Math.max(worst, Math.abs(left() / whole - 1));
      });
      expect(worst).toBeLessThan(1e-4);
    });
  });

  it.each([2, 7, 30, 70])(
    'at %d°, e = 1: balls 2 to 4 keep still while momentum passes through them',
    (degrees) => {
      const { scene, balls } = startCradle(1, 1, degrees);
      const incoming = Math.sqrt(2 * G * CORD * (1 - Math.cos((degrees * Math.PI) / 180)));
      let middle = 0;
      play(scene, 10, () => {
        middle = Math.max(middle, ...balls.slice(1, 4).map((ball) => speed(scene.world, ball)));
      });
      expect(middle / incoming).toBeLessThan(1e-6);
    },
  );

  it('e = 0.9: the energy goes in steps, one at each impact, and all balls begin to swing', () => {
    const { scene, balls, left } = startCradle(1, 0.9);
    const whole = left();
    const losses: number[] = [];
    let between = 0;
    let before = whole;
    let middle = 0;
    play(scene, 9, () => {
      middle = Math.max(middle, speed(scene.world, balls[2]));
      const loss = (before - left()) / whole;
      before = left();
      if (loss > 0.02) losses.push(loss);
      else between += Math.abs(loss);
    });
    console.info(
      `cradle, e = 0.9: losses ${losses.map((x) => x.toFixed(3)).join(', ')}, between ${between.toFixed(3)}`,
    );
    // Four impacts in 9 s, each of less energy than the one before, and hardly anything between them.
    expect(losses).toHaveLength(4);
    expect([...losses].sort((a, b) => b - a)).toEqual(losses);
    expect(between).toBeLessThan(0.05);
    expect(middle).toBeGreaterThan(0.1);
  });
});

describe('4.3.3 ten boxes on a table', () => {
  const boxesOf = (bodies: Readonly<Record<string, BodyHandle>>): BodyHandle[] => numbered(bodies, 'box');

  // How many stay on the table is chance, from 4 to 10 in 60 seeds.
  it('e = 0.2: they come to rest, most of them on the table', () => {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const onTable = seeds.map((seed) => {
      const scene = start('falling-boxes', { seed });
      play(scene, 10);
      expect(fastest(scene.world)).toBeLessThan(0.01);
      return boxesOf(scene.bodies).filter((box) => bodyPosition(scene.world, box)[1] > 0.85).length;
    });
    expect(onTable.reduce((sum, count) => sum + count) / seeds.length).toBeGreaterThan(6);
  });

  it.each([1, 5, 9])(
    'e = 1 without friction: they keep bouncing and lose less than a quarter in 10 s, seed %d',
    (seed) => {
      const scene = start('falling-boxes', { restitution: 1, friction: 0, seed });
      const whole = energy(scene.world);
      let peak = whole;
      play(scene, 10, () => {
        peak = Math.max(peak, energy(scene.world));
      });
      const left = energy(scene.world) / whole;
      console.info(`ten boxes, e = 1, seed ${seed}: ${(100 * left).toFixed(1)} % of the energy left`);
      expect(left).toBeGreaterThan(0.75);
      expect(peak / whole).toBeLessThan(1.01);
      expect(fastest(scene.world)).toBeGreaterThan(1);
    },
  );
});

describe('4.3.4 a person on the stairs', () => {
  it.each([
    ['straight-stairs', 0.3],
    ['straight-stairs', 2],
    ['straight-stairs', -1],
    ['spiral-stairs', 0.3],
    ['spiral-stairs', 2],
    ['spiral-stairs', -1],
  ])(
    '%s, turned by %d rad: falls; all bones stay within 0.5° of their limits and 1 mm of their joints',
    (id, turn) => {
      const scene = start(id, { turn });
      const height = bodyPosition(scene.world, scene.bodies.pelvis)[1];
      const { apart, beyond } = watchJoints(scene, 7);
      const now = bodyPosition(scene.world, scene.bodies.pelvis)[1];
      console.info(
        `${id}, ${turn} rad: ${apart.most.toFixed(3)} mm apart, ${beyond.most.toFixed(3)}° beyond, down by ${(height - now).toFixed(1)} m`,
      );
      expect(apart.most).toBeLessThan(1);
      expect(beyond.most).toBeLessThan(0.5);
      // How far down it comes to rest is chance: in the winding one it may lie against the kerb.
      expect(height - now).toBeGreaterThan(0.5);
      const lowest = Math.min(
        ...dynamicBodies(scene.world).map((body) => bodyPosition(scene.world, body)[1]),
      );
      expect(lowest).toBeGreaterThan(0);
    },
  );
});

describe('a heavy ball on a light chain', () => {
  it('with 32 substeps ten links of 1 kg hold a ton within 5 cm', () => {
    const { apart } = watchJoints(start('heavy-chain', {}, { substeps: 32, jointHertz: 1000 }), 5);
    expect(apart.most).toBeLessThan(50);
  });
});
