import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyImpulse,
  type BodyHandle,
  bodyColliders,
  bodyContacts,
  bodyPosition,
  box,
  type CombineRuleName,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  linearVelocity,
  sphere,
  updateBody,
  updateCollider,
  type Vec3,
  type World,
} from '../../src/index.js';
import { about, add, addFloor, DT, expectVector, G, height, run, unitBox } from './context.js';

const rules: CombineRuleName[] = ['average', 'minimum', 'multiply', 'maximum'];
const combined: Record<CombineRuleName, (a: number, b: number) => number> = {
  average: (a, b) => (a + b) / 2,
  minimum: Math.min,
  multiply: (a, b) => a * b,
  maximum: Math.max,
};

describe('combine rules', () => {
  const pairs = rules.flatMap((first, i) =>
    rules.map((second, j) => [first, second, rules[Math.max(i, j)]] as const),
  );

  it.each(pairs)('friction: %s and %s give %s', (first, second, winner) => {
    const world = createWorld();
    addFloor(world, { friction: 0.2, frictionRule: first });
    const body = add(world, unitBox, { position: [0, 0.5, 0] }, { friction: 0.8, frictionRule: second });
    run(world, 2);
    expect(bodyContacts(world, body)[0].friction).toBeCloseTo(combined[winner](0.2, 0.8), 15);
  });

  it.each(pairs)('restitution: %s and %s give %s', (first, second, winner) => {
    const world = createWorld();
    addFloor(world, { restitution: 0.3, restitutionRule: first });
    const ball = add(
      world,
      sphere(0.5),
      { position: [0, 3, 0] },
      { restitution: 0.9, restitutionRule: second },
    );
    let down = 0;
    let up = 0;
    run(world, 60, () => {
      const v = linearVelocity(world, ball)[1];
      down = Math.min(down, v);
      up = Math.max(up, v);
    });
    expect(up / -down).toBeCloseTo(combined[winner](0.3, 0.9), 1);
  });

  it('a changed coefficient holds from the next step on', () => {
    const world = createWorld();
    const floor = addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 120);
    updateCollider(world, bodyColliders(world, floor)[0], { friction: 0, frictionRule: 'multiply' });
    applyImpulse(world, body, [1, 0, 0]);
    run(world, 60);
    expect(linearVelocity(world, body)[0]).toBeCloseTo(1, 6);
  });
});

describe('friction', () => {
  it('slows a sliding box by μ g', () => {
    const world = createWorld();
    addFloor(world, { friction: 0.3 });
    const body = add(world, unitBox, { position: [0, 0.5, 0] }, { friction: 0.3 });
    run(world, 30);
    updateBody(world, body, { linearVelocity: [5, 0, 0] });
    run(world, 60);
    expect(linearVelocity(world, body)[0]).toBeCloseTo(5 - 0.3 * G, 2);
  });
});

