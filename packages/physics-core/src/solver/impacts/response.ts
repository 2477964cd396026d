import { applyOneShotWrench, components, writeContactK } from '../../contacts/contact-frame.js';
import { jointStages } from '../../joint-stages.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { applyResponse, writeRowResponse } from '../../rows/single-row.js';
import { writeProduct } from '../../rows/write-rows.js';
import { startBodies } from '../../state/impact-scratch.js';
import { isLink } from '../../state/links.js';
import { BOUNCE, JOINT, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import {
  applyJointImpulses,
  buildLimitSystem,
  gatherLimited,
  removeJointSpeeds,
  subtractJointResponse,
} from './jointed-impacts.js';
import { type Impact, SPEEDS } from './law.js';

/**
 * How the bodies of an impact answer an impulse: the only place of the impact stage that knows mass and inertia. A
 * single body answers with 1/m and I⁻¹ (contacts/contact-frame.ts), one on joints with what its joints leave of that
 * (jointed-impacts.ts), and a link of an articulation with all of it (articulations/link-impacts.ts). Time of impact,
 * law and propagation use these functions and know nothing else: four for contacts, and the same four for limits, whose
 * impulse is λ of one row. Articulations strike their limits themselves.
 *
 * Lists in scratch.impacts.bodies the bodies that answer, and move to the time of impact together.
 */
export const gatherBodies = (world: World, contact: number): void => {
  const { bodyA, bodyB } = world.contacts;
  const { impacts } = world.scratch;
  impacts.ofLinks = isOfLinks(world, contact);
  if (impacts.ofLinks) jointStages.gatherLinks(world, contact);
  else if (world.activeJoints.count > 0) jointStages.gatherJointed(world, contact);
  else startBodies(impacts, bodyA[contact], bodyB[contact]);
};

/** Whether a body of the contact is a link of an articulation. */
export const isOfLinks = (world: World, contact: number): boolean =>
  isLink(world, world.contacts.bodyA[contact]) || isLink(world, world.contacts.bodyB[contact]);

/** Writes K = J M⁻¹ Jᵀ of the contact at the present poses, with joints and without. */
export const writeResponse = (world: World, contact: number, { k, unjointedK }: Impact): void => {
  const { ofLinks } = world.scratch.impacts;
  if (ofLinks) jointStages.enterImpact(world);
  writeContactK(world, contact, unjointedK);
  if (ofLinks) {
    jointStages.writeLinkK(world, contact, k);
    return;
  }
  for (let i = 0; i < k.length; i++) k[i] = unjointedK[i];
  if (world.scratch.impacts.rows.count === 0) return;
  jointStages.buildJointSystem(world, contact);
  jointStages.subtractJointResponse(world, k, SPEEDS);
};

/** After writeResponse: subtracts what the bodies cannot do because of their joints, see removeJointSpeeds. */
export const removeHeldSpeeds = (
  world: World,
  contact: number,
  speeds: Floats,
  externalChange: Floats,
): void => {
  if (isOfLinks(world, contact)) jointStages.writeLinkForces(world, contact, externalChange);
  else if (world.scratch.impacts.rows.count > 0)
    jointStages.removeJointSpeeds(world, speeds, externalChange, SPEEDS);
};

/** After writeResponse: the bodies answer the impulse in `components`. It is one-shot: no λ remembers it. */
export const applyImpulse = (world: World, contact: number): void => {
  if (isOfLinks(world, contact)) {
    jointStages.applyLinkImpulse(world, contact);
    return;
  }
  applyOneShotWrench(world, contact);
  if (world.scratch.impacts.rows.count > 0) jointStages.applyJointImpulses(world, SPEEDS);
};

export const gatherLimitBodies = (world: World, row: number): void => {
  world.scratch.impacts.ofLinks = false;
  gatherLimited(world, world.rows.index[row * ROW_INTS + JOINT], world.rows.data[row * ROW + BOUNCE] > 0);
};

/** Scratch: M⁻¹ Jᵀ of the limit, and what external forces did along it, which a limit does not ask for. */
const response = createFloats(12);
const unused = createFloats(2);

export const writeLimitResponse = (world: World, row: number, { k, unjointedK }: Impact): void => {
  k.fill(0);
  unjointedK.fill(0);
  writeRowResponse(world, row, response, 0);
  writeProduct(world.rows.data, row * ROW, response, 0, unjointedK, 0);
  k[0] = unjointedK[0];
  buildLimitSystem(world, row, response);
  subtractJointResponse(world, k, 1);
};

export const removeHeldLimitSpeed = (world: World, speeds: Floats): void =>
  removeJointSpeeds(world, speeds, unused, 1);

/** After writeLimitResponse, with λ in `components[0]`. */
export const applyLimitImpulse = (world: World, row: number): void => {
  const { rows } = world;
  applyResponse(world, row, response, 0, components, 0);
  rows.impactImpulse[row] += components[0];
  applyJointImpulses(world, 1);
  rows.hasImpacts = true;
};
