import { jointStages } from './joint-stages.js';
import { wakeAcrossJoints } from './joints/active-joints.js';
import { removeJointsOf, restartJointsOf } from './joints/lifecycle.js';
import { keepRevolutionsOf } from './joints/revolution-counters.js';
import { loadJointTypes } from './load-joint-types.js';
import { fitRolledBack } from './solver/articulations/impacts/fit-rolled-back.js';
import { endImpact, enterImpact, moveStruckLinks } from './solver/articulations/impacts/impact-motion.js';
import {
  applyLinkImpulse,
  gatherLinks,
  writeLinkForces,
  writeLinkK,
} from './solver/articulations/impacts/link-impacts.js';
import { storeArticulations } from './solver/articulations/prepare-articulations.js';
import { finishArticulationImpulses, settleRows } from './solver/articulations/settle-rows.js';
import {
  beginArticulations,
  integrateArticulations,
  relaxArticulations,
  solveArticulations,
} from './solver/articulations/substep.js';
import {
  applyJointImpulses,
  buildJointSystem,
  clearRowImpacts,
  gatherJointed,
  removeJointSpeeds,
  subtractJointResponse,
} from './solver/impacts/jointed-impacts.js';
import { rememberLimitSpeeds, resolveLimitImpacts } from './solver/impacts/limits.js';
import { breakJoints, isAnyBreakable } from './solver/sweeps/break-joints.js';
import { placeJointRows } from './solver/sweeps/place-rows.js';
import { relaxJoints, solveJoints, warmStartJoints } from './solver/sweeps/solve-joints.js';
import { storeJointImpulses } from './solver/sweeps/store-impulses.js';
import type { World } from './state/world.js';

/** Lets the step solve joints, see joint-stages.ts. Whatever makes joints calls it first. */
export const loadJoints = (): void => {
  if (jointStages.solveJoints === solveJoints) return;
  loadJointTypes();
  Object.assign(jointStages, {
    wakeAcrossJoints,
    placeJointRows,
    rememberLimitSpeeds,
    beginArticulations: beginBalanced,
    clearRowImpacts,
    warmStartJoints,
    resolveLimitImpacts,
    solveJoints,
    solveArticulations,
    integrateArticulations,
    relaxJoints,
    relaxArticulations,
    breakJoints,
    finishArticulationImpulses,
    storeArticulations,
    storeJointImpulses,
    settleRows,
    fitRolledBack,
    gatherJointed,
    buildJointSystem,
    subtractJointResponse,
    removeJointSpeeds,
    applyJointImpulses,
    gatherLinks,
    moveStruckLinks,
    enterImpact,
    endImpact,
    writeLinkK,
    writeLinkForces,
    applyLinkImpulse,
    keepRevolutionsOf,
    restartJointsOf,
    removeJointsOf,
  } satisfies typeof jointStages);
};

/** The loads of joints are wanted after the last substep, and after each one if a joint may break. */
const beginBalanced = (world: World, isLast: boolean): void =>
  beginArticulations(world, isLast || isAnyBreakable(world));
