// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import {
  allBodies,
  type BodyHandle,
  bodyColliders,
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  castShapeAll,
  castShapeAny,
  castShapes,
  closestPoint,
  closestPoints,
  colliderDef,
  coneShape,
  containsPoint,
  containsPointAny,
  containsPoints,
  createBody,
  createCollider,
  createQueryHits,
  createWorld,
  cylinder,
  destroyBody,
  halfSpace,
  hashWorld,
  hull,
  overlapBox,
  overlapBoxAny,
  overlapBoxes,
  overlapShape,
  overlapShapeAny,
  overlapShapes,
  PhysicsError,
  type Quat,
  restoreSnapshot,
  roundedBox,
  type Shape,
  setNextPose,
  sphere,
  takeSnapshot,
  taperedCapsule,
  taperedCylinder,
  updateBody,
  updateCollider,
  type Vec3,
  type World,
} from '../../src/index.js';
import { multiply, rotate } from '../../src/math/quat.js';
import { cross, dot, length, normalize, add as plus, scale, sub } from '../../src/math/vec3.js';
import { createRandom, randomQuat, randomVec } from '../collision/narrowphase/core-fixture.js';
import { add, run, unitBox, weightless } from './context.js';

const random = createRandom(5);
const cloud: Vec3[] = Array.from({ length: 14 }, () => randomVec(random, 1));
const shapes: Record<string, Shape> = {
  sphere: sphere(0.7),
  capsule: capsule(0.3, 0.8),
  box: box(0.5, 0.9, 0.3),
  hull: hull(cloud),
  cylinder: cylinder(0.5, 0.6),
  cone: coneShape(0.7, 0.8),
  taperedCylinder: taperedCylinder(0.3, 0.6, 0.5),
  roundedCylinder: taperedCylinder(0.4, 0.3, 0.4, 0.2),
  taperedCapsule: taperedCapsule(0.5, 0.2, 0.5),
  roundedBox: roundedBox(0.3, 0.6, 0.2, 0.2),
};
const shapeNames = Object.keys(shapes);

/** Whether some ball between the two ends holds the point: the distance from the ball at s is convex in s. */
const insideTapered = (p: number, y: number, r0: number, r1: number, half: number): boolean => {
  const outside = (s: number): number => Math.hypot(p, y - (2 * s - 1) * half) - (r0 + (r1 - r0) * s);
  let [low, high] = [0, 1];
  for (let k = 0; k < 80; k++) {
    const third = (high - low) / 3;
    if (outside(low + third) < outside(high - third)) high -= third;
    else low += third;
  }
  return outside(low) <= 0;
};

/** Whether a shape contains a point of its own frame, each by its definition. */
const contains = (shape: Shape, [x, y, z]: Vec3): boolean => {
  switch (shape.kind) {
    case 'sphere':
      return x * x + y * y + z * z <= shape.radius ** 2;
    case 'capsule': {
      const over = Math.max(0, Math.abs(y) - shape.halfLength);
      return x * x + over * over + z * z <= shape.radius ** 2;
    }
    case 'tapered-capsule':
      return insideTapered(Math.hypot(x, z), y, shape.bottomRadius, shape.topRadius, shape.halfLength);
    case 'cylinder':
      return insideCylinder(Math.hypot(x, z), y, shape);
    case 'box':
      return [x, y, z].every((v, i) => Math.abs(v) <= shape.halfExtents[i]);
    case 'rounded-box': {
      const over = [x, y, z].map((v, i) => Math.max(0, Math.abs(v) - shape.halfExtents[i]));
      return Math.hypot(...over) <= shape.rounding;
    }
    case 'hull':
      return insideHull(shape.points, [x, y, z]);
    case 'half-space':
      return dot(shape.normal, [x, y, z]) <= shape.offset;
    default:
      return false;
  }
};

