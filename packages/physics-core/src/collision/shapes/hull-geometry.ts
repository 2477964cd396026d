import type { Floats } from '../../math/floats.js';

/**
 * A convex polyhedron in its collider's local frame. Boxes have one too (shared by equal boxes), so that
 * every polyhedron pair can run through the same code. Immutable once built.
 */
export interface HullGeometry {
  readonly vertexCount: number;
  /** x y z per vertex. */
  readonly vertices: Floats;
  readonly faceCount: number;
  /** Outward unit normal and offset per face: n·x = d on the face. */
  readonly planes: Floats;
  /**
   * Face f has the vertices faceVertices[faceStart[f] .. faceStart[f + 1]),
   * counter-clockwise seen from outside.
   */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  readonly edgeCount: number;
  /**
   * v0, v1, left, right per edge: the left face runs along the edge from v0 to
   * v1, the right face from v1 to v0.
   */
  readonly edges: Int32Array;
  /** Volume centroid. */
  readonly centre: readonly [number, number, number];
  /** Radius of the largest sphere around the centroid that fits inside. */
  readonly innerRadius: number;
}
