import { createFloats, type Floats } from '../math/floats.js';
import type { Softness } from '../math/softness.js';
import { createJointTable, type JointTable } from '../state/joints.js';

/**
 * What a joint's `rows` function and the parts it calls work on: one joint at one pose. There is a single
 * context and a single frame of scratch floats, filled for each joint, because rows are written in every
 * substep and nothing may be allocated then. Numbers are passed in the arrays, not as arguments: a double
 * passed to a function that is not inlined costs an allocation.
 *
 * Context, frame and times carry nothing from one stage to a later one. Every stage and every reader calls
 * enterJoints (joints/write-joint.ts) first, which writes all of them for its world, and then a joint at a
 * time.
 */
export interface JointContext {
  /** The pool that holds the joint's block, and where its parts begin. */
  floats: Floats;
  /** Frames, softness, break thresholds: see state/joints.ts. */
  block: number;
  /** Controls of the first coordinate; the next follow, CONTROL floats each. */
  controls: number;
  /** Own parameters. */
  params: number;
  /** One float for each coordinate that counts revolutions. */
  state: number;
  /** λ of the rows by slot. */
  lambda: number;
  joint: number;
  /** All joints, for those that couple others. */
  joints: JointTable;
  bodyA: number;
  bodyB: number;
  motion: Floats;
  centre: Floats;
  rotation: Floats;
  localCentre: Floats;
  moments: Floats;
  /** The row table. */
  rows: Floats;
  index: Int32Array;
  /** Records of points. */
  points: Floats;
  /** Next row to be written. */
  row: number;
  /** The row after the last one of this joint; unknown, and beyond all rows, while rows are placed. */
  rowEnd: number;
  /**
   * True in the first refresh of a step: rows get their position in the table and last step's λ. Later
   * refreshes only renew the numbers.
   */
  placing: boolean;
  /** Index of the block of a three-axis drive without a torque bound; -1 when there is none. */
  unbounded: number;
  /** Points only claim their rows: an articulation measures them itself. */
  withoutPoints: boolean;
  /** Whether the axes in the frame are those of this joint. */
  hasAxes: boolean;
  /** Softness of rigid rows. */
  rigid: Softness;
  /** Scratch for the softness of one row. */
  readonly soft: Softness;
}

/** Scratch: the one context. */
export const context: JointContext = {
  floats: createFloats(0),
  block: 0,
  controls: 0,
  params: 0,
  state: 0,
  lambda: 0,
  joint: 0,
  joints: createJointTable(),
  bodyA: 0,
  bodyB: 0,
  motion: createFloats(0),
  centre: createFloats(0),
  rotation: createFloats(0),
  localCentre: createFloats(0),
  moments: createFloats(0),
  rows: createFloats(0),
  index: new Int32Array(0),
  points: createFloats(0),
  row: 0,
  rowEnd: 0,
  placing: false,
  unbounded: -1,
  withoutPoints: false,
  hasAxes: false,
  rigid: { biasRate: 0, massScale: 1, impulseScale: 0 },
  soft: { biasRate: 0, massScale: 1, impulseScale: 0 },
};

/**
 * Scratch: what is known of the joint's geometry at the present poses, world axes. Written by
 * parts/frame.ts and by the coordinates.
 */
export const frame = createFloats(64);
/** Levers from the centres of mass to the anchors. */
export const RA = 0;
export const RB = 3;
/** Anchor of B minus anchor of A. */
export const D = 6;
/** Axes of A's frame, then of B's: x, y, z of each. */
export const XA = 9;
export const YA = 12;
export const ZA = 15;
export const XB = 18;
export const YB = 21;
export const ZB = 24;
/** Rotation of B's frame as seen from A's, w >= 0. */
export const Q = 27;
/** The coordinate last written: its value, then its Jacobian in the order of a row. */
export const COORDINATE = 32;
export const GRADIENT = 33;
/** Scratch numbers of parts. */
export const SCRATCH = 46;

/**
 * Scratch: numbers of the substep: its length h, 1/h, the scale of last step's λ, and the fastest correction
 * of an error. enterJoints writes them; the scale is written, and read, only while rows are placed.
 */
export const times = createFloats(4);
export const H = 0;
export const RATE = 1;
export const LAMBDA_SCALE = 2;
export const CORRECTION_SPEED = 3;
