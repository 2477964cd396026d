import * as Rapier from '@dimforge/rapier3d-compat';
import {
  type BodyHandle,
  box,
  capsule,
  castRay,
  castShape,
  closestPoint,
  colliderDef,
  coneShape,
  containsPointAny,
  createWorld,
  cylinder,
  heightField,
  mesh,
  overlapShapeAny,
  type Quat,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { mirrorWorld } from './adapter.js';
import { addBody, prism } from './shapes.js';

/**
 * Rays, shape casts, overlaps and nearest points of both engines in one world of random bodies. Rapier computes in 32-bit
 * floats.
 */
beforeAll(() => Rapier.init());

const RAY_TOLERANCE = 1e-4;
/** Rapier casts rays on cylinders and cones by GJK in single precision; ours are in closed form. */
const CURVED_TOLERANCE = 1e-3;
/** Rapier's casts are this far from the touch at worst, ours within 1e-7 m by brute force (cast-convex.test.ts). */
const CAST_TOLERANCE = 5e-3;

const shapes: Shape[] = [
  sphere(0.5),
  box(0.4, 0.7, 0.3),
  capsule(0.3, 0.5),
  prism(6, 0.5, 0.4),
  cylinder(0.4, 0.5),
  coneShape(0.5, 0.5),
];

/** mulberry32 */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
const random = createRandom(3);
const vector = (size: number): Vec3 => [0, 0, 0].map(() => (2 * random() - 1) * size) as unknown as Vec3;
const rotation = (): Quat => {
  const q = [0, 0, 0, 0].map(() => 2 * random() - 1);
  const length = Math.hypot(...q);
  return q.map((x) => x / length) as unknown as Quat;
};

const makeWorlds = (): { world: World; rapier: Rapier.World } => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const bodies: BodyHandle[] = [];
  for (let i = 0; i < 60; i++)
    bodies.push(
      addBody(world, shapes[i % shapes.length], {
        type: 'static',
        position: vector(6),
        rotation: rotation(),
      }),
    );
  const mirror = mirrorWorld(Rapier, world);
  mirror.step(1 / 60);
  const rapier = Rapier.World.restoreSnapshot(mirror.save());
  mirror.free();
  return { world, rapier };
};

const xyz = ([x, y, z]: Vec3): Rapier.Vector => ({ x, y, z });
const xyzw = ([x, y, z, w]: Quat): Rapier.Rotation => ({ x, y, z, w });
const rapierShape = (shape: Shape): Rapier.Shape => {
  if (shape.kind === 'sphere') return new Rapier.Ball(shape.radius);
  if (shape.kind === 'box') return new Rapier.Cuboid(...shape.halfExtents);
  if (shape.kind === 'capsule') return new Rapier.Capsule(shape.halfLength, shape.radius);
  if (shape.kind === 'cylinder')
    return shape.topRadius > 0
      ? new Rapier.Cylinder(shape.halfLength, shape.bottomRadius)
      : new Rapier.Cone(shape.halfLength, shape.bottomRadius);
  if (shape.kind === 'hull') return new Rapier.ConvexPolyhedron(Float32Array.from(shape.points.flat()), null);
  throw new Error(shape.kind);
};

