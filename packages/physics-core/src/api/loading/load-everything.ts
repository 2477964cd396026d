import { loadClassicMethods } from '../../classic/load-classic.js';
import { loadJoints } from '../../load-joints.js';
import { loadShapes } from './load-shapes.js';

/** For what makes worlds from data, which may hold anything. */
export const loadEverything = (): void => {
  loadJoints();
  loadShapes();
  loadClassicMethods();
};
