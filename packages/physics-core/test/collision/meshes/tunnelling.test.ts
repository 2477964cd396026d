import { expect, it } from 'vitest';
import { trials } from '../../../../../test/fuzz-scale.js';
import {
  bodyPosition,
  box,
  capsule,
  coneShape,
  createBody,
  createCollider,
  createWorld,
  cylinder,
  heightField,
  hull,
  type Quat,
  roundedBox,
  roundedHull,
  type Shape,
  sphere,
  stepWorld,
  taperedCapsule,
  type Vec3,
} from '../../../src/index.js';
import { random, terrain } from './terrain.js';

const next = random(21);
const between = (low: number, high: number): number => low + (high - low) * next();
const direction = (): Vec3 => [between(-1, 1), between(-1, 1), between(-1, 1)];

/** Thin and small bodies: the worst for a surface without thickness. */
const BODIES: readonly (readonly [string, Shape])[] = [
  ['ball', sphere(0.05)],
  ['box', box(0.05, 0.08, 0.1)],
  ['plate', box(0.2, 0.005, 0.2)],
  ['capsule', capsule(0.03, 0.1)],
  ['rod', box(0.01, 0.3, 0.01)],
  ['thin capsule', capsule(0.004, 0.4)],
  [
    'hull',
    hull([
      [0.1, 0, 0],
      [-0.1, 0, 0],
      [0, 0.1, 0],
      [0, -0.1, 0],
      [0, 0, 0.1],
      [0, 0, -0.1],
    ]),
  ],
  ['cylinder', cylinder(0.06, 0.08)],
  ['coin', cylinder(0.1, 0.004)],
  ['round rod', cylinder(0.01, 0.3)],
  ['cone', coneShape(0.08, 0.1)],
  ['tapered capsule', taperedCapsule(0.06, 0.02, 0.1)],
  ['rounded box', roundedBox(0.05, 0.02, 0.06, 0.01)],
  [
    'rounded hull',
    roundedHull(
      [
        [0.08, 0, 0],
        [-0.08, 0, 0],
        [0, 0.08, 0],
        [0, -0.08, 0],
        [0, 0, 0.08],
        [0, 0, -0.08],
      ],
      0.02,
    ),
  ],
];

const wave = (x: number, z: number): number => 0.3 * Math.sin(1.3 * x) * Math.cos(0.9 * z);
const GROUNDS: readonly (readonly [string, Shape, Vec3])[] = [
  ['a mesh', terrain(40, 40, 0.5, wave, 0.4), [-10, 0, 0]],
  [
    'a height field',
    heightField(
      41,
      41,
      Array.from({ length: 41 * 41 }, (_, i) => wave((i % 41) * 0.5, Math.floor(i / 41) * 0.5)),
      { spacing: [0.5, 0.5] },
    ),
    [0, 0, 0],
  ],
];

const TRIALS = trials('TRIALS', 112, 1000);

it.each(GROUNDS)(`0 of ${TRIALS} fast bodies pass through %s`, (_, ground, place) => {
  const passed: string[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const world = createWorld();
    createCollider(world, createBody(world, { type: 'static', position: place }), { shape: ground });
    const [name, shape] = BODIES[trial % BODIES.length];
    const speed = between(50, 500);
    const sideways = [between(-0.7, 0.7), between(-0.7, 0.7)];
    const body = createBody(world, {
      position: [between(-2, 2), 2, between(-2, 2)],
      rotation: [...direction(), 1] as unknown as Quat,
      linearVelocity: [sideways[0] * speed, -speed, sideways[1] * speed],
      angularVelocity: direction().map((x) => 60 * x) as unknown as Vec3,
    });
    createCollider(world, body, { shape });
    for (let i = 0; i < 6; i++) stepWorld(world, 1 / 60);
    const [x, y, z] = bodyPosition(world, body);
    if (Math.max(Math.abs(x), Math.abs(z)) < 9.5 && y < -0.5)
      passed.push(`${name} at ${speed.toFixed(0)} m/s, y ${y.toFixed(2)}`);
  }
  expect(passed).toEqual([]);
});
