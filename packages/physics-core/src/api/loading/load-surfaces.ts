import { loadPatches } from '../../contacts/load-patches.js';
import { surfaceOf } from '../surfaces/surface-shapes.js';
import { surfaceCode } from './surface-code.js';

/** Lets meshes and height fields be built and touched. */
export const loadSurfaces = (): void => {
  loadPatches();
  surfaceCode.surfaceOf = surfaceOf;
};
