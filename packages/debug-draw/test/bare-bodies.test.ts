import { box, createBody, createCollider, createWorld } from '@tenon/physics-core';
import { createReading } from '@tenon/physics-core/inspect';
import { expect, test } from 'vitest';
import { pickBody } from '../src/picking.js';
import { readShapes } from '../src/read-shapes.js';

/** 12 kg m²: moments of a solid box with half extents 1, 0.5 and 0.25 m and a mass of 12 kg. */
const inertia = [12 * (0.25 + 0.0625), 12 * (1 + 0.0625), 12 * (1 + 0.25)].map((moment) => moment / 3) as [
  number,
  number,
  number,
];

test('a body without a collider is drawn and picked as the box that has its inertia', () => {
  const world = createWorld();
  const crate = createBody(world, { position: [5, 0, 0] });
  createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
  const bare = createBody(world, { position: [0, 2, 0], massProperties: { mass: 12, inertia } });
  createBody(world, { type: 'static' });

  const hit = pickBody(world, { origin: [10, 2, 0], direction: [-1, 0, 0] });
  expect(hit?.body).toBe(bare);
  expect(hit?.collider).toBeUndefined();
  expect(hit?.distance).toBeCloseTo(9, 12);
  expect(pickBody(world, { origin: [0, 10, 0], direction: [0, -1, 0] })?.distance).toBeCloseTo(7.5, 12);
  expect(pickBody(world, { origin: [0, 2, 10], direction: [0, 0, -1] })?.distance).toBeCloseTo(9.75, 12);
  expect(pickBody(world, { origin: [5, 0, 10], direction: [0, 0, -1] })?.collider).toBeDefined();
});

test('with two equal moments it is a cylinder about the third axis', () => {
  const world = createWorld();
  // A disc of 2 kg, radius 0.5 m and length 0.2 m about x.
  const axial = (2 * 0.25) / 2;
  const across = (2 * (3 * 0.25 + 0.04)) / 12;
  const disc = createBody(world, { massProperties: { mass: 2, inertia: [axial, across, across] } });
  const along = pickBody(world, { origin: [10, 0.3, 0.3], direction: [-1, 0, 0] });
  expect(along?.body).toBe(disc);
  expect(along?.distance).toBeCloseTo(9.9, 9);
  expect(pickBody(world, { origin: [10, 0.45, 0.45], direction: [-1, 0, 0] })).toBeUndefined();
  expect(pickBody(world, { origin: [0, 10, 0], direction: [0, -1, 0] })?.distance).toBeCloseTo(9.5, 6);
  expect(pickBody(world, { origin: [0.11, 10, 0], direction: [0, -1, 0] })).toBeUndefined();
});

test('bodies are read only where one of them has no collider', () => {
  const world = createWorld();
  createCollider(world, createBody(world), { shape: box(1, 1, 1) });
  const colliders = createReading();
  const bodies = createReading();
  readShapes(world, colliders, bodies);
  expect([colliders.count, bodies.count]).toEqual([1, 0]);
  createBody(world, { massProperties: { mass: 1, inertia: [1, 2, 3] } });
  readShapes(world, colliders, bodies);
  expect([colliders.count, bodies.count]).toEqual([2, 2]);
});
