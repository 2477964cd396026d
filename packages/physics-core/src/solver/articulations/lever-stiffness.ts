import { createFloats, type Floats } from '../../math/floats.js';
import { GEO } from '../../state/articulations.js';

/** Scratch: a lever r, and h² K of it. In an array, as a double that is passed may be allocated. */
export const lever = createFloats(4);

/** GEO += h² K (1 - r rᵀ/r²) of `lever` on the link that begins at `linkAt`. */
export const addLeverStiffness = (links: Floats, linkAt: number): void => {
  const x = lever[0];
  const y = lever[1];
  const z = lever[2];
  const k = lever[3];
  const e = k / (x * x + y * y + z * z);
  const g = linkAt + GEO;
  links[g] += k - e * x * x;
  links[g + 1] -= e * x * y;
  links[g + 2] -= e * x * z;
  links[g + 3] += k - e * y * y;
  links[g + 4] -= e * y * z;
  links[g + 5] += k - e * z * z;
};
