/** Numbers of the kinds of shapes, as CoordinateRecord.kind has them. */
export const ShapeKinds = { sector: 0, segment: 1, cone: 2, swing: 3, lune: 4, shell: 5, box: 6 } as const;

export const CoordinateRecord = {
  size: 48,
  /** Which record of readJoints its joint has. */
  joint: 0,
  handle: 1,
  /** Place among the coordinates of the joint's definition; -1 for a group of limits (swing, box). */
  coordinate: 2,
  /** Of ShapeKinds. */
  kind: 3,
  /** 1 when one of the ends is finite. */
  limited: 4,
  lower: 5,
  upper: 6,
  /** m or rad, m/s or rad/s. */
  value: 7,
  rate: 8,
  /** λ of the limit and of the motor in the last substep. */
  limitLambda: 9,
  motorLambda: 10,
  /** 0 off, 1 speed, 2 position, 3 effort. */
  motorMode: 11,
  motorTarget: 12,
  motorSpeed: 13,
  /** 0 Hz: no spring. */
  springHertz: 14,
  springRest: 15,
  /** World point: centre of a sector or shell, apex of a cone, zero of a rail, middle of a box. */
  origin: 16,
  /**
   * World directions. Sector: axis, zero direction and the one 90° further. Segment: the
   * direction. Cone, swing and box: A's axes. Lune: its axis, azimuth 0 and the direction 90° further.
   */
  x: 19,
  y: 22,
  z: 25,
  /**
   * World direction that shows the value: of a sector the hand, of a cone, swing or lune B's
   * axis, of a shell that to the point.
   */
  pointer: 28,
  /**
   * Of a box: lower, upper and value along A's x, y and z. Of a swing: those about y
   * and z are the second and third.
   */
  ranges: 31,
  /** Of a swing: 1 when the ranges are the semi-axes of an ellipse, 0 when they are the sides of a box. */
  ellipse: 40,
  /** 1 when the unit is rad. */
  angle: 41,
  /** 1 when a group behind it has its limits. */
  grouped: 42,
  /** 1 when the joint locks it. */
  locked: 43,
  /** Of a swing: how far the swing may go in its present direction, rad. */
  reach: 44,
} as const;
