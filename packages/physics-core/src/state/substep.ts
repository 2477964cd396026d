import { createSoftness, type Softness, writeSoftness } from '../math/softness.js';
import type { WorldSettings } from '../settings.js';
import { BOUNCE_FALLS, HERTZ_PER_RATE, SLOWEST_BOUNCE, STATIC_STIFFNESS } from '../tuning.js';

/**
 * What is constant over the substeps of a step. Passed as a whole: a double argument such as h would be
 * allocated.
 */
export interface Substep {
  /** Length of a substep, s. */
  h: number;
  maxDepenetrationSpeed: number;
  impactSpeed: number;
  /**
   * m/s. The slowest approach with restitution that bounces: what gravity gives in a few substeps, so that a bounce has a
   * flight whose energy can be told from what gravity adds.
   */
  bounceSpeed: number;
  /** Depenetration of two movable bodies, and of a movable body and one that cannot move. */
  readonly soft: Softness;
  readonly stiff: Softness;
  /** Rigid joint rows. */
  readonly joint: Softness;
}

export const createSubstep = (): Substep => ({
  h: 0,
  maxDepenetrationSpeed: 0,
  impactSpeed: 0,
  bounceSpeed: 0,
  soft: createSoftness(),
  stiff: createSoftness(),
  joint: createSoftness(),
});

export const writeSubstep = (out: Substep, settings: WorldSettings, dt: number): void => {
  const { substeps, contactHertz, contactDampingRatio, maxDepenetrationSpeed, impactSpeed } = settings;
  const { jointHertz, jointDampingRatio } = settings;
  const h = dt / substeps;
  const hertz = Math.min(contactHertz, HERTZ_PER_RATE / h);
  out.h = h;
  out.maxDepenetrationSpeed = maxDepenetrationSpeed;
  out.impactSpeed = impactSpeed;
  const [x, y, z] = settings.gravity;
  const fall = BOUNCE_FALLS * h * Math.sqrt(x * x + y * y + z * z);
  out.bounceSpeed = Math.min(impactSpeed, Math.max(fall, SLOWEST_BOUNCE * impactSpeed));
  writeSoftness(out.soft, hertz, contactDampingRatio, h);
  writeSoftness(out.stiff, STATIC_STIFFNESS * hertz, contactDampingRatio, h);
  writeSoftness(out.joint, Math.min(jointHertz, HERTZ_PER_RATE / h), jointDampingRatio, h);
};
