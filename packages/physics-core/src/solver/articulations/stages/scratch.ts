import { createFloats, floatsFrom } from '../../../math/floats.js';

/** What the stages of a substep pass on to each other. In arrays, as a double that is passed or returned may be allocated. */

/** Scratch: local substeps of the articulation that is being moved. */
export const parts = floatsFrom([1]);

/** Scratch: length of the part that is being moved; at the end of a substep, its own. In s. */
export const time = createFloats(1);

/** Scratch: an argument for the next call. */
export const rate = createFloats(1);

/** Scratch: the part of the old errors that stays in this substep. */
export const keptPart = createFloats(1);

/** Scratch: the largest error of a pose, that before the last Newton step, and the tolerance. */
export const misfit = createFloats(3);

/** Factors of addMotion and of closing impulses. */
export const ONE = floatsFrom([1]);

export const MINUS_ONE = floatsFrom([-1]);
