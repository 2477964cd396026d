import { createFloats, type Floats } from '../../../math/floats.js';
import { OUTER, RC, TOUR_MOTION } from '../../../state/articulations.js';
import { II, IM } from '../../../state/bodies.js';

/** Impulses and motions of links between their centre of mass and their reference point, which lies rc from it. */

/** Scratch: an impulse (n, l) or a motion (ω, u). */
export const wrench = createFloats(6);

/** `wrench` from the centre of mass to the reference point: n - rc × l. */
export const moveToReference = (links: Floats, o: number): void => {
  const x = links[o + RC];
  const y = links[o + RC + 1];
  const z = links[o + RC + 2];
  wrench[0] -= y * wrench[5] - z * wrench[4];
  wrench[1] -= z * wrench[3] - x * wrench[5];
  wrench[2] -= x * wrench[4] - y * wrench[3];
};

/** A motion from the reference point to the centre of mass: u - ω × rc. */
export const moveToCentre = (links: Floats, o: number, motion: Floats, at: number): void => {
  const x = links[o + RC];
  const y = links[o + RC + 1];
  const z = links[o + RC + 2];
  const w0 = motion[at];
  const w1 = motion[at + 1];
  const w2 = motion[at + 2];
  motion[at + 3] -= w1 * z - w2 * y;
  motion[at + 4] -= w2 * x - w0 * z;
  motion[at + 5] -= w0 * y - w1 * x;
};

/** out += (I⁻¹ n, m⁻¹ l) of a single body for the impulse in `wrench`. */
export const addBodyResponse = (motion: Floats, m: number, out: Floats, to: number): void => {
  const x = wrench[0];
  const y = wrench[1];
  const z = wrench[2];
  out[to] += motion[m + II] * x + motion[m + II + 1] * y + motion[m + II + 2] * z;
  out[to + 1] += motion[m + II + 1] * x + motion[m + II + 3] * y + motion[m + II + 4] * z;
  out[to + 2] += motion[m + II + 2] * x + motion[m + II + 4] * y + motion[m + II + 5] * z;
  for (let i = 0; i < 3; i++) out[to + 3 + i] += motion[m + IM + i] * wrench[3 + i];
};

/** Counts the impulse in `wrench` as one from outside: (linear, angular). */
export const addOuter = (links: Floats, o: number): void => {
  for (let i = 0; i < 3; i++) {
    links[o + OUTER + i] += wrench[3 + i];
    links[o + OUTER + 3 + i] += wrench[i];
  }
};

/** Adds the motion in `wrench`, at the centre of mass, to that of the tour, at the reference point: u + ω × rc. */
export const addToTourMotion = (links: Floats, o: number): void => {
  const x = links[o + RC];
  const y = links[o + RC + 1];
  const z = links[o + RC + 2];
  const m = o + TOUR_MOTION;
  for (let i = 0; i < 3; i++) links[m + i] += wrench[i];
  links[m + 3] += wrench[3] + wrench[1] * z - wrench[2] * y;
  links[m + 4] += wrench[4] + wrench[2] * x - wrench[0] * z;
  links[m + 5] += wrench[5] + wrench[0] * y - wrench[1] * x;
};
