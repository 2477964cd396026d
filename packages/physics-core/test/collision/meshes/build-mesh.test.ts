import { describe, expect, it } from 'vitest';
import { surfaceOf } from '../../../src/api/surfaces/surface-shapes.js';
import type { TriangleSurface } from '../../../src/collision/meshes/mesh-geometry.js';
import {
  createTriangle,
  loadTriangle,
  queryTriangles,
  trianglesAt,
} from '../../../src/collision/meshes/surface.js';
import {
  colliderDef,
  createBody,
  createCollider,
  createWorld,
  destroyCollider,
  hashWorld,
  heightField,
  mesh,
  meshReport,
  restoreSnapshot,
  sceneToWorld,
  takeSnapshot,
  worldToScene,
} from '../../../src/index.js';
import { floatsFrom } from '../../../src/math/floats.js';
import { createIndexList } from '../../../src/math/index-list.js';
import { cpuTime } from '../../cpu-time.js';
import { CUBE_INDICES, CUBE_VERTICES, random, terrain } from './terrain.js';

/** Volume by the divergence theorem: Σ a·(b × c) / 6 over the triangles. */
const volumeOf = (surface: TriangleSurface, count: number): number => {
  const triangle = createTriangle();
  let six = 0;
  for (let t = 0; t < count; t++) {
    loadTriangle(surface, t, triangle);
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = triangle.corners;
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
};

describe('a mesh', () => {
  it('welds corners of one place and leaves out triangles without area', () => {
    const soup = CUBE_INDICES.flatMap((v) => CUBE_VERTICES.slice(3 * v, 3 * v + 3));
    // Two corners in one place, three on a line, and one triangle twice.
    soup.push(0, 0, 0, 0, 0, 1e-7, 1, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, ...soup.slice(0, 9));
    const shape = mesh(
      soup,
      soup.slice(0, soup.length / 3).map((_, i) => i),
    );
    expect(meshReport(shape)).toEqual({
      triangles: 12,
      vertices: 11,
      dropped: 3,
      welded: 34,
      flipped: 0,
      openEdges: 0,
    });
    expect(volumeOf(surfaceOf(shape), 12)).toBeCloseTo(8, 12);
  });

  it('winds triangles like most of their neighbours', () => {
    const indices = CUBE_INDICES.slice();
    for (const t of [0, 4, 7])
      indices.splice(3 * t, 3, indices[3 * t], indices[3 * t + 2], indices[3 * t + 1]);
    const shape = mesh(CUBE_VERTICES, indices);
    expect(meshReport(shape).flipped).toBe(3);
    expect(volumeOf(surfaceOf(shape), 12)).toBeCloseTo(8, 12);
  });

  it('of 100,000 triangles is built within a second', () => {
    const shape = terrain(250, 200, 0.5, (x, z) => Math.sin(x) * Math.cos(z), 0.5);
    const milliseconds = cpuTime(() => expect(meshReport({ ...shape }).triangles).toBe(100_000), 1);
    expect(milliseconds).toBeLessThan(1000);
  });

  it('and a height field find the triangles in a box as a search through all does', () => {
    const next = random(3);
    const heights = Array.from({ length: 13 * 9 }, () => 2 * next());
    const holes = Array.from({ length: 12 * 8 }, () => (next() < 0.1 ? 1 : 0));
    const triangle = createTriangle();
    for (const surface of [
      surfaceOf(terrain(20, 20, 0.7, (x, z) => x * z * 0.1, 0.6)),
      surfaceOf(heightField(13, 9, heights, { spacing: [0.5, 0.7], holes, diagonal: 1 })),
      surfaceOf(heightField(13, 9, heights, { spacing: [1.5, 0.7] })),
    ]) {
      const count = surface.isField ? 2 * 12 * 8 : surface.triangleCount;
      const found = createIndexList();
      for (let k = 0; k < 50; k++) {
        const at = [14 * next() - 3, 3 * next() - 1, 14 * next() - 7];
        const box = floatsFrom([...at, ...at.map((x) => x + 3 * next())]);
        queryTriangles(surface, box, found);
        const expected: number[] = [];
        for (let t = 0; t < count; t++) {
          if (surface.isField && surface.holes[t >> 1] === 1) continue;
          loadTriangle(surface, t, triangle);
          const inside = [0, 1, 2].every((i) => {
            const corners = [triangle.corners[i], triangle.corners[3 + i], triangle.corners[6 + i]];
            return Math.min(...corners) <= box[3 + i] && Math.max(...corners) >= box[i];
          });
          if (inside) expected.push(t);
        }
        expect(Array.from(found.items.subarray(0, found.count))).toEqual(expected);
      }
    }
  });

  it('and a height field know the triangles around a vertex', () => {
    const field = surfaceOf(heightField(4, 3, new Array(12).fill(0), { diagonal: 1 }));
    const flat = surfaceOf(terrain(3, 2, 1, () => 0));
    const triangle = createTriangle();
    const found = createIndexList();
    for (const surface of [field, flat]) {
      for (let v = 0; v < 12; v++) {
        const expected: number[] = [];
        for (let t = 0; t < 12; t++) {
          loadTriangle(surface, t, triangle);
          if (triangle.vertices.includes(v)) expected.push(t);
        }
        trianglesAt(surface, v, found);
        expect(Array.from(found.items.subarray(0, found.count))).toEqual(expected);
      }
    }
  });
});

describe('a shared mesh', () => {
  const shapes = () => [
    terrain(20, 20, 1, (x) => 0.1 * x, 0, {
      materials: [{ friction: 0.1 }, { restitution: 1, rollingResistance: 0.1 }],
      triangleMaterials: Array.from({ length: 800 }, (_, t) => (t % 3) - 1),
    }),
    heightField(
      5,
      4,
      Array.from({ length: 20 }, (_, i) => i % 3),
      {
        spacing: [2, 1],
        diagonal: 1,
        holes: Array.from({ length: 12 }, (_, c) => (c === 5 ? 1 : 0)),
        materials: [{ twistResistance: 0.2 }],
        cellMaterials: Array.from({ length: 12 }, (_, c) => (c % 2) - 1),
      },
    ),
  ];

  it('is stored once for all its colliders, and in a snapshot', () => {
    const world = createWorld();
    const before = takeSnapshot(world).length;
    const body = createBody(world, { type: 'static' });
    const colliders = [0, 1].flatMap(() => shapes().map((shape) => createCollider(world, body, { shape })));
    expect(world.colliders.meshes).toHaveLength(2);
    const two = takeSnapshot(world).length;
    for (let i = 0; i < 100; i++) for (const shape of shapes()) createCollider(world, body, { shape });
    expect(world.colliders.meshes).toHaveLength(2);
    expect((takeSnapshot(world).length - two) / 200).toBeLessThan(600);
    expect(two - before).toBeGreaterThan(12_000);
    for (const collider of colliders) destroyCollider(world, collider);
    expect(world.colliders.meshUsers).toEqual([100, 100]);
  });

  it('comes back from a snapshot, a definition and a scene file', () => {
    const world = createWorld();
    const body = createBody(world, { type: 'static' });
    const colliders = shapes().map((shape) => createCollider(world, body, { shape }));
    const hash = hashWorld(world);
    const other = createWorld();
    restoreSnapshot(other, takeSnapshot(world));
    expect(hashWorld(other)).toBe(hash);
    const kept = world.colliders.meshes[0];
    restoreSnapshot(world, takeSnapshot(world));
    expect(world.colliders.meshes[0]).toBe(kept);
    const again = createWorld();
    const ground = createBody(again, { type: 'static' });
    for (const collider of colliders) createCollider(again, ground, colliderDef(world, collider));
    expect(again.colliders.meshes).toEqual(world.colliders.meshes);
    const file = JSON.parse(JSON.stringify(worldToScene(world)));
    expect(sceneToWorld(file).world.colliders.meshes).toEqual(world.colliders.meshes);
  });
});
