import { createFloats, type Floats, growFloats } from '../math/floats.js';
import { createIndexList, growInt32, type IndexList } from '../math/index-list.js';

/**
 * Closing rows of articulations: rigid rows between links that are no joint of a link. Derived from joints and rows,
 * except for `reflected` of state/joints.ts. See solver/articulations/loops/closing-rows.ts.
 */
export interface ClosingRows {
  count: number;
  data: Floats;
  ints: Int32Array;
  /** Joints that have closing rows. */
  readonly joints: IndexList;
  /** Links on which closing rows act and all before them, parents first. */
  readonly path: IndexList;
  /** By link: 1 on the paths. */
  onPath: Int32Array;
  /** By link: the root of its tree. By root: its part of `path`, and the closing row + 1 whose unit response reached it last. */
  root: Int32Array;
  pathFrom: Int32Array;
  pathTo: Int32Array;
  reachedBy: Int32Array;
  /** By link: its place in the path of its articulation. */
  slot: Int32Array;
  /** Of each row the links from those on which it acts to their roots, children first. */
  readonly rowPaths: IndexList;
  /** Unit impulses of the rows, for each link of the path (loops/unit-impulses.ts). */
  units: Floats;
  unitLength: number;
  /** Links of closed loops on which contacts or rows act: by link the place of their floats, or -1 (tours/loop-responses.ts). */
  hostAt: Int32Array;
  hostData: Floats;
  hostLength: number;
  /** LDLᵀ of K of each articulation. */
  readonly matrices: Floats[];
  /** Scratch: what the unit responses overwrite, and the right side of the solve. */
  saved: Floats;
  vector: Floats;
}

/** Bodies of a row: two, of a coupling four. */
export const SIDES = 4;

/** Floats of a closing row: first a covector (n, l) for each side, about the reference point of the link. */
export const CLOSING = 40;
/** Change of Ċ that the projection shall have, and the impulse with which it had it. */
export const WANTED_CHANGE = 24;
export const CLOSING_IMPULSE = 25;
/** Impulse of the Newton steps of this substep, and of the whole substep. */
export const NEWTON_IMPULSE = 26;
export const CLOSING_SUM = 27;
/** Impulse of the last velocity stage, which the reflection repeats. */
export const REFLECTED_IMPULSE = 28;
/** Error when the substep began. */
export const OLD_CLOSING_ERROR = 29;
/** J M⁻¹ Jᵀ of the bodies without joints, at most. */
export const FREE_COMPLIANCE = 30;
/** 1 if the other rows and joints hold it already. */
export const WEAK = 31;
/** What it bears of the tour in hand. */
export const TOUR_IMPULSE = 32;
/**
 * In the impact stage: its impulse against external forces, where the substep begins and at the time of impact, and CLOSING_SUM before
 * the impact.
 */
export const CLOSING_FORCES = 33;
export const CLOSING_FORCES_HERE = 34;
export const KEPT_CLOSING_SUM = 35;
/** Of a row in the plane of a loop the axis along which it acts. */
export const PLANE_AXIS = 36;
/** Of a span its impulse in the last substep. */
export const CLOSING_LOAD = 39;

/**
 * Integers of a closing row:
 *   its row, and the first row of its point or -1; of a locked axis of a body -1, and the axis
 *   bodies and links of its sides, or -1
 *   whether it is angular
 *   its control, or -1 for a lock
 *   the first row of its articulation with which it has a tree in common, or itself
 *   its part of `rowPaths`
 *   where its unit impulse begins, and how far that of the next row is from it
 *   of a row in the plane of a loop the axis of A's frame along which it acts, 1 or 2, else 0
 *   whether it is that of a span: a joint whose coordinate is the distance of its anchors
 */
export const CLOSING_INTS = 19;
export const CLOSING_ROW = 0;
export const CLOSING_POINT = 1;
export const CLOSING_BODY = 2;
export const CLOSING_LINK = 6;
export const CLOSING_ANGULAR = 10;
export const CLOSING_CONTROL = 11;
export const FIRST_COUPLED = 12;
export const FIRST_ON_PATH = 13;
export const END_ON_PATH = 14;
export const UNIT_AT = 15;
export const UNIT_STRIDE = 16;
export const CLOSING_PLANE = 17;
export const CLOSING_SPAN = 18;

/** Floats of a link in a unit impulse: up to six τ, and as many τ / D. */
export const UNIT = 12;

export const createClosingRows = (): ClosingRows => ({
  count: 0,
  data: createFloats(CLOSING),
  ints: new Int32Array(CLOSING_INTS),
  joints: createIndexList(),
  path: createIndexList(),
  onPath: new Int32Array(0),
  root: new Int32Array(0),
  pathFrom: new Int32Array(0),
  pathTo: new Int32Array(0),
  reachedBy: new Int32Array(0),
  slot: new Int32Array(0),
  rowPaths: createIndexList(),
  units: createFloats(1),
  unitLength: 0,
  hostAt: new Int32Array(0),
  hostData: createFloats(1),
  hostLength: 0,
  matrices: [],
  saved: createFloats(1),
  vector: createFloats(1),
});

/** Makes room for one more row. */
export const reserveClosingRows = (c: ClosingRows): void => {
  if (c.data.length < (c.count + 1) * CLOSING) c.data = growFloats(c.data, (c.count + 1) * CLOSING);
  if (c.ints.length < (c.count + 1) * CLOSING_INTS) c.ints = growInt32(c.ints, (c.count + 1) * CLOSING_INTS);
  if (c.vector.length < c.count + 1) c.vector = growFloats(c.vector, c.count + 1);
};
