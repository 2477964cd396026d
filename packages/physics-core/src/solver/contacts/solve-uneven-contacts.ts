import { writeSeparations } from '../../contacts/contact-frame.js';
import { createFloats } from '../../math/floats.js';
import {
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  PL,
  POINT,
  POINTS,
  PT,
  RECORD,
  STIFF,
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import {
  UNEVEN_DIRECTIONS,
  UNEVEN_ITERATIONS,
  UNEVEN_PROGRESS,
  UNEVEN_RESIDUAL,
  UNEVEN_VISITS,
} from '../../tuning.js';
import {
  addDirection,
  advance,
  copyImpulses,
  copyVelocities,
  potential,
  restore,
  squares,
  writeBodyMasses,
  writeChanges,
  writePotential,
} from './conjugate-directions.js';
import { applyImpulses, NO_TARGET, sweepUneven, writeUnevenMasses } from './sweep-uneven-contacts.js';

/**
 * Contacts around bodies of very different masses. A Gauss-Seidel iteration passes on to a light body what its own
 * mass can stop, so the load of a body a thousand times as heavy needs thousands of iterations to arrive at the floor.
 * Those are a few slow modes: all contacts of a column carry more, or more on one side. So sweeps (sweep-uneven-contacts.ts)
 * are the preconditioner of a conjugate gradient method (conjugate-directions.ts), in each stage of a substep: with bias, in
 * the relax stage, and in impacts (solver/impacts/stop-uneven.ts). The stages differ in the targets of their points only.
 *
 * With bias the targets are those of solve-contacts.ts, and the compliance is that of the heaviest body.
 */
export const solveUnevenContacts = (
  world: World,
  { h, soft, stiff, maxDepenetrationSpeed }: Substep,
): void => {
  const { contacts, targets, compliance, ratio } = world.scratch.uneven;
  const { record, count } = world.contacts;
  if (contacts.count === 0) return;
  for (let k = 0; k < contacts.count; k++) {
    compliance[k] = 0;
    writeSeparations(world, contacts.items[k], separations);
    for (let i = 0; i < 4; i++)
      targets[k * 4 + i] = i < count[contacts.items[k]] && separations[i] > 0 ? separations[i] / h : 0;
  }
  iterateUneven(world, true);
  for (let k = 0; k < contacts.count; k++) {
    const contact = contacts.items[k];
    const { biasRate, massScale, impulseScale } = record[contact * RECORD + STIFF] === 0 ? soft : stiff;
    compliance[k] = impulseScale / (massScale * ratio[0]);
    writeSeparations(world, contact, separations);
    for (let i = 0; i < count[contact]; i++)
      if (separations[i] <= 0)
        targets[k * 4 + i] = Math.max(biasRate * separations[i], -maxDepenetrationSpeed);
  }
  sweepUneven(world, false);
};

/**
 * The warm start of uneven contacts. A contact force takes energy from what the bodies would do without it. A warm start that
 * adds energy is none: where a contact has other points or another normal than before, it throws a light body with the load
 * of a heavy one. All of them then begin with zero.
 */
export const warmStartUneven = (world: World): void => {
  const { uneven } = world.scratch;
  const { contacts } = uneven;
  if (contacts.count === 0) return;
  uneven.targets.fill(0);
  uneven.compliance.fill(0);
  writeBodyMasses(world);
  writePotential(world);
  const cold = potential[0];
  copyVelocities(world, uneven.velocityKept);
  copyImpulses(world, uneven.kept);
  applyImpulses(world, uneven.kept);
  writePotential(world);
  if (potential[0] <= cold) return;
  uneven.kept.fill(0);
  restore(world);
};

/** Scratch: of the points of a contact. */
export const separations = createFloats(4);

/** After the position step, without bias: points with an impulse get the normal speed 0. The sums over the step count λ here. */
export const relaxUnevenContacts = (world: World): void => {
  const { contacts, targets, compliance } = world.scratch.uneven;
  const { record } = world.contacts;
  if (contacts.count === 0) return;
  for (let k = 0; k < contacts.count; k++) {
    const p = contacts.items[k] * RECORD + POINTS;
    compliance[k] = 0;
    for (let i = 0; i < 4; i++) targets[k * 4 + i] = record[p + i * POINT + PL] === 0 ? NO_TARGET : 0;
  }
  iterateUneven(world, true);
  countUneven(world);
};

/** Adds λ to the sums over the step. */
export const countUneven = ({ contacts: { record }, scratch: { uneven } }: World): void => {
  const { contacts } = uneven;
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    for (let p = r + POINTS; p < r + POINTS + 4 * POINT; p += POINT) record[p + PT] += record[p + PL];
    for (let i = 0; i < 2; i++) record[r + FRICTION_TOTAL + i] += record[r + FRICTION_LAMBDA + i];
  }
};

/**
 * Iterations until λ changes by less than UNEVEN_RESIDUAL. A step along the directions may lead out of the bounds of λ, and
 * the sweep after it leads back: if Φ is larger than before both, they are undone, and the directions are given up.
 */
export const iterateUneven = (world: World, withFriction: boolean): void => {
  const { uneven } = world.scratch;
  const iterations = Math.min(UNEVEN_ITERATIONS, 2 + Math.floor(UNEVEN_VISITS / uneven.contacts.count));
  writeUnevenMasses(world);
  writeBodyMasses(world);
  let directions = 0;
  let last = Infinity;
  let atRestart = Infinity;
  for (let k = 0; k < iterations; k++) {
    copyImpulses(world, uneven.change);
    copyVelocities(world, uneven.velocityChange);
    sweepUneven(world, withFriction);
    writePotential(world);
    if (directions > 0 && potential[0] > last) {
      restore(world);
      if (atRestart - last <= UNEVEN_PROGRESS * last) return;
      atRestart = last;
      directions = 0;
      last = Infinity;
      continue;
    }
    last = potential[0];
    copyImpulses(world, uneven.kept);
    copyVelocities(world, uneven.velocityKept);
    writeChanges(uneven);
    if (squares[0] <= UNEVEN_RESIDUAL * UNEVEN_RESIDUAL * squares[1] || k === iterations - 1) return;
    const slot = directions % UNEVEN_DIRECTIONS;
    if (!addDirection(uneven, slot, Math.min(directions, UNEVEN_DIRECTIONS))) return;
    directions++;
    advance(world, Math.min(directions, UNEVEN_DIRECTIONS));
  }
};
