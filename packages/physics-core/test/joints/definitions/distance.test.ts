import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  createJoint,
  distance,
  type JointHandle,
  jointCoordinate,
  jointDef,
  jointImpulses,
  jointReaction,
  linearVelocity,
  PhysicsError,
  rod,
  rope,
  spring,
  stepWorld,
  strut,
  updateBody,
  updateJoint,
  type World,
} from '../../../src/index.js';
import { length } from '../../../src/math/vec3.js';
import { addBox, DT, G, jointWorld, off, run } from '../context.js';

/** Mean of a and b by arithmetic-geometric iteration: the period of a pendulum is that of a small swing divided by it. */
const agm = (a: number, b: number): number =>
  Math.abs(a - b) < 1e-15 ? a : agm((a + b) / 2, Math.sqrt(a * b));

/** Time of one full swing, from its second to its fourth passage through the lowest point. */
const swingPeriod = (world: World, body: BodyHandle, seconds: number): number => {
  const passages: number[] = [];
  let last = bodyPosition(world, body)[0];
  run(world, seconds, (time) => {
    const [x] = bodyPosition(world, body);
    if (x * last < 0) passages.push(time - (DT * x) / (x - last));
    last = x;
  });
  return passages[2] - passages[0];
};

describe('rod', () => {
  it.each([
    [5, 1e-4],
    [45, 2e-4],
    [90, 5e-4],
    [150, 1e-3],
  ])('swings as a pendulum from %i°', (degrees, tolerance) => {
    const l = 1.5;
    const angle = (degrees * Math.PI) / 180;
    const world = jointWorld();
    const body = addBox(world, [l * Math.sin(angle), -l * Math.cos(angle), 0], 2);
    createJoint(world, rod({ bodyB: body }));
    const period = (2 * Math.PI * Math.sqrt(l / G)) / agm(1, Math.cos(angle / 2));
    expect(off(swingPeriod(world, body, 1.6 * period), period)).toBeLessThan(tolerance);
  });

  it('keeps its length and most of its energy over a minute of swinging', () => {
    const world = jointWorld();
    const body = addBox(world, [1.5, 0, 0], 2);
    const joint = createJoint(world, rod({ bodyB: body }));
    let stretch = 0;
    let highest = -Infinity;
    run(world, 60, (time) => {
      stretch = Math.max(stretch, Math.abs(jointCoordinate(world, joint).value - 1.5));
      if (time > 55) highest = Math.max(highest, bodyPosition(world, body)[1]);
    });
    expect(stretch).toBeLessThan(1e-3);
    expect(highest).toBeGreaterThan(-0.05);
  });

  it('hangs a load: pulls with its weight, without torque about the anchor', () => {
    const world = jointWorld();
    const body = addBox(world, [0.2, -2, 0], 4);
    const joint = createJoint(world, rod({ bodyB: body, anchorA: [0.2, 0, 0], anchorB: [0, 0.1, 0] }));
    run(world, 2);
    const { force, torque } = jointReaction(world, joint);
    expect(off(force[1], 4 * G)).toBeLessThan(1e-3);
    expect(length(torque)).toBeLessThan(1e-9);
  });

  it('carries what hangs below: two loads on two rods', () => {
    const world = jointWorld();
    const upper = addBox(world, [0, -1, 0], 3);
    const lower = addBox(world, [0, -2.5, 0], 5);
    const joints = [
      createJoint(world, rod({ bodyB: upper })),
      createJoint(world, rod({ bodyA: upper, bodyB: lower })),
    ];
    run(world, 3);
    expect(off(jointReaction(world, joints[0]).force[1], 8 * G)).toBeLessThan(1e-3);
    expect(off(jointReaction(world, joints[1]).force[1], 5 * G)).toBeLessThan(1e-3);
  });

  it('holds the distance of the origins when no anchor is given, and follows a new length', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const a = addBox(world, [0, 0, 0], 1);
    const b = addBox(world, [3, 4, 0], 1);
    const joint = createJoint(world, rod({ bodyA: a, bodyB: b }));
    expect(jointDef(world, joint).length).toBe(5);
    updateJoint(world, joint, { length: 4 });
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(4, 6);
  });
});

/** x of the free damped oscillator of unit amplitude, released at rest. */
const response = (omega: number, zeta: number, t: number): number => {
  if (zeta === 1) return Math.exp(-omega * t) * (1 + omega * t);
  if (zeta > 1) {
    const root = Math.sqrt(zeta * zeta - 1);
    const slow = -omega * (zeta - root);
    const fast = -omega * (zeta + root);
    return (fast * Math.exp(slow * t) - slow * Math.exp(fast * t)) / (fast - slow);
  }
  const damped = omega * Math.sqrt(1 - zeta * zeta);
  return (
    Math.exp(-zeta * omega * t) * (Math.cos(damped * t) + ((zeta * omega) / damped) * Math.sin(damped * t))
  );
};

