import {
  allBodies,
  type BodyHandle,
  bodyColliders,
  bodyPosition,
  bodyRotation,
  bodyType,
  type ColliderHandle,
  castRay,
  colliderBody,
  colliderDef,
  type World,
} from '@tenon/physics-core';
import { DRUM_LENGTH, DRUM_RADIUS, findScene, type Scene } from '@tenon/scenes';
import { expect, it } from 'vitest';
import { begin, dynamicBodies, play } from './context.js';

/** Scenes on meshes and height fields in bounded form; SECONDS=60 in the environment runs them as long as you like. */
const seconds = (usual: number): number => Number(process.env.SECONDS ?? usual);

const sceneOf = (id: string): Scene => {
  const scene = findScene(id);
  if (!scene) throw new Error(`no scene ${id}`);
  return scene;
};

type Point = readonly [number, number, number];

/** Points of a body's surface in its own frame: the corners of a polyhedron, and the centres of rounded parts with a radius. */
interface Measured {
  readonly body: BodyHandle;
  readonly points: readonly Point[];
  readonly radius: number;
}

const measured = (world: World, body: BodyHandle): Measured => {
  const { shape } = colliderDef(world, bodyColliders(world, body)[0]);
  if (shape.kind === 'hull')
    return { body, points: shape.points.map(([x, y, z]): Point => [x, y, z]), radius: 0 };
  if (shape.kind === 'sphere') return { body, points: [[0, 0, 0]], radius: shape.radius };
  if (shape.kind === 'capsule') {
    const h = shape.halfLength;
    return {
      body,
      points: [
        [0, -h, 0],
        [0, h, 0],
      ],
      radius: shape.radius,
    };
  }
  if (shape.kind !== 'box') throw new Error(`no points of a ${shape.kind}`);
  const [x, y, z] = shape.halfExtents;
  const signs = [-1, 1];
  const points = signs.flatMap((i) => signs.flatMap((j) => signs.map((k): Point => [i * x, j * y, k * z])));
  return { body, points, radius: 0 };
};

/**
 * How deep the deepest of these points is below a surface, m: by a ray from `eye` of the point through it to the ground. It
 * is measured after each step, and not read from contacts: the separations of a fast contact are those of its planes, which
 * the step carries on.
 */
const deepest = (
  world: World,
  ground: BodyHandle,
  bodies: readonly Measured[],
  eye: (point: Point) => Point,
): number => {
  const predicate = (collider: ColliderHandle): boolean => colliderBody(world, collider) === ground;
  let most = 0;
  for (const { body, points, radius } of bodies) {
    const rotate = rotation(bodyRotation(world, body));
    const [x, y, z] = bodyPosition(world, body);
    for (const local of points) {
      const [u, v, w] = rotate(local);
      const point: Point = [x + u, y + v, z + w];
      const from = eye(point);
      const way = point.map((value, i) => value - from[i]);
      const length = Math.hypot(...way);
      const direction: Point = [way[0] / length, way[1] / length, way[2] / length];
      const hit = castRay(world, from, direction, 2 * length, { predicate });
      if (!hit) continue;
      const cosine = -(
        hit.normal[0] * direction[0] +
        hit.normal[1] * direction[1] +
        hit.normal[2] * direction[2]
      );
      most = Math.max(most, (length - hit.distance) * cosine + radius);
    }
  }
  return most;
};

const rotation =
  ([x, y, z, w]: readonly [number, number, number, number]) =>
  ([a, b, c]: Point): Point => {
    const u = 2 * (y * c - z * b);
    const v = 2 * (z * a - x * c);
    const t = 2 * (x * b - y * a);
    return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
  };

it('hulls come to rest on terrain, and none falls through or sinks in', () => {
  const started = begin(sceneOf('terrain'), { count: 80 });
  const { world } = started;
  const hulls = dynamicBodies(world).map((body) => measured(world, body));
  const ground = allBodies(world).find((body) => bodyType(world, body) === 'static')!;
  let worst = 0;
  play(started, seconds(4), () => {
    worst = Math.max(
      worst,
      deepest(world, ground, hulls, ([x, y, z]) => [x, y + 2, z]),
    );
  });
  console.log(`terrain: worst penetration ${(1000 * worst).toFixed(1)} mm`);
  for (const body of dynamicBodies(world)) {
    const [x, y, z] = bodyPosition(world, body);
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(16);
    expect(y).toBeGreaterThan(-3);
  }
  // Of hulls with 0.35 m of radius that land at 9 m/s.
  expect(worst).toBeLessThan(0.02);
});

it('nothing leaves the washing machine', () => {
  const started = begin(sceneOf('washing-machine'), { count: 100 });
  const { world, bodies } = started;
  const laundry = dynamicBodies(world).map((body) => measured(world, body));
  let worst = 0;
  play(started, seconds(4), () => {
    worst = Math.max(
      worst,
      deepest(world, bodies.drum, laundry, ([, , z]) => [0, 0, z]),
    );
  });
  console.log(`washing machine: worst penetration with the drum ${(1000 * worst).toFixed(1)} mm`);
  for (const body of dynamicBodies(world)) {
    const [x, y, z] = bodyPosition(world, body);
    // The origin of a hull may lie a little outside of it.
    expect(Math.hypot(x, y)).toBeLessThan(DRUM_RADIUS + 0.03);
    expect(Math.abs(z)).toBeLessThan(DRUM_LENGTH / 2);
  }
  expect(worst).toBeLessThan(0.03);
});

it('all marbles end in the tray', () => {
  const started = begin(sceneOf('marble-run'), { count: 12, turns: 2 });
  play(started, seconds(10));
  for (const body of dynamicBodies(started.world)) {
    const [x, y, z] = bodyPosition(started.world, body);
    expect(y).toBeLessThan(0.5);
    expect(y).toBeGreaterThan(0);
    expect(Math.abs(x - 1.5)).toBeLessThan(1.2);
    expect(Math.abs(z - 1.2)).toBeLessThan(1.2);
  }
});
