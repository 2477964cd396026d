import { createFloats, type Floats, growFloats } from '../math/floats.js';
import { createIndexList, growInt32, type IndexList } from '../math/index-list.js';
import { type ClosingRows, createClosingRows } from './closing-rows.js';

/**
 * Articulations: trees of bodies on joints, solved exactly in linear time (solver/articulations). A body of a tree
 * is a link; its joint connects it with its parent, which comes before it in the list. Trees between which closing
 * rows act are one articulation with several roots. Derived from the joints and
 * their rows, except for what `Articulation state` of state/bodies.ts and state/joints.ts keeps.
 *
 * Links, freedoms and locks are records in flat arrays, in the order of the links. All spatial vectors of a link
 * are in world axes about its reference point: motion (ω, u), impulse (n, l).
 */
export interface Articulations {
  /** Number of links of all articulations, and the first link after each articulation. */
  count: number;
  readonly ends: IndexList;
  links: Floats;
  linkInts: Int32Array;
  /** Motion subspaces: one record a freedom. The first ones of a link are controlled, one for each control. */
  freedoms: Floats;
  freedomCount: number;
  /** Lock rows other than points: one record a row, and its row. */
  locks: Floats;
  lockRows: Int32Array;
  lockCount: number;
  /** Coordinates with a limit, motor, spring or friction: one record each, in the order of their freedoms. */
  controls: Floats;
  controlInts: Int32Array;
  controlCount: number;
  /** Controls that decide on anything at present, in their order: all but far limits. */
  active: Int32Array;
  readonly closing: ClosingRows;
  /** Numbers and integers of each articulation. */
  trees: Floats;
  treeInts: Int32Array;
  /** Link of a body, and of a joint whose rows the articulation solves (a link of a closing joint), or -1. */
  linkOf: Int32Array;
  linkOfJoint: Int32Array;
  /** Joints that stand beside the joint of a link, link by link (parallel-joints.ts). */
  beside: IndexList;
  /** Contacts with links, in the order of the links at which the tour solves them, and their numbers. */
  readonly touches: IndexList;
  touchFloats: Floats;
  /** Joints of bodies with locked axes when the trees were built: 2 joint + 1 if it implies them (locked-axes.ts). */
  readonly implied: IndexList;
  /** Of each link while impacts are resolved, IMPACT numbers: scratch. */
  impactFloats: Floats;
  /** By contact: its place in `touches`, if it is there. */
  touchOf: Int32Array;
  /** Blocks of rows that tours solve, by their first rows, likewise. */
  readonly tourRows: IndexList;
  /** Rigid limits among the rows of tours. */
  readonly tourLimits: IndexList;
  tourRowFloats: Floats;
  /** Articulation of a link. */
  treeOf: Int32Array;
  /** What the trees were built for: integers of the rows and their bodies, and how many; see prepare-articulations.ts. */
  builtFor: Int32Array;
  builtLength: number;
}

/** Floats of a link. What a smooth substep touches comes first. */
export const LINK = 220;
/** Reference point from the centre of mass, and from the reference point of the parent. */
export const RC = 0;
export const SHIFT = 3;
/** World inertia about the centre of mass: xx, xy, xz, yy, yz, zz. */
export const IW = 6;
export const LINK_MASS = 12;
/** Articulated inertia [H F; Fᵀ G]: H 6, F 9, G 6. After the factor the part that the parent feels. */
export const HH = 13;
export const FF = 19;
export const GG = 28;
/** Factor of a ball or a free root: H⁻¹ 6, E = H⁻¹F 9; then, of a free root, Λ = G'⁻¹ 6. */
export const HI = 34;
export const EE = 40;
export const ROOT_INVERSE = 49;
/** Impulse on the link; after the solve what its parent feels of it. */
export const P = 55;
/** Motion that the joint prescribes. */
export const BETA = 61;
/** Change of motion: (ω, u). */
export const DV = 67;
/** What the last velocity stage did to the velocity (v, ω of the centre). */
export const KEPT = 73;
/** Before the drift: pose and velocity (v, ω). */
export const X0 = 79;
export const Q0 = 82;
export const V0 = 86;
/** Velocity (v, ω) with which the drift begins. */
export const V1 = 92;
/** Rotation matrix of the principal axes, row by row. */
export const LINK_FRAME = 98;
/** Error of the joint as a motion of the link against its parent: gap of the point, m, and rotation vector, rad. */
export const GAP = 107;
export const BEND = 110;
/**
 * What the joint is in the principal axes of the link and of its parent (of a parent that is no link: its body axes):
 * anchors from the centres of mass; the axes, or of a joint that locks all rotation the link's frame seen from the parent's (a
 * quaternion).
 */
