import { applyOneShotWrench, writeContactK } from '../../contacts/contact-frame.js';
import type { Floats } from '../../math/floats.js';
import { isLink } from '../../state/links.js';
import type { World } from '../../state/world.js';
import { applyLinkImpulse, gatherLinks, writeLinkForces, writeLinkK } from '../articulations/link-impacts.js';
import {
  applyJointImpulses,
  buildJointSystem,
  gatherJointed,
  removeJointSpeeds,
  subtractJointResponse,
} from './jointed-impacts.js';
import type { Impact } from './law.js';

/**
 * How the bodies of a contact answer an impulse: the only place of the impact stage that knows mass and inertia. A
 * single body answers with 1/m and I⁻¹ (contacts/contact-frame.ts), one on joints with what its joints leave of that
 * (jointed-impacts.ts), and a link of an articulation with all of it (articulations/link-impacts.ts). Time of impact, law and propagation use these four functions and know nothing else.
 *
 * Lists in scratch.impacts.bodies the bodies that answer, and move to the time of impact together.
 */
export const gatherBodies = (world: World, contact: number): void => {
  if (isOfLinks(world, contact)) gatherLinks(world, contact);
  else gatherJointed(world, contact);
};

/** Whether a body of the contact is a link of an articulation. */
const isOfLinks = (world: World, contact: number): boolean =>
  isLink(world, world.contacts.bodyA[contact]) || isLink(world, world.contacts.bodyB[contact]);

/** Writes K = J M⁻¹ Jᵀ of the contact at the present poses, with joints and without. */
export const writeResponse = (world: World, contact: number, { k, unjointedK }: Impact): void => {
  writeContactK(world, contact, unjointedK);
  if (isOfLinks(world, contact)) {
    writeLinkK(world, contact, k);
    return;
  }
  for (let i = 0; i < k.length; i++) k[i] = unjointedK[i];
  if (world.scratch.impacts.rows.count === 0) return;
  buildJointSystem(world, contact);
  subtractJointResponse(world, k);
};

/** After writeResponse: subtracts what the bodies cannot do because of their joints, see removeJointSpeeds. */
export const removeHeldSpeeds = (
  world: World,
  contact: number,
  speeds: Floats,
  externalChange: Floats,
): void => {
  if (isOfLinks(world, contact)) writeLinkForces(world, contact, externalChange);
  else removeJointSpeeds(world, speeds, externalChange);
};

/** After writeResponse: the bodies answer the impulse in `components`. It is one-shot: no λ remembers it. */
export const applyImpulse = (world: World, contact: number): void => {
  if (isOfLinks(world, contact)) {
    applyLinkImpulse(world, contact);
    return;
  }
  applyOneShotWrench(world, contact);
  if (world.scratch.impacts.rows.count > 0) applyJointImpulses(world);
};
