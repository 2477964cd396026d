import {
  type BodyHandle,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  gear,
  halfSpace,
  heightField,
  hinge,
  hull,
  mesh,
  type Shape,
  sphere,
  updateBody,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCamera, pickRay, projectPoint, type Ray, viewProjection } from '../src/camera.js';
import { pickBody, pickJoint } from '../src/picking.js';

/** Shapes of static bodies. */
const FIXED: readonly string[] = ['half-space', 'mesh', 'height-field'];
/** Counter-clockwise seen from above. */
const TRIANGLE = [0, 0, 0, 0, 0, 1, 1, 0, 0];

const add = (world: World, shape: Shape, position: Vec3, sensor = false): BodyHandle => {
  const body = createBody(world, { type: FIXED.includes(shape.kind) ? 'static' : 'dynamic', position });
  createCollider(world, body, { shape, sensor });
  return body;
};

const ray = (origin: Vec3, towards: Vec3): Ray => {
  const d = towards.map((value, i) => value - origin[i]);
  const length = Math.hypot(...d);
  return { origin, direction: [d[0] / length, d[1] / length, d[2] / length] };
};

const octahedron: Shape = hull([
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]);

test.each<[string, Shape, Vec3, Vec3, number | undefined]>([
  ['sphere, through the middle', sphere(0.5), [0, 0, 5], [0, 0, 0], 4.5],
  ['sphere, off the middle', sphere(0.5), [0.3, 0, 5], [0.3, 0, 0], 4.6],
  ['sphere, missed', sphere(0.5), [0.51, 0, 5], [0.51, 0, 0], undefined],
  ['sphere, behind', sphere(0.5), [0, 0, 5], [0, 0, 6], undefined],
  ['sphere, from inside', sphere(0.5), [0.1, 0, 0], [0, 0, 0], undefined],
  ['box, face', box(1, 2, 3), [0.5, 0.5, 8], [0.5, 0.5, 0], 5],
  ['box, along an edge direction', box(1, 2, 3), [0, 9, 0], [0, 0, 0], 7],
  ['box, missed', box(1, 2, 3), [1.01, 0, 8], [1.01, 0, 0], undefined],
  ['box, from inside', box(1, 2, 3), [0, 0, 0], [1, 1, 1], undefined],
  ['capsule, side', capsule(0.5, 1), [4, 0.9, 0], [0, 0.9, 0], 3.5],
  ['capsule, cap', capsule(0.5, 1), [4, 1.3, 0], [0, 1.3, 0], 3.6],
  ['capsule, from above', capsule(0.5, 1), [0, 6, 0], [0, 0, 0], 4.5],
  ['capsule, beside the cap', capsule(0.5, 1), [4, 1.51, 0], [0, 1.51, 0], undefined],
  ['capsule, from inside', capsule(0.5, 1), [0, 0.9, 0], [9, 0.9, 0], undefined],
  ['half-space, from above', halfSpace([0, 2, 0], 1), [0, 4.5, 0], [0, 0, 0], 4],
  ['half-space, at an angle', halfSpace(), [0, 3, 4], [0, 0, 0], 5],
  ['half-space, from below', halfSpace(), [0, -3, 0], [0, 0, 0], undefined],
  ['half-space, away', halfSpace(), [0, 3, 0], [0, 4, 0], undefined],
  ['hull, face', octahedron, [3, 3, 3], [0, 0, 0], Math.hypot(3, 3, 3) - 1 / Math.sqrt(3)],
  ['hull, corner', octahedron, [0, 4, 0], [0, 0, 0], 3],
  ['hull, missed', octahedron, [0.6, 0.6, 5], [0.6, 0.6, 0], undefined],
  ['hull, from inside', octahedron, [0, 0, 0], [1, 0, 0], undefined],
  ['mesh, from outside', mesh(TRIANGLE, [0, 1, 2]), [0.2, 3, 0.2], [0.2, 0, 0.2], 3],
  ['mesh, beside it', mesh(TRIANGLE, [0, 1, 2]), [0.8, 3, 0.8], [0.8, 0, 0.8], undefined],
  ['mesh, from behind', mesh(TRIANGLE, [0, 1, 2]), [0.2, -3, 0.2], [0.2, 0, 0.2], undefined],
  ['mesh of two sides', mesh(TRIANGLE, [0, 1, 2], { twoSided: true }), [0.2, -3, 0.2], [0.2, 0, 0.2], 3],
  ['height field', heightField(2, 2, [1, 1, 1, 1]), [0.2, 3, 0.1], [0.2, 0, 0.1], 2],
])('%s', (_, shape, origin, towards, distance) => {
  const world = createWorld();
  const body = add(world, shape, [0, 0, 0]);
  const hit = pickBody(world, ray(origin, towards));
  if (distance === undefined) expect(hit).toBeUndefined();
  else {
    expect(hit?.body).toBe(body);
    expect(hit?.distance).toBeCloseTo(distance, 10);
  }
});

