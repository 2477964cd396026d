import type { Floats } from './math/floats.js';
import type { IndexList } from './math/index-list.js';
import type { Substep } from './state/substep.js';
import type { World } from './state/world.js';

type Stage = (world: World) => void;
type SubstepStage = (world: World, substep: Substep) => void;
type OfBody = (world: World, body: number) => void;
type OfContact = (world: World, contact: number) => void;

/**
 * What only worlds with joints need, in the order of the step. A bundle has this code if it has something that makes
 * joints: that calls loadJoints (load-joints.ts), which fills in the table. Before that no world has joints, and there
 * is nothing to do.
 */
export interface JointStages {
  wakeAcrossJoints: Stage;
  placeJointRows: SubstepStage;
  rememberLimitSpeeds: Stage;
  beginArticulations: (world: World, isLast: boolean) => void;
  clearRowImpacts: Stage;
  warmStartJoints: Stage;
  resolveLimitImpacts: SubstepStage;
  solveJoints: Stage;
  solveArticulations: Stage;
  integrateArticulations: Stage;
  relaxJoints: Stage;
  relaxArticulations: Stage;
  breakJoints: SubstepStage;
  finishArticulationImpulses: Stage;
  storeArticulations: Stage;
  storeJointImpulses: Stage;
  /** Outside of the step, before rows of joints are read, or something changes that they depend on. */
  settleRows: Stage;
  fitRolledBack: (world: World, group: IndexList) => void;

  /** How jointed bodies answer an impact, see solver/impacts/response.ts. */
  gatherJointed: OfContact;
  buildJointSystem: OfContact;
  subtractJointResponse: (world: World, k: Floats, columns: number) => void;
  removeJointSpeeds: (world: World, speeds: Floats, externalChange: Floats, columns: number) => void;
  applyJointImpulses: (world: World, columns: number) => void;
  gatherLinks: OfContact;
  moveStruckLinks: (world: World, by: Floats) => void;
  enterImpact: Stage;
  endImpact: Stage;
  writeLinkK: (world: World, contact: number, k: Floats) => void;
  writeLinkForces: (world: World, contact: number, externalChange: Floats) => void;
  applyLinkImpulse: OfContact;

  /** When a body is turned, lost or destroyed. */
  keepRevolutionsOf: OfBody;
  restartJointsOf: OfBody;
  removeJointsOf: OfBody;
}

const nothing = (): void => {};

export const jointStages: JointStages = {
  wakeAcrossJoints: nothing,
  placeJointRows: nothing,
  rememberLimitSpeeds: nothing,
  beginArticulations: nothing,
  clearRowImpacts: nothing,
  warmStartJoints: nothing,
  resolveLimitImpacts: nothing,
  solveJoints: nothing,
  solveArticulations: nothing,
  integrateArticulations: nothing,
  relaxJoints: nothing,
  relaxArticulations: nothing,
  breakJoints: nothing,
  finishArticulationImpulses: nothing,
  storeArticulations: nothing,
  storeJointImpulses: nothing,
  settleRows: nothing,
  fitRolledBack: nothing,
  gatherJointed: nothing,
  buildJointSystem: nothing,
  subtractJointResponse: nothing,
  removeJointSpeeds: nothing,
  applyJointImpulses: nothing,
  gatherLinks: nothing,
  moveStruckLinks: nothing,
  enterImpact: nothing,
  endImpact: nothing,
  writeLinkK: nothing,
  writeLinkForces: nothing,
  applyLinkImpulse: nothing,
  keepRevolutionsOf: nothing,
  restartJointsOf: nothing,
  removeJointsOf: nothing,
};
