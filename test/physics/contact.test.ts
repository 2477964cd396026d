import {
  angularVelocity,
  applyForce,
  applyTorque,
  bodyContacts,
  bodyMass,
  bodyPosition,
  box,
  capsule,
  hull,
  linearVelocity,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
} from '@tenon/physics-core';
import { kineticEnergy, momentum, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import {
  about,
  acceleration,
  addBody,
  addFloor,
  addSlope,
  awakeWorld,
  DT,
  G,
  run,
  speed,
} from './context.js';

const DEGREES = Math.PI / 180;

/** Up the slope. */
const uphill = (angle: number): Vec3 => [Math.cos(angle), Math.sin(angle), 0];

const onSlope = (angle: number, height: number): Vec3 => [
  -Math.sin(angle) * height,
  Math.cos(angle) * height,
  0,
];

const along = (v: Vec3, axis: Vec3): number => v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];

describe('j: a box on a slope of 30°', () => {
  const angle = 30 * DEGREES;
  const place = (friction: number, floor: 'half-space' | 'box') => {
    const world = awakeWorld();
    if (floor === 'half-space') addSlope(world, angle, { friction });
    else
      addBody(
        world,
        box(50, 1, 5),
        { type: 'static', rotation: about([0, 0, 1], angle), position: onSlope(angle, -1) },
        { friction },
      );
    const def = { position: onSlope(angle, 0.5), rotation: about([0, 0, 1], angle) };
    return { world, body: addBody(world, box(0.5, 0.5, 0.5), def, { friction }) };
  };

  it.each(['half-space', 'box'] as const)('μ = 0.6 holds it: creep below 0.01 mm/s on a %s', (floor) => {
    const { world, body } = place(0.6, floor);
    run(world, 0.5);
    const from = bodyPosition(world, body);
    run(world, 10);
    const to = bodyPosition(world, body);
    expect(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) / 10).toBeLessThan(1e-5);
  });

  it.each(['half-space', 'box'] as const)(
    'μ = 0.5 lets it slide with g (sin - μ cos) to 0.01 %% on a %s',
    (floor) => {
      const { world, body } = place(0.5, floor);
      const a = acceleration(world, 0.5, 2.5, () => -along(linearVelocity(world, body), uphill(angle)));
      expect(a / (G * (Math.sin(angle) - 0.5 * Math.cos(angle)))).toBeCloseTo(1, 4);
    },
  );
});

describe('rolling down a slope', () => {
  it('a sphere accelerates with 5/7 g sin', () => {
    const angle = 15 * DEGREES;
    const world = awakeWorld();
    addSlope(world, angle, { friction: 0.8 });
    const ball = addBody(world, sphere(0.5), { position: onSlope(angle, 0.5) }, { friction: 0.8 });
    const a = acceleration(world, 0.5, 2.5, () => speed(world, ball));
    expect(a / ((5 / 7) * G * Math.sin(angle))).toBeCloseTo(1, 3);
    expect(angularVelocity(world, ball)[2] * 0.5).toBeCloseTo(speed(world, ball), 2);
  });

  it('a lying capsule rolls with its own moment: g sin / (1 + I / m r²)', () => {
    const angle = 10 * DEGREES;
    const world = awakeWorld();
    addSlope(world, angle, { friction: 0.8 });
    const [r, half] = [0.3, 0.6];
    const def = { position: onSlope(angle, r), rotation: about([1, 0, 0], Math.PI / 2) };
    const rod = addBody(world, capsule(r, half), def, { friction: 0.8 });
    // Cylinder of length 2·half and one sphere: I about the axle, per unit density.
    const cylinder = Math.PI * r * r * 2 * half;
    const ball = (4 / 3) * Math.PI * r ** 3;
    const ratio = (0.5 * cylinder + 0.4 * ball) / (cylinder + ball);
    const a = acceleration(world, 0.5, 2.5, () => speed(world, rod));
    expect(a / ((G * Math.sin(angle)) / (1 + ratio))).toBeCloseTo(1, 3);
  });

  it('a sphere that starts sliding ends rolling at 5/7 of its speed', () => {
    const world = awakeWorld();
    addFloor(world, { friction: 0.4 });
    const ball = addBody(
      world,
      sphere(0.5),
      { position: [0, 0.5, 0], linearVelocity: [7, 0, 0] },
      { friction: 0.4 },
    );
    run(world, 3);
    expect(linearVelocity(world, ball)[0]).toBeCloseTo(5, 2);
  });
});

