import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { II, IM } from '../../state/bodies.js';
import {
  IMPULSE,
  INVERSE_K,
  LEVER_A,
  LEVER_B,
  POINT_IMPULSE_SCALE,
  POINT_MASS_SCALE,
  POINT_SPEED,
} from '../../state/points.js';

/**
 * The kernel of points (parts/point.ts). With the levers s and r, the relative velocity of the anchors is
 *   d = vB + ωB × r - vA - ωA × s
 * and an impulse l on B does
 *   vB ← vB + M⁻¹ l      ωB ← ωB + I⁻¹ (r × l)      and the opposite on A with s
 * `p` is the index of the record, `a` and `b` are those of the motion of the bodies.
 */
export const solvePoint = (
  points: Floats,
  motion: Floats,
  p: number,
  a: number,
  b: number,
  biased: boolean,
): void => {
  p &= INDEX_BITS;
  a &= INDEX_BITS;
  b &= INDEX_BITS;
  const sx = points[p + LEVER_A];
  const sy = points[p + LEVER_A + 1];
  const sz = points[p + LEVER_A + 2];
  const rx = points[p + LEVER_B];
  const ry = points[p + LEVER_B + 1];
  const rz = points[p + LEVER_B + 2];
  const au = motion[a + 3];
  const av = motion[a + 4];
  const aw = motion[a + 5];
  const bu = motion[b + 3];
  const bv = motion[b + 4];
  const bw = motion[b + 5];
  let d1 = motion[b] - motion[a] + (bv * rz - bw * ry) - (av * sz - aw * sy);
  let d2 = motion[b + 1] - motion[a + 1] + (bw * rx - bu * rz) - (aw * sx - au * sz);
  let d3 = motion[b + 2] - motion[a + 2] + (bu * ry - bv * rx) - (au * sy - av * sx);
  let massScale = 1;
  let given = 0;
  if (biased) {
    d1 -= points[p + POINT_SPEED];
    d2 -= points[p + POINT_SPEED + 1];
    d3 -= points[p + POINT_SPEED + 2];
    massScale = points[p + POINT_MASS_SCALE];
    given = points[p + POINT_IMPULSE_SCALE];
  }
  const l1 = points[p + IMPULSE];
  const l2 = points[p + IMPULSE + 1];
  const l3 = points[p + IMPULSE + 2];
  const n12 = points[p + INVERSE_K + 1];
  const n13 = points[p + INVERSE_K + 2];
  const n23 = points[p + INVERSE_K + 4];
  const x = -given * l1 - massScale * (points[p + INVERSE_K] * d1 + n12 * d2 + n13 * d3);
  const y = -given * l2 - massScale * (n12 * d1 + points[p + INVERSE_K + 3] * d2 + n23 * d3);
  const z = -given * l3 - massScale * (n13 * d1 + n23 * d2 + points[p + INVERSE_K + 5] * d3);
  points[p + IMPULSE] = l1 + x;
  points[p + IMPULSE + 1] = l2 + y;
  points[p + IMPULSE + 2] = l3 + z;
  motion[a] -= motion[a + IM] * x;
  motion[a + 1] -= motion[a + IM + 1] * y;
  motion[a + 2] -= motion[a + IM + 2] * z;
  let tx = sy * z - sz * y;
  let ty = sz * x - sx * z;
  let tz = sx * y - sy * x;
  let xy = motion[a + II + 1];
  let xz = motion[a + II + 2];
  let yz = motion[a + II + 4];
  motion[a + 3] = au - (motion[a + II] * tx + xy * ty + xz * tz);
  motion[a + 4] = av - (xy * tx + motion[a + II + 3] * ty + yz * tz);
  motion[a + 5] = aw - (xz * tx + yz * ty + motion[a + II + 5] * tz);
  motion[b] += motion[b + IM] * x;
  motion[b + 1] += motion[b + IM + 1] * y;
  motion[b + 2] += motion[b + IM + 2] * z;
  tx = ry * z - rz * y;
  ty = rz * x - rx * z;
  tz = rx * y - ry * x;
  xy = motion[b + II + 1];
  xz = motion[b + II + 2];
  yz = motion[b + II + 4];
  motion[b + 3] = bu + (motion[b + II] * tx + xy * ty + xz * tz);
  motion[b + 4] = bv + (xy * tx + motion[b + II + 3] * ty + yz * tz);
  motion[b + 5] = bw + (xz * tx + yz * ty + motion[b + II + 5] * tz);
};

/** Warm start: applies λ of the last substep. */
export const warmStartPoint = (points: Floats, motion: Floats, p: number, a: number, b: number): void => {
  p &= INDEX_BITS;
  a &= INDEX_BITS;
  b &= INDEX_BITS;
  const x = points[p + IMPULSE];
  const y = points[p + IMPULSE + 1];
  const z = points[p + IMPULSE + 2];
  const sx = points[p + LEVER_A];
  const sy = points[p + LEVER_A + 1];
  const sz = points[p + LEVER_A + 2];
  const rx = points[p + LEVER_B];
  const ry = points[p + LEVER_B + 1];
  const rz = points[p + LEVER_B + 2];
  motion[a] -= motion[a + IM] * x;
  motion[a + 1] -= motion[a + IM + 1] * y;
  motion[a + 2] -= motion[a + IM + 2] * z;
  let tx = sy * z - sz * y;
  let ty = sz * x - sx * z;
  let tz = sx * y - sy * x;
  let xy = motion[a + II + 1];
  let xz = motion[a + II + 2];
  let yz = motion[a + II + 4];
  motion[a + 3] -= motion[a + II] * tx + xy * ty + xz * tz;
  motion[a + 4] -= xy * tx + motion[a + II + 3] * ty + yz * tz;
  motion[a + 5] -= xz * tx + yz * ty + motion[a + II + 5] * tz;
  motion[b] += motion[b + IM] * x;
  motion[b + 1] += motion[b + IM + 1] * y;
  motion[b + 2] += motion[b + IM + 2] * z;
  tx = ry * z - rz * y;
  ty = rz * x - rx * z;
  tz = rx * y - ry * x;
  xy = motion[b + II + 1];
  xz = motion[b + II + 2];
  yz = motion[b + II + 4];
  motion[b + 3] += motion[b + II] * tx + xy * ty + xz * tz;
  motion[b + 4] += xy * tx + motion[b + II + 3] * ty + yz * tz;
  motion[b + 5] += xz * tx + yz * ty + motion[b + II + 5] * tz;
};