export const ANCHOR = 113;
export const PARENT_ANCHOR = 116;
export const AXIS = 119;
export const PARENT_AXIS = 122;
export const REST = 119;
/** Part of the gap that the link's lever includes; the parent's includes the rest. */
export const GAP_SHARE = 125;
/** Principal moments and their inverses. */
export const LINK_MOMENTS = 126;
export const INVERSE_MOMENTS = 129;
/** RC of the pose that was measured last, while the factor is still that of an older one. */
export const LEVER = 132;
/** Rotation of the body with which the factor was made. */
export const FACTOR_ROTATION = 135;
/** Momentum (m v, I ω) when the substep began, external forces included. */
export const MOMENTUM = 139;
/** Impulses of contacts, closing rows and swept rows of this substep about the centre: (linear, angular). */
export const OUTER = 145;
/** Linear load of the joint in this substep, as an impulse. */
export const LOAD = 151;
/** Lever stiffness times h, as an inertia: 6. */
export const GEO = 154;
/** GAP and BEND when the substep began, while they are being closed. */
export const OLD_GAP = 160;
/** P and β when the solve with controls began. */
export const P_START = 166;
export const BETA_START = 172;
/** Tour of contacts: motion (ω, u) at the reference point, the parent's motion that it has heard of, pending impulse. */
export const TOUR_MOTION = 178;
export const HEARD = 184;
export const PENDING = 190;
/** Response Φ of the link to an impulse at its reference point, all joints eliminated: ωω 6, ωu 9, uu 6. */
export const RESPONSE_WW = 196;
export const RESPONSE_UU = 211;
/** Of a general joint: lever of the parent, from its centre of mass to its own anchor. */
export const PARENT_LEVER = 217;

/** Integers of a link. */
export const LINK_INTS = 27;
export const LINK_BODY = 0;
/** Link of the parent, or -1: world, static or kinematic. */
export const PARENT = 1;
/** Joint, or -1 for a free root. */
export const LINK_JOINT = 2;
export const LINK_KIND = 3;
export const FIRST_FREEDOM = 4;
export const FREEDOMS = 5;
export const FIRST_LOCK = 6;
export const LOCKS = 7;
/** First row of the joint's point, or -1. */
export const POINT_AT = 8;
export const FIRST_CONTROL = 9;
export const CONTROLS = 10;
/** 1 if the link is body B of the joint, -1 if it is body A. */
export const SIDE = 11;
/** 1 if contacts act on the link or on one below it. */
export const TOURED = 12;
/** First contact that the tour solves at this link, in `touches`; the next link's is the end. */
export const FIRST_TOUCH = 13;
/** The same for rows, in `tourRows`. */
export const FIRST_TOUR_ROW = 14;

/** What the angular locks are, see LockShape. */
export const LOCK_SHAPE = 15;
/** 1 if rows of the joint are written at every pose: those of controls, of the tour, and locks without a short way. */
export const WRITES_ROWS = 16;
/** Principal axis whose other two moments are closest: that of the rotation step. */
export const SPIN_AXIS = 17;
/**
 * Controls of a joint that has rigid limits and no other controls, and whose limits have a short way (measure-limits.ts): that of its
 * swing, that of its twist or hinge angle. -1: there is none.
 */
export const SWING_CONTROL = 18;
export const TWIST_CONTROL = 19;
/** Where these lie from the block of the joint: limits of the swing, limits and counter of the twist. */
export const SWING_LIMITS = 22;
export const TWIST_LIMITS = 23;
export const TWIST_COUNTER = 24;
/** Locked world axes of the body, as in `locks` of state/bodies.ts. */
export const LOCKED_AXES = 25;
/** The ball joint whose anchors give, with those of the link's own, the axis of a hinge (parallel-joints.ts), or -1. */
export const SECOND_JOINT = 26;
/** Of these: 1 if a limit is near at the pose that was measured last, and 1 if the factor and the active controls know of them. */
export const NEAR = 20;
export const ACTIVE = 21;

