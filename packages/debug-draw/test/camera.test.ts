import { expect, test } from 'vitest';
import {
  createCamera,
  depthTowardsEye,
  eyePosition,
  type OrbitCamera,
  orbit,
  pan,
  pickRay,
  projectPoint,
  viewProjection,
  zoom,
} from '../src/camera.js';
import type { Point } from '../src/pose.js';

const ASPECT = 16 / 9;

/** Clip coordinates x, y, z, w of a world point. */
const toClip = (camera: OrbitCamera, [x, y, z]: Point): number[] => {
  const m = viewProjection(camera, ASPECT, new Float32Array(16));
  return [0, 1, 2, 3].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12]);
};

const someCamera = (): OrbitCamera =>
  createCamera({ target: [1, 2, -3], distance: 7, yaw: 0.9, pitch: -0.3, near: 0.1, far: 100 });

test('the target is the middle of the picture, and w is the distance along the view axis', () => {
  const [x, y, , w] = toClip(someCamera(), [1, 2, -3]);
  expect(x / w).toBeCloseTo(0, 5);
  expect(y / w).toBeCloseTo(0, 5);
  expect(w).toBeCloseTo(7, 5);
});

test('depth runs from 0 at the near plane to w at the far plane', () => {
  const camera = createCamera({ target: [0, 0, 0], distance: 10, yaw: 0, pitch: 0, near: 1, far: 50 });
  const near = toClip(camera, [0, 0, 9]);
  const far = toClip(camera, [0, 0, -40]);
  expect(near[2] / near[3]).toBeCloseTo(0, 5);
  expect(far[2] / far[3]).toBeCloseTo(1, 5);
});

test('yaw 0 looks along -z with x to the right and y up; a quarter turn looks along -x', () => {
  const camera = createCamera({ distance: 5, yaw: 0, pitch: 0 });
  expect(eyePosition(camera)).toEqual([0, 0, 5]);
  expect(toClip(camera, [1, 0, 0])[0]).toBeGreaterThan(0);
  expect(toClip(camera, [0, 1, 0])[1]).toBeGreaterThan(0);
  orbit(camera, Math.PI / 2, 0);
  expect(eyePosition(camera)[0]).toBeCloseTo(5, 10);
});

test('orbiting never goes over the pole, zooming never through the target', () => {
  const camera = someCamera();
  orbit(camera, 0, 10);
  expect(eyePosition(camera)[1]).toBeLessThan(2 + 7);
  expect(camera.pitch).toBeLessThan(Math.PI / 2);
  for (let i = 0; i < 100; i++) zoom(camera, 0.5);
  expect(camera.distance).toBeGreaterThan(0);
});

test('panning moves what lies at the target by exactly the pixels of the pointer', () => {
  const camera = someCamera();
  const height = 720;
  const width = height * ASPECT;
  pan(camera, 30, -45, height);
  const [x, y, , w] = toClip(camera, [1, 2, -3]);
  expect((x / w) * (width / 2)).toBeCloseTo(30, 3);
  expect((y / w) * (height / 2)).toBeCloseTo(45, 3);
});

test('a pick ray goes through every point that is drawn at its place', () => {
  const camera = someCamera();
  for (const [x, y] of [
    [0, 0],
    [0.5, -0.8],
    [-1, 1],
  ]) {
    const { origin, direction } = pickRay(camera, x, y, ASPECT);
    expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
    for (const t of [1, 20]) {
      const clip = toClip(camera, [
        origin[0] + t * direction[0],
        origin[1] + t * direction[1],
        origin[2] + t * direction[2],
      ]);
      expect(clip[0] / clip[3]).toBeCloseTo(x, 4);
      expect(clip[1] / clip[3]).toBeCloseTo(y, 4);
    }
  }
});

const flatCamera = (): OrbitCamera => ({ ...someCamera(), projection: 'orthographic' });

