import { createFloats, type Floats, growFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import type { ColliderShapes } from './collider-shapes.js';
import type { MassProperties } from './mass-properties.js';

/**
 * What collision detection needs to know of a bounded convex shape: in `solids/`, one file a shape, listed in `solids.ts`,
 * `solid-features.ts` and `solid-rays.ts`, which are apart because not every bundle needs them. A shape is a core with
 * `coreRadius` around it. All of it is in the frame of the shape.
 */
export interface Solid {
  /**
   * Writes the point of the core that is furthest along `direction`, which need not be of length one. Returns its
   * number, or -1 where the core is curved.
   */
  support(shapes: ColliderShapes, i: number, direction: Floats, out: Floats): number;
  /** Writes balls whose hull holds the core, and reaches no further than the core along `axis`. */
  writeBalls(shapes: ColliderShapes, i: number, axis: Floats, out: BallList): void;
  /** Largest distance of the surface from the origin. */
  boundingRadius(shapes: ColliderShapes, i: number): number;
  /** Radius of a sphere that fits inside, around the centroid. */
  innerRadius(shapes: ColliderShapes, i: number): number;
  mass(shapes: ColliderShapes, i: number, density: number): MassProperties;
}

/** For contacts of any two solids. */
export interface SolidFeatures {
  /** The part of the surface that faces a unit direction most. */
  writeFeature(shapes: ColliderShapes, i: number, direction: Floats, out: Feature): void;
  /** Adds outward unit normals along which the shape may best be left, given the direction to what it meets. */
  addAxes(shapes: ColliderShapes, i: number, towards: Floats, out: AxisList): void;
}

/**
 * Whether a ray o + t d, |d| = 1, enters a solid at a t >= 0; writes t and the outward unit normal there to `hit`. A ray that
 * starts inside hits at t = 0 with the normal -d, because it has met no surface.
 */
export type SolidRay = (shapes: ColliderShapes, i: number, ray: Floats) => boolean;

/** What a SolidRay writes: t, then the normal. */
export const hit = createFloats(4);

export const hitInside = (ray: Floats): boolean => {
  hit[0] = 0;
  for (let i = 0; i < 3; i++) hit[1 + i] = -ray[3 + i];
  return true;
};

export const FeatureKind = { point: 0, line: 1, polygon: 2, disc: 3 } as const;

/**
 * Part of a surface that may touch: a point, a line, a flat polygon or a flat disc. With a core radius its points are those of the
 * core's part, moved along the direction it was asked for. Of a disc the points lie on its rim: eight that are fixed to
 * the shape, and the one furthest along the direction.
 */
export class Feature {
  kind: number = FeatureKind.point;
  count = 0;
  points = createFloats(3 * 16);
  /** A name for each point, at most 255. */
  names: Int32Array = new Int32Array(16);
  /** Outward unit normal: of a polygon or disc its own, of a line that at which the line would touch a plane. */
  readonly normal = createFloats(3);
  /** Of a line or the edges of a polygon: radius of curvature across it, 0 where it is sharp. */
  readonly bend = createFloats(1);
  /** Of a disc: its centre, then its radius. */
  readonly disc = createFloats(4);
}

export const addFeaturePoint = (out: Feature, name: number): number => {
  const at = out.count++;
  if (at === out.names.length) {
    out.names = growInt32(out.names, at + 1);
    out.points = growFloats(out.points, 3 * out.names.length);
  }
  out.names[at] = name;
  return 3 * at;
};

/** A list of vectors. */
export class AxisList {
  count = 0;
  xyz = createFloats(3 * 32);
}

/** x, y, z and radius of each. */
export class BallList {
  count = 0;
  xyzr = createFloats(4 * 32);
}

export const addAxis = (out: AxisList): number => {
  const at = 3 * out.count++;
  if (at === out.xyz.length) out.xyz = growFloats(out.xyz, 2 * at);
  return at;
};
