import { II, IM } from '../state/bodies.js';
import { IMPULSE_SCALE, INVERSE, LAMBDA, LOW, MASS_SCALE, ROW } from '../state/rows.js';

/**
 * The kernel of points (parts/point.ts). With the levers s and r, the velocity of the anchors against each other is
 *   d = vB + ωB × r - vA - ωA × s
 * and an impulse l on B does
 *   vB ← vB + M⁻¹ l      ωB ← ωB + I⁻¹ (r × l)      and the opposite on A with s
 * The levers are read from J, mass and inertia from the bodies: half the numbers that J and R of three rows are, and no R to write at each refresh.
 * `a` and `b` are where the motion of the bodies begins.
 */
export const solvePoint = (
  rows: Float64Array,
  motion: Float64Array,
  p: number,
  a: number,
  b: number,
  biased: boolean,
): void => {
  const q = p + ROW;
  const r = q + ROW;
  const sx = -rows[q + 5];
  const sy = rows[p + 5];
  const sz = -rows[p + 4];
  const rx = rows[q + 11];
  const ry = -rows[p + 11];
  const rz = rows[p + 10];
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
    d1 -= rows[p + LOW];
    d2 -= rows[q + LOW];
    d3 -= rows[r + LOW];
    massScale = rows[p + MASS_SCALE];
    given = rows[p + IMPULSE_SCALE];
  }
  const l1 = rows[p + LAMBDA];
  const l2 = rows[q + LAMBDA];
  const l3 = rows[r + LAMBDA];
  const n12 = rows[p + INVERSE + 1];
  const n13 = rows[p + INVERSE + 2];
  const n23 = rows[q + INVERSE + 2];
  const x = -given * l1 - massScale * (rows[p + INVERSE] * d1 + n12 * d2 + n13 * d3);
  const y = -given * l2 - massScale * (n12 * d1 + rows[q + INVERSE + 1] * d2 + n23 * d3);
  const z = -given * l3 - massScale * (n13 * d1 + n23 * d2 + rows[r + INVERSE + 2] * d3);
  rows[p + LAMBDA] = l1 + x;
  rows[q + LAMBDA] = l2 + y;
  rows[r + LAMBDA] = l3 + z;
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

/** The impulses of the last substep as a first guess. */
export const warmStartPoint = (
  rows: Float64Array,
  motion: Float64Array,
  p: number,
  a: number,
  b: number,
): void => {
  const q = p + ROW;
  const x = rows[p + LAMBDA];
  const y = rows[q + LAMBDA];
  const z = rows[q + ROW + LAMBDA];
  const sx = -rows[q + 5];
  const sy = rows[p + 5];
  const sz = -rows[p + 4];
  const rx = rows[q + 11];
  const ry = -rows[p + 11];
  const rz = rows[p + 10];
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
