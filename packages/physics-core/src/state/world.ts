import { type Broadphase, createBroadphase } from '../collision/broadphase/broadphase.js';
import { createPairList, type PairList } from '../collision/broadphase/pair-list.js';
import { createPairSet, type PairSet } from '../collision/broadphase/pair-set.js';
import { createManifold, type Manifold } from '../collision/narrowphase/manifold.js';
import type { HookSet } from '../hooks.js';
import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList } from '../math/index-list.js';
import { createSettings, type WorldSettings } from '../settings.js';
import { type Articulations, createArticulations } from './articulations.js';
import { type BodyTable, createBodyTable } from './bodies.js';
import { type ColliderTable, createColliderTable } from './colliders.js';
import { type ContactTable, createContactTable } from './contacts.js';
import { createEventQueue, type EventQueue } from './events.js';
import { createFloatPool, type FloatPool } from './float-pool.js';
import { createImpactScratch, type ImpactScratch } from './impact-scratch.js';
import { createJointTable, type JointTable } from './joints.js';
import { createRowTable, type RowTable } from './rows.js';
import { createSinglePointRows, type SinglePointRows } from './single-points.js';
import { createStageTimer, type StageTimer } from './stage-timer.js';
import { createSubstep, type Substep } from './substep.js';
import { createUnevenContacts, type UnevenContacts } from './uneven-contacts.js';

/** Everything a simulation is. Opaque to users, who hold it and pass it to the free functions. */
export interface World {
  /** Tells the handles of one world from those of another; never part of the state. */
  readonly id: number;
  readonly settings: WorldSettings;
  readonly bodies: BodyTable;
  readonly colliders: ColliderTable;
  readonly contacts: ContactTable;
  readonly joints: JointTable;
  /** Frames, parameters, revolutions and impulses of the joints. */
  readonly jointFloats: FloatPool;
  /** The rows of the joints that the last step solved. */
  readonly rows: RowTable;
  /** Bodies that move: dynamic and kinematic ones that do not sleep. The order is part of the state. */
  readonly awake: IndexList;
  /** Contacts of which at least one body is awake, in the order in which they are solved. */
  readonly listed: IndexList;
  /** Contacts that are solved in this step, a part of `listed`. */
  readonly solved: IndexList;
  /** The solved contacts in three parts. Cached ones keep their points for the whole step. */
  readonly cachedContacts: IndexList;
  /** Single-point contacts of spheres that are no impact candidates, see single-points.ts. */
  readonly singlePointContacts: IndexList;
  /** Fast contacts are re-detected in every substep. */
  readonly fastContacts: IndexList;
  /** The solved contacts that may have an impact or bounce in this step. */
  readonly impactCandidates: IndexList;
  /** Joints that are solved in this step, and their dynamic bodies. */
  readonly activeJoints: IndexList;
  readonly jointed: IndexList;
  /** Rows of rigid limits in this step. */
  readonly limitRows: IndexList;
  readonly articulations: Articulations;
  /** Bodies whose mass is computed before it is read, see pending-mass.ts. */
  readonly pendingMasses: IndexList;
  readonly events: EventQueue;
  readonly clock: Clock;
  /** Derived from the colliders' boxes; a snapshot rebuilds it. */
  readonly broadphase: Broadphase;
  /** Pair of colliders → contact. Derived from the contacts. */
  readonly pairs: PairSet;
  readonly scratch: Scratch;
  /** Functions of the user; no part of the state. */
  readonly hooks: HookSet;
}

export interface Clock {
  steps: number;
  time: number;
  /** Length of the last substep: λ is scaled when the next one differs. 0 before the first step. */
  substep: number;
  /** True inside stepWorld; still true afterwards only if a step threw and left the state half advanced. */
  stepping: boolean;
  /** The hidden static body of joints to the world, or -1 before the first such joint. */
  ground: number;
}

/** Working memory that carries nothing from step to step. */
export interface Scratch {
  readonly manifold: Manifold;
  readonly newPairs: PairList;
  readonly substep: Substep;
  readonly singlePoints: SinglePointRows;
  readonly hits: IndexList;
  /** Contacts that can be solved in this step, ghost collisions among them. */
  readonly solvable: IndexList;
  /** Contacts whose impulses the first relax sweep of this substep has changed notably: the second visits them. */
  readonly unsettled: IndexList;
  readonly uneven: UnevenContacts;
  /** Contacts that were struck in this substep and bore no load: their impulse is not warm-started in the next one. */
  readonly impacted: IndexList;
  /** Bodies whose state is no longer finite after this step. */
  readonly lost: IndexList;
  readonly stageTimer: StageTimer;
  /** Union-find parents and the shortest rest of each island, one for each body slot. */
  parents: Int32Array;
  rest: Floats;
  readonly impacts: ImpactScratch;
  /** The fast contacts whose shapes can meet in this substep: about 60 % of them in a falling pile of 1000. */
  readonly nearFastContacts: IndexList;
  /** Orientations of the bodies when the step began. */
  orientations: Floats;
  /** Awake bullets, and how far the surface of the fastest moved in this step, m. */
  readonly bullets: IndexList;
  readonly bulletReach: Floats;
  /** Kinematic bodies that moved in this step, and how far the surface of the fastest did, m. */
  readonly movers: IndexList;
  readonly kinematicReach: Floats;
  /** Soft joints that are solved in one system. */
  readonly softJoints: IndexList;
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
  cachedContacts: createIndexList(),
  singlePointContacts: createIndexList(),
  fastContacts: createIndexList(),
  impactCandidates: createIndexList(),
  activeJoints: createIndexList(),
  jointed: createIndexList(),
  limitRows: createIndexList(),
  articulations: createArticulations(),
  pendingMasses: createIndexList(),
  events: createEventQueue(),
  clock: { steps: 0, time: 0, substep: 0, stepping: false, ground: -1 },
  broadphase: createBroadphase(),
  pairs: createPairSet(),
  hooks: { filterPair: undefined, modifyContact: undefined },
  scratch: {
    manifold: createManifold(),
    newPairs: createPairList(),
    substep: createSubstep(),
    singlePoints: createSinglePointRows(),
    hits: createIndexList(),
    unsettled: createIndexList(),
    uneven: createUnevenContacts(),
    solvable: createIndexList(),
    impacted: createIndexList(),
    lost: createIndexList(),
    stageTimer: createStageTimer(),
    parents: new Int32Array(64),
    rest: createFloats(64),
    impacts: createImpactScratch(),
    nearFastContacts: createIndexList(),
    orientations: createFloats(0),
    bullets: createIndexList(),
    bulletReach: createFloats(1),
    movers: createIndexList(),
    kinematicReach: createFloats(1),
    softJoints: createIndexList(),
  },
});