describe('spring', () => {
  /** A mass drawn out by half a metre from a spring of one metre. */
  const stretched = (hertz: number, dampingRatio: number): { world: World; joint: JointHandle } => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const body = addBox(world, [1.5, 0, 0], 3);
    const joint = createJoint(world, spring({ bodyB: body, hertz, dampingRatio, length: 1 }));
    return { world, joint };
  };
  const H = DT / 4;
  const cases = [0.5, 1, 2, 5].flatMap((hertz) => [0, 0.1, 0.5, 1, 2].map((zeta) => [hertz, zeta] as const));

  // The position runs ahead by half a substep and the frequency is right to ζωh/2: together less than 0.8 ωh of the amplitude.
  it.each(cases)('of %f Hz, ζ %f answers a step as a damped oscillator', (hertz, zeta) => {
    const { world, joint } = stretched(hertz, zeta);
    const omega = 2 * Math.PI * hertz;
    let worst = 0;
    run(world, 2 / hertz, (time) => {
      const x = (jointCoordinate(world, joint).value - 1) / 0.5;
      worst = Math.max(worst, Math.abs(x - response(omega, zeta, time)));
    });
    expect(worst).toBeLessThan(0.8 * omega * H);
  });

  // Samples of a damped oscillator obey xₖ₊₁ = s xₖ - p xₖ₋₁ with p = exp(-2ζω Δt), s = 2 √p cos(ω√(1 - ζ²) Δt). What the step does to
  // them is known: it adds (ωh)³/2 to ζ, and lowers the frequency by ζωh/2.
  it.each([
    [1, 0.05],
    [2, 0.1],
    [5, 0.1],
    [5, 0.3],
    [5, 0.7],
  ])('of %f Hz, ζ %f has the frequency and the decay of the oscillator', (hertz, zeta) => {
    const { world, joint } = stretched(hertz, zeta);
    const omega = 2 * Math.PI * hertz;
    const x: number[] = [];
    run(world, 5 * DT, () => x.push(jointCoordinate(world, joint).value - 1));
    const [a, b, c, d] = x.slice(1);
    const s = (a * d - b * c) / (a * c - b * b);
    const p = (s * b - c) / a;
    expect(off(-Math.log(p) / (2 * DT), zeta * omega)).toBeLessThan((omega * H) ** 3 / (2 * zeta) + 1e-4);
    const frequency = Math.acos(s / (2 * Math.sqrt(p))) / DT;
    const damped = omega * Math.sqrt(1 - zeta * zeta);
    expect(off(frequency, damped)).toBeLessThan(
      (zeta * omega * H) / 2 / (1 - zeta * zeta) + (omega * H) ** 2 / 10,
    );
  });

  it('moves two bodies about their common centre', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const a = addBox(world, [0, 0, 0], 4);
    const b = addBox(world, [2, 0, 0], 1);
    createJoint(world, spring({ bodyA: a, bodyB: b, hertz: 1, dampingRatio: 1, length: 1 }));
    run(world, 4);
    expect(bodyPosition(world, a)[0]).toBeCloseTo(0.2, 5);
    expect(bodyPosition(world, b)[0]).toBeCloseTo(1.2, 5);
  });

  it('sags by g/ω² under a load and carries its weight', () => {
    const world = jointWorld();
    const body = addBox(world, [0, -1, 0], 3);
    const joint = createJoint(world, spring({ bodyB: body, hertz: 2, dampingRatio: 0.5 }));
    run(world, 6);
    expect(off(jointCoordinate(world, joint).value - 1, G / (4 * Math.PI) ** 2)).toBeLessThan(1e-3);
    expect(off(jointReaction(world, joint).force[1], 3 * G)).toBeLessThan(1e-3);
  });

  it('finds a way out of zero distance: along the axis', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const a = addBox(world, [0, 0, 0], 4);
    const b = addBox(world, [0, 0, 0], 1);
    createJoint(world, spring({ bodyA: a, bodyB: b, hertz: 2, dampingRatio: 1, length: 1, axis: [0, 0, 1] }));
    run(world, 3);
    expect(bodyPosition(world, a)[2]).toBeCloseTo(-0.2, 5);
    expect(bodyPosition(world, b)[2]).toBeCloseTo(0.8, 5);
  });
});

