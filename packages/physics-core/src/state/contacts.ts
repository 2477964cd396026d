import { clearRow, createTable, releaseRow, type Table } from './table.js';

/**
 * Contacts: one persistent row for each pair of colliders whose padded boxes overlap. Everything that the kernel
 * needs lies in one record (array of structs): separate columns take 24-39 % more time, objects twice as much.
 *
 * The points of a manifold share the normal n and lie at the tangent coordinates (x, y) around the
 * manifold's centre, so the normal speed of point i is u_i = u + y_i (ω·t1) - x_i (ω·t2), with u and ω
 * the relative velocity at the centre.
 */
export const contactSpec = {
  record: ['f64', 104],
  colliderA: ['i32', 1],
  colliderB: ['i32', 1],
  bodyA: ['i32', 1],
  bodyB: ['i32', 1],
  flags: ['i32', 1],
  count: ['i32', 1],
  /**
   * While the sum of `travel` of both bodies is less than this, the pair keeps its points, or has none.
   */
  unchangedUntil: ['f64', 1],
  features: ['i32', 4],
  /**
   * A convex shape touches a mesh in up to MAX_PATCHES patches, each a contact of its own: the number of the patch, 0 for
   * the contact that the pair set knows, and the next contact of the same pair, in a ring.
   */
  patch: ['i32', 1],
  nextPatch: ['i32', 1],
  /** Entry of the mesh's materials, or -1: that of its collider. */
  surface: ['i32', 1],
  /**
   * Contact edges of both bodies as doubly linked lists: [side A, side B], each
   * entry contact * 2 + side or -1.
   */
  edgeNext: ['i32', 2],
  edgePrevious: ['i32', 2],
} as const;

export type ContactTable = Table<typeof contactSpec>;

/**
 * Layout of a record: what warm start and solve sweep read comes first, then what only the relax sweep reads, then
 * what is read once a step or in rare branches. 104 floats are thirteen whole lines.
 */
export const RECORD = 104;
/** Normal from A to B. */
export const N = 0;
/** First tangent; the second is n × t1. */
export const T1 = 3;
/** Levers from both centres of mass to the manifold's centre. */
export const RA = 6;
export const RB = 9;
/** Combined coefficient of friction. */
export const MU = 12;
/**
 * Part of the relative motion within a step by which the contact point moves relative to A: at 0 it stays with
 * A, at 1 with B.
 */
export const CARRY = 13;
/** 1 when one of the bodies cannot move: the contact spring is then stiffer by STATIC_STIFFNESS. */
export const STIFF = 14;
/**
 * m². The levers stay where detection found them while the bodies have moved against each other by less than
 * the root of this within the step; 0: they follow every motion. Negative while the bodies slide: they follow until the
 * pair has come to rest.
 */
export const KEPT_LEVERS = 15;
export const POINTS = 16;
/** Floats per point: x, y, separation at the start of the step, effective mass, λ, Σ λ over the step. */
export const POINT = 6;
export const PX = 0;
export const PY = 1;
export const PS = 2;
export const PM = 3;
export const PL = 4;
export const PT = 5;
/** Pseudo-inverse of the points' K: 00, 01, 02, 03, 11, 12, 13, 22, 23, 33. All zero when there is none. */
export const POINTS_INVERSE = 40;
/** Fastest approach in the step with an impulse, m/s, positive; 0 when there was none. */
export const APPROACH = 50;
/** Mean distance of the points from the centre: the arm of twist friction. */
export const ARM = 51;
/** Twist and rolling resistance, m. */
export const SPIN = 52;
export const ROLL = 53;
/** Speed of B's surface relative to A's along t1 and t2 (conveyors). */
export const SURFACE = 54;
/** Inverse of the 2×2 K of the tangents at the centre: 11, 12, 22. */
export const FRICTION_MASS = 56;
export const FRICTION_LAMBDA = 59;
/** Σ friction impulse over the step, for inspection: along t1, t2. */
export const FRICTION_TOTAL = 61;
export const TWIST_MASS = 63;
export const TWIST_LAMBDA = 64;
export const ROLL_LAMBDA = 65;
/** Change of the slip along t1 and t2 by a unit normal impulse at the centre. */
export const NORMAL_TO_SLIP = 67;
/** Change of the slip along t1 and t2 by a unit torque about t1, then about t2. */
export const TORQUE_TO_SLIP = 69;
/** Change of the speed about n by a unit normal impulse, torque about t1, about t2, force along t1, along t2. */
export const TO_TWIST = 73;
/** Inverse of the 2×2 K of torques about the tangents. */
export const ROLL_MASS = 78;
/** Change of the speed of point j by a unit impulse at point i: 01, 02, 03, 12, 13, 23. */
export const CROSS = 81;
/** Combined coefficient of restitution. */
export const CONTACT_BOUNCE = 87;
/**
 * Relative position of the last detection, read where a body has travelled; in the same cache line the distance of a
 * separated pair, and the sum of `turned` of both bodies when it was measured.
 */
