import {
  type BodyHandle,
  type ColliderHandle,
  type JointHandle,
  jointDefinitions,
  type World,
} from '@tenon/physics-core';
import {
  BodyRecord,
  ColliderKind,
  ColliderRecord,
  colliderHull,
  colliderTriangles,
  createReading,
  JointRecord,
  readBodies,
  readJoints,
} from '@tenon/physics-core/inspect';
import { projectPoint, type Ray } from './camera.js';
import type { Point } from './pose.js';
import { rayBox, rayCapsule, rayHalfSpace, rayHull, raySphere, rayTriangles } from './ray-shapes.js';
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
  readBodies(world, bodies);
  readShapes(world, colliders, bodies);
  const hits = [nothing(), nothing()];
  for (let c = 0; c < colliders.count; c++) {
    const record = c * ColliderRecord.size;
    const body = colliders.floats[record + ColliderRecord.body] * BodyRecord.size;
    if (bodies.floats[body + BodyRecord.enabled] === 0) continue;
    const best = hits[colliders.floats[record + ColliderRecord.sensor]];
    const distance = rayCollider(world, record, ray);
    if (distance >= best.distance) continue;
    best.distance = distance;
    best.body = bodies.floats[body + BodyRecord.handle];
    best.collider = colliders.floats[record + ColliderRecord.handle];
  }
  const { distance, body, collider } = hits[0].distance < Infinity ? hits[0] : hits[1];
  if (distance === Infinity) return undefined;
  return {
    body: body as BodyHandle,
    collider: collider === 0 ? undefined : (collider as ColliderHandle),
    distance,
    point: alongRay(ray, distance),
  };
};

const nothing = () => ({ distance: Infinity, body: 0, collider: 0 });

const alongRay = ({ origin, direction }: Ray, distance: number): Point => [
  origin[0] + distance * direction[0],
  origin[1] + distance * direction[1],
  origin[2] + distance * direction[2],
];

const rayCollider = (world: World, record: number, ray: Ray): number => {
  const { floats } = colliders;
  const pose = record + ColliderRecord.pose;
  const from = ray.origin;
  const o = turnedBack(pose, from[0] - floats[pose], from[1] - floats[pose + 1], from[2] - floats[pose + 2]);
  const d = turnedBack(pose, ...ray.direction);
  const size = record + ColliderRecord.dimensions;
  switch (floats[record + ColliderRecord.kind]) {
    case ColliderKind.sphere:
      return raySphere(o, d, floats[size]);
    case ColliderKind.capsule:
      return rayCapsule(o, d, floats[size], floats[size + 1]);
    case ColliderKind.box:
      return rayBox(o, d, [floats[size], floats[size + 1], floats[size + 2]]);
    case ColliderKind.hull: {
      const hull = colliderHull(world, floats[record + ColliderRecord.handle] as ColliderHandle);
      return hull === undefined ? Infinity : rayHull(o, d, hull.planes);
    }
    case ColliderKind.halfSpace:
      return rayHalfSpace(o, d);
    default: {
      const surface = colliderTriangles(world, floats[record + ColliderRecord.handle] as ColliderHandle);
      return surface === undefined ? Infinity : rayTriangles(o, d, surface.corners, surface.twoSided);
    }
  }
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
