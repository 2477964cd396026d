import type { Point } from './pose.js';

/**
 * A camera that looks at `target` from a sphere around it, y up. With yaw 0 and pitch 0 it stands on the positive z
 * side; yaw turns it towards positive x, pitch lifts it. Angles in radians, lengths in metres.
 */
export interface OrbitCamera {
  target: [x: number, y: number, z: number];
  distance: number;
  yaw: number;
  pitch: number;
  /** Orthographic pictures show what lies at the target in the same size as perspective ones. */
  projection: 'perspective' | 'orthographic';
  /** The 2D mode: orthographic, x to the right, y up. It cannot be turned, and panning leaves the z of the target. */
  planar: boolean;
  /** Vertical opening angle. */
  fieldOfView: number;
  /** Nearest and farthest depth from the eye; an orthographic camera has no eye and shows `far` metres on both sides of the target. */
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
  projection: 'perspective',
  planar: false,
  fieldOfView: Math.PI / 4,
  near: 0.05,
  far: 1000,
  minPitch: -MAX_PITCH,
  minDistance: 0.2,
  maxDistance: 500,
  ...start,
});

/** A planar camera stays as it is. */
export const orbit = (camera: OrbitCamera, deltaYaw: number, deltaPitch: number): void => {
  if (camera.planar) return;
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
  const metresPerPixel = (2 * halfHeight(camera)) / viewHeight;
  setAxes(camera);
  for (let i = 0; i < 3; i++) {
    camera.target[i] += metresPerPixel * (dy * axes[UP + i] - dx * axes[RIGHT + i]);
  }
};

export const eyePosition = (camera: OrbitCamera): Point => {
  setAxes(camera);
  const { target, distance } = camera;
  return [
    target[0] + distance * axes[BACK],
    target[1] + distance * axes[BACK + 1],
    target[2] + distance * axes[BACK + 2],
  ];
};

/**
 * World to clip space, column by column as shaders read it. Depth runs from 0 at `near` to w at `far` as WebGPU wants;
 * WebGL would allow -w, which only means that it clips a little nearer than `near`. Perspective: w is the distance along
 * the view axis. Orthographic: w is 1.
 */
export const viewProjection = (camera: OrbitCamera, aspect: number, out: Float32Array): Float32Array => {
  setAxes(camera);
  const { target, distance, near, far } = camera;
  const perspective = hasPerspective(camera);
  const scaleY = 1 / (perspective ? Math.tan(camera.fieldOfView / 2) : halfHeight(camera));
  const scaleX = scaleY / aspect;
  const scaleZ = perspective ? far / (near - far) : -0.5 / far;
  for (let i = 0; i < 3; i++) {
    out[4 * i] = scaleX * axes[RIGHT + i];
    out[4 * i + 1] = scaleY * axes[UP + i];
    out[4 * i + 2] = scaleZ * axes[BACK + i];
    out[4 * i + 3] = perspective ? -axes[BACK + i] : 0;
  }
  // Where the target lies along the view axis; the eye is `distance` further back.
  const offsetZ = -dotAxis(BACK, target);
  out[12] = -scaleX * dotAxis(RIGHT, target);
  out[13] = -scaleY * dotAxis(UP, target);
  out[14] = perspective ? scaleZ * (offsetZ - distance + near) : scaleZ * offsetZ + 0.5;
  out[15] = perspective ? distance - offsetZ : 1;
  return out;
};

/**
 * How much clip depth brings a point this part of its distance nearer (0.001 is one part in a thousand). Taken from the
 * depth of lines, it keeps them in front of the faces on which they lie.
 */
export const depthTowardsEye = (camera: OrbitCamera, part: number): number =>
  hasPerspective(camera)
    ? (part * camera.near * camera.far) / (camera.far - camera.near)
    : (part * camera.distance) / (2 * camera.far);

/** The ray through a point of the picture; x and y run from -1 to 1, right and up. */
export const pickRay = (camera: OrbitCamera, x: number, y: number, aspect: number): Ray => {
  setAxes(camera);
  const { target, distance, far } = camera;
  const across = x * halfHeight(camera) * aspect;
  const upward = y * halfHeight(camera);
  const component = (i: number): number => across * axes[RIGHT + i] + upward * axes[UP + i];
  if (!hasPerspective(camera)) {
    const from = (i: number): number => target[i] + component(i) + far * axes[BACK + i];
    return {
      origin: [from(0), from(1), from(2)],
      direction: [-axes[BACK], -axes[BACK + 1], -axes[BACK + 2]],
    };
  }
  const length = Math.sqrt(distance * distance + across * across + upward * upward);
  const along = (i: number): number => (component(i) - distance * axes[BACK + i]) / length;
  return { direction: [along(0), along(1), along(2)], origin: eyePosition(camera) };
};

/**
 * Where a world point lies in a picture of this size: x and y in pixels, y down, and its depth from 0 to 1. Points behind
 * the eye have no place: it returns false and writes nothing.
 */
export const projectPoint = (
  matrix: Float32Array,
  x: number,
  y: number,
  z: number,
  width: number,
  height: number,
  out: Float64Array,
): boolean => {
  const w = matrix[3] * x + matrix[7] * y + matrix[11] * z + matrix[15];
  if (w <= 0) return false;
  const clipX = matrix[0] * x + matrix[4] * y + matrix[8] * z + matrix[12];
  const clipY = matrix[1] * x + matrix[5] * y + matrix[9] * z + matrix[13];
  out[0] = ((1 + clipX / w) / 2) * width;
  out[1] = ((1 - clipY / w) / 2) * height;
  out[2] = (matrix[2] * x + matrix[6] * y + matrix[10] * z + matrix[14]) / w;
  return true;
};

export const hasPerspective = (camera: OrbitCamera): boolean =>
  camera.projection === 'perspective' && !camera.planar;

/** From the middle of the picture to its upper border at the depth of the target, metres. */
const halfHeight = (camera: OrbitCamera): number => camera.distance * Math.tan(camera.fieldOfView / 2);

/** Unit vectors to the right, up and back, one scratch for the module: a picture needs them every frame. */
const axes = new Float64Array(9);
const RIGHT = 0;
const UP = 3;
const BACK = 6;

const setAxes = (camera: OrbitCamera): void => {
  const yaw = camera.planar ? 0 : camera.yaw;
  const pitch = camera.planar ? 0 : camera.pitch;
  const sinYaw = Math.sin(yaw);
  const cosYaw = Math.cos(yaw);
  const sinPitch = Math.sin(pitch);
  const cosPitch = Math.cos(pitch);
  axes[RIGHT] = cosYaw;
  axes[RIGHT + 1] = 0;
  axes[RIGHT + 2] = -sinYaw;
  axes[UP] = -sinPitch * sinYaw;
  axes[UP + 1] = cosPitch;
  axes[UP + 2] = -sinPitch * cosYaw;
  axes[BACK] = cosPitch * sinYaw;
  axes[BACK + 1] = sinPitch;
  axes[BACK + 2] = cosPitch * cosYaw;
};

const dotAxis = (axis: number, point: Point): number =>
  axes[axis] * point[0] + axes[axis + 1] * point[1] + axes[axis + 2] * point[2];

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
