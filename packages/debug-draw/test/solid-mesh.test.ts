import {
  bodyColliders,
  bodyMass,
  closestPoint,
  coneShape,
  createBody,
  createCollider,
  createWorld,
  cylinder,
  roundedBox,
  roundedHull,
  type Shape,
  stepWorld,
  taperedCapsule,
  taperedCylinder,
  type Vec3,
} from '@tenon/physics-core';
import { ColliderRecord, createReading, readColliders } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { solidMesh, solidOutline } from '../src/solid-mesh.js';

const corners: Vec3[] = [
  [0.5, 0, 0],
  [-0.4, 0.1, 0.3],
  [0, 0.6, -0.2],
  [0.1, -0.5, 0.2],
  [0, 0, 0.7],
];

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['cylinder', cylinder(0.4, 0.6)],
  ['cone', coneShape(0.5, 0.4)],
  ['tapered cylinder', taperedCylinder(0.2, 0.5, 0.3)],
  ['rounded cylinder', cylinder(0.3, 0.3, 0.15)],
  ['tapered capsule', taperedCapsule(0.4, 0.15, 0.5)],
  ['rounded box', roundedBox(0.3, 0.2, 0.5, 0.1)],
  ['rounded hull', roundedHull(corners, 0.1)],
];

describe.each(SHAPES)('a %s', (_name, shape) => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const body = createBody(world);
  createCollider(world, body, { shape, density: 1 });
  const reading = createReading();
  stepWorld(world, 1 / 60);
  readColliders(world, reading);
  const mesh = solidMesh(world, reading.floats, 0);
  const at = (list: Float64Array, k: number): Vec3 => [list[3 * k], list[3 * k + 1], list[3 * k + 2]];

  it('is a closed surface of about its volume, all of it on the shape', () => {
    let six = 0;
    for (let k = 0; k < mesh.corners.length / 3; k += 3) {
      const [a, b, c] = [at(mesh.corners, k), at(mesh.corners, k + 1), at(mesh.corners, k + 2)];
      six +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(six / 6 / bodyMass(world, body).mass).toBeGreaterThan(0.96);
    expect(six / 6 / bodyMass(world, body).mass).toBeLessThan(1);
    for (let k = 0; k < mesh.corners.length / 3; k++)
      expect(Math.abs(closestPoint(world, at(mesh.corners, k))?.distance ?? 1)).toBeLessThan(1e-6);
  });

  it('has unit normals that point out of it', () => {
    for (let k = 0; k < mesh.corners.length / 3; k++) {
      const [x, y, z] = at(mesh.corners, k);
      const [nx, ny, nz] = at(mesh.normals, k);
      expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 9);
      const out = closestPoint(world, [x + 0.01 * nx, y + 0.01 * ny, z + 0.01 * nz]);
      expect(out?.distance).toBeCloseTo(0.01, 5);
    }
  });

  it('is read once, and its outline is that of its lines', () => {
    expect(solidMesh(world, reading.floats, 0)).toBe(mesh);
    expect(reading.floats[ColliderRecord.handle]).toBe(bodyColliders(world, body)[0]);
    expect(solidOutline(world, bodyColliders(world, body)[0])).toEqual(mesh.lines);
  });
});
