import { createFloats, type Floats } from '../math/floats.js';
import {
  HIGH,
  LAMBDA,
  LOW,
  RELAX_HIGH,
  RELAX_LOW,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  SPRUNG,
} from '../state/rows.js';
import type { World } from '../state/world.js';

/** The windows [low, high] for Ċ of all rows, two numbers a row. */
export type Windows = Floats;

/** The windows with υ, the bias that corrects errors, as the rows were written. */
export const readWindows = ({ rows }: World): Windows => {
  const out = createFloats(rows.count * 2);
  for (let row = 0; row < rows.count; row++) {
    out[row * 2] = rows.data[row * ROW + LOW];
    out[row * 2 + 1] = rows.data[row * ROW + HIGH];
  }
  return out;
};

/**
 * The windows without υ. Springs keep theirs, because it is their force, and motors their speed. An inequality
 * keeps the gap that it may still close in this step: of a window only the part that corrects, a lower end
 * above 0 or an upper end below it, is moved back to 0.
 */
export const withoutBias = ({ rows }: World, biased: Windows): Windows => {
  const { data, index } = rows;
  const out = createFloats(biased.length);
  for (let row = 0; row < rows.count; row++) {
    const role = index[row * ROW_INTS + ROLE];
    const low = biased[row * 2];
    const high = biased[row * 2 + 1];
    const isInequality = role === Role.limit || role === Role.contact;
    const isSpring = index[row * ROW_INTS + SPRUNG] !== 0;
    out[row * 2] = isSpring ? low : isInequality ? Math.min(low, 0) : data[row * ROW + RELAX_LOW];
    out[row * 2 + 1] = isSpring ? high : isInequality ? Math.max(high, 0) : data[row * ROW + RELAX_HIGH];
  }
  return out;
};

/** Gives the rows these windows, and λ = 0 to begin with. */
export const useWindows = ({ rows }: World, windows: Windows): void => {
  for (let row = 0; row < rows.count; row++) {
    const at = row * ROW;
    rows.data[at + LAMBDA] = 0;
    rows.data[at + LOW] = windows[row * 2];
    rows.data[at + HIGH] = windows[row * 2 + 1];
  }
};
