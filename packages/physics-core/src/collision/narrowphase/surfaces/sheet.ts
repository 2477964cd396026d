import { createFloats } from '../../../math/floats.js';
import type { Triangle } from '../../meshes/surface.js';
import type { HullGeometry } from '../../shapes/hull-geometry.js';

/** A triangle as a hull of two faces, the front and the back, for code that wants hulls. */
export const createSheet = (): HullGeometry => ({
  vertexCount: 3,
  vertices: createFloats(9),
  faceCount: 2,
  planes: createFloats(8),
  faceStart: Int32Array.of(0, 3, 6),
  faceVertices: Int32Array.of(0, 1, 2, 0, 2, 1),
  edgeCount: 3,
  edges: Int32Array.of(0, 1, 0, 1, 1, 2, 0, 1, 2, 0, 0, 1),
  centre: [0, 0, 0],
  innerRadius: 0,
});

export const placeSheet = (sheet: HullGeometry, { corners, plane }: Triangle): void => {
  const { vertices, planes } = sheet;
  for (let i = 0; i < 9; i++) vertices[i] = corners[i];
  for (let i = 0; i < 4; i++) {
    planes[i] = plane[i];
    planes[4 + i] = -plane[i];
  }
};
