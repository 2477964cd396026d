/**
 * Tolerances of polyhedron contacts, and those that several files share, with unit and reason.
 * Shapes within the slop of 5 mm count as touching, so that choices worth less than a tenth of it
 * may be made for the sake of coherence.
 */

/**
 * Metres. B's best face must separate by this much more than A's to become the reference. Two faces in
 * flat contact separate equally up to rounding; without a bias a resting pair would flip its
 * reference, and with it its points.
 */
export const FACE_BIAS = 5e-4;
/**
 * Ratio. The same bias as a share of the depth: deep overlaps are coarse, and a
 * flip there moves the points further.
 */
export const FACE_BIAS_RELATIVE = 0.02;

/**
 * Metres. An edge pair must separate by this much more than the best face. A face contact has up to four
 * points and an edge contact one, so a face that is nearly as good carries a resting body better.
 */
export const EDGE_BIAS = 5e-4;
/** Ratio. The same as a share of the depth. */
export const EDGE_BIAS_RELATIVE = 0.05;

/**
 * sin² of the angle between two edges below which their cross product is no axis. The entries of
 * a rotation carry errors of about 1e-16, so at sin = 1e-5 the axis is still right to 1e-11;
 * below, the face axes cover the pair.
 */
export const PARALLEL_SINE_SQUARED = 1e-10;

/**
 * Metres. How far a vertex may lie outside a side plane before it is cut. Equal boxes stacked
 * exactly have their corners on the side planes; the slack keeps them whole corners, with the
 * same features, while they jitter.
 */
export const CLIP_SLACK = 1e-4;

/**
 * Metres. Points this close in depth count as equally deep when points are
 * dropped, so that noise does not choose.
 */
export const DEPTH_TIE = 1e-4;

/**
 * Ratio. A distance or an area, weighted by depth, must be larger by this share to be preferred to an earlier
 * point's: more than what DEPTH_TIE changes in the weight at a margin of 20 mm.
 */
export const SCORE_TIE = 0.01;

/**
 * Ratio of a triangle's doubled area to its longest side squared below which three points count as one line:
 * the third would not carry any torque about it.
 */
export const COLLINEAR_RATIO = 1e-6;

/**
 * Ratio. Shortest stretch along a rounded shape, over the radii that meet, that is worth two points: nearer
 * ones only make the solver's rows dependent.
 */
export const MIN_STRETCH = 0.05;