/** Height after the first bounce over the height of the fall. */
const bounce = (shape: Shape, rest: number, height: number, restitution: number): number => {
  const world = awakeWorld();
  addFloor(world, { restitution });
  const body = addBody(world, shape, { position: [0, height + rest, 0] }, { restitution });
  let top = 0;
  let rising = false;
  for (let i = 0; i < 400; i++) {
    stepWorld(world, DT);
    const v = linearVelocity(world, body)[1];
    if (v > 0) rising = true;
    // The apex lies between two steps: v² / 2g above where the body is.
    if (rising && v > 0) top = bodyPosition(world, body)[1] - rest + (v * v) / (2 * G);
    if (rising && v < 0) break;
  }
  return top / height;
};

describe('k: restitution', () => {
  const sweep = (shape: Shape, rest: number, e: number) => {
    const errors: number[] = [];
    for (let h = 4.5; h <= 5.5; h += 0.01) errors.push(bounce(shape, rest, h, e) / (e * e) - 1);
    const mean = errors.reduce((sum, x) => sum + x, 0) / errors.length;
    return { mean, worst: Math.max(...errors.map(Math.abs)) };
  };

  it.each([
    ['ball of 0.5 m', sphere(0.5), 0.5, 0.5],
    ['ball of 0.1 m', sphere(0.1), 0.1, 0.5],
    ['ball, e = 0.8', sphere(0.5), 0.5, 0.8],
    ['box landing flat', box(0.5, 0.5, 0.5), 0.5, 0.5],
  ] as const)('%s dropped from 4.5-5.5 m returns to e² of the height', (_, shape, rest, e) => {
    const { mean, worst } = sweep(shape, rest, e);
    expect(Math.abs(mean)).toBeLessThan(0.0001);
    expect(worst).toBeLessThan(0.0005);
  });

  it('e = 1 keeps the energy over 20 bounces', () => {
    const world = awakeWorld();
    addFloor(world, { restitution: 1 });
    const ball = addBody(world, sphere(0.5), { position: [0, 3, 0] }, { restitution: 1 });
    const energy = potentialEnergy(world);
    let bounces = 0;
    let falling = true;
    // Twice √(2h/g) from bounce to bounce, half of it before the first.
    const between = 2 * Math.sqrt((2 * 2.5) / G);
    run(world, 20 * between, () => {
      const v = linearVelocity(world, ball)[1];
      if (falling && v > 0) bounces++;
      falling = v < 0;
    });
    expect(bounces).toBe(20);
    expect((kineticEnergy(world) + potentialEnergy(world)) / energy).toBeCloseTo(1, 3);
  });

  it('e = 0 does not bounce: the ball stays on the floor', () => {
    const world = awakeWorld();
    addFloor(world);
    const ball = addBody(world, sphere(0.5), { position: [0, 3, 0] });
    run(world, 2, () => expect(linearVelocity(world, ball)[1]).toBeLessThan(1e-3));
    expect(bodyPosition(world, ball)[1]).toBeCloseTo(0.5, 3);
  });

  it('the impulses of a tumbling box are its change of momentum, step by step', () => {
    const world = awakeWorld();
    addFloor(world, { friction: 0.4, restitution: 0.5 });
    const def = {
      position: [0, 2, 0],
      rotation: about([0.6, 0, 0.8], 0.7),
      angularVelocity: [3, 1, -2],
    } as const;
    const body = addBody(world, box(0.5, 0.3, 0.4), def, { friction: 0.4, restitution: 0.5 });
    const { mass } = bodyMass(world, body);
    let before = linearVelocity(world, body);
    run(world, 4, () => {
      const now = linearVelocity(world, body);
      const pushed = [0, mass * G * DT, 0].map((weight, i) => mass * (now[i] - before[i]) + weight);
      before = now;
      for (const contact of bodyContacts(world, body)) {
        const load = contact.points.reduce((sum, point) => sum + point.impulse, 0);
        // The body may be A or B; impulses act on B along the normal, and against it on A.
        const sign = contact.bodyB === body ? 1 : -1;
        for (let i = 0; i < 3; i++)
          pushed[i] -= sign * (contact.normal[i] * load + contact.frictionImpulse[i]);
      }
      expect(Math.hypot(...pushed) / (mass * G * DT)).toBeLessThan(1e-6);
    });
  });
});

