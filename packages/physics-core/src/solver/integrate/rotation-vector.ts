import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { rotateFloats } from '../../math/rotate-floats.js';
import type { BodyTable } from '../../state/bodies.js';

/** q ← exp(½θ) q for a rotation vector θ in world axes. */
export const turn = (bodies: BodyTable, body: number, theta: Floats): void => {
  const { rotation } = bodies;
  const x = theta[0];
  const y = theta[1];
  const z = theta[2];
  pair[0] = 0.25 * (x * x + y * y + z * z);
  if (pair[0] === 0) return;
  writeSincCosine();
  const s = 0.5 * pair[0];
  const c = pair[1];
  const ax = x * s;
  const ay = y * s;
  const az = z * s;
  const b = (body * 4) & INDEX_BITS;
  const bx = rotation[b];
  const by = rotation[b + 1];
  const bz = rotation[b + 2];
  const bw = rotation[b + 3];
  rotation[b] = c * bx + ax * bw + ay * bz - az * by;
  rotation[b + 1] = c * by - ax * bz + ay * bw + az * bx;
  rotation[b + 2] = c * bz + ax * by - ay * bx + az * bw;
  rotation[b + 3] = c * bw - ax * bx - ay * by - az * bz;
  makeUnit(rotation, b);
};

/** Scratch: the quaternion of a rotation vector. */
const quaternion = createFloats(4);

/** Turns the vector at `at` by the rotation vector θ, as `turn` turns a body. */
export const turnVector = (v: Floats, at: number, theta: Floats): void => {
  pair[0] = 0.25 * (theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]);
  if (pair[0] === 0) return;
  writeSincCosine();
  const s = 0.5 * pair[0];
  for (let k = 0; k < 3; k++) quaternion[k] = theta[k] * s;
  quaternion[3] = pair[1];
  rotateFloats(quaternion, 0, v, at);
};

/** Scratch: half an angle, then its sine and cosine. */
export const pair = createFloats(2);

/** Up to this half angle, rad, the series to x^12 are exact to the last bit. */
const SERIES_RANGE = 0.25;

/**
 * Square of the half angle up to which the series to x^7, with half the terms, are exact: at 240 substeps a
 * second that is a body at 15 rad/s.
 */
const SHORT_RANGE = 1e-3;

/**
 * More halvings than a finite number needs. An infinite angle gives NaN, which is found at the end of the step.
 */
const MAX_ANGLE_HALVINGS = 1100;

/**
 * `pair` ← sine and cosine of pair[0]. Larger angles, which only fast bodies have, are halved until the series
 * are exact, and the result is doubled again: some more rounding, but no allocation.
 * Horner's form, without divisions.
 */
export const writeSineCosine = (): void => {
  const x = pair[0];
  const square = x * x;
  if (square < SHORT_RANGE) {
    pair[0] = x + x * square * (S3 + square * (S5 + square * S7));
    pair[1] = 1 + square * (-0.5 + square * (C4 + square * C6));
  } else writeLargeSineCosine();
};

/** Apart, so that the short series is small enough to be compiled into its callers. */
const writeLargeSineCosine = (): void => {
  let x = pair[0];
  let halvings = 0;
  while ((x > SERIES_RANGE || x < -SERIES_RANGE) && halvings < MAX_ANGLE_HALVINGS) {
    x *= 0.5;
    halvings++;
  }
  const z = x * x;
  let sine = x + x * z * (S3 + z * (S5 + z * (S7 + z * (S9 + z * S11))));
  let cosine = 1 + z * (-0.5 + z * (C4 + z * (C6 + z * (C8 + z * (C10 + z * C12)))));
  for (; halvings > 0; halvings--) {
    const double = 2 * sine * cosine;
    cosine = 1 - 2 * sine * sine;
    sine = double;
  }
  pair[0] = sine;
  pair[1] = cosine;
};

/**
 * `pair` ← sin(x)/x and cosine of x, from x² in pair[0]. A rotation vector gives x² without a root, so small
 * angles need neither a root nor a division.
 */
export const writeSincCosine = (): void => {
  const z = pair[0];
  if (z < SHORT_RANGE) {
    pair[0] = 1 + z * (S3 + z * (S5 + z * S7));
    pair[1] = 1 + z * (-0.5 + z * (C4 + z * C6));
  } else writeLargeSincCosine();
};

const writeLargeSincCosine = (): void => {
  const z = pair[0];
  if (z > SERIES_RANGE * SERIES_RANGE) {
    const x = Math.sqrt(z);
    pair[0] = x;
    writeSineCosine();
    pair[0] /= x;
    return;
  }
  pair[0] = 1 + z * (S3 + z * (S5 + z * (S7 + z * (S9 + z * S11))));
  pair[1] = 1 + z * (-0.5 + z * (C4 + z * (C6 + z * (C8 + z * (C10 + z * C12)))));
};

/** Taylor coefficients: (-1)^k / n!. */
const S3 = -1 / 6;
const S5 = 1 / 120;
const S7 = -1 / 5040;
const S9 = 1 / 362880;
const S11 = -1 / 39916800;
const C4 = 1 / 24;
const C6 = -1 / 720;
const C8 = 1 / 40320;
const C10 = -1 / 3628800;
const C12 = 1 / 479001600;

/**
 * The norm of a product of unit quaternions differs from 1 by rounding only, so one step of Newton's method for
 * 1/√n from 1 is as exact as root and division, and much faster.
 */
export const makeUnit = (out: Floats, offset: number): void => {
  const at = offset & INDEX_BITS;
  const x = out[at];
  const y = out[at + 1];
  const z = out[at + 2];
  const w = out[at + 3];
  const s = 1.5 - 0.5 * (x * x + y * y + z * z + w * w);
  out[at] = x * s;
  out[at + 1] = y * s;
  out[at + 2] = z * s;
  out[at + 3] = w * s;
};
