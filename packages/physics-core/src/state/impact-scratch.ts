import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList, pushIndex } from '../math/index-list.js';

/** Working memory of the impact stage, see solver/impacts. It carries nothing from substep to substep. */
export interface ImpactScratch {
  /** Number of the last impact iteration, and the last in which each body got an impact or shock impulse. */
  iteration: number;
  /** The first iteration of this substep. */
  firstIteration: number;
  lastIteration: Int32Array;
  /** s. When in the substep that was. */
  lastTime: Floats;
  /** s. The time of the substep at which each body stands while impacts are stopped, 0 otherwise. */
  poseTime: Floats;
  /** Bodies that stand at another time than 0. */
  readonly advanced: IndexList;
  /**
   * rad/s. Change of ω of each body by external forces and the warm start of this substep, as externalChange of v. Until
   * the impact stage begins it holds ω of before them.
   */
  externalSpin: Floats;
  /** Bodies with an impact in this substep, some of them more than once. */
  readonly impactedBodies: IndexList;
  /** The bodies of one impact: those of the contact, and those that joints connect with them. */
  readonly bodies: IndexList;
  /** Whether a body of the contact is a link of an articulation: then all links of it are listed, and move along their joints. */
  ofLinks: boolean;
  /** The rigid joint rows between these bodies. */
  readonly rows: IndexList;
  /** Whether a patch of a body on a surface gives way to one that arrives earlier; and to which the last one did, or -1. */
  asksPatches: boolean;
  earlierPatch: number;
  /** Whether an impact has thrown a body out of its boxes. */
  threw: boolean;
  /** Shock propagation: bodies with an impulse in the last iteration, and in the present one. */
  moved: IndexList;
  next: IndexList;
  /** Bodies that wait for the next substep, and the velocities they get back, six numbers each. */
  readonly held: IndexList;
  heldVelocities: Floats;
}

export const createImpactScratch = (): ImpactScratch => ({
  iteration: 0,
  firstIteration: 1,
  lastIteration: new Int32Array(64),
  lastTime: createFloats(64),
  poseTime: createFloats(64),
  advanced: createIndexList(),
  externalSpin: createFloats(192),
  impactedBodies: createIndexList(),
  bodies: createIndexList(),
  ofLinks: false,
  rows: createIndexList(),
  asksPatches: false,
  earlierPatch: -1,
  threw: false,
  moved: createIndexList(),
  next: createIndexList(),
  held: createIndexList(),
  heldVelocities: createFloats(48),
});

/** The bodies of the next impact, without joints as yet. */
export const startBodies = ({ bodies, rows }: ImpactScratch, a: number, b: number): void => {
  bodies.count = 0;
  rows.count = 0;
  pushIndex(bodies, a);
  pushIndex(bodies, b);
};