const insideCylinder = (p: number, y: number, shape: Extract<Shape, { kind: 'cylinder' }>): boolean => {
  const { bottomRadius: r0, topRadius: r1, halfLength: h, rounding } = shape;
  const inner = (q: number, v: number): boolean =>
    Math.abs(v) <= h && q <= r0 + ((r1 - r0) * (v + h)) / (2 * h);
  if (inner(p, y)) return true;
  if (rounding === 0) return false;
  const near = (a: readonly [number, number], b: readonly [number, number]): boolean => {
    const e = [b[0] - a[0], b[1] - a[1]];
    const t = ((p - a[0]) * e[0] + (y - a[1]) * e[1]) / (e[0] * e[0] + e[1] * e[1]);
    const s = Math.max(0, Math.min(1, t));
    return Math.hypot(p - a[0] - s * e[0], y - a[1] - s * e[1]) <= rounding;
  };
  return near([0, -h], [r0, -h]) || near([r0, -h], [r1, h]) || near([r1, h], [0, h]);
};

/** A point is outside a cloud when a plane through three of its points has the whole cloud on the other side. */
const hullPlanes = (points: readonly Vec3[]): { n: Vec3; d: number }[] => {
  const planes: { n: Vec3; d: number }[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = 0; j < points.length; j++)
      for (let k = 0; k < j; k++) {
        if (i === j || i === k) continue;
        const raw = cross(sub(points[j], points[i]), sub(points[k], points[i]));
        if (length(raw) < 1e-9) continue;
        for (const n of [normalize(raw), scale(normalize(raw), -1)]) {
          const d = dot(n, points[i]);
          if (points.every((p) => dot(n, p) <= d + 1e-9)) planes.push({ n, d });
        }
      }
  return planes;
};
const cloudPlanes = hullPlanes(cloud);
const insideHull = (_: readonly Vec3[], x: Vec3): boolean => cloudPlanes.every(({ n, d }) => dot(n, x) <= d);

const toLocal = (x: Vec3, p: Vec3, [qx, qy, qz, qw]: Quat): Vec3 => rotate([-qx, -qy, -qz, qw], sub(x, p));

/** Forty bodies of every shape, some of them with two colliders, over a floor. */
const makeWorld = (): World => {
  const world = weightless();
  const own = createRandom(77);
  add(world, halfSpace([0, 1, 0], -4), { type: 'static' });
  for (let i = 0; i < 40; i++) {
    const body = add(
      world,
      shapes[shapeNames[i % shapeNames.length]],
      {
        type: i % 3 === 0 ? 'static' : 'dynamic',
        position: randomVec(own, 5),
        rotation: randomQuat(own),
      },
      { layer: 1 << (i % 3), sensor: i % 10 === 9 },
    );
    if (i % 5 === 0) {
      createCollider(world, body, {
        shape: sphere(0.2),
        position: randomVec(own, 2),
        rotation: randomQuat(own),
      });
    }
  }
  return world;
};

interface Placed {
  readonly shape: Shape;
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly body: BodyHandle;
}

const placedColliders = (world: World): Placed[] =>
  allBodies(world).flatMap((body) =>
    bodyColliders(world, body)
      .map((c) => colliderDef(world, c))
      .filter(({ sensor }) => !sensor)
      .map(({ shape, position, rotation }) => ({
        shape,
        position: plus(bodyPosition(world, body), rotate(bodyRotation(world, body), position)),
        rotation: multiply(bodyRotation(world, body), rotation),
        body,
      })),
  );

const isIn = ({ shape, position, rotation }: Placed, x: Vec3): boolean =>
  contains(shape, toLocal(x, position, rotation));

