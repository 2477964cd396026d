import { surfaceImpact } from '../collision/continuous/surface-impact.js';
import { loadHullContacts } from '../collision/load-hull-contacts.js';
import { type CollidePair, collideNothing, setPair } from '../collision/narrowphase/collide.js';
import { copyManifold, createManifold, type Manifold } from '../collision/narrowphase/manifold.js';
import { collideSurface, widenGap } from '../collision/narrowphase/surfaces/collide-surface.js';
import { drift } from '../collision/narrowphase/surfaces/drift.js';
import { patches } from '../collision/narrowphase/surfaces/patches.js';
import { shapeCode } from '../collision/shape-code.js';
import {
  type ColliderShapes,
  POSE_STRIDE,
  ShapeKind,
  SIZE_STRIDE,
} from '../collision/shapes/collider-shapes.js';
import { createFloats, type Floats } from '../math/floats.js';
import { MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { matchedPatch, matchPatches, preparePatches, reservePatches, takeMaterial } from './match-patches.js';
import { patchStages } from './patch-stages.js';
import { approach, TIME } from './reach.js';

/** Lets shapes touch meshes and height fields, see patch-stages.ts. */
export const loadPatches = (): void => {
  if (patchStages.detectPatches === detectPatches) return;
  patchStages.detectPatches = detectPatches;
  patchStages.collidePatch = collidePatch;
  patchStages.nextPatch = nextPatch;
  patchStages.reservePatches = reservePatches;
  patchStages.endPatches = forgetSeen;
  shapeCode.surfaceImpact = surfaceImpact;
  loadHullContacts();
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
  forgetSeen();
  drift.fill(0);
  if (collideSurface(shapes, a, b, out.margin, out.gap) > 0) copyManifold(patches[0].manifold, out);
};

const detectPatches = (world: World, first: number): number => {
  const { contacts, colliders, scratch } = world;
  const { margin, gap } = scratch.manifold;
  forgetSeen();
  writeDrift(world, first, colliders.pose, contacts.colliderB[first] * POSE_STRIDE);
  const found = collideSurface(colliders, contacts.colliderA[first], contacts.colliderB[first], margin, gap);
  if (found === 0) widenGap(colliders, contacts.colliderB[first], margin, gap);
  preparePatches(world, first, found);
  return found;
};

/** Writes the motion of body A over the surface at `pose[at]` in approach[TIME]. */
const writeDrift = ({ bodies, contacts }: World, contact: number, pose: Floats, at: number): void => {
  const { motion, centre } = bodies;
  const a = contacts.bodyA[contact];
  const b = contacts.bodyB[contact];
  for (let i = 0; i < 3; i++) {
    const k = (i + 1) % 3;
    const l = (i + 2) % 3;
    moved[3 + i] = motion[a * MOTION + W + i] - motion[b * MOTION + W + i];
    moved[i] = motion[a * MOTION + V + i] - motion[b * MOTION + V + i];
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? a : b;
      const turned =
        motion[body * MOTION + W + k] * (pose[at + l] - centre[body * 3 + l]) -
        motion[body * MOTION + W + l] * (pose[at + k] - centre[body * 3 + k]);
      moved[i] += side === 0 ? turned : -turned;
    }
  }
  for (let i = 0; i < 6; i++) {
    const v = i < 3 ? 0 : 3;
    const r = at + 3 + i - v;
    drift[i] =
      approach[TIME] * (pose[r] * moved[v] + pose[r + 3] * moved[v + 1] + pose[r + 6] * moved[v + 2]);
  }
};

/** Scratch: motion of A relative to the surface at the surface's origin, and rotation, world axes. */
const moved = createFloats(6);

const nothing = createManifold();

/**
 * What `patches` hold: the shapes, sizes, poses and margin that collidePatch saw last in this step. Every patch of a pair is a contact
 * of its own and asks for all of them at the same poses, one after the other. Decision 55 has the gain.
 */
const seen = {
  count: 0,
  kind: -1,
  hull: undefined as ColliderShapes['hulls'][number],
  surface: undefined as ColliderShapes['meshes'][number],
  size: createFloats(SIZE_STRIDE),
  pose: createFloats(2 * POSE_STRIDE),
  margin: createFloats(1),
  gap: createFloats(1),
};

const collidePatch = (world: World, contact: number, pair: ColliderShapes): Manifold => {
  const { margin, gap } = world.scratch.manifold;
  if (isSeen(pair, margin)) gap[0] = seen.gap[0];
  else {
    forgetSeen();
    writeDrift(world, contact, pair.pose, POSE_STRIDE);
    seen.count = collideSurface(pair, 0, 1, margin, gap);
    seen.gap[0] = gap[0];
    keepSeen(pair, margin);
  }
  matchPatches(world, contact, seen.count);
  return manifoldOf(world, contact);
};

const nextPatch = (world: World, contact: number): Manifold | undefined =>
  seen.kind < 0 ? undefined : manifoldOf(world, contact);

const manifoldOf = (world: World, contact: number): Manifold => {
  const patch = matchedPatch(world, contact);
  if (patch < 0) return nothing;
  takeMaterial(world, contact, patches[patch]);
  return patches[patch].manifold;
};

const isSeen = ({ kind, hull, hulls, meshes, size, pose }: ColliderShapes, margin: Floats): boolean => {
  if (seen.kind !== kind[0] || seen.margin[0] !== margin[0] || seen.surface !== meshes[hull[1]]) return false;
  if (seen.hull !== hulls[hull[0]]) return false;
  for (let i = 0; i < 2 * POSE_STRIDE; i++) if (seen.pose[i] !== pose[i]) return false;
  for (let i = 0; i < SIZE_STRIDE; i++) if (seen.size[i] !== size[i]) return false;
  return true;
};

const keepSeen = ({ kind, hull, hulls, meshes, size, pose }: ColliderShapes, margin: Floats): void => {
  seen.kind = kind[0];
  seen.hull = hulls[hull[0]];
  seen.surface = meshes[hull[1]];
  seen.margin[0] = margin[0];
  for (let i = 0; i < 2 * POSE_STRIDE; i++) seen.pose[i] = pose[i];
  for (let i = 0; i < SIZE_STRIDE; i++) seen.size[i] = size[i];
};

/** Before `patches` get those of something else, and at the end of a step: a world that is gone leaves no geometry here. */
const forgetSeen = (): void => {
  seen.kind = -1;
  seen.hull = undefined;
  seen.surface = undefined;
};
