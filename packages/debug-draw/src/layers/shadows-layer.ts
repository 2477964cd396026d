import { type BodyHandle, bodyType, castRays, createQueryHits, type World } from '@tenon/physics-core';
import { BodyKind, ColliderKind, ColliderRecord } from '@tenon/physics-core/inspect';
import type { TriangleBuffer } from '../triangle-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Drawing } from './drawing.js';
import { inkOf } from './palette.js';
import { inkColours } from './pen.js';

const shadowInk = inkOf('shadow', 'soft');

/** m above the surface, or one would hide the other. */
const ABOVE = 0.002;
/** A shadow fades until its body is so many of its radii above the surface. */
const REACH = 2.5;
/** Cosine of the steepest slope that has shadows. */
const STEEPEST = 0.5;
const SEGMENTS = 14;
const circle = Float64Array.from({ length: 2 * (SEGMENTS + 1) }, (_, i) => {
  const angle = (2 * Math.PI * (i >> 1)) / SEGMENTS;
  return i & 1 ? Math.sin(angle) : Math.cos(angle);
});
/** More shadows than this would cost more than they show. */
const MOST_SHADOWS = 1500;
const RAY = 7;
/** m from the origin. Nobody sees the shadow of what is further away, as in a scene that blows up, and rays do not begin everywhere. */
const FARTHEST = 1e6;

/** The rays of a picture, one down from the middle of each shape, and what they hit; kept, as a frame shall leave no garbage. */
let rays = new Float64Array(RAY * 64);
let used = rays;
let places = new Int32Array(64);
const hits = createQueryHits();
let current: World | undefined;
/** Shadows fall on what does not move. */
const onStatic = {
  predicate: (_: unknown, body: BodyHandle): boolean =>
    current !== undefined && bodyType(current, body) === 'static',
};

/** A soft shadow below each body, on the static surface under it or else on a ground that is only drawn. */
export const drawShadows = (
  { triangles, readings }: Drawing,
  world: World,
  groundHeight: number | undefined,
): void => {
  const { floats, count } = readings.colliders;
  if (count > MOST_SHADOWS) return;
  if (places.length < count) {
    rays = new Float64Array(2 * RAY * count);
    places = new Int32Array(2 * count);
  }
  let n = 0;
  for (let k = 0; k < count; k++) {
    const at = k * ColliderRecord.size;
    if (
      floats[at + ColliderRecord.bodyType] === BodyKind.static ||
      floats[at + ColliderRecord.sensor] !== 0 ||
      floats[at + ColliderRecord.kind] === ColliderKind.halfSpace ||
      isFar(floats, at + ColliderRecord.box)
    )
      continue;
    writeRay(floats, at + ColliderRecord.box, RAY * n);
    places[n++] = at + ColliderRecord.box;
  }
  if (used.buffer !== rays.buffer || used.length !== RAY * n) used = rays.subarray(0, RAY * n);
  current = world;
  castRays(world, used, hits, onStatic);
  current = undefined;
  let next = 0;
  for (let query = 0; query < n; query++) {
    if (next < hits.count && hits.query[next] === query) {
      const { point, normal, distance } = hits;
      const p = 3 * next;
      if (distance[next] > 0 && normal[p + 1] > STEEPEST)
        drawShadow(triangles, floats, places[query], point[p + 1], normal[p], normal[p + 1], normal[p + 2]);
      next++;
    } else if (groundHeight !== undefined) {
      drawShadow(triangles, floats, places[query], groundHeight, 0, 1, 0);
    }
  }
};

/** Whether a bounding box reaches further than FARTHEST. Not `some > FARTHEST`: a box of NaN is far, too. */
const isFar = (boxes: Float64Array, box: number): boolean => {
  for (let i = 0; i < 6; i++) if (!(Math.abs(boxes[box + i]) <= FARTHEST)) return true;
  return false;
};

/** Down from the middle of the bounding box at `box`, as far as a shadow reaches. */
const writeRay = (boxes: Float64Array, box: number, out: number): void => {
  for (let i = 0; i < 3; i++) rays[out + i] = 0.5 * (boxes[box + i] + boxes[box + 3 + i]);
  const radius = 0.5 * Math.max(boxes[box + 3] - boxes[box], boxes[box + 5] - boxes[box + 2]);
  rays[out + 3] = 0;
  rays[out + 4] = -1;
  rays[out + 5] = 0;
  rays[out + 6] = rays[out + 1] - boxes[box + 1] + REACH * radius;
};

/** An ellipse under the bounding box at `box`, dark in the middle and clear at its rim, on the plane at height y below its middle. */
const drawShadow = (
  triangles: TriangleBuffer,
  boxes: Float64Array,
  box: number,
  y: number,
  nx: number,
  ny: number,
  nz: number,
): void => {
  const height = boxes[box + 1] - y;
  const rx = 0.5 * (boxes[box + 3] - boxes[box]);
  const rz = 0.5 * (boxes[box + 5] - boxes[box + 2]);
  const part = 1 - height / (REACH * Math.max(rx, rz));
  if (boxes[box + 4] < y || part <= 0) return;
  reserve(triangles, 3 * SEGMENTS);
  const { floats, words } = triangles;
  const strength = Math.min(1, part);
  const colour = inkColours()[shadowInk];
  const opacity = ((colour >>> 24) * strength * strength) | 0;
  const dark = ((colour & 0xffffff) | (opacity << 24)) >>> 0;
  const clear = (colour & 0xffffff) >>> 0;
  const x = 0.5 * (boxes[box] + boxes[box + 3]);
  const z = 0.5 * (boxes[box + 2] + boxes[box + 5]);
  // Wider and weaker from higher up, as in diffuse light.
  const spread = 1.25 + 0.5 * (1 - strength);
  let out = triangles.vertexCount * 4;
  for (let s = 0; s < SEGMENTS; s++) {
    for (let corner = 0; corner < 3; corner++) {
      const c = 2 * (s + (corner === 1 ? 1 : 0));
      const radius = corner === 0 ? 0 : spread;
      const dx = radius * rx * circle[c];
      const dz = radius * rz * circle[c + 1];
      floats[out] = x + dx;
      floats[out + 1] = y + ABOVE - (nx * dx + nz * dz) / ny;
      floats[out + 2] = z + dz;
      words[out + 3] = corner === 0 ? dark : clear;
      out += 4;
    }
  }
  triangles.vertexCount += 3 * SEGMENTS;
};