const unit = fc.double({ min: -1, max: 1, noNaN: true });

/** How far outside of a shape in its own frame a point lies; 0 on the boundary. */
const heightOver = (shape: Shape, [x, y, z]: Vec3): number => {
  switch (shape.kind) {
    case 'sphere':
      return Math.hypot(x, y, z) - shape.radius;
    case 'capsule': {
      const core = Math.max(-shape.halfLength, Math.min(shape.halfLength, y));
      return Math.hypot(x, y - core, z) - shape.radius;
    }
    case 'box': {
      const [hx, hy, hz] = shape.halfExtents;
      return Math.max(Math.abs(x) - hx, Math.abs(y) - hy, Math.abs(z) - hz);
    }
    case 'hull':
      return (Math.abs(x) + Math.abs(y) + Math.abs(z) - 1) / Math.sqrt(3);
    default:
      // A half-space, or a flat surface.
      return y;
  }
};

test.each([sphere(0.7), box(0.4, 0.9, 0.6), capsule(0.3, 0.6), octahedron])(
  'a ray in any direction meets a turned $kind at its boundary and nothing of it before',
  (shape) => {
    const rotation = [0.5, -0.5, 0.1, 0.7] as const;
    const length = Math.hypot(...rotation);
    const q = rotation.map((value) => value / length) as [number, number, number, number];
    const world = createWorld();
    const body = createBody(world, { position: [3, -1, 2], rotation: q });
    createCollider(world, body, {
      shape,
      position: [0.5, 0, 0],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    });
    const toLocal = (point: Vec3): Vec3 => {
      const inBody = turnBack(q, [point[0] - 3, point[1] + 1, point[2] - 2]);
      return turnBack([0, 0, Math.SQRT1_2, Math.SQRT1_2], [inBody[0] - 0.5, inBody[1], inBody[2]]);
    };
    fc.assert(
      fc.property(fc.tuple(unit, unit, unit), fc.tuple(unit, unit, unit), (from, towards) => {
        const origin: Vec3 = [3 + 5 * from[0], -1 + 5 * from[1], 2 + 5 * from[2]];
        fc.pre(heightOver(shape, toLocal(origin)) > 0.01);
        const target: Vec3 = [3 + towards[0], -1 + towards[1], 2 + towards[2]];
        fc.pre(Math.hypot(...target.map((value, i) => value - origin[i])) > 0.1);
        const sight = ray(origin, target);
        const hit = pickBody(world, sight);
        const end = hit?.distance ?? 12;
        if (hit) expect(heightOver(shape, toLocal(hit.point as Vec3))).toBeCloseTo(0, 9);
        for (let k = 0; k < 40; k++) {
          const t = (end * k) / 40;
          const point = sight.origin.map((value, i) => value + t * sight.direction[i]) as unknown as Vec3;
          expect(heightOver(shape, toLocal(point))).toBeGreaterThan(-1e-9);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  },
);

const turnBack = ([x, y, z, w]: readonly number[], [vx, vy, vz]: Vec3): Vec3 => {
  const tx = 2 * (-y * vz + z * vy);
  const ty = 2 * (-z * vx + x * vz);
  const tz = 2 * (-x * vy + y * vx);
  return [vx + w * tx - y * tz + z * ty, vy + w * ty - z * tx + x * tz, vz + w * tz - x * ty + y * tx];
};

test('the nearest body wins; a sensor is looked through, and picked where nothing solid is', () => {
  const world = createWorld();
  const far = add(world, box(0.5, 0.5, 0.5), [0, 0, -4]);
  const near = add(world, sphere(0.5), [0, 0, 0]);
  const trigger = add(world, box(2, 2, 0.5), [0, 0, 3], true);
  expect(pickBody(world, ray([0, 0, 9], [0, 0, 0]))?.body).toBe(near);
  expect(pickBody(world, ray([0, 0, -9], [0, 0, 0]))?.body).toBe(far);
  expect(pickBody(world, ray([1.5, 1.5, 9], [1.5, 1.5, 0]))?.body).toBe(trigger);
});

test('a body is as near as its nearest collider; a disabled one is not there', () => {
  const world = createWorld();
  const body = add(world, octahedron, [0, 0, 0]);
  const sight = ray([0, 4, 0], [0, 0, 0]);
  expect(pickBody(world, sight)?.distance).toBeCloseTo(3, 10);
  createCollider(world, body, {
    shape: hull([
      [1, 2, 1],
      [-1, 2, 1],
      [0, 2, -1],
      [0, 0, 0],
    ]),
  });
  expect(pickBody(world, sight)?.distance).toBeCloseTo(2, 10);
  updateBody(world, body, { enabled: false });
  expect(pickBody(world, sight)).toBeUndefined();
});

const WIDTH = 800;
const HEIGHT = 600;

test('the joint with the nearest anchor in the picture is picked, within the radius', () => {
  const world = createWorld();
  const left = add(world, sphere(0.1), [-1, 0, 0]);
  const right = add(world, sphere(0.1), [1, 0, 0]);
  const hinges = [left, right].map((body, i) =>
    createJoint(world, hinge({ bodyB: body, anchor: [2 * i - 1, 0.5, 0], axis: [0, 0, 1] })),
  );
  const camera = createCamera({ yaw: 0.4, pitch: 0.3, distance: 8 });
  const matrix = viewProjection(camera, WIDTH / HEIGHT, new Float32Array(16));
  const picture = { matrix, width: WIDTH, height: HEIGHT };
  const place = new Float64Array(3);
  for (const [i, joint] of hinges.entries()) {
    projectPoint(matrix, 2 * i - 1, 0.5, 0, WIDTH, HEIGHT, place);
    expect(pickJoint(world, picture, place[0] + 6, place[1] - 8)).toMatchObject({
      joint,
      pixels: expect.closeTo(10, 3),
    });
    expect(pickJoint(world, picture, place[0] + 30, place[1], 20)).toBeUndefined();
  }
  const coupling = createJoint(world, gear({ jointA: hinges[0], jointB: hinges[1], ratio: 1 }));
  projectPoint(matrix, 0, 0.5, 0, WIDTH, HEIGHT, place);
  expect(pickJoint(world, picture, place[0], place[1])?.joint).toBe(coupling);
  projectPoint(matrix, 1, 0.5, 0, WIDTH, HEIGHT, place);
  expect(pickJoint(world, picture, place[0], place[1])?.joint).toBe(hinges[1]);
});

test('of two anchors at one place of the picture the nearer to the eye is picked', () => {
  const world = createWorld();
  const ends = [-2, 2].map((z) => add(world, sphere(0.1), [0, 0, z]));
  const joints = ends.map((body) => createJoint(world, hinge({ bodyB: body })));
  const camera = createCamera({ yaw: 0, pitch: 0, distance: 8 });
  const matrix = viewProjection(camera, 1, new Float32Array(16));
  expect(pickJoint(world, { matrix, width: 400, height: 400 }, 200, 200)?.joint).toBe(joints[1]);
});

test('a pick ray of the camera and the picked body agree with the picture', () => {
  const world = createWorld();
  const bodies = [-2, 0, 2].map((x) => add(world, box(0.4, 0.4, 0.4), [x, 0.5, -x]));
  for (const projection of ['perspective', 'orthographic'] as const) {
    const camera = createCamera({ yaw: 0.5, pitch: 0.3, distance: 9, projection });
    const matrix = viewProjection(camera, WIDTH / HEIGHT, new Float32Array(16));
    const place = new Float64Array(3);
    for (const [i, x] of [-2, 0, 2].entries()) {
      projectPoint(matrix, x, 0.5, -x, WIDTH, HEIGHT, place);
      const sight = pickRay(camera, (2 * place[0]) / WIDTH - 1, 1 - (2 * place[1]) / HEIGHT, WIDTH / HEIGHT);
      expect(pickBody(world, sight)?.body).toBe(bodies[i]);
    }
  }
});
