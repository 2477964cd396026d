import {
  applyWrench,
  components,
  relative,
  writeRelativeVelocity,
  writeWrench,
} from '../../contacts/contact-frame.js';
import { writeMassesHere } from '../../contacts/contact-masses.js';
import { disc, keepInDisc } from '../../math/disc.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { MOTION } from '../../state/bodies.js';
import {
  ARM,
  CROSS,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  MU,
  PL,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
  PX,
  PY,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  ROLL_MASS,
  SPIN,
  SURFACE,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../../state/contacts.js';
import { UNKNOWNS } from '../../state/uneven-contacts.js';
import type { World } from '../../state/world.js';

/**
 * One Gauss-Seidel sweep over the uneven contacts, in any stage of a substep. For the points i of a contact
 *   λ_i >= 0      w_i = u_i + b_i + c (Aλ)_i >= 0      λ_i w_i = 0
 * with the speed u_i, the target b_i, K of the contact's own points A and its compliance c. The points are solved together while
 * all of them push, as in solve-contacts.ts: δ = -A⁺ w / (1 + c); else one after the other. Then friction, twist and rolling
 * resistance, if the stage has them. K is that of the present poses (writeUnevenMasses), so each of these steps takes from
 *   Φ(λ) = ½ vᵀMv + bᵀλ + ½ c λᵀAλ
 * what can be taken by it.
 */
export const sweepUneven = (world: World, withFriction: boolean): void => {
  const { contacts } = world.scratch.uneven;
  for (let k = 0; k < contacts.count; k++) {
    const contact = contacts.items[k];
    writeRelativeVelocity(world, contact);
    pushPoints(world, contact, k);
    if (withFriction && resistSlip(world, contact)) resistRolling(world, contact);
  }
};

/** A target that no point reaches: it has no impulse in this stage. */
export const NO_TARGET = 1e30;

/** Scratch: w_i, then δ_i. */
const w = createFloats(4);
const delta = createFloats(4);

const pushPoints = (world: World, contact: number, k: number): void => {
  const { record, count } = world.contacts;
  const { targets, compliance } = world.scratch.uneven;
  const n = count[contact];
  const p = contact * RECORD + POINTS;
  const c = compliance[k];
  let together = record[contact * RECORD + POINTS_INVERSE] !== 0;
  for (let i = 0; i < n; i++) {
    const at = p + i * POINT;
    const u = relative[0] + record[at + PY] * relative[4] - record[at + PX] * relative[5];
    w[i] = u + targets[k * 4 + i];
    if (targets[k * 4 + i] === NO_TARGET) together = false;
  }
  if (c > 0) {
    writeOwnSpeeds(world, contact);
    for (let i = 0; i < n; i++) w[i] += c * own[i];
  }
  const soft = 1 / (1 + c);
  if (!together || !pushTogether(world, contact, soft)) pushInTurn(world, contact, soft, 1 + c);
  components.fill(0);
  let changes = false;
  for (let i = 0; i < n; i++) {
    const at = p + i * POINT;
    if (delta[i] === 0) continue;
    changes = true;
    record[at + PL] += delta[i];
    components[0] += delta[i];
    components[4] += record[at + PY] * delta[i];
    components[5] -= record[at + PX] * delta[i];
  }
  if (changes) apply(world, contact);
};

/** Where A⁺_ij lies in POINTS_INVERSE, and A_ij in CROSS. */
const INVERSE = new Int32Array([0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9]);
const PAIR = new Int32Array([-1, 0, 1, 2, 0, -1, 3, 4, 1, 3, -1, 5, 2, 4, 5, -1]);

const pushTogether = ({ contacts: { record, count } }: World, contact: number, soft: number): boolean => {
  const p = contact * RECORD + POINTS;
  const inverse = contact * RECORD + POINTS_INVERSE;
  const n = count[contact];
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += record[inverse + INVERSE[i * 4 + j]] * w[j];
    delta[i] = -soft * sum;
    if (record[p + i * POINT + PL] + delta[i] < 0) return false;
  }
  return true;
};

const pushInTurn = (
  { contacts: { record, count } }: World,
  contact: number,
  soft: number,
  stiff: number,
): void => {
  const p = contact * RECORD + POINTS;
  const cross = contact * RECORD + CROSS;
  const n = count[contact];
  for (let i = 0; i < n; i++) {
    const at = p + i * POINT;
    const d = Math.max(-soft * record[at + PM] * w[i], -record[at + PL]);
    delta[i] = d;
    if (d === 0) continue;
    for (let j = i + 1; j < n; j++) w[j] += stiff * record[cross + PAIR[i * 4 + j]] * d;
  }
};

/** Scratch: Aλ of a contact. */
export const own = createFloats(4);

