import type { Point } from './pose.js';

/**
 * A perspective camera that looks at `target` from a sphere around it, y up. With yaw 0 and pitch 0 it stands on the
 * positive z side; yaw turns it towards positive x, pitch lifts it. Angles in radians, lengths in metres.
 */
export interface OrbitCamera {
  target: [x: number, y: number, z: number];
  distance: number;
  yaw: number;
  pitch: number;
  /** Vertical opening angle. */
  fieldOfView: number;
  near: number;
  far: number;
  /** How low the camera may go, and how near and far. */
  minPitch: number;
  minDistance: number;
  maxDistance: number;
}

export interface Ray {
  readonly origin: Point;
  /** Unit vector. */
  readonly direction: Point;
}

/** Just short of straight up and down, where the camera would have no defined right-hand side. */
const MAX_PITCH = Math.PI / 2 - 0.01;

export const createCamera = (start: Partial<OrbitCamera> = {}): OrbitCamera => ({
  target: [0, 0, 0],
  distance: 10,
  yaw: 0,
  pitch: 0.4,
  fieldOfView: Math.PI / 4,
  near: 0.05,
  far: 1000,
  minPitch: -MAX_PITCH,
  minDistance: 0.2,
  maxDistance: 500,
  ...start,
});

export const orbit = (camera: OrbitCamera, deltaYaw: number, deltaPitch: number): void => {
  camera.yaw += deltaYaw;
  camera.pitch = clamp(camera.pitch + deltaPitch, camera.minPitch, MAX_PITCH);
};

/** A factor above 1 moves away. */
export const zoom = (camera: OrbitCamera, factor: number): void => {
  camera.distance = clamp(camera.distance * factor, camera.minDistance, camera.maxDistance);
};

/**
 * Moves the target in the picture plane so that what lies at the target's depth follows a pointer that moved by
 * (dx, dy) pixels, y down, in a view of the given height.
 */
export const pan = (camera: OrbitCamera, dx: number, dy: number, viewHeight: number): void => {
  const metresPerPixel = (2 * camera.distance * Math.tan(camera.fieldOfView / 2)) / viewHeight;
  const { right, up } = axes(camera);
  for (let i = 0; i < 3; i++) camera.target[i] += metresPerPixel * (dy * up[i] - dx * right[i]);
};

export const eyePosition = (camera: OrbitCamera): Point => {
  const { back } = axes(camera);
  const { target, distance } = camera;
  return [target[0] + distance * back[0], target[1] + distance * back[1], target[2] + distance * back[2]];
};

/**
 * World to clip space, column by column as shaders read it. Depth runs from 0 at `near` to w at `far` as WebGPU wants;
 * WebGL would allow -w, which only means that it clips a little nearer than `near`.
 */
export const viewProjection = (camera: OrbitCamera, aspect: number, out: Float32Array): Float32Array => {
  const { right, up, back } = axes(camera);
  const eye = eyePosition(camera);
  const scaleY = 1 / Math.tan(camera.fieldOfView / 2);
  const scaleX = scaleY / aspect;
  const scaleZ = camera.far / (camera.near - camera.far);
  const offsetX = -dot(right, eye);
  const offsetY = -dot(up, eye);
  const offsetZ = -dot(back, eye);
  for (let i = 0; i < 3; i++) {
    out[4 * i] = scaleX * right[i];
    out[4 * i + 1] = scaleY * up[i];
    out[4 * i + 2] = scaleZ * back[i];
    out[4 * i + 3] = -back[i];
  }
  out[12] = scaleX * offsetX;
  out[13] = scaleY * offsetY;
  out[14] = scaleZ * (offsetZ + camera.near);
  out[15] = -offsetZ;
  return out;
};

/** The ray from the eye through a point of the picture; x and y run from -1 to 1, right and up. */
export const pickRay = (camera: OrbitCamera, x: number, y: number, aspect: number): Ray => {
  const { right, up, back } = axes(camera);
  const half = Math.tan(camera.fieldOfView / 2);
  const across = x * half * aspect;
  const upward = y * half;
  const length = Math.sqrt(1 + across * across + upward * upward);
  const component = (i: number): number => (across * right[i] + upward * up[i] - back[i]) / length;
  return { origin: eyePosition(camera), direction: [component(0), component(1), component(2)] };
};

const axes = (camera: OrbitCamera): { right: Point; up: Point; back: Point } => {
  const sinYaw = Math.sin(camera.yaw);
  const cosYaw = Math.cos(camera.yaw);
  const sinPitch = Math.sin(camera.pitch);
  const cosPitch = Math.cos(camera.pitch);
  return {
    right: [cosYaw, 0, -sinYaw],
    up: [-sinPitch * sinYaw, cosPitch, -sinPitch * cosYaw],
    back: [cosPitch * sinYaw, sinPitch, cosPitch * cosYaw],
  };
};

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
