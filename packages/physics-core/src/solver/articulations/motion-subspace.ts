import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  type Articulations,
  CONTROL_FLOATS,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_ROW,
  CONTROLS,
  COVECTOR,
  DUAL,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FIRST_LOCK,
  FREEDOM,
  FREEDOMS,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  LOCK,
  LOCK_SHAPE,
  LOCKS,
  LockShape,
  RC,
  SIDE,
  SS,
} from '../../state/articulations.js';
import { J, ROW } from '../../state/rows.js';
import { DEPENDENT_GRADIENT } from '../../tuning.js';

/**
 * Motion subspaces from rows. The half of a row's Jacobian on the link, moved from its centre of mass to the
 * reference point, is a covector j = (n, l): Ċ = j·(relative motion of the link against its parent). Locks give k
 * covectors, controlled coordinates give m gradients, and an orthonormal complement fills up to six (three for a
 * spherical joint, whose point holds u). The inverse of this matrix has what the projection needs as columns:
 *   locks          a motion that changes this lock alone: β = Σ dual · (wanted Ċ)
 *   controls       a freedom that changes this coordinate alone: to lock it is to leave it out
 *   complement     the other freedoms
 * and the impulse (n, l) of the joint has λ = dual · (n, l), for locks and controls alike.
 * A gradient that depends on the rows before it (the swing at zero swing) is replaced by the complement; its control
 * does nothing until the gradient is there again.
 */
export const refreshMotionSubspace = (a: Articulations, i: number, rows: Floats): void => {
  const k = i * LINK_INTS;
  const kind = a.linkInts[k + LINK_KIND];
  if (kind <= LinkKind.ball) return;
  const width = kind === LinkKind.spherical ? 3 : 6;
  const count = gatherCovectors(a, i, rows, width);
  completeBasis(count, width);
  if (width === 3) invertThree();
  else invertSix();
  scatterInverse(a, i, width);
};

/**
 * The freedoms of a joint that is a ball but for gradients g and h of two controls, or of one: with N = g × h the inverse is
 *   h × N / N²          N × g / N²          N / N²
 * of which the last may have any length. With one gradient h is any vector across it.
 */
