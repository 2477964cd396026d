import { createSoftness, type Softness, writeSoftness } from '../math/softness.js';
import type { WorldSettings } from '../settings.js';

/**
 * What is constant over the substeps of a step. Handed on as a whole: reading h
 * to pass it on would allocate it.
 */
export interface Substep {
  /** Length of a substep, s. */
  h: number;
  pushOut: number;
  impactSpeed: number;
  /** Overlap removal between two moving bodies, and between a moving body and one that cannot move. */
  readonly soft: Softness;
  readonly stiff: Softness;
  /** Rigid joint rows. */
  readonly joint: Softness;
}

/** A contact spring above this part of the substep rate would ring. */
const HERTZ_PER_RATE = 0.25;
/** Bodies that cannot move give a stiffer answer, or a heavy stack would be pressed into the floor. */
const STATIC_STIFFNESS = 2;

export const createSubstep = (): Substep => ({
  h: 0,
  pushOut: 0,
  impactSpeed: 0,
  soft: createSoftness(),
  stiff: createSoftness(),
  joint: createSoftness(),
});

export const writeSubstep = (out: Substep, settings: WorldSettings, dt: number): void => {
  const { substeps, contactHertz, contactDampingRatio, pushOutSpeed, impactSpeed } = settings;
  const { jointHertz, jointDampingRatio } = settings;
  const h = dt / substeps;
  const hertz = Math.min(contactHertz, HERTZ_PER_RATE / h);
  out.h = h;
  out.pushOut = pushOutSpeed;
  out.impactSpeed = impactSpeed;
  writeSoftness(out.soft, hertz, contactDampingRatio, h);
  writeSoftness(out.stiff, STATIC_STIFFNESS * hertz, contactDampingRatio, h);
  writeSoftness(out.joint, Math.min(jointHertz, HERTZ_PER_RATE / h), jointDampingRatio, h);
};
