import { loadHullContacts } from './load-hull-contacts.js';
import { shapeCode } from './shape-code.js';
import { buildHull } from './shapes/quickhull.js';

/** Lets hulls be built and touch, see shape-code.ts. */
export const loadHulls = (): void => {
  if (shapeCode.buildHull === buildHull) return;
  shapeCode.buildHull = buildHull;
  loadHullContacts();
};