describe('castRay', () => {
  it.each(shapeNames)('against a %s: the first sample inside, and a normal out of it', (name) => {
    const world = weightless();
    const rotation = randomQuat(random);
    const placed = { shape: shapes[name], position: [3, -2, 1] as Vec3, rotation, body: 0 as BodyHandle };
    add(world, placed.shape, { position: placed.position, rotation });
    let found = 0;
    for (let k = 0; k < 300; k++) {
      const origin = plus(placed.position, scale(normalize(randomVec(random, 1)), 4));
      const direction = normalize(sub(plus(placed.position, randomVec(random, 0.8)), origin));
      const hit = castRay(world, origin, direction, 10);
      const SAMPLES = 4000;
      let first = -1;
      for (let i = 0; i <= SAMPLES && first < 0; i++)
        if (isIn(placed, plus(origin, scale(direction, (10 * i) / SAMPLES)))) first = (10 * i) / SAMPLES;
      if (hit === undefined) {
        expect(first).toBe(-1);
        continue;
      }
      found++;
      // Samples are 2.5 mm apart; a graze may fall between two.
      if (first >= 0) {
        expect(hit.distance).toBeLessThanOrEqual(first + 1e-9);
        expect(hit.distance).toBeGreaterThan(first - 10 / SAMPLES - 1e-9);
      }
      expect(length(sub(hit.point, plus(origin, scale(direction, hit.distance))))).toBeLessThan(1e-12);
      expect(length(hit.normal)).toBeCloseTo(1, 12);
      expect(dot(hit.normal, direction)).toBeLessThanOrEqual(0);
      // A nanometre out along the normal is outside, a nanometre in is inside.
      expect(isIn(placed, plus(hit.point, scale(hit.normal, 1e-9)))).toBe(false);
      expect(isIn(placed, plus(hit.point, scale(hit.normal, -1e-9)))).toBe(true);
    }
    expect(found).toBeGreaterThan(100);
  });

  it('a half-space: where the height is zero', () => {
    const world = createWorld();
    add(world, halfSpace([1, 2, 0], 3), { type: 'static' });
    const n = normalize([1, 2, 0]);
    const hit = castRay(world, [5, 5, 1], [-1, -1, 0.5]);
    expect(hit).toBeDefined();
    expect(dot([1, 2, 0], hit?.point ?? [0, 0, 0])).toBeCloseTo(3, 12);
    expect(length(sub(hit?.normal ?? [0, 0, 0], n))).toBeLessThan(1e-12);
    expect(castRay(world, [5, 5, 1], [1, 1, 0])).toBeUndefined();
  });

  it('starts inside: distance 0 and the normal against the ray', () => {
    const world = weightless();
    for (const [i, name] of shapeNames.entries()) add(world, shapes[name], { position: [5 * i, 0, 0] });
    for (let i = 0; i < shapeNames.length; i++) {
      const hit = castRay(world, [5 * i, 0.01, 0], [0, 3, 0]);
      expect(hit?.distance).toBe(0);
      expect(hit?.normal[1]).toBe(-1);
    }
  });

  it('finds the nearest of many: as every collider asked alone', () => {
    const world = makeWorld();
    const placed = placedColliders(world);
    let found = 0;
    for (let k = 0; k < 150; k++) {
      const origin = randomVec(random, 8);
      const direction = normalize(randomVec(random, 1));
      const reach = random() < 0.5 ? Infinity : 6;
      const hit = castRay(world, origin, direction, reach);
      const all = castRayAll(world, origin, direction, reach);
      expect(castRayAny(world, origin, direction, reach)).toBe(hit !== undefined);
      expect(all[0]?.distance).toBe(hit?.distance);
      expect(all[0]?.collider).toBe(hit?.collider);
      for (let i = 1; i < all.length; i++)
        expect(all[i].distance).toBeGreaterThanOrEqual(all[i - 1].distance);
      const end = Math.min(hit?.distance ?? reach, 12);
      for (let t = 0; t < end - 1e-9; t += 0.05) {
        const x = plus(origin, scale(direction, t));
        expect(placed.some((p) => isIn(p, x))).toBe(false);
      }
      if (hit) {
        found++;
        const inside = plus(hit.point, scale(direction, 1e-9));
        expect(
          placed.some((p) => p.body === hit.body && isIn(p, hit.distance > 0 ? inside : hit.point)),
        ).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(50);
  });
});

describe('castShape', () => {
  it('of a tiny ball is nearly a ray', () => {
    const world = makeWorld();
    for (let k = 0; k < 200; k++) {
      const origin = randomVec(random, 8);
      const by = randomVec(random, 12);
      const ray = castRay(world, origin, by, length(by));
      const ball = castShape(world, { shape: sphere(1e-4), position: origin }, by);
      if (ray === undefined || ball === undefined) continue;
      if (ball.collider !== ray.collider) continue;
      const slant = Math.abs(dot(ray.normal, normalize(by)));
      expect(Math.abs(ball.fraction * length(by) - ray.distance)).toBeLessThan(1e-3 / Math.max(slant, 0.05));
    }
  });

  it('touches at the fraction it says, and nothing before', () => {
    const world = makeWorld();
    let found = 0;
    for (let k = 0; k < 80; k++) {
      const shape = shapes[shapeNames[k % shapeNames.length]];
      const rotation = randomQuat(random);
      const position = randomVec(random, 9);
      const by = randomVec(random, 9);
      const hit = castShape(world, { shape, position, rotation }, by);
      const all = castShapeAll(world, { shape, position, rotation }, by);
      expect(castShapeAny(world, { shape, position, rotation }, by)).toBe(hit !== undefined);
      expect(all[0]?.fraction).toBe(hit?.fraction);
      const touches = (t: number): boolean =>
        overlapShapeAny(world, { shape, rotation, position: plus(position, scale(by, t)) });
      const end = hit?.fraction ?? 1;
      for (let t = 0; t < end - 1e-6; t += 0.02) expect(touches(t)).toBe(false);
      if (hit === undefined) continue;
      found++;
      expect(touches(Math.min(1, hit.fraction + 1e-6))).toBe(true);
    }
    expect(found).toBeGreaterThan(20);
  });

  it('that does not move: what it touches where it is', () => {
    const world = weightless();
    const body = add(world, unitBox);
    const hit = castShape(world, { shape: sphere(0.5), position: [0, 0.9, 0] }, [0, 0, 0]);
    expect(hit?.body).toBe(body);
    expect(hit?.fraction).toBe(0);
    expect(hit?.normal[1]).toBeCloseTo(1, 12);
    expect(castShape(world, { shape: sphere(0.5), position: [0, 1.1, 0] }, [0, 0, 0])).toBeUndefined();
  });
});

describe('overlaps', () => {
  it('overlapShape: a shape touches another when samples of one are in both, or GJK says how near they are', () => {
    const world = makeWorld();
    const placed = placedColliders(world);
    let found = 0;
    for (let k = 0; k < 100; k++) {
      const position = randomVec(random, 5);
      const probe: Placed = {
        shape: box(1, 0.6, 0.8),
        position,
        rotation: randomQuat(random),
        body: 0 as BodyHandle,
      };
      const touching = overlapShape(
        world,
        probe.shape.kind === 'box'
          ? { shape: probe.shape, position, rotation: probe.rotation }
          : { shape: probe.shape, position },
      );
      expect(overlapShapeAny(world, { shape: probe.shape, position, rotation: probe.rotation })).toBe(
        touching.length > 0,
      );
      found += touching.length;
      for (const other of placed) {
        let shared = false;
        for (let i = 0; i < 300 && !shared; i++) {
          const local: Vec3 = [2 * random() - 1, 1.2 * random() - 0.6, 1.6 * random() - 0.8];
          shared = isIn(other, plus(position, rotate(probe.rotation, local)));
        }
        if (shared) expect(touching.some((t) => t.body === other.body)).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  it('containsPoint: as every shape by its definition', () => {
    const world = makeWorld();
    const placed = placedColliders(world);
    for (let k = 0; k < 1000; k++) {
      const point = randomVec(random, 5);
      const expected = placed.filter((p) => isIn(p, point)).map((p) => p.body);
      expect(
        containsPoint(world, point)
          .map((o) => o.body)
          .sort(),
      ).toEqual(expected.sort());
      expect(containsPointAny(world, point)).toBe(expected.length > 0);
    }
  });

  it('overlapBox: bounding boxes, tight ones', () => {
    const world = weightless();
    const turned = add(world, box(1, 1, 1), {
      rotation: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
    });
    // The box stands on its edge: its bounds reach √2 far, its corners do not fill them.
    expect(overlapBox(world, [1.3, 1.3, 0], [2, 2, 1]).map((o) => o.body)).toEqual([turned]);
    expect(overlapBoxAny(world, [1.42, 1.42, 0], [2, 2, 1])).toBe(false);
    expect(overlapShapeAny(world, { shape: box(0.35, 0.35, 0.5), position: [1.65, 1.65, 0.5] })).toBe(false);
    const floor = add(world, halfSpace([0, 1, 0], -5), { type: 'static' });
    expect(overlapBox(world, [-1, -6, -1], [1, -5, 1]).map((o) => o.body)).toEqual([floor]);
  });
});

describe('closestPoint', () => {
  it('no sample of any surface is nearer; inside the distance is negative', () => {
    const world = makeWorld();
    const placed = placedColliders(world);
    for (let k = 0; k < 200; k++) {
      const point = randomVec(random, 6);
      const near = closestPoint(world, point);
      if (near === undefined) throw new Error('there is a floor');
      const inside = placed.some((p) => isIn(p, point));
      expect(near.distance <= 0).toBe(inside);
      expect(length(sub(near.point, point))).toBeCloseTo(Math.abs(near.distance), 9);
      // On the surface: a micrometre towards the middle of the shape is inside it.
      const own = placed.filter((p) => p.body === near.body && p.shape.kind !== 'half-space');
      const inwards = ({ position }: Placed): Vec3 =>
        plus(near.point, scale(normalize(sub(position, near.point)), 1e-6));
      if (own.length > 0) expect(own.some((p) => isIn(p, inwards(p)))).toBe(true);
      if (inside) continue;
      for (let i = 0; i < 100; i++) {
        const within = plus(point, scale(normalize(randomVec(random, 1)), near.distance * 0.999999));
        expect(placed.some((p) => isIn(p, within))).toBe(false);
      }
      expect(closestPoint(world, point, near.distance * 0.999)).toBeUndefined();
    }
  });

  it('of the centre of a ball: its radius deep', () => {
    const world = weightless();
    add(world, sphere(0.5), { position: [1, 2, 3] });
    const near = closestPoint(world, [1, 2, 3]);
    expect(near?.distance).toBe(-0.5);
    expect(length(sub(near?.point ?? [0, 0, 0], [1, 2, 3]))).toBeCloseTo(0.5, 12);
  });
});

describe('what queries see', () => {
  const up: Vec3 = [0, 1, 0];

  it('filters: layers, excluded bodies, sensors, a predicate', () => {
    const world = weightless();
    const bodies = [1, 2, 3].map((i) => add(world, unitBox, { position: [0, 2 * i, 0] }, { layer: 1 << i }));
    const sensor = add(world, unitBox, { position: [0, 8, 0] }, { sensor: true });
    const first = (filter: Parameters<typeof castRay>[4]): BodyHandle | undefined =>
      castRay(world, [0, 0, 0], up, Infinity, filter)?.body;
    expect(first({})).toBe(bodies[0]);
    expect(first({ mask: 0b1100 })).toBe(bodies[1]);
    expect(first({ exclude: bodies[0] })).toBe(bodies[1]);
    expect(first({ exclude: [bodies[0], bodies[1]] })).toBe(bodies[2]);
    expect(first({ exclude: bodies })).toBeUndefined();
    expect(first({ exclude: bodies, sensors: true })).toBe(sensor);
    expect(first({ predicate: (_, body) => body === bodies[2] })).toBe(bodies[2]);
    expect(overlapBox(world, [-1, 0, -1], [1, 9, 1], { mask: 0b0110 }).map((o) => o.body)).toEqual([
      bodies[0],
      bodies[1],
    ]);
    const asked: BodyHandle[] = [];
    closestPoint(world, [0, 3.2, 0], 1, { predicate: (_, body) => asked.push(body) > 0 });
    expect(asked.every((body) => bodies.includes(body))).toBe(true);
  });

  it('what was created, moved, changed, disabled or destroyed since the last step, at once', () => {
    const world = weightless();
    const hit = (): BodyHandle | undefined => castRay(world, [0, 0, 0], up, 100)?.body;
    expect(hit()).toBeUndefined();
    const body = createBody(world, { position: [0, 5, 0] });
    expect(hit()).toBeUndefined();
    const collider = createCollider(world, body, { shape: unitBox });
    expect(hit()).toBe(body);
    updateBody(world, body, { position: [3, 5, 0] });
    expect(hit()).toBeUndefined();
    updateBody(world, body, { position: [0, 50, 0] });
    expect(hit()).toBe(body);
    updateBody(world, body, { enabled: false });
    expect(hit()).toBeUndefined();
    updateBody(world, body, { enabled: true });
    expect(hit()).toBe(body);
    updateCollider(world, collider, { sensor: true });
    expect(hit()).toBeUndefined();
    updateCollider(world, collider, { sensor: false });
    destroyBody(world, body);
    expect(hit()).toBeUndefined();
    const lift = add(world, unitBox, { type: 'kinematic', position: [4, 5, 0] });
    setNextPose(world, lift, [0, 5, 0]);
    expect(hit()).toBeUndefined();
    run(world, 1);
    expect(hit()).toBe(lift);
  });

  it('changes nothing: not a bit, and not the steps that follow', () => {
    const asked = makeWorld();
    const left = makeWorld();
    for (let step = 0; step < 30; step++) {
      const before = hashWorld(asked);
      castRayAll(asked, [-9, 0, 0], [1, 0.1, 0]);
      overlapShape(asked, { shape: sphere(3), position: [0, 0, 0] });
      closestPoint(asked, [1, 1, 1]);
      expect(hashWorld(asked)).toBe(before);
      run(asked, 1);
      run(left, 1);
    }
    expect(hashWorld(asked)).toBe(hashWorld(left));
  });

  it('answers the same after a snapshot, whose trees are built anew: also between equally near ones', () => {
    const world = weightless();
    for (let i = 0; i < 30; i++) add(world, unitBox, { position: [(i % 6) * 3, 0, Math.floor(i / 6) * 3] });
    for (let i = 0; i < 5; i++) add(world, unitBox, { position: [0, 0, 0] });
    run(world, 3);
    const answers = (): unknown => [
      castRay(world, [0, 5, 0], [0, -1, 0]),
      castRayAll(world, [0, 5, 0], [0, -1, 0]),
      closestPoint(world, [0, 2, 0]),
      castShape(world, { shape: sphere(0.2), position: [0, 5, 0] }, [0, -9, 0]),
      overlapBox(world, [-9, -9, -9], [9, 9, 9]),
    ];
    const before = answers();
    restoreSnapshot(world, takeSnapshot(world));
    expect(answers()).toEqual(before);
  });

  it('a predicate that asks another query is told so, and the next query works', () => {
    const world = weightless();
    add(world, unitBox, { position: [0, 3, 0] });
    const nested = (): unknown =>
      castRay(world, [0, 0, 0], up, 9, { predicate: () => castRayAny(world, [0, 0, 0], up) });
    expect(nested).toThrow(PhysicsError);
    expect(castRayAny(world, [0, 0, 0], up)).toBe(true);
  });

  it('a hundred kilometres out: to a micrometre', () => {
    const far: Vec3 = [1e5, 1e5, -1e5];
    const world = weightless();
    add(world, hull(cloud), { position: far });
    const near = weightless();
    add(near, hull(cloud));
    for (let k = 0; k < 50; k++) {
      const origin = scale(normalize(randomVec(random, 1)), 4);
      const direction = scale(origin, -1);
      const a = castRay(near, origin, direction);
      const b = castRay(world, plus(origin, far), direction);
      expect(Math.abs((a?.distance ?? 0) - (b?.distance ?? 0))).toBeLessThan(1e-6);
    }
  });
});

describe('batches', () => {
  it('say what the single queries say', () => {
    const world = makeWorld();
    const N = 100;
    const rays = new Float64Array(7 * N);
    const casts = new Float64Array(10 * N);
    const poses = new Float64Array(7 * N);
    const boxes = new Float64Array(6 * N);
    const points = new Float64Array(3 * N);
    const reaches = new Float64Array(4 * N);
    for (let q = 0; q < N; q++) {
      const at = randomVec(random, 6);
      const d = randomVec(random, 6);
      const rotation = randomQuat(random);
      rays.set([...at, ...d, q % 2 === 0 ? Infinity : 5], 7 * q);
      casts.set([...at, ...rotation, ...d], 10 * q);
      poses.set([...at, ...rotation], 7 * q);
      boxes.set([...at, ...plus(at, [1, 2, 1])], 6 * q);
      points.set(at, 3 * q);
      reaches.set([...at, 2], 4 * q);
    }
    const vec = (from: ArrayLike<number>, at: number): Vec3 => [from[at], from[at + 1], from[at + 2]];
    const quat = (from: ArrayLike<number>, at: number): Quat =>
      [...vec(from, at), from[at + 3]] as unknown as Quat;
    const out = createQueryHits(4);
    const rows = (q: number): { body: number; distance: number; point: Vec3; normal: Vec3 }[] =>
      Array.from({ length: out.count }, (_, r) => r)
        .filter((r) => out.query[r] === q)
        .map((r) => ({
          body: out.body[r],
          distance: out.distance[r],
          point: vec(out.point, 3 * r),
          normal: vec(out.normal, 3 * r),
        }));
    const list = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);
    const shape = shapes.capsule;

    castRays(world, rays, out);
    for (let q = 0; q < N; q++) {
      const hit = list(castRay(world, vec(rays, 7 * q), vec(rays, 7 * q + 3), rays[7 * q + 6]));
      expect(rows(q)).toEqual(
        hit.map(({ body, distance, point, normal }) => ({ body, distance, point, normal })),
      );
    }
    expect(out.count).toBeGreaterThan(20);
    castShapes(world, shape, casts, out);
    for (let q = 0; q < N; q++) {
      const hit = list(
        castShape(
          world,
          { shape, position: vec(casts, 10 * q), rotation: quat(casts, 10 * q + 3) },
          vec(casts, 10 * q + 7),
        ),
      );
      expect(rows(q).map((r) => r.body)).toEqual(hit.map((h) => h.body));
      for (const [i, h] of hit.entries()) expect(rows(q)[i].distance).toBeCloseTo(h.fraction, 9);
    }
    overlapShapes(world, shape, poses, out);
    for (let q = 0; q < N; q++) {
      const hit = overlapShape(world, {
        shape,
        position: vec(poses, 7 * q),
        rotation: quat(poses, 7 * q + 3),
      });
      expect(rows(q).map((r) => r.body)).toEqual(hit.map((h) => h.body));
    }
    overlapBoxes(world, boxes, out);
    for (let q = 0; q < N; q++)
      expect(rows(q).map((r) => r.body)).toEqual(
        overlapBox(world, vec(boxes, 6 * q), vec(boxes, 6 * q + 3)).map((h) => h.body),
      );
    containsPoints(world, points, out);
    for (let q = 0; q < N; q++)
      expect(rows(q).map((r) => r.body)).toEqual(containsPoint(world, vec(points, 3 * q)).map((h) => h.body));
    closestPoints(world, reaches, out);
    for (let q = 0; q < N; q++)
      expect(rows(q).map((r) => r.distance)).toEqual(
        list(closestPoint(world, vec(reaches, 4 * q), 2)).map((h) => h.distance),
      );
  });

  it.each<[string, (world: World, given: Float64Array) => void, number[]]>([
    ['castRays', (w, g) => castRays(w, g, createQueryHits()), [0, 0, 0, 1, 0, 0]],
    ['castRays', (w, g) => castRays(w, g, createQueryHits()), [0, 0, 0, 0, 0, 0, 1]],
    ['castRays', (w, g) => castRays(w, g, createQueryHits()), [0, Number.NaN, 0, 1, 0, 0, 1]],
    ['castRays', (w, g) => castRays(w, g, createQueryHits()), [0, 0, 0, 1, 0, 0, -1]],
    ['castRays', (w, g) => castRays(w, g, createQueryHits()), [0, 0, 0, 1, 0, 0, Number.NaN]],
    ['castRays', (w, g) => castRays(w, g, createQueryHits()), [0, 0, 0, Infinity, 0, 0, 1]],
    ['castShapes', (w, g) => castShapes(w, sphere(1), g, createQueryHits()), [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]],
    ['overlapShapes', (w, g) => overlapShapes(w, sphere(1), g, createQueryHits()), [0, 0, 0, 0, 0, 0, 0]],
    ['overlapBoxes', (w, g) => overlapBoxes(w, g, createQueryHits()), [0, 0, 0, 1, -1, 1]],
    ['containsPoints', (w, g) => containsPoints(w, g, createQueryHits()), [0, 1e300, 0]],
    ['closestPoints', (w, g) => closestPoints(w, g, createQueryHits()), [0, 0, 0, -1]],
    ['no hits', (w, g) => castRays(w, g, {} as never), [0, 0, 0, 1, 0, 0, 1]],
  ])('%s #%# is refused', (_, call, numbers) => {
    expect(() => call(makeWorld(), Float64Array.from(numbers))).toThrow(PhysicsError);
  });
});
