import { createFloats } from '../../../math/floats.js';

/**
 * Written by the caller: how the body moves over the surface in the time that its points are for, in the frame of the surface: motion of
 * what is at the origin (0-2), and rotation (3-5). A point x moves by d = d₀ + θ × x.
 */
export const drift = createFloats(6);