describe('conveyor belts', () => {
  /** The speed that a rider has after three seconds. */
  const ride = (world: World, rider: BodyHandle): Vec3 => {
    run(world, 180);
    return linearVelocity(world, rider);
  };

  it('bring a box to the speed of the belt', () => {
    const world = createWorld();
    addFloor(world, { surfaceVelocity: [2, 0, 1] });
    const rider = add(world, unitBox, { position: [0, 0.5, 0] });
    expectVector(ride(world, rider), [2, 0, 1], 0.01);
  });

  it('pull with μ g at first', () => {
    const world = createWorld();
    addFloor(world, { surfaceVelocity: [5, 0, 0] });
    const rider = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 30);
    expect(linearVelocity(world, rider)[0]).toBeCloseTo(0.5 * G * 30 * DT, 1);
  });

  it('run along the axes of the collider when it is turned', () => {
    const world = createWorld();
    const belt = createBody(world, { type: 'static', rotation: about([0, 1, 0], Math.PI / 2) });
    createCollider(world, belt, {
      shape: box(20, 0.5, 20),
      position: [0, -0.5, 0],
      rotation: about([0, 1, 0], Math.PI / 4),
      surfaceVelocity: [2, 0, 0],
    });
    const rider = add(world, unitBox, { position: [0, 0.5, 0] });
    // x turned by 135° about y.
    expectVector(ride(world, rider), [-Math.SQRT2, 0, -Math.SQRT2], 0.01);
  });

  it.each([
    // The shape of the lower kind is collider A: sphere < capsule < box < hull < half-space.
    ['A, a sphere against a half-space', true],
    ['B, a half-space against a sphere', false],
  ])('the running collider is %s', (_, onBall) => {
    const world = createWorld();
    const surfaceVelocity: Vec3 = [1, 0, 0];
    addFloor(world, onBall ? {} : { surfaceVelocity });
    const locks = ['rotationX', 'rotationY', 'rotationZ'] as const;
    const body = add(world, sphere(0.5), { position: [0, 0.5, 0], locks }, onBall ? { surfaceVelocity } : {});
    // A body whose own surface runs forward pushes itself backward, as a tracked vehicle does.
    expectVector(ride(world, body), [onBall ? -1 : 1, 0, 0], 0.01);
  });

  it('stop carrying when they stop', () => {
    const world = createWorld();
    const belt = addFloor(world, { surfaceVelocity: [1, 0, 0] });
    const rider = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 60);
    updateCollider(world, bodyColliders(world, belt)[0], { surfaceVelocity: [0, 0, 0] });
    expectVector(ride(world, rider), [0, 0, 0], 0.001);
  });

  it('carry along what bounces on them', () => {
    const world = createWorld();
    addFloor(world, { surfaceVelocity: [2, 0, 0], friction: 1 });
    const locks = ['rotationX', 'rotationY', 'rotationZ'] as const;
    const collider = { restitution: 0.8, restitutionRule: 'maximum', friction: 1 } as const;
    const ball = add(world, sphere(0.5), { position: [0, 2.5, 0], locks }, collider);
    run(world, 50);
    // The impact of 1.8 × 6.3 m/s lets friction give up to 11 m/s: the ball takes the belt's 2.
    expect(linearVelocity(world, ball)[0]).toBeCloseTo(2, 1);
  });
});

describe('rolling and twist resistance', () => {
  it('rolling: a = c g / r / (7/5), the torque being c N', () => {
    const world = createWorld();
    const [radius, coefficient, speed] = [0.5, 0.02, 3];
    addFloor(world, { friction: 1 });
    const ball = add(
      world,
      sphere(radius),
      { position: [0, radius, 0] },
      { rollingResistance: coefficient, friction: 1 },
    );
    run(world, 10);
    updateBody(world, ball, { linearVelocity: [speed, 0, 0], angularVelocity: [0, 0, -speed / radius] });
    run(world, 60);
    const deceleration = (coefficient * G) / radius / 1.4;
    expect(linearVelocity(world, ball)[0]).toBeCloseTo(speed - deceleration, 2);
  });

  it('rolling: without it a ball rolls on', () => {
    const world = createWorld();
    addFloor(world);
    const ball = add(world, sphere(0.5), { position: [0, 0.5, 0] });
    run(world, 10);
    updateBody(world, ball, { linearVelocity: [3, 0, 0], angularVelocity: [0, 0, -6] });
    run(world, 120);
    expect(linearVelocity(world, ball)[0]).toBeCloseTo(3, 2);
  });

  it('rolling: a ball stays on a slope that is flatter than c / r', () => {
    const angle = 0.1;
    const rolled = (rollingResistance: number): number => {
      const world = createWorld();
      const floor = createBody(world, { type: 'static' });
      const normal: Vec3 = [Math.sin(angle), Math.cos(angle), 0];
      createCollider(world, floor, { shape: halfSpace(normal), friction: 1 });
      const position = normal.map((x) => 0.5 * x) as unknown as Vec3;
      const ball = add(world, sphere(0.5), { position }, { rollingResistance, friction: 1 });
      run(world, 120);
      return bodyPosition(world, ball)[0] - position[0];
    };
    expect(Math.abs(rolled(0.5 * Math.tan(angle) * 1.1))).toBeLessThan(0.005);
    expect(rolled(0.5 * Math.tan(angle) * 0.7)).toBeGreaterThan(0.1);
  });

  it('twist: a spinning ball slows by c N / I', () => {
    const world = createWorld();
    const coefficient = 0.01;
    addFloor(world);
    const ball = add(world, sphere(0.5), { position: [0, 0.5, 0] }, { twistResistance: coefficient });
    run(world, 10);
    updateBody(world, ball, { angularVelocity: [0, 10, 0] });
    run(world, 60);
    const deceleration = (coefficient * G) / (0.4 * 0.25);
    expect(angularVelocity(world, ball)[1]).toBeCloseTo(10 - deceleration, 1);
    expect(height(world, ball)).toBeCloseTo(0.5, 2);
  });
});