/**
 * Locks of a joint besides its point that have a short way, straight from axes instead of rows. None: it has none.
 * Hinge: two axes stay parallel. Fixed: no rotation. Square: two axes stay square. Rows: no short way.
 */
export const LockShape = { none: 0, hinge: 1, fixed: 2, square: 3, rows: 4 } as const;

/**
 * Free: a root that hangs on nothing. Ball: a point and nothing else. Spherical: a point and angular rows.
 * General: any rows.
 */
export const LinkKind = { free: 0, ball: 1, spherical: 2, general: 3 } as const;

/** Floats of a freedom: S = (a, b), U = I S, 1/D (0 while locked), q of the upward pass, added inertia, impulse. */
export const FREEDOM = 16;
export const SS = 0;
export const UU = 6;
export const INVERSE_D = 12;
export const SOLVED = 13;
export const ARMATURE = 14;
export const DRIVE = 15;

/** Floats of a lock: covector j = (n, l) about the reference point, and its dual: j·dual = 1, all others 0. */
export const LOCK = 13;
export const COVECTOR = 0;
export const DUAL = 6;
/** Error when the substep began, while it is being removed. */
export const OLD_LOCK_ERROR = 12;

/** Floats of a control. */
export const CONTROL_FLOATS = 37;
/** Gradient of the coordinate on the link, about its reference point. */
export const CONTROL_GRADIENT = 0;
/** Window for the change of the rate in this solve. */
export const CHANGE_LOW = 6;
export const CHANGE_HIGH = 7;
/** Change of the rate that a drive wants, its stiffness (Infinity: rigid), and the bounds of its impulse. */
export const GOAL = 8;
export const DRIVE_STIFFNESS = 9;
export const LEAST = 10;
export const MOST = 11;
/** Rate before the solve; gaps below and above when the substep began. */
export const RATE0 = 12;
export const GAP_LOW = 13;
export const GAP_HIGH = 14;
/** Impulse of the limit in the Newton steps of this substep. */
export const LIMIT_SUM = 15;
/** Impulse of the drive in this substep. */
export const DRIVE_SUM = 16;
/** Speed at which a limit with restitution was reached, 0 if it was not. */
export const STRUCK = 17;
/** 1 while a stage decides on the drive. */
export const DRIVES = 18;
/** Impulse of the spring in this substep. */
export const SPRING_SUM = 19;
/** Gaps to the lower and upper limit at the pose that was measured last; negative beyond it. */
export const NOW_LOW = 20;
export const NOW_HIGH = 21;
/** Of a limit with a short way: bounds between which it is far, and the limits for which they were made. */
export const FAR_LOW = 22;
export const FAR_HIGH = 23;
export const FAR_FOR = 24;
/** Impulse of the limit in the velocity stages of this substep. */
export const BORNE = 26;
/** Impulse along the locked freedom in the last projection. */
export const TAU = 27;
/** Twist at the pose that was measured last. */
export const TWIST_ANGLE = 28;
/** Not 0: its limit held it in a velocity stage of this substep. */
export const WAS_HELD = 29;
/** Of a swing-twist joint: the angular part of the gradient at the pose that was measured last. */
export const NEXT_GRADIENT = 30;
/** BORNE, WAS_HELD, DRIVE_SUM and SPRING_SUM before the warm start. */
export const KEPT_SUMS = 33;

/** Integers of a control: its rows or -1, its link, its state. */
export const CONTROL_INTS = 9;
/** Rigid limit; spring without a bound; motor or friction, which have bounds. */
export const LIMIT_AT = 0;
export const SPRING_AT = 1;
export const DRIVE_AT = 2;
/** One of these rows: all have the gradient of the coordinate. */
export const CONTROL_ROW = 3;
export const CONTROL_LINK = 4;
export const CONTROL_FREEDOM = 5;
export const HOLD = 6;
export const WANTED = 7;
/**
 * The closing row of the control of a joint that closes a loop, -1 for one of a link. Its freedom belongs to no link: it only says
 * whether the control holds, and with what it drives.
 */
export const CONTROL_CLOSING = 8;