export const writeSwingFreedoms = (a: Articulations, i: number): void => {
  const { linkInts, controls, freedoms } = a;
  const k = i * LINK_INTS;
  const g = linkInts[k + FIRST_CONTROL] * CONTROL_FLOATS + CONTROL_GRADIENT;
  const s = ((linkInts[k + FIRST_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
  const gx = controls[g];
  const gy = controls[g + 1];
  const gz = controls[g + 2];
  const isX = Math.abs(gx) <= Math.abs(gy) && Math.abs(gx) <= Math.abs(gz);
  let hx = isX ? 0 : gz;
  let hy = isX ? -gz : 0;
  let hz = isX ? gy : -gx;
  if (linkInts[k + CONTROLS] === 2) {
    hx = controls[g + CONTROL_FLOATS];
    hy = controls[g + CONTROL_FLOATS + 1];
    hz = controls[g + CONTROL_FLOATS + 2];
  }
  const nx = gy * hz - gz * hy;
  const ny = gz * hx - gx * hz;
  const nz = gx * hy - gy * hx;
  const square = nx * nx + ny * ny + nz * nz;
  const whole = (gx * gx + gy * gy + gz * gz) * (hx * hx + hy * hy + hz * hz);
  if (!(square > DEPENDENT_GRADIENT * whole)) {
    refreshByGradients(a, i);
    return;
  }
  const scale = 1 / square;
  freedoms[s] = (hy * nz - hz * ny) * scale;
  freedoms[s + 1] = (hz * nx - hx * nz) * scale;
  freedoms[s + 2] = (hx * ny - hy * nx) * scale;
  freedoms[s + FREEDOM] = (ny * gz - nz * gy) * scale;
  freedoms[s + FREEDOM + 1] = (nz * gx - nx * gz) * scale;
  freedoms[s + FREEDOM + 2] = (nx * gy - ny * gx) * scale;
  const length = Math.sqrt(scale);
  freedoms[s + 2 * FREEDOM] = nx * length;
  freedoms[s + 2 * FREEDOM + 1] = ny * length;
  freedoms[s + 2 * FREEDOM + 2] = nz * length;
};

/** The same where a gradient depends on the other, or is none. */
const refreshByGradients = (a: Articulations, i: number): void => {
  const first = a.linkInts[i * LINK_INTS + FIRST_CONTROL];
  const count = a.linkInts[i * LINK_INTS + CONTROLS];
  for (let c = 0; c < count; c++)
    takeGradient(a.controls, (first + c) * CONTROL_FLOATS + CONTROL_GRADIENT, c, 3);
  completeBasis(count, 3);
  invertThree();
  scatterInverse(a, i, 3);
};

/** The duals of the locks alone, where freedoms have a short way (refresh-links.ts). */
export const refreshDuals = (a: Articulations, i: number, rows: Floats): void => {
  const k = i * LINK_INTS;
  const shape = a.linkInts[k + LOCK_SHAPE];
  if (shape === LockShape.none || shape === LockShape.rows || a.linkInts[k + LOCKS] === 0) return;
  const half = a.linkInts[k + SIDE] > 0 ? J + 9 : J + 3;
  const first = a.linkInts[k + FIRST_LOCK];
  const count = a.linkInts[k + LOCKS];
  for (let lock = 0; lock < count; lock++)
    for (let m = 0; m < 3; m++) matrix[lock * 6 + m] = rows[a.lockRows[first + lock] * ROW + half + m];
  // Across two locks their cross product; across one that and any other direction.
  if (count === 1) {
    const x = matrix[0];
    const y = matrix[1];
    const z = matrix[2];
    const isX = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
    matrix[6] = isX ? 0 : z;
    matrix[7] = isX ? -z : 0;
    matrix[8] = isX ? y : -x;
  }
  if (count < 3) {
    matrix[12] = matrix[1] * matrix[8] - matrix[2] * matrix[7];
    matrix[13] = matrix[2] * matrix[6] - matrix[0] * matrix[8];
    matrix[14] = matrix[0] * matrix[7] - matrix[1] * matrix[6];
  }
  invertThree();
  for (let lock = 0; lock < count; lock++)
    for (let m = 0; m < 3; m++) a.locks[(first + lock) * LOCK + DUAL + m] = inverse[m * 6 + lock];
};

/** Scratch: the covectors, six numbers each; of a spherical joint only n. */
const matrix = createFloats(36);
/** Scratch: their orthonormal basis. */
const basis = createFloats(36);
/** Scratch: the inverse, row by row. */
const inverse = createFloats(36);

/** Fills `matrix` with covectors of locks and gradients of controls. Returns how many. */
const gatherCovectors = (a: Articulations, i: number, rows: Floats, width: number): number => {
  const { linkInts, locks, lockRows, controls, controlInts } = a;
  const k = i * LINK_INTS;
  const half = linkInts[k + SIDE] > 0 ? J + 6 : J;
  let count = 0;
  const firstLock = linkInts[k + FIRST_LOCK];
  for (let lock = firstLock; lock < firstLock + linkInts[k + LOCKS]; lock++) {
    writeCovector(a.links, i * LINK, rows, lockRows[lock] * ROW + half, locks, lock * LOCK + COVECTOR);
    takeRow(locks, lock * LOCK + COVECTOR, count++, width);
  }
  const firstControl = linkInts[k + FIRST_CONTROL];
  for (let c = firstControl; c < firstControl + linkInts[k + CONTROLS]; c++) {
    const at = c * CONTROL_FLOATS + CONTROL_GRADIENT;
    const row = controlInts[c * CONTROL_INTS + CONTROL_ROW];
    writeCovector(a.links, i * LINK, rows, row * ROW + half, controls, at);
    takeGradient(controls, at, count++, width);
  }
  return count;
};

/** One that depends on the rows before it is cleared, and the complement takes its place. */
const takeGradient = (controls: Floats, at: number, count: number, width: number): void => {
  if (takeRow(controls, at, count, width)) return;
  for (let m = 0; m < 6; m++) controls[at + m] = 0;
  takeComplement(count, width);
};

/** (n, l) about the reference point from a Jacobian half (l, n about the centre): n - rc × l. */
export const writeCovector = (
  links: Floats,
  o: number,
  rows: Floats,
  at: number,
  out: Floats,
  to: number,
): void => {
  const x = links[o + RC];
  const y = links[o + RC + 1];
  const z = links[o + RC + 2];
  const l0 = rows[at];
  const l1 = rows[at + 1];
  const l2 = rows[at + 2];
  out[to] = rows[at + 3] - (y * l2 - z * l1);
  out[to + 1] = rows[at + 4] - (z * l0 - x * l2);
  out[to + 2] = rows[at + 5] - (x * l1 - y * l0);
  out[to + 3] = l0;
  out[to + 4] = l1;
  out[to + 5] = l2;
};

/** Adds a covector to `matrix` and its part across the others to `basis`. False if there is hardly any. */
const takeRow = (from: Floats, at: number, count: number, width: number): boolean => {
  const to = count * 6;
  let square = 0;
  for (let m = 0; m < width; m++) {
    matrix[to + m] = from[at + m];
    basis[to + m] = from[at + m];
    square += from[at + m] * from[at + m];
  }
  return makeOrthonormal(count, width, square * DEPENDENT_GRADIENT);
};

/** Takes out of row `count` of the basis what lies along the rows before it. Twice: once loses digits. */
const makeOrthonormal = (count: number, width: number, least: number): boolean => {
  const to = count * 6;
  let square = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let row = 0; row < count; row++) {
      let along = 0;
      for (let m = 0; m < width; m++) along += basis[row * 6 + m] * basis[to + m];
      for (let m = 0; m < width; m++) basis[to + m] -= along * basis[row * 6 + m];
    }
  }
  for (let m = 0; m < width; m++) square += basis[to + m] * basis[to + m];
  if (!(square > least)) return false;
  const scale = 1 / Math.sqrt(square);
  for (let m = 0; m < width; m++) basis[to + m] *= scale;
  return true;
};

/** The unit vector that lies farthest from the rows so far, made orthonormal to them, as row `count`. */
const takeComplement = (count: number, width: number): void => {
  let best = 0;
  let most = -1;
  for (let axis = 0; axis < width; axis++) {
    let across = 1;
    for (let row = 0; row < count; row++) across -= basis[row * 6 + axis] * basis[row * 6 + axis];
    // The first of equals, whatever rounding does.
    if (across > most + 1e-9) {
      most = across;
      best = axis;
    }
  }
  const to = count * 6;
  for (let m = 0; m < width; m++) basis[to + m] = m === best ? 1 : 0;
  makeOrthonormal(count, width, 0);
  for (let m = 0; m < width; m++) matrix[to + m] = basis[to + m];
};

const completeBasis = (count: number, width: number): void => {
  for (let row = count; row < width; row++) takeComplement(row, width);
};

/** By cross products. */
const invertThree = (): void => {
  const a0 = matrix[0];
  const a1 = matrix[1];
  const a2 = matrix[2];
  const b0 = matrix[6];
  const b1 = matrix[7];
  const b2 = matrix[8];
  const c0 = matrix[12];
  const c1 = matrix[13];
  const c2 = matrix[14];
  const x = b1 * c2 - b2 * c1;
  const y = b2 * c0 - b0 * c2;
  const z = b0 * c1 - b1 * c0;
  const scale = 1 / (a0 * x + a1 * y + a2 * z);
  inverse[0] = x * scale;
  inverse[6] = y * scale;
  inverse[12] = z * scale;
  inverse[1] = (c1 * a2 - c2 * a1) * scale;
  inverse[7] = (c2 * a0 - c0 * a2) * scale;
  inverse[13] = (c0 * a1 - c1 * a0) * scale;
  inverse[2] = (a1 * b2 - a2 * b1) * scale;
  inverse[8] = (a2 * b0 - a0 * b2) * scale;
  inverse[14] = (a0 * b1 - a1 * b0) * scale;
};

/** Gauss-Jordan with the largest pivot of each column. */
const invertSix = (): void => {
  for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) inverse[r * 6 + c] = r === c ? 1 : 0;
  for (let column = 0; column < 6; column++) {
    let pivot = column;
    for (let r = column + 1; r < 6; r++)
      if (Math.abs(matrix[r * 6 + column]) > Math.abs(matrix[pivot * 6 + column])) pivot = r;
    if (pivot !== column) swapRows(pivot, column);
    const scale = 1 / matrix[column * 6 + column];
    for (let c = 0; c < 6; c++) {
      matrix[column * 6 + c] *= scale;
      inverse[column * 6 + c] *= scale;
    }
    for (let r = 0; r < 6; r++) {
      const factor = matrix[r * 6 + column];
      if (r === column || factor === 0) continue;
      for (let c = 0; c < 6; c++) {
        matrix[r * 6 + c] -= factor * matrix[column * 6 + c];
        inverse[r * 6 + c] -= factor * inverse[column * 6 + c];
      }
    }
  }
};

const swapRows = (r: number, s: number): void => {
  for (let c = 0; c < 6; c++) {
    const m = matrix[r * 6 + c];
    matrix[r * 6 + c] = matrix[s * 6 + c];
    matrix[s * 6 + c] = m;
    const n = inverse[r * 6 + c];
    inverse[r * 6 + c] = inverse[s * 6 + c];
    inverse[s * 6 + c] = n;
  }
};

/** Columns of the inverse to the duals of the locks, then to the freedoms. */
const scatterInverse = (a: Articulations, i: number, width: number): void => {
  const { linkInts, locks, freedoms } = a;
  const k = i * LINK_INTS;
  let column = 0;
  const firstLock = linkInts[k + FIRST_LOCK];
  for (let lock = firstLock; lock < firstLock + linkInts[k + LOCKS]; lock++, column++)
    for (let m = 0; m < width; m++) locks[lock * LOCK + DUAL + m] = inverse[m * 6 + column];
  const first = linkInts[k + FIRST_FREEDOM];
  for (let f = first; f < first + linkInts[k + FREEDOMS]; f++, column++)
    for (let m = 0; m < width; m++) freedoms[((f * FREEDOM) & INDEX_BITS) + SS + m] = inverse[m * 6 + column];
};
