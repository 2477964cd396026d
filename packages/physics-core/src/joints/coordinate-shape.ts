/**
 * The geometry of a coordinate, so that its value and limits can be drawn (inspect/limit-shapes.ts). A
 * coordinate without a shape works but is not drawn. The solver reads it, too. Where a joint has `twist` and
 * `translation` and rigid locks of all else, it takes it that both frames are one but for these
 * (solver/articulations/held-frames.ts), so that loops of such joints have fewer rows; and the row of a joint
 * whose one coordinate is a `distance` is that of a rod or rope (loops/span-stiffness.ts). `lockedBy` names a choice or
 * a flag among the parameters of the joint: with its second option, or set, rows of the joint lock the
 * coordinate, and its controls have no rows.
 */
export type CoordinateShape =
  /** Rotation about the x axis that remains when the swing is undone (parts/angles/rotation.ts). */
  | { readonly kind: 'twist'; readonly lockedBy?: string }
  /**
   * Azimuth of the axis `of` in the frame of the other body, from the axis `from` towards
   * the axis `to` (parts/angles/azimuth.ts).
   */
  | {
      readonly kind: 'azimuth';
      readonly of: AxisName;
      readonly from: AxisName;
      readonly to: AxisName;
      readonly lockedBy?: string;
    }
  /** Displacement of B's anchor along an axis of A (parts/axis.ts). */
  | { readonly kind: 'translation'; readonly along: 'xA' | 'yA' | 'zA'; readonly lockedBy?: string }
  /** Angle between the x axes of both frames (parts/angles/cone.ts). */
  | { readonly kind: 'cone' }
  /**
   * Component of the swing vector about the y or z axis of A (parts/angles/swing.ts); as an `ellipse` both
   * ranges limit it together.
   */
  | {
      readonly kind: 'swing';
      readonly about: 'yA' | 'zA';
      readonly ellipse?: boolean;
      readonly lockedBy?: string;
    }
  /** Azimuth of B's x axis about A's z axis (parts/angles/lune.ts). */
  | { readonly kind: 'lune' }
  /** Distance of the anchors. */
  | { readonly kind: 'distance'; readonly held?: HeldBy }
  /**
   * Distance of one body's anchor from a world point, a vector among the joint's
   * parameters (parts/pulley.ts).
   */
  | { readonly kind: 'end'; readonly body: 'A' | 'B'; readonly ground: string }
  /**
   * Distance along the direction in which the coordinate pushes B, such as that of
   * two lines (parts/edge-edge.ts).
   */
  | { readonly kind: 'approach'; readonly held?: HeldBy };

/** The x, y and z axes of both joint frames. */
export type AxisName = 'xA' | 'yA' | 'zA' | 'xB' | 'yB' | 'zB';

/**
 * Names of two parameters: how the joint's own row constrains the coordinate (parts/hold.ts), and at which
 * value.
 */
export interface HeldBy {
  readonly mode: string;
  readonly value: string;
}
