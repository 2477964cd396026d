import type { World } from '@tenon/physics-core';
import { ColliderKind, ColliderRecord } from '@tenon/physics-core/inspect';
import type { TriangleBuffer } from '../triangle-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Drawing } from './drawing.js';
import type { DrawOptions } from './options.js';
import { inkOf } from './palette.js';
import { inkColours, P0, pen } from './pen.js';
import { drawShadows } from './shadows-layer.js';

const groundInk = inkOf('ground', 'solid');

/** m: half the edge of the ground, and of its tiles, which fade one by one. */
const GROUND = 30;
const TILE = 5;
/** m. The ground lies so far below the plane, or it would hide shadows and what stands on it. */
const BELOW = 0.006;
/** Cosine of the steepest slope that counts as ground. */
const LEVEL = 0.99;

/** Every level half-space as a surface, with a soft shadow below each body: where a body is against what is below it is seen at once. */
export const drawGround = (drawing: Drawing, world: World, options: DrawOptions): void => {
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
    drawTiles(drawing.triangles);
  }
  const { groundHeight } = options;
  if (!found && groundHeight !== undefined) {
    pen[P0] = 0;
    pen[P0 + 1] = groundHeight;
    pen[P0 + 2] = 0;
    drawTiles(drawing.triangles);
  }
  drawShadows(drawing, world, found ? undefined : groundHeight);
};

/** The level plane through P0. */
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