describe('queries of both engines', () => {
  it('rays hit at the same distance with the same normal', () => {
    const { world, rapier } = makeWorlds();
    let found = 0;
    for (let k = 0; k < 1200; k++) {
      const origin = vector(8);
      const target = vector(5);
      const d = target.map((x, i) => x - origin[i]);
      const size = Math.hypot(...d);
      const direction = d.map((x) => x / size) as unknown as Vec3;
      const ours = castRay(world, origin, direction, 50);
      const theirs = rapier.castRayAndGetNormal(new Rapier.Ray(xyz(origin), xyz(direction)), 50, true);
      expect(ours === undefined).toBe(theirs === null);
      if (ours === undefined || theirs === null) continue;
      found++;
      const { normal } = theirs;
      const along = Math.abs(normal.x * direction[0] + normal.y * direction[1] + normal.z * direction[2]);
      // At a graze the distance moves far for a rounding error.
      const isCurved = colliderDef(world, ours.collider).shape.kind === 'cylinder';
      const tolerance = (isCurved ? CURVED_TOLERANCE : RAY_TOLERANCE) / Math.max(along, 0.05);
      expect(Math.abs(ours.distance - theirs.timeOfImpact)).toBeLessThan(tolerance);
      if (ours.distance === 0) continue;
      expect(
        ours.normal[0] * normal.x + ours.normal[1] * normal.y + ours.normal[2] * normal.z,
      ).toBeGreaterThan(0.999);
    }
    expect(found).toBeGreaterThan(300);
    rapier.free();
  });

  it('shape casts touch at the same fraction', () => {
    const { world, rapier } = makeWorlds();
    let found = 0;
    let equal = 0;
    for (let k = 0; k < 400; k++) {
      const shape = shapes[k % shapes.length];
      const position = vector(9);
      const turn = rotation();
      const target = vector(5);
      const by = position.map((x, i) => target[i] - x) as unknown as Vec3;
      const ours = castShape(world, { shape, position, rotation: turn }, by);
      const theirs = rapier.castShape(xyz(position), xyzw(turn), xyz(by), rapierShape(shape), 0, 1, true);
      if (ours === undefined || theirs === null) {
        // Only a graze may divide the two.
        const near = ours?.fraction ?? theirs?.time_of_impact ?? 1;
        if (ours !== undefined || theirs !== null) expect(near).toBeGreaterThan(0);
        continue;
      }
      found++;
      const approach = -(by[0] * ours.normal[0] + by[1] * ours.normal[1] + by[2] * ours.normal[2]);
      const apart = Math.abs(ours.fraction - theirs.time_of_impact) * approach;
      expect(apart).toBeLessThan(CAST_TOLERANCE);
      if (apart < RAY_TOLERANCE) equal++;
    }
    expect(found).toBeGreaterThan(150);
    expect(equal / found).toBeGreaterThan(0.95);
    rapier.free();
  });

  it('overlaps and nearest points', () => {
    const { world, rapier } = makeWorlds();
    let overlaps = 0;
    for (let k = 0; k < 1000; k++) {
      const shape = shapes[k % shapes.length];
      const position = vector(6);
      const turn = rotation();
      const ours = overlapShapeAny(world, { shape, position, rotation: turn });
      const theirs = rapier.intersectionWithShape(xyz(position), xyzw(turn), rapierShape(shape)) !== null;
      if (ours !== theirs) {
        // Within a tenth of a millimetre of touching either may be right: the same shape a little way off says so.
        const around = [0, 1, 2].flatMap((i) =>
          [-1e-4, 1e-4].map((e) => position.map((x, j) => (i === j ? x + e : x)) as unknown as Vec3),
        );
        const answers = around.map((p) => overlapShapeAny(world, { shape, position: p, rotation: turn }));
        expect(new Set([...answers, ours]).size).toBe(2);
      }
      if (ours) overlaps++;
      const near = closestPoint(world, position);
      const projected = rapier.projectPoint(xyz(position), true);
      expect(projected?.isInside).toBe(containsPointAny(world, position));
      if (near === undefined || projected === null || projected.isInside) continue;
      const { x, y, z } = projected.point;
      const distance = Math.hypot(x - position[0], y - position[1], z - position[2]);
      expect(Math.abs(distance - near.distance)).toBeLessThan(RAY_TOLERANCE);
    }
    expect(overlaps).toBeGreaterThan(100);
    rapier.free();
  });

  /** Hills of 20 m by 20 m. The cells of Rapier's height fields have the other diagonal. */
  const surfaces = (): [string, Shape][] => {
    const N = 21;
    const heights = Array.from(
      { length: N * N },
      (_, i) => Math.sin(0.9 * (i % N)) * Math.cos(0.7 * Math.floor(i / N)),
    );
    const vertices = heights.flatMap((y, i) => [(i % N) - 10, y, Math.floor(i / N) - 10]);
    const indices: number[] = [];
    for (let j = 0; j < N - 1; j++) {
      for (let i = 0; i < N - 1; i++) {
        const a = j * N + i;
        indices.push(a, a + N, a + 1, a + 1, a + N, a + N + 1);
      }
    }
    return [
      ['mesh', mesh(vertices, indices)],
      ['height field', heightField(N, N, heights, { diagonal: 1 })],
    ];
  };

  it.each(surfaces())('rays and shape casts from above meet a %s at the same place', (_, shape) => {
    const world = createWorld({ gravity: [0, 0, 0] });
    addBody(world, shape, { type: 'static', position: [0.3, 0.1, -0.2] });
    const mirror = mirrorWorld(Rapier, world);
    mirror.step(1 / 60);
    const rapier = Rapier.World.restoreSnapshot(mirror.save());
    mirror.free();
    let found = 0;
    for (let k = 0; k < 500; k++) {
      const [x, , z] = vector(8);
      const [dx, , dz] = vector(3);
      const origin: Vec3 = [x, 6, z];
      const size = Math.hypot(dx, -9, dz);
      const direction: Vec3 = [dx / size, -9 / size, dz / size];
      const ours = castRay(world, origin, direction, 50);
      const theirs = rapier.castRayAndGetNormal(new Rapier.Ray(xyz(origin), xyz(direction)), 50, true);
      expect(ours === undefined).toBe(theirs === null);
      if (ours === undefined || theirs === null) continue;
      expect(Math.abs(ours.distance - theirs.timeOfImpact)).toBeLessThan(2e-3);
      const probe = shapes[k % 4];
      const turn = rotation();
      const by: Vec3 = [0, -8, 0];
      const cast = castShape(world, { shape: probe, position: origin, rotation: turn }, by);
      const other = rapier.castShape(xyz(origin), xyzw(turn), xyz(by), rapierShape(probe), 0, 1, true);
      expect(cast === undefined).toBe(other === null);
      if (cast === undefined || other === null) continue;
      found++;
      expect(8 * Math.abs(cast.fraction - other.time_of_impact)).toBeLessThan(CAST_TOLERANCE);
      // Just above the touch they are apart, a centimetre below it they overlap.
      const at = (offset: number): Vec3 => [x, 6 - 8 * cast.fraction + offset, z];
      for (const [offset, overlaps] of [
        [0.01, false],
        [-0.01, true],
      ] as const) {
        expect(overlapShapeAny(world, { shape: probe, position: at(offset), rotation: turn })).toBe(overlaps);
        // Rapier does not find all overlaps with a height field.
        if (shape.kind === 'height-field') continue;
        const theirs = rapier.intersectionWithShape(xyz(at(offset)), xyzw(turn), rapierShape(probe));
        expect(theirs !== null).toBe(overlaps);
      }
    }
    expect(found).toBeGreaterThan(400);
    rapier.free();
  });
});
