import {
  box,
  capsule,
  closestPoint,
  createBody,
  createCollider,
  createWorld,
  cylinder,
  halfSpace,
  heightField,
  hull,
  mesh,
  roundedBox,
  type Shape,
  sphere,
  taperedCapsule,
  type Vec3,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { colliderMesh } from '../src/index.js';

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['box', box(0.5, 0.2, 0.3)],
  ['sphere', sphere(0.4)],
  ['capsule', capsule(0.2, 0.5)],
  ['tapered capsule', taperedCapsule(0.4, 0.15, 0.5)],
  ['cylinder', cylinder(0.4, 0.6)],
  ['rounded box', roundedBox(0.3, 0.2, 0.5, 0.1)],
  [
    'hull',
    hull([
      [0.5, 0, 0],
      [-0.4, 0.1, 0.3],
      [0, 0.6, -0.2],
      [0.1, -0.5, 0.2],
    ]),
  ],
  ['mesh', mesh([0, 0, 0, 1, 0, 0, 0, 0, -1, 1, 0.5, -1], [0, 1, 2, 1, 3, 2])],
  ['height field', heightField(3, 3, [0, 1, 0, 0.5, 0, 0, 0, 0, 0.2])],
];

/** On a body that is turned a quarter about z, in a place of its own there, which is turned a quarter about x. */
describe.each(SHAPES)('the mesh of a %s', (_name, shape) => {
  const world = createWorld();
  const rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
  const body = createBody(world, { type: 'static', position: [5, 1, 2], rotation });
  const collider = createCollider(world, body, {
    shape,
    position: [0, 3, 1],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  });
  const { positions, normals } = colliderMesh(world, collider)!;
  const inWorld = (k: number, lift = 0): Vec3 => {
    const [x, y, z] = [0, 1, 2].map((i) => positions[3 * k + i] + lift * normals[3 * k + i]);
    return [5 - y, 1 + x, 2 + z];
  };

  it('lies on it, where the body has it', () => {
    expect(positions.length).toBe(normals.length);
    expect(positions.length % 9).toBe(0);
    for (let k = 0; k < positions.length / 3; k++) {
      // A surface is seen from its front alone, so the point is lifted.
      expect(Math.abs(closestPoint(world, inWorld(k, 1e-4))?.distance ?? 1)).toBeLessThan(1.2e-4);
    }
  });

  it('has unit normals that point out of it', () => {
    for (let k = 0; k < positions.length / 3; k++) {
      const [x, y, z] = normals.subarray(3 * k, 3 * k + 3);
      expect(Math.hypot(x, y, z)).toBeCloseTo(1, 5);
      expect(closestPoint(world, inWorld(k, 0.01))?.distance).toBeGreaterThan(0.002);
    }
  });
});

it('a half-space has none', () => {
  const world = createWorld();
  const floor = createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  expect(colliderMesh(world, floor)).toBeUndefined();
});
