import { MIN_COMPLIANCE } from '../tuning.js';
import { type Checks, checkFields, number } from '../validate.js';

/**
 * Soft constraints as the texts write them (Tamis 2015 §2.4, planar notes 002 §2): a row with the softness γ and
 * the bias factor β solves
 *   J v + γ λ/Δt + β C/Δt = 0
 * for the impulse λ, hence the force λ/Δt = -(1/γ) J v - (β/(γ Δt)) C with v after and C before the step. With
 * C + Δt J v for C after the step that is an implicit step of a spring of stiffness k and damping c,
 *   k = β / (γ Δt)          c = (1 - β) / γ
 * and against the effective mass m of the row ω = √(k/m), ζ = c / (2 m ω). The notes' softness is γ/Δt, and their
 * bias factor β/Δt.
 */
export interface Compliance {
  /** γ: s/kg, for an angle s/(kg·m²). */
  readonly gamma: number;
  /** β: the part of C that is removed in one step, above 0, up to 1. */
  readonly beta: number;
}

/** What a row of γ and β acts on and how often: its effective mass m, kg or kg·m², and the step Δt, s. */
export interface ComplianceContext {
  readonly effectiveMass: number;
  readonly timeStep: number;
}

export interface SpringSoftness {
  readonly hertz: number;
  readonly dampingRatio: number;
}

const positive = number({ min: MIN_COMPLIANCE });
const contextChecks = { effectiveMass: positive, timeStep: positive };
const complianceChecks = { gamma: positive, beta: number({ min: MIN_COMPLIANCE, max: 1 }), ...contextChecks };
const springChecks = { hertz: positive, dampingRatio: number({ min: 0 }), ...contextChecks };

/** All fields must be given. */
const requireFields = <T>(owner: string, def: T, checks: Checks<T>): void => {
  checkFields(owner, def, checks);
  for (const field of Object.keys(checks) as (keyof T & string)[])
    checks[field](def[field], `${owner}.${field}`);
};

/** Frequency and damping ratio of the spring that a row with γ and β is. */
export const springFromCompliance = (def: Compliance & ComplianceContext): SpringSoftness => {
  requireFields('springFromCompliance', def, complianceChecks);
  const { gamma, beta, effectiveMass: m, timeStep } = def;
  const stiffness = beta / (gamma * timeStep);
  const omega = Math.sqrt(stiffness / m);
  return { hertz: omega / (2 * Math.PI), dampingRatio: (1 - beta) / (2 * gamma * m * omega) };
};

/** γ and β with which the texts' row is that spring. */
export const complianceFromSpring = (def: SpringSoftness & ComplianceContext): Compliance => {
  requireFields('complianceFromSpring', def, springChecks);
  const { hertz, dampingRatio, effectiveMass: m, timeStep } = def;
  const omega = 2 * Math.PI * hertz;
  const stiffness = m * omega * omega;
  const damping = 2 * dampingRatio * m * omega;
  const sum = damping + timeStep * stiffness;
  return { gamma: 1 / sum, beta: (timeStep * stiffness) / sum };
};