/** Free, locked at its lower or upper limit, held by its motor, driven with the motor's largest impulse. */
export const Hold = { free: 0, low: 1, high: 2, motor: 3, least: 4, most: 5 } as const;

/** Floats of an articulation. */
export const TREE = 8;
/** Stiffness number σ = h² K / I of the levers. */
export const SIGMA = 0;
/** Largest error of the joints that was there before the substep. */
export const OLD_ERROR = 1;
/** Substeps that are still taken in local substeps, or implicitly, after σ was above its bound. */
export const HOT = 2;
/** Not 0 if the next substep begins with the reflection of the last velocity stage: of how many parts its substep was. */
export const REFLECTS = 3;
/** 1 if this substep was implicit. */
export const IMPLICIT = 4;
/** Kinetic energy when the substep began; -1 where nothing bounds the energy of this substep (energy-guard.ts). */
export const ENERGY_BOUND = 5;
/** What the contacts of the last tour changed, and what they bear, N·s. */
export const TOUR_CHANGE = 6;
export const TOUR_LOAD = 7;

export const TREE_INTS = 34;
export const FIRST_LINK = 0;
/** First control, and that of the next articulation. */
export const FIRST_TREE_CONTROL = 1;
export const END_TREE_CONTROL = 2;
/** Drives, springs and rows that are not the tree's own act on it, so it is solved before the drift, too. */
export const DRIVEN = 3;
/** In this substep: driven, or a contact acts or may close. */
export const LOADED = 4;
/** Newton steps, implicit substeps and projections of this step, for the reader. */
export const NEWTON_STEPS = 5;
export const IMPLICIT_STEPS = 6;
export const PROJECTIONS = 7;
/** Closing rows, their joints and the links of their paths: the first, and the first of the next articulation. */
export const FIRST_CLOSING = 8;
export const END_CLOSING = 9;
export const FIRST_CLOSING_JOINT = 10;
export const END_CLOSING_JOINT = 11;
export const FIRST_PATH = 12;
export const END_PATH = 13;
/** Whether contacts act on it in this step. */
export const TOUCHED = 14;
/** Whether a contact with a persistent impulse acts on it in this substep. */
export const PUSHED = 16;
/** Substeps to go in which its energy is bounded: because an impact struck it, or, negative, because its drift was not smooth. */
export const BOUNCED = 17;
/** Whether the factor leaves bounded drives free, for the contacts. */
export const FREED = 18;
/** Whether its velocities were projected for the impacts of this substep. */
export const OPENED = 19;
/** 1 if joints of it write rows at every pose. */
export const TREE_WRITES_ROWS = 20;
/** 1 if this substep keeps the momentum at its start: for loads, and for λ. */
export const BALANCED = 21;
/** Local substeps of the last substep, for the reader. */
export const LOCAL_SUBSTEPS = 22;
/** The first active control after those of this articulation, in `active`; the first one is at FIRST_TREE_CONTROL. */
export const END_ACTIVE = 23;
/** 1 if limits of it have a short way. */
export const HAS_LIMITS = 24;
/** 1 if limits were corrected in the last substep. */
export const CORRECTED = 25;
/** 1 if the factor is that of an older pose: the articulation lies still. */
export const OLD_FACTOR = 26;
/** 1 if a control changed its state in this substep, or in this part of it. */
export const SWITCHED = 27;
/** 1 if it hangs on the world, by its root or by closing rows: then its momentum may change. */
export const ANCHORED = 28;
/** 1 if bodies of it have locked axes. */
export const HAS_LOCKED_AXES = 29;
/** Closing rows of locked axes. */
export const LOCK_ROWS = 30;
/** 1 if the warm start of its contacts throws it in this substep. */
export const THROWN = 31;
/** 1 if the drift of this substep left joints far off: it led over a pole of a coordinate. */
export const OVER_POLE = 32;
/** 1 if its rows and λ of the last step wait to be written (solver/articulations/settle-rows.ts). */
export const ROWS_DUE = 33;
/** Whether the factor is newer than the responses. */
export const FACTORED = 15;

/**
 * Numbers of a contact in the tour: levers from both centres of mass; arms from the reference points of links, or the
 * centres of mass; Φ of both sides at the contact (ωω 6, ωu 9, uu 6); K = J Φ Jᵀ for the six directions of the contact
 * (forces along n, t1, t2 and torques about them); the normal speeds before any contact of the
 * substep acts; an upper bound of the approach before its drives act.
 */
