import {
  ball,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  hinge,
  linearVelocity,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom, findScene, startScene } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';

/** Impacts with restitution between links of articulations. */

const DT = 1 / 60;
const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

describe("Newton's cradle on articulations", () => {
  const cradle = findScene('newtons-cradle');
  if (!cradle) throw new Error('There is no cradle');
  const HANGING = 5 * 9.81 * 5;

  /** Part of the energy that is gone after 10 s, and the largest speed of the middle balls as a part of the first one's. */
  const play = (raised: number, angle: number, substeps: number) => {
    const { world, bodies = {} } = startScene(cradle, { raised, angle }, { substeps });
    const whole = energy(world) + HANGING;
    const incoming = Math.sqrt(2 * 9.81 * 5 * (1 - Math.cos(angle)));
    let middle = 0;
    for (let i = 0; i < 600; i++) {
      stepWorld(world, DT);
      for (const name of ['ball1', 'ball2', 'ball3'])
        middle = Math.max(middle, Math.hypot(...linearVelocity(world, bodies[name])) / incoming);
    }
    return { lost: 1 - (energy(world) + HANGING) / whole, middle };
  };

  /** Several tests read the same swing. */
  const played = new Map<string, ReturnType<typeof play>>();
  const swing = (raised: number, angle: number, substeps = 4): ReturnType<typeof play> => {
    const key = `${raised} ${angle} ${substeps}`;
    const swung = played.get(key) ?? play(raised, angle, substeps);
    played.set(key, swung);
    return swung;
  };

  // One law for all struck contacts at once shared the momentum among balls at rest: 80 % were lost in the first impact.
  it.each([
    [1, 0.2],
    [1, Math.PI / 6],
    [1, 1.2],
    [2, 0.2],
    [2, Math.PI / 6],
    [2, 1.2],
    [3, 0.2],
    [3, Math.PI / 6],
    [3, 1.2],
  ])('%d raised to %f rad: changes by less than 3e-5 in 10 s', (raised, angle) => {
    expect(Math.abs(swing(raised, angle).lost)).toBeLessThan(3e-5);
  });

  it.each([1, 2, 3])('%d raised to any angle: changes by less than 1e-4', (raised) => {
    for (const angle of [Math.PI / 90, 0.05, 0.1, 0.3, 0.8, 1])
      expect(Math.abs(swing(raised, angle).lost)).toBeLessThan(1e-4);
  });

  // Struck at the inertia of the pose in which the substep began, they moved by 1e-6 to 8e-6 of it.
  it('the middle balls keep still to 1e-7 of the first', () => {
    for (const angle of [Math.PI / 90, 0.05, 0.2, Math.PI / 6, 0.8, 1, 1.2])
      expect(swing(1, angle).middle).toBeLessThan(1e-7);
  });

  it('the change of its energy falls nearly with the square of the substep', () => {
    // Of one angle it also depends on where in a substep the impacts are.
    const angles = [0.3, Math.PI / 6, 0.8];
    const losses = [2, 4, 8, 16].map((substeps) =>
      Math.hypot(...angles.map((angle) => swing(1, angle, substeps).lost)),
    );
    console.info(`cradle, lost with 2 to 16 substeps: ${losses.map((x) => x.toExponential(1)).join(', ')}`);
    for (const i of [1, 2, 3]) expect(losses[i]).toBeLessThan(losses[i - 1] / 2);
    expect(losses[3]).toBeLessThan(losses[0] / 50);
  });
});

/** Trees of one to six links that fall on a floor and on each other. */
const heap = (seed: number, restitution: number): World => {
  const random = createRandom(seed);
  const world = createWorld({ sleeping: false });
  const surface = { restitution, friction: 0 };
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), ...surface });
  const between = (size: number): number => random.between(-size, size);
  const shapes: (() => Shape)[] = [
    () => sphere(random.between(0.12, 0.2)),
    () => box(random.between(0.1, 0.18), random.between(0.1, 0.18), random.between(0.1, 0.18)),
    () => capsule(0.1, 0.12),
  ];
  for (let tree = 0; tree < 3; tree++) {
    const links: { body: ReturnType<typeof createBody>; place: Vec3 }[] = [];
    const count = 1 + Math.floor(random.between(0, 6));
    for (let i = 0; i < count; i++) {
      const parent = links[Math.floor(random.between(0, i))];
      const place: Vec3 =
        i === 0
          ? [between(1), 1.5 + 4 * tree, between(1)]
          : [parent.place[0] + between(0.3), parent.place[1] + 0.55, parent.place[2] + between(0.3)];
      const body = createBody(world, {
        position: place,
        linearVelocity: [between(1), between(1), between(1)],
      });
      const shape = shapes[Math.floor(random.between(0, 3))]();
      createCollider(world, body, { shape, density: random.between(300, 1800), ...surface });
      if (i > 0) {
        const anchor: Vec3 = [0, 1, 2].map((k) => (place[k] + parent.place[k]) / 2) as never;
        const ends = { bodyA: parent.body, bodyB: body, anchor };
        createJoint(world, i % 2 ? ball(ends) : hinge({ ...ends, axis: [between(1), between(1), 1.1] }));
      }
      links.push({ body, place });
    }
  }
  return world;
};

// The law for all contacts at once multiplied the energy by up to 120 in a step where links were struck from two sides. Of seeds 31 and 35
// an impact found no end: the tree hung in the air and gained 0.5 % in each step.
it('heaps of articulations with restitution hardly gain energy in a step', () => {
  let worst = 0;
  for (const seed of [1, 2, 3, 4, 31, 35]) {
    const world = heap(seed, [0.3, 0.6, 0.9, 1][seed % 4]);
    const whole = energy(world);
    let before = whole;
    for (let i = 0; i < 150; i++) {
      stepWorld(world, DT);
      const now = energy(world);
      worst = Math.max(worst, (now - before) / whole);
      before = now;
    }
    expect(before).toBeLessThan(1.001 * whole);
  }
  console.info(`six heaps: at most ${(100 * worst).toFixed(2)} % more in a step`);
  expect(worst).toBeLessThan(0.005);
});