export const writeOwnSpeeds = ({ contacts: { record, count } }: World, contact: number): void => {
  const p = contact * RECORD + POINTS;
  const cross = contact * RECORD + CROSS;
  const n = count[contact];
  for (let i = 0; i < n; i++) {
    const at = p + i * POINT;
    own[i] = record[at + PM] > 0 ? record[at + PL] / record[at + PM] : 0;
    for (let j = 0; j < n; j++)
      if (j !== i) own[i] += record[cross + PAIR[i * 4 + j]] * record[p + j * POINT + PL];
  }
};

/** Friction at the centre and twist friction. Returns whether the contact has any impulse. */
const resistSlip = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  let load = 0;
  for (let i = 0; i < count[contact]; i++) load += record[r + POINTS + i * POINT + PL];
  const old1 = record[r + FRICTION_LAMBDA];
  const old2 = record[r + FRICTION_LAMBDA + 1];
  const oldTwist = record[r + TWIST_LAMBDA];
  if (load === 0 && old1 === 0 && old2 === 0 && oldTwist === 0)
    return record[r + ROLL_LAMBDA] !== 0 || record[r + ROLL_LAMBDA + 1] !== 0;
  writeRelativeVelocity(world, contact);
  const slip1 = relative[1] + record[r + SURFACE];
  const slip2 = relative[2] + record[r + SURFACE + 1];
  const m12 = record[r + FRICTION_MASS + 1];
  disc[0] = old1 - record[r + FRICTION_MASS] * slip1 - m12 * slip2;
  disc[1] = old2 - m12 * slip1 - record[r + FRICTION_MASS + 2] * slip2;
  disc[2] = record[r + MU] * load;
  keepInDisc(record, r + FRICTION_MASS);
  record[r + FRICTION_LAMBDA] = disc[0];
  record[r + FRICTION_LAMBDA + 1] = disc[1];
  components.fill(0);
  components[1] = disc[0] - old1;
  components[2] = disc[1] - old2;
  apply(world, contact);

  writeRelativeVelocity(world, contact);
  const most = (record[r + MU] * record[r + ARM] + record[r + SPIN]) * load;
  const twist = oldTwist - record[r + TWIST_MASS] * relative[3];
  record[r + TWIST_LAMBDA] = Math.min(most, Math.max(-most, twist));
  components.fill(0);
  components[3] = record[r + TWIST_LAMBDA] - oldTwist;
  if (components[3] !== 0) apply(world, contact);
  return true;
};

const resistRolling = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const old1 = record[r + ROLL_LAMBDA];
  const old2 = record[r + ROLL_LAMBDA + 1];
  if (record[r + ROLL] === 0 && old1 === 0 && old2 === 0) return;
  let load = 0;
  for (let i = 0; i < count[contact]; i++) load += record[r + POINTS + i * POINT + PL];
  writeRelativeVelocity(world, contact);
  const m12 = record[r + ROLL_MASS + 1];
  disc[0] = old1 - record[r + ROLL_MASS] * relative[4] - m12 * relative[5];
  disc[1] = old2 - m12 * relative[4] - record[r + ROLL_MASS + 2] * relative[5];
  disc[2] = record[r + ROLL] * load;
  keepInDisc(record, r + ROLL_MASS);
  record[r + ROLL_LAMBDA] = disc[0];
  record[r + ROLL_LAMBDA + 1] = disc[1];
  components.fill(0);
  components[4] = disc[0] - old1;
  components[5] = disc[1] - old2;
  apply(world, contact);
};

/** v ← v + M⁻¹ Jᵀ λ with UNKNOWNS impulses for each contact. */
export const applyImpulses = (world: World, impulses: Floats): void => {
  const { contacts } = world.scratch.uneven;
  const { record, count } = world.contacts;
  for (let k = 0; k < contacts.count; k++) {
    const contact = contacts.items[k];
    const at = k * UNKNOWNS;
    components[0] = 0;
    for (let i = 1; i < 6; i++) components[i] = impulses[at + 3 + i];
    for (let i = 0; i < count[contact]; i++) {
      const p = contact * RECORD + POINTS + i * POINT;
      components[0] += impulses[at + i];
      components[4] += record[p + PY] * impulses[at + i];
      components[5] -= record[p + PX] * impulses[at + i];
    }
    apply(world, contact);
  }
};

const apply = (world: World, contact: number): void => {
  writeWrench(world, contact);
  applyWrench(world, contact, world.bodies.motion, MOTION, 1);
};

/** K at the present poses: with that of the last detection iterations add energy where light bodies turn. */
export const writeUnevenMasses = (world: World): void => {
  const { contacts } = world.scratch.uneven;
  for (let k = 0; k < contacts.count; k++) writeMassesHere(world, contacts.items[k]);
};
