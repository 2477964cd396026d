import { addForce, takeForce } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { placeOf } from './entity-map.js';
import { growInts, growReals } from './grow.js';
import type { PhysicsState } from './physics-state.js';

/**
 * Forces hold for all steps of the frame in which they were applied, so what a body does is the same at every frame rate. A frame that is
 * shorter than a step may take none: then the next step feels the mean of the frames since the last one, each weighted by its time,
 *
 *   F = (Σ Fᵢ tᵢ) / (Σ tᵢ).
 *
 * A constant force stays constant in every step, and a force of a single frame keeps its impulse F t on average.
 */
export interface FrameForces {
  /** Bodies that were pushed since the last step, each once. */
  count: number;
  entities: Int32Array;
  /** By entity: one more than its place in the list, or 0. */
  places: Int32Array;
  /** Σ Fᵢ tᵢ over the frames since the last step, force and torque, six numbers a body in the order of the list; then F. */
  sums: Float64Array;
  /** Σ tᵢ, s. */
  time: number;
}

const SIX = 6;
const FIRST_CAPACITY = 16;

export const createFrameForces = (): FrameForces => ({
  count: 0,
  entities: new Int32Array(FIRST_CAPACITY),
  places: new Int32Array(FIRST_CAPACITY),
  sums: new Float64Array(SIX * FIRST_CAPACITY),
  time: 0,
});

/** A force or torque was added to the entity's body. */
export const noteForce = ({ frameForces: forces }: PhysicsState, eid: EntityId): void => {
  forces.places = growInts(forces.places, eid + 1);
  if (forces.places[eid] > 0) return;
  const k = forces.count++;
  forces.entities = growInts(forces.entities, k + 1);
  forces.sums = growReals(forces.sums, SIX * (k + 1));
  forces.entities[k] = eid;
  forces.places[eid] = k + 1;
  forces.sums.fill(0, SIX * k, SIX * (k + 1));
};

/** The entity has lost its body: the next owner of the id must not feel its forces. */
export const dropForce = ({ frameForces: forces }: PhysicsState, eid: EntityId): void => {
  const { entities, places, sums } = forces;
  if (!(places[eid] > 0)) return;
  const k = places[eid] - 1;
  const last = --forces.count;
  places[eid] = 0;
  if (k === last) return;
  entities[k] = entities[last];
  places[entities[k]] = k + 1;
  sums.copyWithin(SIX * k, SIX * last, SIX * (last + 1));
};

export const clearForces = ({ frameForces: forces }: PhysicsState): void => {
  for (let k = 0; k < forces.count; k++) forces.places[forces.entities[k]] = 0;
  forces.count = 0;
  forces.time = 0;
};

const taken = new Float64Array(SIX);

/** Takes what was applied in a frame of length t from the bodies and adds it to the sums. */
const gather = ({ frameForces: forces, bodies, core }: PhysicsState, t: number): void => {
  const { entities, sums, count } = forces;
  for (let k = 0; k < count; k++) {
    const place = placeOf(bodies, entities[k]);
    if (place < 0) continue;
    takeForce(core, bodies.rows[place], taken, 0);
    for (let i = 0; i < SIX; i++) sums[SIX * k + i] += t * taken[i];
  }
  forces.time += t;
};

/** A frame that takes no step: its forces wait. */
export const keepForces = (state: PhysicsState, frameTime: number): void => gather(state, frameTime);

/** A frame that takes steps: the sums become the means that all of them share. */
export const averageForces = (state: PhysicsState, frameTime: number): void => {
  const { frameForces: forces } = state;
  // Alone since the last step, a frame has any weight, and 1 keeps the bits of its forces.
  gather(state, forces.time === 0 ? 1 : frameTime);
  for (let i = 0; i < SIX * forces.count; i++) forces.sums[i] /= forces.time;
};

/** Before each step of the frame. */
export const applyFrameForces = ({ frameForces: forces, bodies, core }: PhysicsState): void => {
  for (let k = 0; k < forces.count; k++) {
    const place = placeOf(bodies, forces.entities[k]);
    if (place >= 0) addForce(core, bodies.rows[place], forces.sums, SIX * k);
  }
};
