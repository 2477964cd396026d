import { expect, test } from 'vitest';
import {
  createCamera,
  eyePosition,
  type OrbitCamera,
  orbit,
  pan,
  pickRay,
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
