import { allocateRow, createTable, type Table } from './table.js';

/**
 * Bodies. Hot, warm and cold data lie apart:
 * - `motion` is all a constraint kernel touches, 3 cache lines a body. The inverse mass is one number per
 *   world axis, so that locked axes cost nothing. 24 floats, not 21: a row is three whole lines.
 * - `predicted` and `externalChange` are touched once per body and substep.
 * - The rest is read once per step or less.
 * Structure of arrays (one column per component) was rejected for `motion`: a kernel always reads a whole body.
 */
export const bodySpec = {
  motion: ['f64', 24],
  /**
   * Linear velocity after external forces and one-shot impulses, before any accumulated impulse. A body whose
   * velocity still equals it at the position step was held by nothing, and follows a parabola.
   */
  predicted: ['f64', 3],
  /**
   * Linear velocity change by external forces: gravity, forces and damping, and the warm start of contacts, which
   * balances gravity for a body at rest.
   */
  externalChange: ['f64', 3],
  /** World centre of mass: what the solver moves. The origin follows from it. */
  centre: ['f64', 3],
  rotation: ['f64', 4],
  /** Body origin, which is what the user sees. */
  position: ['f64', 3],
  localCentre: ['f64', 3],
  mass: ['f64', 1],
  /**
   * Total mass asked for by the user; the colliders' densities are scaled to it.
   * 0: densities count as they are.
   */
  givenMass: ['f64', 1],
  /** Principal moments of inertia and the rotation from principal to body axes. */
  moments: ['f64', 3],
  principal: ['f64', 4],
  force: ['f64', 3],
  torque: ['f64', 3],
  gravityScale: ['f64', 1],
  /** Linear, angular, 1/s. */
  damping: ['f64', 2],
  /** Largest linear and angular speed. */
  maxSpeed: ['f64', 2],
  /** Pose a kinematic body reaches at the end of the next step: position, rotation. */
  target: ['f64', 7],
  sleepTimer: ['f64', 1],
  /** Translation and rotation vector since the sleep timer began. */
  sway: ['f64', 6],
  /**
   * Articulation state. Of a link: what the joints did to its velocity (v, ω) in the last velocity stage, and the
   * linear load of its joint in the last substep, as an impulse. Of a root: substeps for which it still counts as stiff, whether the next substep begins with the reflection, the stiffness number.
   */
  reflection: ['f64', 6],
  jointLoad: ['f64', 3],
  articulation: ['f64', 4],
  /**
   * Path length of the fastest surface point since creation; separated pairs are not tested until it has grown by
   * their distance.
   */
  travel: ['f64', 1],
  /** The part of `travel` due to rotation. */
  turned: ['f64', 1],
  /** Sum of all rotation angles since creation, rad. */
  spun: ['f64', 1],
  /** Upper bound of `travel` at the end of this step. */
  ahead: ['f64', 1],
  /** Distance of the farthest collider point from the centre of mass. */
  extent: ['f64', 1],
  /** Radius of a sphere that fits into the thinnest collider. */
  innerRadius: ['f64', 1],
  userData: ['f64', 1],
  type: ['i32', 1],
  flags: ['i32', 1],
  /** Locked axes, see `Lock`. */
  locks: ['i32', 1],
  firstCollider: ['i32', 1],
  /** First contact edge (contact * 2 + side) or -1. */
  firstContact: ['i32', 1],
  /** First joint edge (joint * 2 + side) or -1. */
  firstJoint: ['i32', 1],
  /** Ring of the bodies that fell asleep together; a body alone points at itself. */
  islandNext: ['i32', 1],
  /** Position in the list of awake bodies or -1. */
  awakeIndex: ['i32', 1],
} as const;

export type BodyTable = Table<typeof bodySpec>;

/** Layout of a `motion` row. */
export const MOTION = 24;
/** Linear velocity. */
export const V = 0;
/** Angular velocity, world axes. */
export const W = 3;
/** Inverse mass along world x, y, z. */
export const IM = 6;
/** Inverse inertia, world axes: xx, xy, xz, yy, yz, zz. */
export const II = 9;
/** Translation of the centre since the step began. */
export const DP = 15;
/** Rotation since the step began, as the sum of h ω, with ω the mean of both ends of each part. */
export const DR = 18;

export const BodyType = { static: 0, kinematic: 1, dynamic: 2 } as const;
export type BodyTypeName = keyof typeof BodyType;

export const BodyFlag = {
  enabled: 1,
  maySleep: 2,
  /** Mass, centre and inertia were given by the user and do not follow the colliders. */
  ownMass: 4,
  /** `target` is to be reached in the next step. */
  hasTarget: 8,
  /** All three moments are equal: rotation needs no splitting. */
  isotropic: 16,
  /** Reached its target in the last step. */
  arrived: 64,
  /** Principal axes are not the body axes. */
  tilted: 32,
  /** An active joint acts on it in this step. */
  jointed: 128,
  /** The static body that stands for the world; no handle ever means it. */
  ground: 256,
  /** It is in `pendingMasses`. */
  pendingMass: 512,
  /** Continuous collision against moving bodies, too. */
  bullet: 1024,
  /** A character that stood on the ground after its last move. */
  standing: 2048,
  /** A character that found no free place in its last move. */
  crushed: 4096,
  /** Its padded boxes may be too small for the next step: the user moved it or gave it a velocity since the last one. */
  staleBoxes: 8192,
} as const;

export const Lock = { x: 1, y: 2, z: 4, rotationX: 8, rotationY: 16, rotationZ: 32 } as const;
export const ANGULAR_LOCKS = Lock.rotationX | Lock.rotationY | Lock.rotationZ;
/** Motion in the x-y plane, rotation about z. */
export const PLANAR_LOCKS = Lock.z | Lock.rotationX | Lock.rotationY;

/** Floats of `articulation`. */
export const ARTICULATION = 4;
/** Place of `articulation` that says whether the next substep begins with the reflection. */
export const REFLECTION = 1;
export const DISTURBED = -1;

/**
 * Called by whatever changes a body or one of its joints between steps: what the joints did at the old pose says nothing
 * about the new one, and the articulation of the body begins without the reflection.
 */
export const disturbArticulation = ({ articulation }: BodyTable, body: number): void => {
  articulation[body * ARTICULATION + REFLECTION] = DISTURBED;
};

interface WithBodies {
  readonly bodies: BodyTable;
}

export const isJointed = ({ bodies: { flags } }: WithBodies, body: number): boolean =>
  (flags[body] & BodyFlag.jointed) !== 0;

/** Whether a dynamic body sleeps. */
export const isAsleep = ({ bodies: { type, awakeIndex } }: WithBodies, body: number): boolean =>
  type[body] === BodyType.dynamic && awakeIndex[body] < 0;

export const createBodyTable = (): BodyTable => createTable(bodySpec, 64);

/** The row of a new body: on no list, connected with nothing, at the origin. */
export const allocateBody = (bodies: BodyTable): number => {
  const body = allocateRow(bodies, bodySpec);
  bodies.firstCollider[body] = -1;
  bodies.firstContact[body] = -1;
  bodies.firstJoint[body] = -1;
  bodies.awakeIndex[body] = -1;
  bodies.islandNext[body] = body;
  bodies.rotation[body * 4 + 3] = 1;
  bodies.principal[body * 4 + 3] = 1;
  // As after any change: a body is the same whether its definition names the defaults or not.
  disturbArticulation(bodies, body);
  return body;
};
