import { surfaceImpact } from '../collision/continuous/surface-impact.js';
import { type CollidePair, collideNothing, setPair } from '../collision/narrowphase/collide.js';
import { copyManifold, createManifold, type Manifold } from '../collision/narrowphase/manifold.js';
import { collideSurface } from '../collision/narrowphase/surfaces/collide-surface.js';
import { patches } from '../collision/narrowphase/surfaces/patches.js';
import { shapeCode } from '../collision/shape-code.js';
import { type ColliderShapes, ShapeKind } from '../collision/shapes/collider-shapes.js';
import type { World } from '../state/world.js';
import { matchPatches, preparePatches } from './match-patches.js';
import { patchStages } from './patch-stages.js';

/** Lets shapes touch meshes and height fields, see patch-stages.ts. */
export const loadPatches = (): void => {
  if (patchStages.detectPatches === detectPatches) return;
  patchStages.detectPatches = detectPatches;
  patchStages.collidePatch = collidePatch;
  shapeCode.surfaceImpact = surfaceImpact;
  const { halfSpace, mesh, heightField } = ShapeKind;
  for (const surface of [mesh, heightField]) {
    for (let solid = 0; solid < halfSpace; solid++) setPair(solid, surface, collideDeepestPatch);
    setPair(halfSpace, surface, collideNothing);
    setPair(surface, heightField, collideNothing);
  }
  setPair(mesh, mesh, collideNothing);
};

/** The patch with the deepest point. Contacts with a surface hold all patches: match-patches.ts. */
const collideDeepestPatch: CollidePair = (shapes, a, b, out) => {
  out.count = 0;
  if (collideSurface(shapes, a, b, out.margin, out.gap) > 0) copyManifold(patches[0].manifold, out);
};

const detectPatches = (world: World, first: number): number => {
  const { contacts, colliders, scratch } = world;
  const { margin, gap } = scratch.manifold;
  const found = collideSurface(colliders, contacts.colliderA[first], contacts.colliderB[first], margin, gap);
  preparePatches(world, first, found);
  return found;
};

const nothing = createManifold();

const collidePatch = (world: World, contact: number, pair: ColliderShapes): Manifold => {
  const { margin, gap } = world.scratch.manifold;
  const count = collideSurface(pair, 0, 1, margin, gap);
  const patch = matchPatches(world, contact, count);
  return patch < 0 ? nothing : patches[patch].manifold;
};
