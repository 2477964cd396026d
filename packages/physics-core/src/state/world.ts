import { type Broadphase, createBroadphase } from '../broadphase/broadphase.js';
import { createPairList, type PairList } from '../broadphase/pair-list.js';
import { createPairSet, type PairSet } from '../broadphase/pair-set.js';
import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList } from '../math/index-list.js';
import { createManifold, type Manifold } from '../narrowphase/manifold.js';
import { createSettings, type WorldSettings } from '../settings.js';
import { type BallRows, createBallRows } from './balls.js';
import { type BodyTable, createBodyTable } from './bodies.js';
import { type ColliderTable, createColliderTable } from './colliders.js';
import { type ContactTable, createContactTable } from './contacts.js';
import { createEventQueue, type EventQueue } from './events.js';
import { createFloatPool, type FloatPool } from './float-pool.js';
import { createJointTable, type JointTable } from './joints.js';
import { createMechanisms, type Mechanisms } from './mechanisms.js';
import { createRowTable, type RowTable } from './rows.js';
import { createStopwatch, type Stopwatch } from './stopwatch.js';
import { createSubstep, type Substep } from './substep.js';

/** Everything a simulation is. Opaque to users, who hold it and pass it to the free functions. */
export interface World {
  /** Tells the handles of one world from those of another; never part of the state. */
  readonly id: number;
  readonly settings: WorldSettings;
  readonly bodies: BodyTable;
  readonly colliders: ColliderTable;
  readonly contacts: ContactTable;
  readonly joints: JointTable;
  /** Frames, parameters, turn counters and impulses of the joints. */
  readonly jointFloats: FloatPool;
  /** The rows of the joints that the last step solved. */
  readonly rows: RowTable;
  /** Bodies that move: dynamic and kinematic ones that do not sleep. The order is part of the state. */
  readonly awake: IndexList;
  /** Contacts of which at least one body is awake, in the order in which they are solved. */
  readonly listed: IndexList;
  /** Contacts that are solved in this step, a part of `listed`. */
  readonly solved: IndexList;
  /** The solved contacts in three parts. Those whose points hold for the whole step, */
  readonly steady: IndexList;
  /** such of balls that no impact can reach, see balls.ts, */
  readonly balls: IndexList;
  /** and those whose points must be found anew in every substep. */
  readonly restless: IndexList;
  /** The solved contacts that may be struck hard or bounce in this step. */
  readonly impactCandidates: IndexList;
  /** Joints that are solved in this step, and the dynamic bodies they hold. */
  readonly activeJoints: IndexList;
  readonly jointed: IndexList;
  /** Those of them that contacts may push in this step. */
  readonly pushed: IndexList;
  /** Rows of rigid limits in this step. */
  readonly limitRows: IndexList;
  readonly mechanisms: Mechanisms;
  readonly events: EventQueue;
  readonly clock: Clock;
  /** Derived from the colliders' boxes; a snapshot rebuilds it. */
  readonly broadphase: Broadphase;
  /** Pair of colliders → contact. Derived from the contacts. */
  readonly pairs: PairSet;
  readonly scratch: Scratch;
}

export interface Clock {
  steps: number;
  time: number;
  /** Length of the last substep: λ is scaled when the next one differs. 0 before the first step. */
  substep: number;
  /** True inside stepWorld; still true afterwards only if a step threw and left the state half advanced. */
  stepping: boolean;
  /** The hidden static body that joints to the world hang on, or -1 before the first. */
  ground: number;
}

/** Working memory that carries nothing from step to step. */
export interface Scratch {
  readonly manifold: Manifold;
  readonly newPairs: PairList;
  readonly substep: Substep;
  readonly balls: BallRows;
  readonly hits: IndexList;
  /** Contacts struck in this substep; their impulse is not a guess for the next one. */
  readonly impacted: IndexList;
  /** Bodies that left the finite numbers in this step. */
  readonly lost: IndexList;
  readonly stopwatch: Stopwatch;
  /** Union-find parents and the shortest rest of each island, one for each body slot. */
  parents: Int32Array;
  rest: Floats;
  /** Number of the last sweep over the impacts, and the last in which each body was struck. */
  impactSweep: number;
  lastImpactSweep: Int32Array;
  /** Rotations of the bodies when the step began. */
  attitudes: Floats;
}

let worlds = 0;

export const createWorldState = (): World => ({
  id: worlds++,
  settings: createSettings(),
  bodies: createBodyTable(),
  colliders: createColliderTable(),
  contacts: createContactTable(),
  joints: createJointTable(),
  jointFloats: createFloatPool(),
  rows: createRowTable(),
  awake: createIndexList(),
  listed: createIndexList(),
  solved: createIndexList(),
  steady: createIndexList(),
  balls: createIndexList(),
  restless: createIndexList(),
  impactCandidates: createIndexList(),
  activeJoints: createIndexList(),
  jointed: createIndexList(),
  pushed: createIndexList(),
  limitRows: createIndexList(),
  mechanisms: createMechanisms(),
  events: createEventQueue(),
  clock: { steps: 0, time: 0, substep: 0, stepping: false, ground: -1 },
  broadphase: createBroadphase(),
  pairs: createPairSet(),
  scratch: {
    manifold: createManifold(),
    newPairs: createPairList(),
    substep: createSubstep(),
    balls: createBallRows(),
    hits: createIndexList(),
    impacted: createIndexList(),
    lost: createIndexList(),
    stopwatch: createStopwatch(),
    parents: new Int32Array(64),
    rest: createFloats(64),
    impactSweep: 0,
    lastImpactSweep: new Int32Array(64),
    attitudes: createFloats(0),
  },
});
