import { createFloats, type Floats } from '../../math/floats.js';
import { POSE_STRIDE } from '../shapes/collider-shapes.js';
import type { Manifold } from './manifold.js';

/**
 * Two edges that cross, in A's frame: x1(s) = c1 + s d1 on A and x2(t) = c2 + t d2 on B, both parameters in
 * [-1, 1], n the unit normal across both. With r = c2 - c1 the points nearest to each other fulfil
 *
 *   (x2 - x1)·d1 = 0:   r·d1 + t d1·d2 - s d1·d1 = 0
 *   (x2 - x1)·d2 = 0:   r·d2 + t d2·d2 - s d1·d2 = 0
 *   s = (r·d1 d2·d2 - r·d2 d1·d2) / D,   t = (r·d1 d1·d2 - r·d2 d1·d1) / D,   D = d1·d1 d2·d2 - (d1·d2)² = |d1 × d2|²
 *
 * They are clamped to the edges: for shapes that are apart the lines may come closest beyond their ends.
 */

/** Scratch: c1, d1, c2, d2, n (x y z each), then the separation along n: the caller fills it. */
export const edgePair = createFloats(16);

export const writeEdgeContact = (pose: Floats, a: number, feature: number, out: Manifold): void => {
  const e = edgePair;
  const d1x = e[3];
  const d1y = e[4];
  const d1z = e[5];
  const d2x = e[9];
  const d2y = e[10];
  const d2z = e[11];
  const rx = e[6] - e[0];
  const ry = e[7] - e[1];
  const rz = e[8] - e[2];
  const d11 = d1x * d1x + d1y * d1y + d1z * d1z;
  const d22 = d2x * d2x + d2y * d2y + d2z * d2z;
  const d12 = d1x * d2x + d1y * d2y + d1z * d2z;
  const r1 = rx * d1x + ry * d1y + rz * d1z;
  const r2 = rx * d2x + ry * d2y + rz * d2z;
  // |d1 × d2|² from the product itself: the difference above would lose the digits of nearly parallel edges.
  const crossX = d1y * d2z - d1z * d2y;
  const crossY = d1z * d2x - d1x * d2z;
  const crossZ = d1x * d2y - d1y * d2x;
  const inverse = 1 / (crossX * crossX + crossY * crossY + crossZ * crossZ);
  const s = Math.max(-1, Math.min(1, (r1 * d22 - r2 * d12) * inverse));
  const t = Math.max(-1, Math.min(1, (r1 * d12 - r2 * d11) * inverse));
  const x = 0.5 * (e[0] + s * d1x + e[6] + t * d2x);
  const y = 0.5 * (e[1] + s * d1y + e[7] + t * d2y);
  const z = 0.5 * (e[2] + s * d1z + e[8] + t * d2z);

  const p = a * POSE_STRIDE;
  const nx = e[12];
  const ny = e[13];
  const nz = e[14];
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    out.points[i] = pose[p + i] + (pose[r] * x + pose[r + 1] * y + pose[r + 2] * z);
    out.normal[i] = pose[r] * nx + pose[r + 1] * ny + pose[r + 2] * nz;
  }
  out.points[3] = e[15];
  out.features[0] = feature;
  out.count = 1;
};
