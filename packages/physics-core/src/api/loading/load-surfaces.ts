import { loadPatches } from '../../contacts/load-patches.js';
import { checkSurface, surfaceOf } from '../surfaces/surface-shapes.js';
import { surfaceCode } from './surface-code.js';

/** Lets meshes and height fields be checked, built and touched. */
export const loadSurfaces = (): void => {
  loadPatches();
  surfaceCode.check = checkSurface;
  surfaceCode.surfaceOf = surfaceOf;
};
