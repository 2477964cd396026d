import { loadClassicMethods } from '../../classic/load-classic.js';
import { loadHulls } from '../../collision/load-hulls.js';
import { loadSolids } from '../../collision/load-solids.js';
import { loadJoints } from '../../load-joints.js';
import { loadSurfaces } from './load-surfaces.js';

/** For what makes worlds from data, which may hold anything. */
export const loadEverything = (): void => {
  loadJoints();
  loadHulls();
  loadSolids();
  loadSurfaces();
  loadClassicMethods();
};
