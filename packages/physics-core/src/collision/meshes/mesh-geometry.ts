import type { Floats } from '../../math/floats.js';
import type { Tree } from '../broadphase/tree.js';
import type { FieldGeometry } from './field-geometry.js';

/** A surface of triangles. `surface.ts` reads both kinds. */
export type TriangleSurface = MeshGeometry | FieldGeometry;

/**
 * A triangle mesh in its collider's local frame: welded, consistently wound, without degenerate triangles. Stored
 * once for all colliders that use it, and immutable once built.
 */
export interface MeshGeometry {
  readonly isField: false;
  readonly vertexCount: number;
  /** x y z per vertex. */
  readonly vertices: Floats;
  readonly triangleCount: number;
  /** Three vertices per triangle, counter-clockwise seen from the side that its normal points to. */
  readonly indices: Int32Array;
  /** Unit normal and offset per triangle: n·x = d on it. */
  readonly planes: Floats;
  /** Vertex v belongs to the triangles around[aroundStart[v] .. aroundStart[v + 1]), ascending. */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /** Which triangle of the user's list each triangle was: those left out make the numbers differ. */
  readonly source: Int32Array;
  /** Whether both sides of a triangle are solid; else bodies behind it do not touch it. */
  readonly twoSided: boolean;
  /** Per triangle an entry of `materials` or -1: that of the collider. Empty when no triangle has its own. */
  readonly materialOf: Int32Array;
  /** Friction, restitution, rolling and twist resistance per entry; -1: that of the collider. */
  readonly materials: Floats;
  /** Tree over the boxes of the triangles, for queries. */
  readonly tree: Tree;
  /** Least x y z, then largest. */
  readonly bounds: Floats;
  readonly report: MeshReport;
}

/** What welding and cleaning did to the lists that a mesh was made from. */
export interface MeshReport {
  /** Triangles left out: without area, or twice the same. */
  readonly dropped: number;
  /** Vertices joined with another at the same place. */
  readonly welded: number;
  /** Triangles turned over because most of their neighbours are wound the other way. */
  readonly flipped: number;
  /** Edges that belong to one triangle only. 0: the surface is closed. */
  readonly openEdges: number;
}