describe('l: continuous collision', () => {
  const tetrahedron = hull([
    [0.1, 0, 0],
    [-0.1, 0.1, 0],
    [-0.1, -0.1, 0.1],
    [-0.1, 0, -0.1],
  ]);
  it.each([
    ['sphere of 0.1 m', sphere(0.1)],
    ['box', box(0.1, 0.1, 0.1)],
    ['capsule', capsule(0.05, 0.1)],
    ['hull', tetrahedron],
  ] as const)('a %s at 200 m/s never passes a wall of 5 cm: 0 of 100', (_, shape) => {
    let through = 0;
    for (let i = 0; i < 100; i++) {
      const world = awakeWorld({ gravity: [0, 0, 0] });
      addBody(world, box(0.025, 2, 2), { type: 'static' });
      const bullet = addBody(world, shape, {
        position: [-10 - i / 30, 0.003 * i, 0],
        linearVelocity: [200, 0, 0],
        angularVelocity: [0, 0.1 * i, 3],
      });
      run(world, 0.3);
      // What slid along the wall and left past its rim did not go through.
      const [x, y, z] = bodyPosition(world, bullet);
      if (x > 0 && Math.abs(y) < 2 && Math.abs(z) < 2) through++;
    }
    expect(through).toBe(0);
  });

  it('does not stop what passes beside the wall', () => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    addBody(world, box(0.025, 2, 2), { type: 'static' });
    const bullet = addBody(world, sphere(0.1), { position: [-10, 2.2, 0], linearVelocity: [200, 0, 0] });
    run(world, 0.5);
    expect(bodyPosition(world, bullet)[0]).toBeCloseTo(90, 6);
  });
});

describe('energy', () => {
  it('never rises while mixed bodies with e <= 1 fall, collide and come to rest', () => {
    const random = createRandom(7);
    const world = awakeWorld();
    addFloor(world, { friction: 0.6, restitution: 0.4 });
    const shapes: Shape[] = [sphere(0.3), box(0.3, 0.2, 0.4), capsule(0.2, 0.3)];
    for (let i = 0; i < 60; i++) {
      addBody(
        world,
        shapes[i % 3],
        {
          position: [random.between(-1, 1), 1 + 0.6 * i, random.between(-1, 1)],
          angularVelocity: [random.between(-3, 3), 0, 0],
        },
        { friction: 0.6, restitution: random.between(0, 0.8) },
      );
    }
    let energy = kineticEnergy(world) + potentialEnergy(world);
    const scale = energy;
    let rise = 0;
    run(world, 12, () => {
      const now = kineticEnergy(world) + potentialEnergy(world);
      rise = Math.max(rise, now - energy);
      energy = now;
    });
    console.info(
      `largest rise of energy in one step: ${((rise / scale) * 100).toExponential(2)} % of the start`,
    );
    // Removing a millimetre of penetration lifts a body; that work is all a step may add.
    expect(rise / scale).toBeLessThan(1e-4);
  });
});

/**
 * Two boxes are pressed together by F and -F while they slide. The forces act at the centres, with a torque that makes their
 * lines one at the start of each step; as the centres move on within the step, a torque is left, which is taken off.
 */
it('boxes that press on each other in free flight keep their angular momentum while they slide', () => {
  const random = createRandom(300);
  let worst = 0;
  for (let k = 0; k < 20; k++) {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const [low, high, v] = [random.between(0.2, 0.6), random.between(0.2, 0.6), random.between(0.3, 2)];
    const material = { friction: 0.3 };
    const a = addBody(
      world,
      box(0.8, low, 0.5),
      { position: [0, -low, 0], linearVelocity: [-v / 2, 0, 0] },
      material,
    );
    const b = addBody(
      world,
      box(0.5, high, 0.4),
      { position: [random.between(-0.1, 0.1), high, 0], linearVelocity: [v / 2, 0, 0] },
      material,
    );
    const spin = (): number => momentum(world).angular[2];
    const force = random.between(1, 10) * bodyMass(world, a).mass;
    const start = spin();
    let given = 0;
    for (let step = 0; step < 60; step++) {
      const before = bodyPosition(world, b)[0] - bodyPosition(world, a)[0];
      applyForce(world, b, [0, -force, 0]);
      applyForce(world, a, [0, force, 0]);
      applyTorque(world, a, [0, 0, before * force]);
      stepWorld(world, DT);
      const after = bodyPosition(world, b)[0] - bodyPosition(world, a)[0];
      given += (DT * force * (before - after)) / 2;
      worst = Math.max(worst, Math.abs(spin() - given - start) / Math.abs(start));
    }
  }
  console.info(`angular momentum of sliding boxes is off by ${(100 * worst).toFixed(1)} % at most`);
  expect(worst).toBeLessThan(0.06);
});
