import {
  type BodyHandle,
  ball,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  hinge,
  isBodyAwake,
  type JointHandle,
  jointCoordinates,
  jointError,
  type Shape,
  sphere,
  stepWorld,
  swingTwist,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { buildHuman, createRandom, type Random } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';

/** Articulations that fall on a floor and on each other: what touches them may not take their joints apart. */

const DT = 1 / 60;
const DEGREE = Math.PI / 180;

interface Heap {
  readonly world: World;
  readonly bodies: BodyHandle[];
  readonly joints: JointHandle[];
  /** How far each limited coordinate is beyond its limits, rad. */
  readonly passed: (() => number)[];
}

const createHeap = (): Heap => {
  const world = createWorld({ jointSolver: 'articulations' });
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  return { world, bodies: [], joints: [], passed: [] };
};

const beyond = (value: number, low: number, high: number): number => Math.max(low - value, value - high);

const watch = (heap: Heap, seconds: number) => {
  const { world, bodies, joints, passed } = heap;
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  const worst = { apart: 0, bent: 0, passed: 0, gain: 0 };
  let asleep = Infinity;
  for (let step = 0; step < seconds / DT && asleep === Infinity; step++) {
    stepWorld(world, DT);
    for (const joint of joints) {
      const { linear, angular } = jointError(world, joint);
      worst.apart = Math.max(worst.apart, linear);
      worst.bent = Math.max(worst.bent, angular);
    }
    worst.passed = Math.max(worst.passed, ...passed.map((each) => each()));
    worst.gain = Math.max(worst.gain, energy() / start - 1);
    if (bodies.every((body) => !isBodyAwake(world, body))) asleep = step * DT;
  }
  return { ...worst, asleep };
};

/** A tree of 4 to 9 bodies of all shapes, on balls, hinges with limits and swing-twist joints. */
const addTree = (heap: Heap, random: Random, base: Vec3): void => {
  const { world } = heap;
  const links: { body: BodyHandle; place: Vec3 }[] = [];
  const count = 4 + Math.floor(random.between(0, 6));
  const size = (): number => random.between(0.06, 0.18);
  const shapes: (() => Shape)[] = [
    () => box(size(), size(), size()),
    () => capsule(0.08, size()),
    () => sphere(size()),
  ];
  for (let i = 0; i < count; i++) {
    const parent = links[Math.floor(random.between(0, i))];
    const way = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const far = 0.4 / Math.hypot(...way);
    const place = i === 0 ? base : (parent.place.map((x, k) => x + far * way[k]) as unknown as Vec3);
    const body = createBody(world, { position: place, linearVelocity: [0, -3, 0] });
    createCollider(world, body, {
      shape: shapes[Math.floor(random.between(0, 3))](),
      density: random.between(500, 2000),
    });
    heap.bodies.push(body);
    links.push({ body, place });
    if (i === 0) continue;
    const anchor = place.map((x, k) => (x + parent.place[k]) / 2) as unknown as Vec3;
    const ends = { bodyA: parent.body, bodyB: body, anchor };
    const axis: Vec3 = [random.between(-1, 1), random.between(-1, 1), 1.1];
    const type = Math.floor(random.between(0, 3));
    if (type === 0) heap.joints.push(createJoint(world, ball(ends)));
    else if (type === 1) {
      const [low, high] = [random.between(-1, -0.3), random.between(0.3, 1)];
      const joint = createJoint(world, hinge({ ...ends, axis, limits: [low, high] }));
      heap.joints.push(joint);
      heap.passed.push(() => beyond(jointCoordinates(world, joint).angle.value, low, high));
    } else {
      const [cone, turn] = [random.between(0.5, 1.2), random.between(0.3, 0.8)];
      const swing = { limits: [-cone, cone] } as const;
      const twist = { limits: [-turn, turn] } as const;
      const joint = createJoint(world, swingTwist({ ...ends, axis, swingY: swing, swingZ: swing, twist }));
      heap.joints.push(joint);
      heap.passed.push(() => {
        const { twist: t, swingY, swingZ } = jointCoordinates(world, joint);
        return Math.max(Math.hypot(swingY.value, swingZ.value) - cone, Math.abs(t.value) - turn);
      });
    }
  }
};

describe('random trees that fall on a floor and on each other', () => {
  it.each([1, 2, 3, 4])('keep their joints within 1 mm and their limits within 0.5°, seed %d', (seed) => {
    const random = createRandom(seed);
    const heap = createHeap();
    for (let i = 0; i < 6; i++)
      addTree(heap, random, [random.between(-0.5, 0.5), 1 + 1.5 * i, random.between(-0.5, 0.5)]);
    const { apart, bent, passed, gain } = watch(heap, 5);
    console.info(
      `${heap.bodies.length} bodies: ${(1000 * apart).toFixed(3)} mm, ${(bent / DEGREE).toFixed(3)}°, limits ${(passed / DEGREE).toFixed(3)}°, gain ${(100 * gain).toFixed(2)} %`,
    );
    expect(apart).toBeLessThan(1e-3);
    expect(bent).toBeLessThan(0.5 * DEGREE);
    expect(passed).toBeLessThan(0.5 * DEGREE);
    // Links that overlap at the start are pushed apart.
    expect(gain).toBeLessThan(0.01);
  });
});

it.each([5, 20])('six people of 25 bones in a heap, at %d m/s, come to rest with whole joints', (speed) => {
  const random = createRandom(speed);
  const heap = createHeap();
  for (let i = 0; i < 6; i++) {
    const { bodies, joints } = buildHuman(heap.world, {
      position: [random.between(-0.4, 0.4), 1.5 + 1.9 * i, random.between(-0.4, 0.4)],
      rotation: random.rotation(),
      velocity: [0, -speed, 0],
    });
    heap.bodies.push(...Object.values(bodies));
    heap.joints.push(...Object.values(joints));
  }
  const { apart, bent, asleep } = watch(heap, 10);
  console.info(
    `people at ${speed} m/s: ${(1000 * apart).toFixed(3)} mm, ${(bent / DEGREE).toFixed(3)}°, asleep after ${asleep.toFixed(1)} s`,
  );
  expect(apart).toBeLessThan(1e-3);
  expect(bent).toBeLessThan(0.5 * DEGREE);
});
