import { createFloats, type Floats } from '../../math/floats.js';

/**
 * What a narrowphase function writes: up to four points with one normal. One instance is reused for every
 * pair, so that no pair allocates.
 */
export const MAX_POINTS = 4;

/** Floats per point in `Manifold.points`: x, y, z, separation. */
export const POINT_STRIDE = 4;

export interface Manifold {
  /**
   * One-element scratch, written by the caller: up to this separation shapes get points. Not an argument,
   * because a double passed to a function that is not inlined is allocated.
   */
  readonly margin: Floats;
  /** 0 when the shapes are further apart than the speculative margin. */
  count: number;
  /**
   * One-element scratch (a plain double field would be boxed): with count 0, a lower bound of the distance
   * between the shapes; not used otherwise.
   */
  readonly gap: Floats;
  /** Unit normal, world space, from A to B. */
  readonly normal: Floats;
  /**
   * Per point: the world position half way between both surfaces, and the separation along the
   * normal (negative when the shapes penetrate). The surface points are position -/+
   * normal * separation / 2 on A and B.
   */
  readonly points: Floats;
  /** Per point: which features touch; equal features in the next step carry the impulse over. */
  readonly features: Int32Array;
}

export const createManifold = (): Manifold => ({
  margin: createFloats(1),
  count: 0,
  gap: createFloats(1),
  normal: createFloats(3),
  points: createFloats(MAX_POINTS * POINT_STRIDE),
  features: new Int32Array(MAX_POINTS),
});

/** Copies points and normal. */
export const copyManifold = (from: Manifold, to: Manifold): void => {
  to.count = from.count;
  for (let i = 0; i < 3; i++) to.normal[i] = from.normal[i];
  for (let i = 0; i < from.count * POINT_STRIDE; i++) to.points[i] = from.points[i];
  for (let i = 0; i < from.count; i++) to.features[i] = from.features[i];
};
