import { createFloats, type Floats } from './floats.js';

/**
 * sin, cos, atan2, acos and asin with the same bits on every JavaScript engine. Math.sin and its kin are left
 * to the implementation by ECMA-262 and do differ between engines; + - * / %, Math.sqrt, Math.abs and
 * Math.floor do not, and only these are used here.
 *
 * sin, cos. x = n·π/2 + r with n the nearest integer, so |r| <= π/4. π/2 is split into three parts of 33 bits
 * and a rest (Cody & Waite, "Software Manual for the Elementary Functions", ch. 8): n·part is exact for
 * |n| < 2^20, so r comes out as a pair r + rTail with about 150 correct bits behind the binary point, even
 * where x is next to a multiple of π/2. Then minimax polynomials on [-π/4, π/4]. The parts of π/2 and the
 * coefficients of all polynomials are those of fdlibm's kernel functions (k_sin.c, k_cos.c, s_atan.c,
 * e_rem_pio2.c; Sun Microsystems, 1993).
 *
 * atan. For t >= 0, atan(t) = atan(c) + atan((t - c) / (1 + t·c)) with c one of 0, 1/2, 1, 3/2, ∞, so that
 * the argument of the odd polynomial stays below 7/16. atan(c) is stored as a high and a low double.
 *
 * asin(x) = atan2(x, √((1 - x)(1 + x))) and acos(x) = 2·atan2(√(1 - x),
 * √(1 + x)): no cancellation at either end.
 *
 * Error, measured against 60-digit references (test/math/trigonometry.test.ts holds a selection):
 *   sin, cos   below 1 ulp (2.2e-16 relative) for |x| < 2^20·π/2 = 1.6e6, also next to their zeros;
 *              beyond, x is first taken modulo the double 2π, which adds an absolute error of 4e-17·|x|: less than
 *              the half ulp by which such an x is uncertain itself;
 *   atan2      below 1.5 ulp (3.3e-16 relative);
 *   acos, asin below 2.5 ulp (5e-16 relative), also next to their zeros.
 * NaN and infinite angles give NaN, |x| > 1 gives NaN in acos and asin: as in Math.
 */

const TWO_OVER_PI = 0.6366197723675814;
const PI_OVER_2_PART_1 = 1.5707963267341256;
const PI_OVER_2_PART_2 = 6.077100506303966e-11;
const PI_OVER_2_PART_3 = 2.0222662487111665e-21;
const PI_OVER_2_REST = 8.4784276603689e-32;
const PI_OVER_4 = 0.7853981633974483;
const PI_HIGH = 3.141592653589793;
const PI_LOW = 1.2246467991473532e-16;
/** rad in a full turn. */
export const REVOLUTION = 6.283185307179586;

/** rad. Largest angle whose n·part products are exact (n < 2^20). */
const EXACT_REDUCTION_LIMIT = 1647099;

/** Slope from which the direction is vertical to the last bit, whichever half it is in. */
const VERTICAL = 1e18;

/** Scratch: the angle for `reduce`, then r and rTail. An array, so that no call allocates. */
const reduced = createFloats(2);

/** Replaces the angle x in `reduced` by x - n·π/2 and returns the quadrant n mod 4. */
const reduce = (): number => {
  const angle = reduced[0];
  if (Math.abs(angle) <= PI_OVER_4) {
    reduced[1] = 0;
    return 0;
  }
  // The remainder of two doubles is exact by definition, so this is as deterministic as the rest.
  const x = Math.abs(angle) <= EXACT_REDUCTION_LIMIT ? angle : angle % REVOLUTION;
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r1 = x - n * PI_OVER_2_PART_1;
  const w2 = n * PI_OVER_2_PART_2;
  const r2 = r1 - w2;
  const lost2 = r1 - r2 - w2;
  const w3 = n * PI_OVER_2_PART_3;
  const r3 = r2 - w3;
  const lost3 = r2 - r3 - w3;
  const tail = n * PI_OVER_2_REST - lost3 - lost2;
  const r = r3 - tail;
  reduced[0] = r;
  reduced[1] = r3 - r - tail;
  return n - 4 * Math.floor(n / 4);
};

/** sin(r + tail) for |r| <= π/4: r - r³/6 + ..., and tail·cos(r) ≈ tail·(1 - r²/2). */
const sinKernel = (r: number, tail: number): number => {
  const z = r * r;
  const cube = z * r;
  const rest =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return r - (z * (0.5 * tail - cube * rest) - tail + cube * 0.16666666666666632);
};

