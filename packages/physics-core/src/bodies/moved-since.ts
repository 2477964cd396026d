import { createFloats, type Floats } from '../math/floats.js';
import { RECORD, SEEN_A, SEEN_B, SEEN_OFFSET } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { multiplyInto } from './inertia.js';

/** Scratch: the rotation of B since the last detection, and the rotation with which A would have gone along. */
const turnOfB = createFloats(4);
const carriedAlong = createFloats(4);

/**
 * Writes to out[0] how far a point of A can have moved since the last detection of a contact, as B sees it, m. The centre of A has
 * moved by o - R o₀, with R the rotation of B since then and o from B to A; A has turned by φ more than R, and its surface by a chord
 * of 2 e sin(φ/2) at most. A body inside a drum need not be tested again because the drum has turned.
 */
export const writeMovedSince = (world: World, contact: number, out: Floats): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const { rotation, centre, extent } = world.bodies;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const r = contact * RECORD;
  multiplyInto(turnOfB, 0, rotation, b * 4, record, r + SEEN_B, -1);
  multiplyInto(carriedAlong, 0, turnOfB, 0, record, r + SEEN_A, 1);
  let cosine = 0;
  for (let i = 0; i < 4; i++) cosine += carriedAlong[i] * rotation[a * 4 + i];
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const k = (i + 1) % 3;
    const l = (i + 2) % 3;
    const u = turnOfB;
    const x = record[r + SEEN_OFFSET + i];
    const y = record[r + SEEN_OFFSET + k];
    const z = record[r + SEEN_OFFSET + l];
    // R x = x + 2 w (u × x) + 2 u × (u × x).
    const turned =
      x +
      2 * u[3] * (u[k] * z - u[l] * y) +
      2 * (u[k] * (u[i] * y - u[k] * x) - u[l] * (u[l] * x - u[i] * z));
    const moved = centre[b * 3 + i] - centre[a * 3 + i] - turned;
    square += moved * moved;
  }
  out[0] = Math.sqrt(square) + 2 * extent[a] * Math.sqrt(Math.max(0, 1 - cosine * cosine));
};
