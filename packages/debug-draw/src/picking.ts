import {
  type BodyHandle,
  type ColliderHandle,
  castRay,
  castRayAll,
  type JointHandle,
  jointDefinitions,
  type World,
} from '@tenon/physics-core';
import {
  BodyRecord,
  ColliderKind,
  ColliderRecord,
  createReading,
  JointRecord,
  readBodies,
  readJoints,
} from '@tenon/physics-core/inspect';
import { projectPoint, type Ray } from './camera.js';
import type { Point } from './pose.js';
import { readShapes } from './read-shapes.js';

/** Where the world is read into; kept, because a pointer that hovers asks again and again. */
const bodies = createReading();
const colliders = createReading();
const joints = createReading();

export interface BodyHit {
  readonly body: BodyHandle;
  /** Undefined for a body without one: the box of its inertia was picked. */
  readonly collider: ColliderHandle | undefined;
  /** From the ray's origin, m. */
  readonly distance: number;
  /** World space. */
  readonly point: Point;
}

/**
 * The first body that a ray enters; a shape in which it starts does not count. Sensors are seen through: one is picked
 * only where nothing solid is.
 */
export const pickBody = (world: World, ray: Ray): BodyHit | undefined => {
  const solid = nearer(firstOutside(world, ray, false), pickInertia(world, ray));
  return solid ?? firstOutside(world, ray, true);
};

/** The first collider that the ray enters from outside: it begins with distance 0 in one that holds its origin. */
const firstOutside = (world: World, { origin, direction }: Ray, sensors: boolean): BodyHit | undefined => {
  const first = castRay(world, origin, direction, Infinity, { sensors });
  if (first === undefined || first.distance > 0) return first;
  return castRayAll(world, origin, direction, Infinity, { sensors }).find(({ distance }) => distance > 0);
};

const nearer = (a: BodyHit | undefined, b: BodyHit | undefined): BodyHit | undefined =>
  a === undefined || (b !== undefined && b.distance < a.distance) ? b : a;

/** The first solid of a body without colliders, as it is drawn from the inertia. */
const pickInertia = (world: World, ray: Ray): BodyHit | undefined => {
  readBodies(world, bodies);
  readShapes(world, colliders, bodies);
  const { floats } = colliders;
  let best: BodyHit | undefined;
  for (let record = 0; record < colliders.count * ColliderRecord.size; record += ColliderRecord.size) {
    if (floats[record + ColliderRecord.handle] !== 0) continue;
    const body = floats[record + ColliderRecord.body] * BodyRecord.size;
    if (bodies.floats[body + BodyRecord.enabled] === 0) continue;
    const distance = rayInertia(record, ray);
    if (distance >= (best?.distance ?? Infinity)) continue;
    const handle = bodies.floats[body + BodyRecord.handle] as BodyHandle;
    best = { body: handle, collider: undefined, distance, point: alongRay(ray, distance) };
  }
  return best;
};

const alongRay = ({ origin, direction }: Ray, distance: number): Point => [
  origin[0] + distance * direction[0],
  origin[1] + distance * direction[1],
  origin[2] + distance * direction[2],
];

const rayInertia = (record: number, { origin, direction }: Ray): number => {
  const { floats } = colliders;
  const pose = record + ColliderRecord.pose;
  const size = record + ColliderRecord.dimensions;
  const [x, y, z] = [0, 1, 2].map((i) => origin[i] - floats[pose + i]);
  const [o, d] = [turnedBack(pose, x, y, z), turnedBack(pose, ...direction)];
  const [a, b, c] = floats.subarray(size, size + 3);
  return floats[record + ColliderRecord.kind] === ColliderKind.cylinder
    ? firstIn([insideCircle(o, d, a), betweenPlanes(o[1], d[1], c)])
    : firstIn([a, b, c].map((half, i) => betweenPlanes(o[i], d[i], half)));
};