/** cos(r + tail) for |r| <= π/4: 1 - r²/2 + ..., with the rounding of 1 - r²/2 given back. */
const cosKernel = (r: number, tail: number): number => {
  const z = r * r;
  const rest =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (0.00002480158728947673 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * rest - r * tail));
};

export const sin = (angle: number): number => {
  reduced[0] = angle;
  const quadrant = reduce();
  const value =
    quadrant === 0 || quadrant === 2 ? sinKernel(reduced[0], reduced[1]) : cosKernel(reduced[0], reduced[1]);
  return quadrant < 2 ? value : -value;
};

export const cos = (angle: number): number => {
  reduced[0] = angle;
  const quadrant = reduce();
  const value =
    quadrant === 0 || quadrant === 2 ? cosKernel(reduced[0], reduced[1]) : sinKernel(reduced[0], reduced[1]);
  return quadrant === 0 || quadrant === 3 ? value : -value;
};

/**
 * out[0] = sin, out[1] = cos of the angle that out[0] held, the same bits as the two functions, with one reduction. From and
 * to an array: a double that goes through a call is allocated where that is not inlined.
 */
export const writeSinCos = (out: Floats): void => {
  reduced[0] = out[0];
  const quadrant = reduce();
  const r = reduced[0];
  const tail = reduced[1];
  // sinKernel and cosKernel, written out.
  const z = r * r;
  const cube = z * r;
  const sinRest =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  const s = r - (z * (0.5 * tail - cube * sinRest) - tail + cube * 0.16666666666666632);
  const cosRest =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (0.00002480158728947673 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  const c = w + (1 - w - half + (z * cosRest - r * tail));
  const swapped = quadrant === 1 || quadrant === 3;
  out[0] = swapped ? c : s;
  out[1] = swapped ? s : c;
  if (quadrant >= 2) out[0] = -out[0];
  if (quadrant === 1 || quadrant === 2) out[1] = -out[1];
};

/** Scratch: the argument y, x of writeAtan2; the angle takes the place of y. */
export const atan2Scratch = createFloats(2);

/**
 * The angle of the point (x, y) in (-π, π]; the signs of zeros choose the quadrant as in Math.atan2. For t = |y/x|
 * it is atan(c) as high + low, minus the defect of the reduced argument. From and to an array, and all in one
 * function: a double that goes through a call is allocated where that is not inlined.
 */
export const writeAtan2 = (): void => {
  const y = atan2Scratch[0];
  const x = atan2Scratch[1];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  // ∞/∞ and 0/0 have no quotient; their directions are the diagonal and the axis.
  const ratio = ax === ay ? (ax === 0 ? 0 : 1) : ay / ax;
  let high = 0;
  let low = 0;
  let t = ratio;
  if (ratio >= 2.4375) {
    high = 1.5707963267948966;
    low = 6.123233995736766e-17;
    t = -1 / ratio;
  } else if (ratio >= 1.1875) {
    high = 0.982793723247329;
    low = 1.3903311031230998e-17;
    t = (ratio - 1.5) / (1 + 1.5 * ratio);
  } else if (ratio >= 0.6875) {
    high = PI_OVER_4;
    low = 3.061616997868383e-17;
    t = (ratio - 1) / (ratio + 1);
  } else if (ratio >= 0.4375) {
    high = 0.4636476090008061;
    low = 2.2698777452961687e-17;
    t = (2 * ratio - 1) / (2 + ratio);
  }
  // t - atan(t) for |t| < 7/16, as t·(even part + odd part) of the polynomial, which shortens the chain of rounding.
  const z = t * t;
  const w = z * z;
  const even =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 +
              w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const odd =
    w *
    (-0.19999999999876483 +
      w *
        (-0.11111110405462356 +
          w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  const angle = high - (t * (even + odd) - low - t);
  const leftHalf = x < 0 || (x === 0 && 1 / x < 0);
  const value = leftHalf && ratio < VERTICAL ? PI_HIGH - (angle - PI_LOW) : angle;
  const lowerHalf = y < 0 || (y === 0 && 1 / y < 0);
  atan2Scratch[0] = lowerHalf ? -value : value;
};

/** The same as a function: for where it is compiled into its caller, or rare. */
export const atan2 = (y: number, x: number): number => {
  atan2Scratch[0] = y;
  atan2Scratch[1] = x;
  writeAtan2();
  return atan2Scratch[0];
};

export const acos = (x: number): number => 2 * atan2(Math.sqrt(1 - x), Math.sqrt(1 + x));

export const asin = (x: number): number => atan2(x, Math.sqrt((1 - x) * (1 + x)));
