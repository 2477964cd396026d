import { loadHulls } from '../../collision/load-hulls.js';
import { loadSolids } from '../../collision/load-solids.js';
import { loadSurfaces } from './load-surfaces.js';

/** For what makes shapes from numbers, which may be of any kind. */
export const loadShapes = (): void => {
  loadHulls();
  loadSolids();
  loadSurfaces();
};
