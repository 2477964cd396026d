/** Tolerances that several parts share. Those of one part alone stand beside their use. */

/**
 * m. Below this a distance has no direction: it is less than rounding leaves of coordinates of a kilometre.
 */
export const NO_DIRECTION = 1e-12;

/**
 * Sine of a swing, or cosine of half of it, below which two axes count as opposite: 0.01° from it. Slopes
 * that would be infinite there are cut off at 1 / HALF_TURN, so that no impulse is lost in rounding.
 */
export const HALF_TURN = 1e-4;

/** Sine, or square of one, below which a direction or a twist has no value: what rounding leaves of 0. */
export const NO_VALUE = 1e-12;
