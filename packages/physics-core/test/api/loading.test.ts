import { expect, it } from 'vitest';
import {
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  hashWorld,
  hinge,
  hull,
  loadClassicMethods,
  loadEverything,
  mesh,
  PhysicsError,
  type Shape,
  sphere,
  stepWorld,
  updateSettings,
  type World,
  worldSettings,
} from '../../src/index.js';

/**
 * A program has the code of what it makes: joints, hulls, meshes, classic methods. These tests run in this order, on modules
 * that nothing else has used. Runs alone.
 */
const pile = (): World => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const shapes = [box(0.3, 0.4, 0.5), sphere(0.4), capsule(0.2, 0.3)];
  for (let i = 0; i < 24; i++) {
    const position = [0.3 * (i % 3), 0.6 + 0.8 * i, 0.2 * (i % 2)] as const;
    const body = createBody(world, { position, angularVelocity: [i % 5, 1, -(i % 4)] });
    createCollider(world, body, { shape: shapes[i % 3], restitution: i % 2 });
  }
  return world;
};

const hashOfPile = (): string => {
  const world = pile();
  for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
  return hashWorld(world);
};

const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const triangle = { vertices: [0, 0, 0, 0, 0, 1, 1, 0, 0], indices: [0, 1, 2] };

const collide = (shape: Shape): void => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape });
};

const refuses = (what: () => unknown, advice: RegExp): void => {
  expect(what).toThrow(PhysicsError);
  expect(what).toThrow(advice);
};

const unloaded = hashOfPile();

it('what nothing has loaded is refused, with the function that loads it', () => {
  refuses(() => collide({ kind: 'hull', points: corners }), /hull\(points\).*loadEverything\(\)/);
  refuses(
    () => collide({ kind: 'mesh', ...triangle, twoSided: false, materials: [], triangleMaterials: [] }),
    /mesh\(vertices, indices\).*loadEverything\(\)/,
  );
  refuses(() => createWorld({ method: 'baumgarte' }), /loadClassicMethods\(\)/);
  const world = createWorld();
  refuses(() => updateSettings(world, { method: 'push-factor' }), /loadClassicMethods\(\)/);
  expect(worldSettings(world).method).toBe('soft-step');
});

it('the functions of shapes and methods load their code', () => {
  collide(hull(corners));
  collide({ kind: 'hull', points: corners });
  collide(mesh(triangle.vertices, triangle.indices));
  loadClassicMethods();
  stepWorld(createWorld({ method: 'baumgarte' }), 1 / 60);
});

it('joints need nothing before, plain data neither', () => {
  const world = createWorld();
  const body = createBody(world, { mass: 1 });
  createJoint(world, hinge({ bodyB: body }));
  createJoint(world, { type: 'slider', bodyB: createBody(world, { mass: 1 }) });
  stepWorld(world, 1 / 60);
});

it('a world without them has the same bits with and without their code', () => {
  expect(hashOfPile()).toBe(unloaded);
  loadEverything();
  expect(hashOfPile()).toBe(unloaded);
});
