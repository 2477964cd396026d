import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyMass,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  hinge,
  jointError,
  loadClassicMethods,
  stepWorld,
} from '../../src/index.js';
import { kineticEnergy } from '../../src/inspect.js';
import { between, createRandom } from '../determinism/context.js';
import { DT } from '../joints/context.js';

loadClassicMethods();

/**
 * Bars on hinges in a row that fall on their stops. With ε = 1 nothing but the impacts takes energy out, several stops are
 * struck in one step, and each impact sends speed against the others.
 */

const LENGTH = 0.5;
const G = 9.81;

interface Fall {
  /** Largest energy above that of the start, part of M g l. */
  readonly gain: number;
  /** Largest error of a joint, m. */
  readonly apart: number;
}

const fall = (
  settings: Parameters<typeof createWorld>[0],
  count: number,
  limitRestitution: number,
  random: () => number,
): Fall => {
  const world = createWorld({ sleeping: false, gravity: [0, -G, 0], ...settings });
  const bars: BodyHandle[] = [];
  const joints = Array.from({ length: count }, (_, i) => {
    const bodyB = createBody(world, {
      position: [(i + 0.5) * LENGTH, 0, 0],
      massProperties: { mass: between(random, 0.5, 2), inertia: [0.02, 0.04, 0.04] },
    });
    const limits = [-between(random, 0.1, 0.5), between(random, 0.1, 0.5)] as const;
    const def = hinge({ anchor: [i * LENGTH, 0, 0], axis: [0, 0, 1], limits, limitRestitution });
    const joint = createJoint(world, i === 0 ? { ...def, bodyB } : { ...def, bodyA: bars[i - 1], bodyB });
    bars.push(bodyB);
    return joint;
  });
  const masses = bars.map((bar) => bodyMass(world, bar).mass);
  const energy = (): number =>
    bars.reduce((sum, bar, i) => sum + masses[i] * G * bodyPosition(world, bar)[1], kineticEnergy(world));
  const whole = masses.reduce((sum, mass) => sum + mass * G * LENGTH, 0);
  let [gain, apart] = [0, 0];
  for (let i = 0; i < 300; i++) {
    stepWorld(world, DT);
    gain = Math.max(gain, energy() / whole);
    apart = Math.max(apart, ...joints.map((joint) => jointError(world, joint).linear));
  }
  return { gain, apart };
};

describe.each(['baumgarte', 'push-factor'] as const)('%s, several stops in a row', (method) => {
  it.each([
    [2, 1, 0.3],
    [3, 1, 0.05],
    [3, 0.5, 0.01],
    [5, 0.8, 0.05],
  ])('%d bars, e = %d, gain no energy', (count, limitRestitution, most) => {
    const random = createRandom(31);
    const falls = Array.from({ length: 8 }, () => fall({ method }, count, limitRestitution, random));
    const gain = Math.max(...falls.map((each) => each.gain));
    const apart = Math.max(...falls.map((each) => each.apart));
    console.info(
      `${method}, ${count} bars, e = ${limitRestitution}: gain ${gain.toFixed(3)}, ${(1000 * apart).toFixed(0)} mm apart`,
    );
    expect(gain).toBeLessThan(most);
    expect(apart).toBeLessThan(0.1);
  });
});
