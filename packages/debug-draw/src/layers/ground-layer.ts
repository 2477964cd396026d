import { BodyKind, ColliderKind, ColliderRecord } from '@tenon/physics-core/inspect';
import type { TriangleBuffer } from '../triangle-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Drawing } from './drawing.js';
import type { DrawOptions } from './options.js';
import { inkOf } from './palette.js';
import { inkColours, P0, pen } from './pen.js';

const groundInk = inkOf('ground', 'solid');
const shadowInk = inkOf('shadow', 'soft');

/** m: half the edge of the ground, and of its tiles, which fade one by one. */
const GROUND = 30;
const TILE = 5;
/** m. The ground lies so far below the plane, and shadows above it: neither may hide the other, nor what stands on the plane. */
const BELOW = 0.006;
const ABOVE = 0.002;
/** A shadow fades until its body is so many of its radii above the ground. */
const REACH = 2.5;
const SEGMENTS = 14;
const circle = Float64Array.from({ length: 2 * (SEGMENTS + 1) }, (_, i) => {
  const angle = (2 * Math.PI * (i >> 1)) / SEGMENTS;
  return i & 1 ? Math.sin(angle) : Math.cos(angle);
});
/** Cosine of the steepest slope that counts as ground. */
const LEVEL = 0.99;
/** More shadows than this would cost more than they show. */
const MOST_SHADOWS = 1500;

/** Every level half-space as a surface, with a soft shadow below each body: where a body is against the floor is seen at once. */
export const drawGround = (drawing: Drawing, options: DrawOptions): void => {
  const { floats, count } = drawing.readings.colliders;
  let found = false;
  for (let k = 0; k < count; k++) {
    const at = k * ColliderRecord.size;
    if (
      floats[at + ColliderRecord.kind] !== ColliderKind.halfSpace ||
      floats[at + ColliderRecord.sensor] !== 0
    )
      continue;
    const pose = at + ColliderRecord.pose;
    // The second column of the rotation is the normal.
    if (floats[pose + 7] < LEVEL) continue;
    found = true;
    for (let i = 0; i < 3; i++) pen[P0 + i] = floats[pose + i];
    drawPlane(drawing);
  }
  if (found || options.groundHeight === undefined) return;
  pen[P0] = 0;
  pen[P0 + 1] = options.groundHeight;
  pen[P0 + 2] = 0;
  drawPlane(drawing);
};

/** The level plane through P0, with its shadows. */
const drawPlane = ({ triangles, readings }: Drawing): void => {
  drawTiles(triangles);
  const { floats, count } = readings.colliders;
  if (count > MOST_SHADOWS) return;
  for (let k = 0; k < count; k++) {
    const at = k * ColliderRecord.size;
    if (floats[at + ColliderRecord.bodyType] === BodyKind.static || floats[at + ColliderRecord.sensor] !== 0)
      continue;
    if (floats[at + ColliderRecord.kind] !== ColliderKind.halfSpace)
      drawShadow(triangles, floats, at + ColliderRecord.box);
  }
};

const drawTiles = (triangles: TriangleBuffer): void => {
  const side = (2 * GROUND) / TILE;
  reserve(triangles, 6 * side * side);
  const { floats, words } = triangles;
  const colour = inkColours()[groundInk];
  const y = pen[P0 + 1] - BELOW;
  let out = triangles.vertexCount * 4;
  for (let i = 0; i < side; i++) {
    for (let k = 0; k < side; k++) {
      const x = pen[P0] - GROUND + i * TILE;
      const z = pen[P0 + 2] - GROUND + k * TILE;
      for (let corner = 0; corner < 6; corner++) {
        // Two triangles, counter-clockwise from above.
        const along = corner === 2 || corner === 4 || corner === 5 ? 1 : 0;
        const across = corner === 1 || corner === 2 || corner === 4 ? 1 : 0;
        floats[out] = x + TILE * along;
        floats[out + 1] = y;
        floats[out + 2] = z + TILE * across;
        words[out + 3] = colour;
        out += 4;
      }
    }
  }
  triangles.vertexCount += 6 * side * side;
};

/** An ellipse under the bounding box at `box`, dark in the middle and clear at its rim. */
const drawShadow = (triangles: TriangleBuffer, boxes: Float64Array, box: number): void => {
  const height = boxes[box + 1] - pen[P0 + 1];
  const rx = 0.5 * (boxes[box + 3] - boxes[box]);
  const rz = 0.5 * (boxes[box + 5] - boxes[box + 2]);
  const part = 1 - height / (REACH * Math.max(rx, rz));
  if (boxes[box + 4] < pen[P0 + 1] || part <= 0) return;
  reserve(triangles, 3 * SEGMENTS);
  const { floats, words } = triangles;
  const strength = Math.min(1, part);
  const colour = inkColours()[shadowInk];
  const opacity = ((colour >>> 24) * strength * strength) | 0;
  const dark = ((colour & 0xffffff) | (opacity << 24)) >>> 0;
  const clear = (colour & 0xffffff) >>> 0;
  const x = 0.5 * (boxes[box] + boxes[box + 3]);
  const z = 0.5 * (boxes[box + 2] + boxes[box + 5]);
  const y = pen[P0 + 1] + ABOVE;
  // Wider and weaker from higher up, as in diffuse light.
  const spread = 1.25 + 0.5 * (1 - strength);
  let out = triangles.vertexCount * 4;
  for (let s = 0; s < SEGMENTS; s++) {
    for (let corner = 0; corner < 3; corner++) {
      const c = 2 * (s + (corner === 1 ? 1 : 0));
      const radius = corner === 0 ? 0 : spread;
      floats[out] = x + radius * rx * circle[c];
      floats[out + 1] = y;
      floats[out + 2] = z + radius * rz * circle[c + 1];
      words[out + 3] = corner === 0 ? dark : clear;
      out += 4;
    }
  }
  triangles.vertexCount += 3 * SEGMENTS;
};