/** Rᵀ v, with the rotation matrix of a collider's pose. */
const turnedBack = (pose: number, x: number, y: number, z: number): Point => {
  const { floats } = colliders;
  const r = pose + 3;
  return [
    floats[r] * x + floats[r + 3] * y + floats[r + 6] * z,
    floats[r + 1] * x + floats[r + 4] * y + floats[r + 7] * z,
    floats[r + 2] * x + floats[r + 5] * y + floats[r + 8] * z,
  ];
};

/** A part of a ray o + t d, from one t to another; empty where the second is less. */
type Interval = readonly [enter: number, exit: number];
const ALL: Interval = [-Infinity, Infinity];
const NONE: Interval = [Infinity, -Infinity];

/** Where |o + t d| <= half. */
const betweenPlanes = (o: number, d: number, half: number): Interval => {
  if (d === 0) return Math.abs(o) > half ? NONE : ALL;
  const [one, other] = [(-half - o) / d, (half - o) / d];
  return [Math.min(one, other), Math.max(one, other)];
};

/** Where the ray is within a radius of the y axis: a t² + 2 b t + c <= 0. */
const insideCircle = ([ox, , oz]: Point, [dx, , dz]: Point, radius: number): Interval => {
  const a = dx * dx + dz * dz;
  const b = ox * dx + oz * dz;
  const c = ox * ox + oz * oz - radius * radius;
  if (a === 0) return c > 0 ? NONE : ALL;
  const square = b * b - a * c;
  if (square < 0) return NONE;
  const root = Math.sqrt(square);
  return [(-b - root) / a, (-b + root) / a];
};

/** How far along the ray all of them begin, t >= 0: the last entry, if it comes before the first exit. Infinity for a miss or a start inside. */
const firstIn = (parts: readonly Interval[]): number => {
  const enter = Math.max(...parts.map(([t]) => t));
  const exit = Math.min(...parts.map(([, t]) => t));
  return enter <= exit && enter >= 0 ? enter : Infinity;
};

/** How a picture was taken: the camera's matrix and the size in pixels. */
export interface PictureFrame {
  readonly matrix: Float32Array;
  readonly width: number;
  readonly height: number;
}

export interface JointHit {
  readonly joint: JointHandle;
  /** From the point asked for to the nearer anchor in the picture, pixels. */
  readonly pixels: number;
}

/** Of anchors whose distances from the pointer differ by less than this, pixels, the one nearer to the eye counts. */
const SAME_PLACE = 2;
const place = new Float64Array(3);

/**
 * The joint with the anchor nearest to a point of the picture, if it is within `radius` pixels; x to the right, y down.
 * A coupling is picked half-way between the joints that it couples, since a point near their anchors picks them.
 */
export const pickJoint = (
  world: World,
  picture: PictureFrame,
  x: number,
  y: number,
  radius = 24,
): JointHit | undefined => {
  readJoints(world, joints);
  const definitions = jointDefinitions();
  const { floats } = joints;
  let found = -1;
  let least = Infinity;
  let depth = Infinity;
  for (let k = 0; k < joints.count; k++) {
    const record = k * JointRecord.size;
    const between = definitions[floats[record + JointRecord.definition]].couples;
    for (let side = 0; side < (between ? 1 : 2); side++) {
      if (!projectAnchor(record, between ? 0.5 : side, picture)) continue;
      const pixels = Math.hypot(place[0] - x, place[1] - y);
      if (pixels > radius || pixels >= least + SAME_PLACE) continue;
      if (pixels > least - SAME_PLACE && place[2] >= depth) continue;
      found = floats[record + JointRecord.handle];
      least = pixels;
      depth = place[2];
    }
  }
  return found < 0 ? undefined : { joint: found as JointHandle, pixels: least };
};

/** Writes the point at this fraction between A's anchor and B's into `place`. */
const projectAnchor = (record: number, part: number, picture: PictureFrame): boolean => {
  const a = record + JointRecord.anchorA;
  const b = record + JointRecord.anchorB;
  const along = (i: number): number => (1 - part) * joints.floats[a + i] + part * joints.floats[b + i];
  return projectPoint(picture.matrix, along(0), along(1), along(2), picture.width, picture.height, place);
};