export const TOUCH = 95;
export const TOUCH_LEVERS = 0;
export const TOUCH_ARMS = 6;
export const TOUCH_RESPONSE = 12;
export const TOUCH_K = 54;
export const TOUCH_SPEEDS = 90;
export const TOUCH_CAME = 94;

/**
 * Of a link in the impact stage: what external forces do in the substep, where it begins and at the time of impact, to its velocity (6)
 * and to OUTER, by closing rows (6); its motion since the step began and OUTER, before the impact.
 */
export const IMPACT = 36;
export const FORCES = 0;
export const FORCES_HERE = 12;
export const MOVED = 24;
export const KEPT_OUTER = 30;

/**
 * Numbers of a block of one to three rows in the tour: of each row Φ Jᵀ of both sides at the centres of mass, 12 numbers;
 * K = J Φ Jᵀ and J M⁻¹ Jᵀ of the bodies without joints, each xx, xy, xz, yy, yz, zz.
 */
export const TOUR_ROW = 48;
export const BLOCK_K = 36;
export const UNJOINTED_K = 42;

const INITIAL = 16;

export const createArticulations = (): Articulations => ({
  count: 0,
  ends: createIndexList(),
  links: createFloats(INITIAL * LINK),
  linkInts: new Int32Array(INITIAL * LINK_INTS),
  freedoms: createFloats(INITIAL * FREEDOM),
  freedomCount: 0,
  locks: createFloats(INITIAL * LOCK),
  lockRows: new Int32Array(INITIAL),
  lockCount: 0,
  controls: createFloats(INITIAL * CONTROL_FLOATS),
  controlInts: new Int32Array(INITIAL * CONTROL_INTS),
  controlCount: 0,
  active: new Int32Array(INITIAL),
  closing: createClosingRows(),
  trees: createFloats(INITIAL * TREE),
  treeInts: new Int32Array(INITIAL * TREE_INTS),
  linkOf: new Int32Array(0),
  linkOfJoint: new Int32Array(0),
  touches: createIndexList(),
  touchFloats: createFloats(0),
  beside: createIndexList(),
  implied: createIndexList(),
  impactFloats: createFloats(0),
  touchOf: new Int32Array(0),
  tourRows: createIndexList(),
  tourLimits: createIndexList(),
  tourRowFloats: createFloats(0),
  treeOf: new Int32Array(INITIAL),
  builtFor: new Int32Array(1),
  builtLength: 0,
});

/** Makes room for one more link, freedom, lock, control and articulation. */
export const reserveArticulations = (a: Articulations): void => {
  const links = (a.count + 1) * LINK;
  if (a.links.length < links) a.links = growFloats(a.links, links);
  if (a.linkInts.length < (a.count + 1) * LINK_INTS)
    a.linkInts = growInt32(a.linkInts, (a.count + 1) * LINK_INTS);
  if (a.treeOf.length < a.count + 1) a.treeOf = growInt32(a.treeOf, a.count + 1);
  const freedoms = (a.freedomCount + 6) * FREEDOM;
  if (a.freedoms.length < freedoms) a.freedoms = growFloats(a.freedoms, freedoms);
  const locks = a.lockCount + 6;
  if (a.locks.length < locks * LOCK) a.locks = growFloats(a.locks, locks * LOCK);
  if (a.lockRows.length < locks) a.lockRows = growInt32(a.lockRows, locks);
  const controls = a.controlCount + 6;
  if (a.controls.length < controls * CONTROL_FLOATS)
    a.controls = growFloats(a.controls, controls * CONTROL_FLOATS);
  if (a.controlInts.length < controls * CONTROL_INTS)
    a.controlInts = growInt32(a.controlInts, controls * CONTROL_INTS);
  if (a.active.length < controls) a.active = growInt32(a.active, controls);
  const trees = a.ends.count + 1;
  if (a.trees.length < trees * TREE) a.trees = growFloats(a.trees, trees * TREE);
  if (a.treeInts.length < trees * TREE_INTS) a.treeInts = growInt32(a.treeInts, trees * TREE_INTS);
};
