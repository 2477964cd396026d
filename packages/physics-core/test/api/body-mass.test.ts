import { describe, expect, it } from 'vitest';
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
  hull,
  linearVelocity,
  type Shape,
  sphere,
  updateBody,
  type Vec3,
} from '../../src/index.js';
import { about, add, expectVector, run, unitBox, weightless } from './context.js';

const corners = (hx: number, hy: number, hz: number): Vec3[] =>
  [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [x * hx, y * hy, z * hz])));

const ball = (4 / 3) * Math.PI;
const shapes: [name: string, shape: Shape, volume: number, moments: Vec3][] = [
  ['sphere', sphere(2), ball * 8, [1.6, 1.6, 1.6]],
  ['box', box(1, 2, 3), 48, [13 / 3, 10 / 3, 5 / 3]],
  ['hull', hull(corners(1, 2, 3)), 48, [13 / 3, 10 / 3, 5 / 3]],
];

describe('mass from density', () => {
  it.each(shapes)(
    'a %s weighs ρ V and has the moments of a uniform solid',
    (_, shape, volume, perKilogram) => {
      const world = weightless();
      const { mass, centre, inertia } = bodyMass(world, add(world, shape, {}, { density: 3 }));
      expect(mass / (3 * volume)).toBeCloseTo(1, 12);
      expectVector(centre, [0, 0, 0]);
      const [x, y, z] = perKilogram;
      expectVector(
        inertia.map((i) => i / mass),
        [x, 0, 0, y, 0, z],
        1e-11,
      );
    },
  );

  it('a capsule is a cylinder with two half balls', () => {
    const world = weightless();
    const { mass, inertia } = bodyMass(world, add(world, capsule(1, 2)));
    const cylinder = 4 * Math.PI;
    expect(mass).toBeCloseTo(cylinder + ball, 12);
    expect(inertia[3]).toBeCloseTo(cylinder * 0.5 + ball * 0.4, 12);
    expect(inertia[0]).toBeCloseTo(cylinder * (1 / 4 + 4 / 3) + ball * (0.4 + 4 + 1.5), 11);
  });

  it('a dumb-bell of two balls has its moments by the parallel-axis theorem', () => {
    const world = weightless();
    const body = createBody(world, { position: [0, 5, 0] });
    createCollider(world, body, { shape: sphere(1), density: 1, position: [4, 0, 0] });
    createCollider(world, body, { shape: sphere(1), density: 3, position: [0, 0, 0] });
    const { mass, centre, inertia } = bodyMass(world, body);
    expect(mass).toBeCloseTo(4 * ball, 12);
    expectVector(centre, [1, 0, 0]);
    expectVector(centreOfMass(world, body), [1, 5, 0]);
    const own = 4 * ball * 0.4;
    const carried = ball * 9 + 3 * ball;
    expectVector(inertia, [own, 0, 0, own + carried, 0, own + carried], 1e-11);
  });

  it('a turned collider turns its moments', () => {
    const world = weightless();
    const body = add(world, box(1, 2, 3), {}, { rotation: about([0, 0, 1], Math.PI / 2) });
    expectVector(bodyMass(world, body).inertia, [160, 0, 0, 208, 0, 80], 1e-11);
  });

  it('density 0 makes a massless part', () => {
    const world = weightless();
    const body = add(world, unitBox);
    createCollider(world, body, { shape: sphere(1), density: 0, position: [7, 0, 0] });
    expect(bodyMass(world, body).mass).toBe(1);
    expect(bodyMass(world, body).centre).toEqual([0, 0, 0]);
  });
});

describe('given mass', () => {
  it('scales the inertia of the colliders', () => {
    const world = weightless();
    const body = add(world, box(1, 2, 3), { mass: 96 });
    expect(bodyMass(world, body).mass).toBe(96);
    expectVector(bodyMass(world, body).inertia, [416, 0, 0, 320, 0, 160], 1e-11);
  });

  it("goes back to the densities with 'auto'", () => {
    const world = weightless();
    const body = add(world, unitBox, { mass: 7 });
    updateBody(world, body, { mass: 'auto' });
    expect(bodyMass(world, body).mass).toBe(1);
  });

  it('takes a full tensor with products of inertia, and responds with its inverse', () => {
    const world = weightless();
    const inertia = [4, 1, 0, 3, 0, 5] as const;
    const body = add(world, unitBox, { massProperties: { mass: 2, centre: [0, 1, 0], inertia } });
    expect(bodyMass(world, body).mass).toBe(2);
    expectVector(bodyMass(world, body).inertia, inertia);
    expectVector(centreOfMass(world, body), [0, 1, 0]);
    applyAngularImpulse(world, body, [11, 0, 0]);
    // The inverse of [[4, 1], [1, 3]] is [[3, -1], [-1, 4]] / 11.
    expectVector(angularVelocity(world, body), [3, -1, 0]);
  });

  it('keeps given properties when colliders come and densities change', () => {
    const world = weightless();
    const body = add(world, unitBox, { massProperties: { mass: 2, inertia: [1, 1, 1] } });
    createCollider(world, body, { shape: sphere(3), position: [9, 0, 0] });
    expect(bodyMass(world, body)).toEqual({ mass: 2, centre: [0, 0, 0], inertia: [1, 0, 0, 1, 0, 1] });
  });

  it('turns the tensor with the body', () => {
    const world = weightless();
    const massProperties = { mass: 1, inertia: [1, 2, 2.5] } as const;
    const body = add(world, unitBox, { massProperties, rotation: about([0, 0, 1], Math.PI / 2) });
    applyAngularImpulse(world, body, [1, 0, 0]);
    expectVector(angularVelocity(world, body), [0.5, 0, 0]);
  });

  it('spins about the centre of mass, not about the origin', () => {
    const world = weightless();
    const massProperties = { mass: 1, centre: [1, 0, 0], inertia: [1, 1, 1] } as const;
    const body = add(world, unitBox, { massProperties, angularVelocity: [0, 0, Math.PI] });
    run(world, 60);
    expectVector(centreOfMass(world, body), [1, 0, 0], 1e-9);
    expectVector(bodyPosition(world, body), [2, 0, 0], 1e-9);
  });

  it('keeps the velocity of the material when the centre of mass moves', () => {
    const world = weightless();
    const body = add(world, unitBox, { angularVelocity: [0, 0, 2] });
    createCollider(world, body, { shape: unitBox, density: 1, position: [2, 0, 0] });
    expectVector(centreOfMass(world, body), [1, 0, 0]);
    expectVector(linearVelocity(world, body), [0, 2, 0]);
  });
});