export const SEEN_OFFSET = 88;
export const GAP = 91;
export const GAP_TURNED = 92;
/** Both rotations of the last detection, for which the points were computed; zero for a pair of convex shapes without points. */
export const SEEN_A = 93;
export const SEEN_B = 97;
/** Separation at which the contact begins to push, m: the points hold their separation less this. 0 but for hooks. */
export const TARGET = 101;
/** Gap that still counts as touching, m: the setting `slop`, at most SLOP_PART of the smaller extent. */
export const SLOP = 102;

export const ContactFlag = {
  /** A begin event was sent and no end event yet. */
  touching: 1,
  sensor: 2,
  /** In the list of contacts that detection visits each step. */
  listed: 4,
  /** Points must be computed again. */
  stale: 8,
  /** Re-detected in each substep; its impulses are not warm-started. */
  fast: 16,
  /** On the list of cached contacts in this step. */
  cached: 64,
  /** The combined restitution is above zero. */
  bounces: 128,
  /** The materials resist rolling or twist. */
  resists: 256,
  /** On one of the lists that are solved in this step. */
  solved: 512,
  /** Left out in this step as a ghost collision, see contacts/ghost-collisions.ts. */
  ghost: 1024,
  /** One of its bodies is a link: the tour of its articulation solves it. */
  articulated: 2048,
  /** Left out in this step by the user's contact modifier. */
  disabled: 4096,
  /** One of its colliders asks for persist events. */
  persists: 8192,
  /** Its pair sent a begin event in this step, so that it sends no persist event. Only within updateTouching. */
  began: 16384,
  /** One of its bodies is UNEVEN_MASSES times as heavy as the other, or more. */
  uneven: 32768,
  /** Among the uneven contacts of this step, see solver/contacts/find-uneven-contacts.ts. */
  iterated: 65536,
  /** Among those of the last step. */
  wasIterated: 131072,
  /** On the list of impact candidates of this step. */
  candidate: 262144,
  /** Destroyed; detection releases the row when it next visits the list. */
  dead: 32,
} as const;

/**
 * A free row is zero but for its patch and surface, so that snapshots store it in a few bits: in a heap that settles every
 * fourth row is free.
 */
export const releaseContact = (contacts: ContactTable, contact: number): void => {
  clearRow(contacts, contactSpec, contact);
  // The values of a contact without patches and materials of its own.
  contacts.nextPatch[contact] = contact;
  contacts.surface[contact] = -1;
  releaseRow(contacts, contact);
};

/** Integers of `features` per contact. */
const FEATURES = 4;

/** Floats at the beginning of a record that are zero while the contact has no points. */
export const POINT_DATA = 88;

/** Takes the points of a contact away, with everything that was computed from them: snapshots store no more than there is. */
export const clearPoints = ({ count, features, record }: ContactTable, contact: number): void => {
  if (count[contact] === 0) return;
  count[contact] = 0;
  features.fill(0, contact * FEATURES, (contact + 1) * FEATURES);
  record.fill(0, contact * RECORD + TARGET, (contact + 1) * RECORD);
  record.fill(0, contact * RECORD, contact * RECORD + POINT_DATA);
};

export const createContactTable = (): ContactTable => createTable(contactSpec, 256);