describe('rope', () => {
  it('does nothing while it is slack, then stops the fall at its length', () => {
    const world = jointWorld();
    const body = addBox(world, [0, -0.5, 0], 4);
    const joint = createJoint(world, rope({ bodyB: body, maxLength: 2 }));
    let longest = 0;
    run(world, 3, (time) => {
      const { value, rate } = jointCoordinate(world, joint);
      longest = Math.max(longest, value);
      if (value < 1.9 && time < 0.5) {
        expect(rate).toBeCloseTo(G * time, 10);
        expect(length(jointReaction(world, joint).force)).toBe(0);
      }
    });
    expect(longest).toBeLessThan(2.0005);
    expect(jointCoordinate(world, joint).value).toBeGreaterThan(1.9999);
    expect(off(jointReaction(world, joint).force[1], 4 * G)).toBeLessThan(1e-3);
  });

  it('is as long as it is at creation when nothing else is said', () => {
    const world = jointWorld();
    const body = addBox(world, [0, -0.7, 0], 4);
    const joint = createJoint(world, rope({ bodyB: body }));
    run(world, 1);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0.7, 4);
  });

  it('swings as a pendulum when taut', () => {
    const world = jointWorld();
    const angle = Math.PI / 3;
    const body = addBox(world, [Math.sin(angle), -Math.cos(angle), 0], 2);
    createJoint(world, rope({ bodyB: body, maxLength: 1 }));
    const period = (2 * Math.PI * Math.sqrt(1 / G)) / agm(1, Math.cos(angle / 2));
    expect(off(swingPeriod(world, body, 1.6 * period), period)).toBeLessThan(2e-3);
  });

  it('gives back what its restitution says', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const body = addBox(world, [1, 0, 0], 2);
    updateBody(world, body, { linearVelocity: [3, 0, 0] });
    createJoint(world, rope({ bodyB: body, maxLength: 2, limitRestitution: 0.6 }));
    run(world, 0.5);
    expect(linearVelocity(world, body)[0]).toBeCloseTo(-1.8, 10);
  });

  it('with a frequency is elastic but still only pulls', () => {
    const world = jointWorld();
    const body = addBox(world, [0, -0.8, 0], 4);
    const joint = createJoint(world, rope({ bodyB: body, maxLength: 1, hertz: 1, dampingRatio: 0.3 }));
    stepWorld(world, DT);
    expect(length(jointReaction(world, joint).force)).toBe(0);
    run(world, 10);
    expect(off(jointCoordinate(world, joint).value - 1, G / (2 * Math.PI) ** 2)).toBeLessThan(1e-3);
    expect(off(jointReaction(world, joint).force[1], 4 * G)).toBeLessThan(1e-3);
    updateBody(world, body, { position: [0, -0.5, 0], linearVelocity: [0, 0, 0] });
    stepWorld(world, DT);
    expect(linearVelocity(world, body)[1]).toBeCloseTo(-G * DT, 10);
  });
});

describe('strut', () => {
  it('keeps two bodies apart and passes their momentum on', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const a = addBox(world, [0, 0, 0], 1);
    const b = addBox(world, [3, 0, 0], 3);
    updateBody(world, a, { linearVelocity: [2, 0, 0] });
    const joint = createJoint(world, strut({ bodyA: a, bodyB: b, minLength: 1 }));
    let closest = Infinity;
    run(world, 2, (time) => {
      closest = Math.min(closest, jointCoordinate(world, joint).value);
      if (time < 0.9) expect(linearVelocity(world, b)[0]).toBe(0);
    });
    expect(closest).toBeGreaterThan(0.9995);
    expect(linearVelocity(world, a)[0]).toBeCloseTo(0.5, 6);
    expect(linearVelocity(world, b)[0]).toBeCloseTo(0.5, 6);
  });

  it('props a load up with its weight', () => {
    const world = jointWorld();
    const body = addBox(world, [0, 1.3, 0], 4);
    const joint = createJoint(world, strut({ bodyB: body, minLength: 1 }));
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(1, 3);
    expect(off(jointReaction(world, joint).force[1], 4 * G)).toBeLessThan(1e-3);
  });
});

it.each([
  ['strut without a length', strut({ bodyB: 0 as BodyHandle, minLength: 0 })],
  ['lower limit', distance({ bodyB: 0 as BodyHandle, mode: 'free', limits: [0, 3] })],
])('a %s of 0 lets pass what goes through the point', (_, def) => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  // A little beside the point, so that the distance has a direction all the way.
  const bodyB = addBox(world, [1, 1e-6, 0]);
  updateBody(world, bodyB, { linearVelocity: [-2, 0, 0] });
  createJoint(world, { ...def, bodyB });
  run(world, 1, () => expect(linearVelocity(world, bodyB)).toEqual([-2, 0, 0]));
  expect(bodyPosition(world, bodyB)[0]).toBeCloseTo(-1, 9);
});

describe('free distance', () => {
  it('is a winch with a motor: lifts at its speed with the weight', () => {
    const world = jointWorld();
    const body = addBox(world, [0, -2, 0], 4);
    const joint = createJoint(world, distance({ bodyB: body, mode: 'free', motor: { speed: -0.5 } }));
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(1, 6);
    expect(off(jointImpulses(world, joint).length.motor / (DT / 4), -4 * G)).toBeLessThan(1e-3);
  });

  it('holds a range by its limits', () => {
    const world = jointWorld();
    const body = addBox(world, [0, -1, 0], 1);
    const joint = createJoint(world, distance({ bodyB: body, mode: 'free', limits: [0.5, 1.5] }));
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(1.5, 3);
  });
});

it('refuses a negative length and a mode it does not know', () => {
  const world = jointWorld();
  const bodyB = addBox(world, [0, -1, 0]);
  expect(() => createJoint(world, rod({ bodyB, length: -1 }))).toThrow(PhysicsError);
  expect(() => createJoint(world, { ...rod({ bodyB }), mode: 'chain' })).toThrow(PhysicsError);
});
