import type { EntityId } from 'bitecs';
import { type EntityError, inTermsOf } from '../errors.js';
import { type PhysicsState, report, type Waiting } from '../state/physics-state.js';

/**
 * Tries to make something for an entity. What fails is reported once and tried again in every pre system: the missing body may come, the
 * bad value may be put right. A new reason is reported anew.
 */
export const attempt = (
  state: PhysicsState,
  waiting: Waiting,
  eid: EntityId,
  component: 'RigidBody' | 'Collider' | 'Joint',
  jointType: number,
  make: () => void,
): void => {
  try {
    make();
    waiting.delete(eid);
  } catch (caught) {
    const error: EntityError = inTermsOf(caught, eid, component, jointType);
    const said = waiting.get(eid);
    waiting.set(eid, error.message);
    if (said !== error.message && said !== SILENT) report(state, error);
  }
};

/** Waits without a report: a collider whose body was removed. */
export const SILENT = '';
