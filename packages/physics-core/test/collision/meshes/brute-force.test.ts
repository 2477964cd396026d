import { expect, it } from 'vitest';
import { buildMesh } from '../../../src/collision/meshes/build-mesh.js';
import type { MeshGeometry } from '../../../src/collision/meshes/mesh-geometry.js';
import { createTriangle, loadTriangle } from '../../../src/collision/meshes/surface.js';
import { closestPoints, createGjkResult } from '../../../src/collision/narrowphase/gjk.js';
import { collideSurface, widenGap } from '../../../src/collision/narrowphase/surfaces/collide-surface.js';
import { createSheet, placeSheet } from '../../../src/collision/narrowphase/surfaces/sheet.js';
import { type ColliderShapes, coreRadius, ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import { loadPatches } from '../../../src/contacts/load-patches.js';
import { createFloats } from '../../../src/math/floats.js';
import {
  createRandom,
  createShapes,
  type Pose,
  randomQuat,
  randomVec,
  setPose,
} from '../narrowphase/core-fixture.js';
import { solidSpecimens } from '../narrowphase/solid-fixture.js';

/** Every solid against surfaces, compared with its distances from all triangles by GJK. */

loadPatches();

const TRIALS = 300;
const triangle = createTriangle();
const sheet = createSheet();
const gjk = createGjkResult();

const surfaceOf = (vertices: number[], indices: number[], twoSided: boolean): MeshGeometry =>
  buildMesh({ vertices, indices, twoSided, materialOf: [], materials: [] });

const random = createRandom(7);

/** A rough sheet of 8 by 8 cells. */
const rough = (): MeshGeometry => {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= 8; j++)
    for (let i = 0; i <= 8; i++) vertices.push(0.7 * (i - 4), 0.6 * (2 * random() - 1), 0.7 * (j - 4));
  for (let j = 0; j < 8; j++)
    for (let i = 0; i < 8; i++) {
      const a = 9 * j + i;
      indices.push(a, a + 9, a + 10, a, a + 10, a + 1);
    }
  return surfaceOf(vertices, indices, false);
};

/** Triangles that have nothing to do with each other. */
const soup = (): MeshGeometry => {
  const vertices: number[] = [];
  for (let t = 0; t < 12; t++) {
    const c = randomVec(random, 2);
    for (let k = 0; k < 3; k++) vertices.push(...randomVec(random, 1).map((x, i) => x + c[i]));
  }
  return surfaceOf(
    vertices,
    vertices.slice(0, 36).map((_, i) => i),
    true,
  );
};

const kinds = (first: ShapeKind, last: ShapeKind) =>
  solidSpecimens.filter(([, { kind }]) => kind >= first && kind <= last);

/** The solid in slot 0, and in slot 1 the surface for contacts, a triangle for GJK. */
const place = (index: number, pose: Pose, surface: MeshGeometry): ColliderShapes => {
  const shapes = createShapes(solidSpecimens[index][1], { kind: ShapeKind.mesh, size: [] });
  shapes.meshes[1] = surface;
  shapes.hull[1] = 1;
  setPose(shapes, 0, pose);
  return shapes;
};

const distance = (shapes: ColliderShapes, surface: MeshGeometry): number => {
  shapes.kind[1] = ShapeKind.hull;
  shapes.hulls[1] = sheet;
  let least = Infinity;
  for (let t = 0; t < surface.triangleCount; t++) {
    loadTriangle(surface, t, triangle);
    placeSheet(sheet, triangle);
    closestPoints(shapes, 0, 1, gjk);
    least = Math.min(least, gjk.distance[0] - coreRadius(shapes, 0));
  }
  return least;
};

const margin = createFloats(1);
const gap = createFloats(1);

it('a gap beyond the margin is no more than the distance', () => {
  const surfaces = [rough(), soup()];
  let widened = 0;
  for (let k = 0; k < TRIALS; k++) {
    const surface = surfaces[k % 2];
    const shapes = place(
      k % solidSpecimens.length,
      { p: randomVec(random, 3), q: randomQuat(random) },
      surface,
    );
    margin[0] = 0.005 + 0.2 * random() * random();
    if (collideSurface(shapes, 0, 1, margin, gap) > 0) continue;
    widenGap(shapes, 1, margin, gap);
    if (gap[0] <= margin[0]) continue;
    widened++;
    expect(gap[0]).toBeLessThanOrEqual(distance(shapes, surface) + 1e-9);
  }
  expect(widened).toBeGreaterThan(TRIALS / 5);
});

it('what comes within the margin of triangles that are solid on both sides has a contact, also past their rims', () => {
  const surface = soup();
  const round = kinds(ShapeKind.sphere, ShapeKind.roundedBox);
  let near = 0;
  for (let k = 0; k < 4 * TRIALS; k++) {
    const index = solidSpecimens.indexOf(round[k % round.length]);
    const shapes = place(index, { p: randomVec(random, 2.5), q: randomQuat(random) }, surface);
    margin[0] = 0.05;
    if (collideSurface(shapes, 0, 1, margin, gap) > 0) continue;
    near++;
    expect(distance(shapes, surface)).toBeGreaterThan(margin[0] - 1e-9);
  }
  expect(near).toBeGreaterThan(TRIALS / 5);
});