test('an orthographic picture shows the target in the same size as a perspective one, and nothing smaller with depth', () => {
  const nearTarget: Point = [1, 2.5, -3];
  const perspective = toClip({ ...someCamera(), pitch: 0 }, nearTarget);
  const flat = toClip({ ...flatCamera(), pitch: 0 }, nearTarget);
  expect(flat[3]).toBe(1);
  expect(flat[1]).toBeCloseTo(perspective[1] / perspective[3], 5);
  const camera = createCamera({ yaw: 0, pitch: 0, projection: 'orthographic', far: 50 });
  expect(toClip(camera, [1, 2, -30]).slice(0, 2)).toEqual(toClip(camera, [1, 2, 30]).slice(0, 2));
  expect(toClip(camera, [0, 0, 50])[2]).toBeCloseTo(0, 6);
  expect(toClip(camera, [0, 0, -50])[2]).toBeCloseTo(1, 6);
});

test('an orthographic pick ray runs along the view axis through every point drawn at its place', () => {
  const camera = flatCamera();
  const { origin, direction } = pickRay(camera, 0.4, -0.7, ASPECT);
  expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
  for (const t of [0, 50, 150]) {
    const clip = toClip(camera, [
      origin[0] + t * direction[0],
      origin[1] + t * direction[1],
      origin[2] + t * direction[2],
    ]);
    expect(clip[0]).toBeCloseTo(0.4, 4);
    expect(clip[1]).toBeCloseTo(-0.7, 4);
  }
});

test('the 2D mode is orthographic, cannot be turned, and panning leaves z', () => {
  const camera = createCamera({ target: [1, 2, 3], yaw: 0.7, pitch: 0.3, planar: true });
  orbit(camera, 1, 1);
  expect([camera.yaw, camera.pitch]).toEqual([0.7, 0.3]);
  pan(camera, 40, -70, 720);
  expect(camera.target[2]).toBe(3);
  expect(camera.target[0]).toBeLessThan(1);
  const [x, y, z] = pickRay(camera, 0.3, 0.2, ASPECT).direction;
  expect(Math.abs(x)).toBe(0);
  expect(Math.abs(y)).toBe(0);
  expect(z).toBe(-1);
});

test.each([someCamera(), flatCamera()])('panning follows the pointer in every projection', (camera) => {
  const height = 720;
  pan(camera, 30, -45, height);
  const [x, y, , w] = toClip(camera, [1, 2, -3]);
  expect((x / w) * ((height * ASPECT) / 2)).toBeCloseTo(30, 3);
  expect((y / w) * (height / 2)).toBeCloseTo(45, 3);
});

test.each([someCamera(), flatCamera()])(
  'projecting a point gives its pixel, and the ray through it leads back',
  (camera) => {
    const matrix = viewProjection(camera, ASPECT, new Float32Array(16));
    const point: Point = [0.4, 2.6, -2.1];
    const place = new Float64Array(3);
    expect(projectPoint(matrix, ...point, 1280, 720, place)).toBe(true);
    const { origin, direction } = pickRay(camera, place[0] / 640 - 1, 1 - place[1] / 360, ASPECT);
    const reach = direction.reduce((sum, d, i) => sum + d * (point[i] - origin[i]), 0);
    for (let i = 0; i < 3; i++) expect(origin[i] + reach * direction[i]).toBeCloseTo(point[i], 4);
    expect(place[2]).toBeGreaterThan(0);
    expect(place[2]).toBeLessThan(1);
  },
);

test('a point behind the eye has no place in the picture', () => {
  const camera = createCamera({ distance: 5, yaw: 0, pitch: 0 });
  const matrix = viewProjection(camera, ASPECT, new Float32Array(16));
  expect(projectPoint(matrix, 0, 0, 6, 100, 100, new Float64Array(3))).toBe(false);
});

test.each([someCamera(), flatCamera()])('the depth bias is the given part of the distance', (camera) => {
  const { origin, direction } = pickRay({ ...camera, projection: 'perspective' }, 0, 0, ASPECT);
  const at = (distance: number): number => {
    const [, , z, w] = toClip(camera, [
      origin[0] + distance * direction[0],
      origin[1] + distance * direction[1],
      origin[2] + distance * direction[2],
    ]);
    return z / w;
  };
  const part = 0.01;
  const { distance } = camera;
  const w = toClip(camera, [1, 2, -3])[3];
  const biased = at(distance) - depthTowardsEye(camera, part) / w;
  expect(biased).toBeLessThan(at(distance * (1 - part / 2)));
  expect(biased).toBeGreaterThan(at(distance * (1 - part * 1.1)));
});
