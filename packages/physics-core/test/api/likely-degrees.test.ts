import { expect, it } from 'vitest';
import {
  createBody,
  createJoint,
  createWorld,
  hinge,
  type JointDef,
  jointDefinitions,
  likelyDegrees,
  slider,
  swingTwist,
} from '../../src/index.js';

const massive = { massProperties: { mass: 1, inertia: [1, 1, 1] } } as const;

const found = (make: (bodyB: ReturnType<typeof createBody>) => JointDef) => {
  const world = createWorld();
  return likelyDegrees(world, createJoint(world, make(createBody(world, massive))));
};

it('names limits of whole numbers beyond a revolution', () => {
  expect(found((bodyB) => hinge({ bodyB, limits: [-45, 90] }))).toEqual([
    { field: 'limits[0]', value: -45 },
    { field: 'limits[1]', value: 90 },
  ]);
  expect(found((bodyB) => swingTwist({ bodyB, twist: { limits: [-30, 0.5] } }))).toEqual([
    { field: 'twist.limits[0]', value: -30 },
  ]);
});

it('names targets of servos and rests of springs', () => {
  expect(found((bodyB) => hinge({ bodyB, motor: { target: 90 }, spring: { rest: -30 } }))).toEqual([
    { field: 'motor.target', value: 90 },
    { field: 'spring.rest', value: -30 },
  ]);
  expect(found((bodyB) => hinge({ bodyB, motor: { speed: 90 } }))).toEqual([]);
});

it('leaves out radians, revolutions that are no whole numbers, infinities and lengths', () => {
  expect(found((bodyB) => hinge({ bodyB, limits: [-Math.PI / 4, 6] }))).toEqual([]);
  expect(found((bodyB) => hinge({ bodyB, limits: [-Infinity, 4 * Math.PI] }))).toEqual([]);
  expect(found((bodyB) => slider({ bodyB, limits: [-45, 90] }))).toEqual([]);
});

it('nothing is found in the defaults of any joint', () => {
  for (const { params } of jointDefinitions())
    for (const { spec } of params)
      if (spec.kind === 'range' && spec.unit === 'rad')
        expect(spec.default.every((value) => !(Number.isInteger(value) && Math.abs(value) > 6))).toBe(true);
});
