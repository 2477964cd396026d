import {
  angularVelocity,
  applyAngularImpulse,
  bodyMass,
  bodyPosition,
  box,
  capsule,
  centreOfMass,
  createBody,
  createCollider,
  linearVelocity,
  setNextPose,
  stepWorld,
  updateBody,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import {
  about,
  addBody,
  addFloor,
  addSlope,
  awakeWorld,
  DT,
  run,
  size,
  speed,
  weightlessWorld,
} from './context.js';

describe.each([
  [1 / 60, 1 / 240],
  [1 / 240, 1 / 60],
])('steps of %f s, then of %f s', (from, to) => {
  // Impulses carried over are force times time: unscaled they give 2 mm/s here.
  it('three boxes at rest do not notice', () => {
    const world = awakeWorld();
    addFloor(world);
    const boxes = [0.5, 1.5, 2.5].map((y) => addBody(world, box(0.5, 0.5, 0.5), { position: [0, y, 0] }));
    for (let t = 0; t < 2; t += from) stepWorld(world, from);
    stepWorld(world, to);
    for (const body of boxes) expect(speed(world, body)).toBeLessThan(1e-6);
  });

  it('a box that friction holds on a slope does not notice', () => {
    const world = awakeWorld();
    addSlope(world, 0.5, { friction: 0.8 });
    const def = {
      position: [-0.5 * Math.sin(0.5), 0.5 * Math.cos(0.5), 0] as const,
      rotation: about([0, 0, 1], 0.5),
    };
    const body = addBody(world, box(0.5, 0.5, 0.5), def, { friction: 0.8 });
    for (let t = 0; t < 2; t += from) stepWorld(world, from);
    const start = bodyPosition(world, body);
    stepWorld(world, to);
    const end = bodyPosition(world, body);
    expect(Math.hypot(end[0] - start[0], end[1] - start[1])).toBeLessThan(1e-7);
  });
});

it('a small box that slides fast over a large one is pushed under its own middle', () => {
  const world = awakeWorld();
  addBody(world, box(100, 1, 5), { type: 'static', position: [0, -1, 0] }, { friction: 0 });
  const body = addBody(
    world,
    box(0.3, 0.3, 0.3),
    { position: [-30, 0.3, 0], linearVelocity: [12, 0, 0] },
    { friction: 0 },
  );
  let turn = 0;
  run(world, 3, () => {
    turn = Math.max(turn, size(angularVelocity(world, body)));
  });
  expect(turn).toBeLessThan(1e-4);
  expect(linearVelocity(world, body)[0]).toBeCloseTo(12, 9);
});

it('a lock about one axis: the inverse inertia follows the rotation about the others', () => {
  const world = weightlessWorld();
  const body = addBody(world, box(0.8, 0.1, 0.3), {
    locks: ['rotationY'],
    angularVelocity: [0, 0, Math.PI / 2],
  });
  run(world, 1);
  updateBody(world, body, { angularVelocity: [0, 0, 0] });
  // Turned by 90° about z: world x is the body's -y.
  const { inertia } = bodyMass(world, body);
  applyAngularImpulse(world, body, [10, 0, 0]);
  expect(angularVelocity(world, body)[0]).toBeCloseTo(10 / inertia[3], 6);
});

it('a kinematic body that turns about its origin has the velocity its centre of mass needs', () => {
  const world = weightlessWorld();
  const door = createBody(world, { type: 'kinematic' });
  createCollider(world, door, { shape: box(1, 1, 0.1), position: [1, 0, 0] });
  const from = centreOfMass(world, door);
  setNextPose(world, door, [0, 0, 0], about([0, 1, 0], 0.2));
  stepWorld(world, DT);
  const to = centreOfMass(world, door);
  const v = linearVelocity(world, door);
  for (let i = 0; i < 3; i++) expect(v[i]).toBeCloseTo((to[i] - from[i]) / DT, 9);
});

describe('a spinning rod that hits the floor with one end, e = 1', () => {
  const [radius, half, mass, fall, spin] = [0.05, 0.5, 1, -3, 12] as const;

  /** First time the lower end touches; bisection on a monotonous stretch. */
  const impact = (height: number, angle: number): number => {
    const gap = (t: number): number =>
      height + fall * t - half * Math.abs(Math.sin(angle + spin * t)) - radius;
    let t = 0;
    while (gap(t) > 0) t += 1e-6;
    return t;
  };

  it('leaves as the impact at its own time and orientation says', () => {
    let worst = 0;
    for (let i = 0; i < 12; i++) {
      const angle = 0.3;
      const height = 0.62 + 0.004 * i;
      const world = weightlessWorld();
      addFloor(world, { friction: 0, restitution: 1 });
      // The capsule lies along y: turned by -90° it lies along x, at angle 0.
      const rod = addBody(
        world,
        capsule(radius, half),
        {
          position: [0, height, 0],
          rotation: about([0, 0, 1], angle - Math.PI / 2),
          linearVelocity: [0, fall, 0],
          angularVelocity: [0, 0, spin],
          mass,
        },
        { friction: 0, restitution: 1 },
      );
      const at = angle + spin * impact(height, angle);
      const arm = Math.sin(at) > 0 ? -half * Math.cos(at) : half * Math.cos(at);
      const moment = bodyMass(world, rod).inertia[5];
      const lambda = (-2 * (fall + spin * arm)) / (1 / mass + (arm * arm) / moment);
      for (let k = 0; k < 60 && linearVelocity(world, rod)[1] === fall; k++) stepWorld(world, DT);
      worst = Math.max(
        worst,
        Math.abs(linearVelocity(world, rod)[1] - fall - lambda) / lambda,
        Math.abs(angularVelocity(world, rod)[2] - spin - (lambda * arm) / moment) / spin,
      );
    }
    console.info(`rod: worst error of the impact ${(100 * worst).toFixed(2)} %`);
    expect(worst).toBeLessThan(0.03);
  });
});
