import { floatsFrom } from '../../math/floats.js';
import { add, cross, dot, scale, sub, type Vec3 } from '../../math/vec3.js';
import type { HullGeometry } from './hull-geometry.js';

/** From vertices and face cycles (counter-clockwise seen from outside) to the full record of a hull. */

type Faces = readonly (readonly number[])[];

export const cornersOf = (points: readonly Vec3[], face: readonly number[]): Vec3[] =>
  face.map((v) => points[v]);

/**
 * Newell's normal: the sum of the cross products of the face's fan, which averages over a face that is flat
 * only up to rounding, and is exact for faces along the axes. NaN when the face has no area.
 */
export const normalOf = (corners: readonly Vec3[]): Vec3 => {
  let sum: Vec3 = [0, 0, 0];
  for (let k = 1; k + 1 < corners.length; k++) {
    sum = add(sum, cross(sub(corners[k], corners[0]), sub(corners[k + 1], corners[0])));
  }
  const size = Math.sqrt(dot(sum, sum));
  // + 0 turns the -0 of a quotient into 0, so that equal planes have equal bits.
  return [sum[0] / size + 0, sum[1] / size + 0, sum[2] / size + 0];
};

/** The offset of a face lies half way between its lowest and its highest corner. */
export const offsetOf = (normal: Vec3, corners: readonly Vec3[]): number => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const corner of corners) {
    const d = dot(normal, corner);
    low = Math.min(low, d);
    high = Math.max(high, d);
  }
  return low + (high - low) / 2;
};

/**
 * Volume centroid: tetrahedra from the mean of the vertices to the fans, each
 * with its centroid at (a + b + c) / 4.
 */
const centroidOf = (points: readonly Vec3[], faces: Faces): Vec3 => {
  let mean: Vec3 = [0, 0, 0];
  for (const p of points) mean = add(mean, sub(p, points[0]));
  mean = add(points[0], scale(mean, 1 / points.length));
  let volume = 0;
  let moment: Vec3 = [0, 0, 0];
  for (const face of faces) {
    const [a, ...others] = cornersOf(points, face).map((p) => sub(p, mean));
    for (let k = 0; k + 1 < others.length; k++) {
      const [b, c] = [others[k], others[k + 1]];
      const v = dot(a, cross(b, c));
      volume += v;
      moment = add(moment, scale(add(a, add(b, c)), v / 4));
    }
  }
  return add(mean, scale(moment, 1 / volume));
};

/** v0, v1, left, right. The face that comes first runs along its edge, the second one against it. */
const edgesOf = (faces: Faces, vertexCount: number): number[] => {
  const edges: number[] = [];
  const edgeAt = new Map<number, number>();
  faces.forEach((face, f) => {
    face.forEach((from, k) => {
      const to = face[(k + 1) % face.length];
      const reverse = edgeAt.get(to * vertexCount + from);
      if (reverse === undefined) {
        edgeAt.set(from * vertexCount + to, edges.length);
        edges.push(from, to, f, -1);
      } else {
        edges[reverse + 3] = f;
      }
    });
  });
  return edges;
};

export const assembleHull = (
  points: readonly Vec3[],
  faces: Faces,
  normals: readonly Vec3[],
): HullGeometry => {
  const planes = faces.map((face, f) => [...normals[f], offsetOf(normals[f], cornersOf(points, face))]);
  const faceStart = new Int32Array(faces.length + 1);
  faces.forEach((face, f) => {
    faceStart[f + 1] = faceStart[f] + face.length;
  });
  const edges = Int32Array.from(edgesOf(faces, points.length));
  const centre = centroidOf(points, faces);
  const gaps = planes.map(([x, y, z, d]) => d - dot([x, y, z], centre));
  return {
    vertexCount: points.length,
    vertices: floatsFrom(points.flat()),
    faceCount: faces.length,
    planes: floatsFrom(planes.flat()),
    faceStart,
    faceVertices: Int32Array.from(faces.flat()),
    edgeCount: edges.length >> 2,
    edges,
    centre,
    innerRadius: Math.min(...gaps),
  };
};
