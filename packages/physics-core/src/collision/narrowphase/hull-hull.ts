import { createFloats, type Floats } from '../../math/floats.js';
import { EDGE_BIAS, EDGE_BIAS_RELATIVE, FACE_BIAS, FACE_BIAS_RELATIVE } from '../../tuning.js';
import type { ColliderShapes } from '../shapes/collider-shapes.js';
import { POSE_STRIDE } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';
import {
  clipBySides,
  clipScratch,
  keepDeepest,
  keepWithinMargin,
  nameIncidentCorners,
  reserveClip,
  writeFaceContact,
} from './clip.js';
import { edgePair, writeEdgeContact } from './edge-contact.js';
import { edgeCode, packFeature } from './feature-id.js';
import { edgeQuery, faceQuery } from './hull-queries.js';
import type { Manifold } from './manifold.js';
import type { PlacedHull } from './placed-hull.js';
import { createPlacedHull, placeInFrameOf, placeInOwnFrame } from './placed-hull.js';
import { CANDIDATE_STRIDE } from './reduce.js';

/**
 * Convex polyhedra by the separating axis test (SAT): the normals of A's faces, of B's faces, and the cross products
 * of those edge pairs that make a face of the Minkowski difference A - B (`hull-queries.ts`). All of
 * it in A's frame. The axis with the largest separation decides: two faces are clipped against each
 * other, or two edges cross in a point.
 */

/** Scratch: both hulls in A's frame. */
const hullA = createPlacedHull();
const hullB = createPlacedHull();

export const collideHullHull = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const margin = out.margin[0];
  placeInOwnFrame(hullA, shapes.hulls[shapes.hull[a]] as HullGeometry);
  placeInFrameOf(hullB, shapes.hulls[shapes.hull[b]] as HullGeometry, shapes.pose, b, a);
  out.count = 0;

  const faceA = faceQuery(hullA, hullB);
  const bestA = hullA.separation[0];
  out.gap[0] = Math.max(0, bestA);
  if (bestA > margin) return;
  const faceB = faceQuery(hullB, hullA);
  const bestB = hullB.separation[0];
  const best = Math.max(bestA, bestB);
  out.gap[0] = Math.max(0, best);
  if (best > margin) return;
  const edges = edgeQuery(hullA, hullB);
  const bestEdge = edgePair[15];
  if (edges >= 0) {
    out.gap[0] = Math.max(0, bestEdge);
    if (bestEdge > margin) return;
  }

  const referenceIsA = bestB <= bestA + FACE_BIAS + FACE_BIAS_RELATIVE * Math.abs(bestA);
  const face = referenceIsA ? bestA : bestB;
  if (edges >= 0 && bestEdge > face + EDGE_BIAS + EDGE_BIAS_RELATIVE * Math.abs(face)) {
    crossEdges(shapes.pose, a, edges, out);
    return;
  }
  const reference = referenceIsA ? hullA : hullB;
  const incident = referenceIsA ? hullB : hullA;
  const referenceFace = referenceIsA ? faceA : faceB;
  reserveClip(reference.hull.vertexCount, incident.hull.vertexCount);
  const sides = referencePolygon(reference, referenceFace, shapes.pose, a);
  const corners = incidentPolygon(reference, referenceFace, incident);
  const count = keepWithinMargin(clipBySides(corners, sides), out.margin);
  if (count > 0) writeFaceContact(count, referenceIsA, out);
  // Clipping left nothing, so the faces do not lie over each other: the edges are the contact after all.
  else if (edges >= 0) crossEdges(shapes.pose, a, edges, out);
  else if (best <= 0) {
    // Penetrating shapes always get a contact.
    keepDeepest(incidentPolygon(reference, referenceFace, incident));
    writeFaceContact(1, referenceIsA, out);
  }
};

/** Scratch: a corner of the reference face, then the directions u, v and w, in A's frame. */
const faceFrame = createFloats(12);

/**
 * Fills the clip scratch with the side planes of a face and its world frame: u along the first edge, w the
 * normal. Returns the number of sides.
 */
export const referencePolygon = (reference: PlacedHull, face: number, pose: Floats, a: number): number => {
  const { vertices, planes, hull } = reference;
  const start = hull.faceStart[face];
  const count = hull.faceStart[face + 1] - start;
  const f = faceFrame;
  const origin = 3 * hull.faceVertices[start];
  const along = 3 * hull.faceVertices[start + 1];
  for (let i = 0; i < 3; i++) {
    f[i] = vertices[origin + i];
    f[3 + i] = vertices[along + i] - vertices[origin + i];
    f[9 + i] = planes[4 * face + i];
  }
  const scale = 1 / Math.sqrt(f[3] * f[3] + f[4] * f[4] + f[5] * f[5]);
  f[3] *= scale;
  f[4] *= scale;
  f[5] *= scale;
  f[6] = f[10] * f[5] - f[11] * f[4];
  f[7] = f[11] * f[3] - f[9] * f[5];
  f[8] = f[9] * f[4] - f[10] * f[3];

  const { sides, sideVertices } = clipScratch;
  for (let i = 0; i < count; i++) {
    const vertex = hull.faceVertices[start + i];
    const next = hull.faceVertices[start + (i + 1 < count ? i + 1 : 0)];
    const x = vertices[3 * vertex] - f[0];
    const y = vertices[3 * vertex + 1] - f[1];
    const z = vertices[3 * vertex + 2] - f[2];
    const dx = vertices[3 * next] - f[0] - x;
    const dy = vertices[3 * next + 1] - f[1] - y;
    const dz = vertices[3 * next + 2] - f[2] - z;
    const du = f[3] * dx + f[4] * dy + f[5] * dz;
    const dv = f[6] * dx + f[7] * dy + f[8] * dz;
    const inverse = 1 / Math.sqrt(du * du + dv * dv);
    const nu = dv * inverse;
    const nv = -du * inverse;
    sides[3 * i] = nu;
    sides[3 * i + 1] = nv;
    sides[3 * i + 2] = nu * (f[3] * x + f[4] * y + f[5] * z) + nv * (f[6] * x + f[7] * y + f[8] * z);
    sideVertices[i] = vertex;
  }
  toWorld(pose, a);
  return count;
};

const toWorld = (pose: Floats, a: number): void => {
  const { frame } = clipScratch;
  const p = a * POSE_STRIDE;
  for (let i = 0; i < 3; i++) {
    const r0 = pose[p + 3 + 3 * i];
    const r1 = pose[p + 4 + 3 * i];
    const r2 = pose[p + 5 + 3 * i];
    for (let j = 0; j < 12; j += 3)
      frame[j + i] = r0 * faceFrame[j] + r1 * faceFrame[j + 1] + r2 * faceFrame[j + 2];
    frame[i] += pose[p + i];
  }
};

/**
 * The incident face has the lowest vertex, so that the deepest point cannot be missed, and among its faces
 * the one that opposes the reference's normal most.
 */
const incidentFace = (reference: PlacedHull, referenceFace: number, incident: PlacedHull): number => {
  const nx = reference.planes[4 * referenceFace];
  const ny = reference.planes[4 * referenceFace + 1];
  const nz = reference.planes[4 * referenceFace + 2];
  const { vertices, planes } = incident;
  const { vertexCount, edgeCount, edges } = incident.hull;
  let lowest = 0;
  let height = Infinity;
  for (let v = 0; v < vertexCount; v++) {
    const h = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2];
    if (h < height) {
      height = h;
      lowest = v;
    }
  }
  let face = -1;
  let opposing = Infinity;
  for (let e = 0; e < edgeCount; e++) {
    if (edges[4 * e] !== lowest && edges[4 * e + 1] !== lowest) continue;
    for (let k = 2; k < 4; k++) {
      const f = edges[4 * e + k];
      const cosine = nx * planes[4 * f] + ny * planes[4 * f + 1] + nz * planes[4 * f + 2];
      if (cosine < opposing) {
        opposing = cosine;
        face = f;
      }
    }
  }
  return face;
};

/**
 * Fills the clip scratch with the incident face in the frame of
 * `referencePolygon`; returns the number of corners.
 */
export const incidentPolygon = (
  reference: PlacedHull,
  referenceFace: number,
  incident: PlacedHull,
): number => {
  const { vertices, hull } = incident;
  const face = incidentFace(reference, referenceFace, incident);
  const start = hull.faceStart[face];
  const count = hull.faceStart[face + 1] - start;
  const { points, features } = clipScratch.polygon;
  const f = faceFrame;
  for (let i = 0; i < count; i++) {
    const vertex = hull.faceVertices[start + i];
    const x = vertices[3 * vertex] - f[0];
    const y = vertices[3 * vertex + 1] - f[1];
    const z = vertices[3 * vertex + 2] - f[2];
    const o = i * CANDIDATE_STRIDE;
    points[o] = f[3] * x + f[4] * y + f[5] * z;
    points[o + 1] = f[6] * x + f[7] * y + f[8] * z;
    points[o + 2] = f[9] * x + f[10] * y + f[11] * z;
    features[i] = vertex;
  }
  nameIncidentCorners(count);
  return count;
};

/** The pair's axis and separation are already in `edgePair`. */
const crossEdges = (pose: Floats, a: number, pair: number, out: Manifold): void => {
  const edgeA = (pair / hullB.hull.edgeCount) | 0;
  const edgeB = pair - edgeA * hullB.hull.edgeCount;
  const codeA = writeEdge(hullA, edgeA, 0);
  const codeB = writeEdge(hullB, edgeB, 6);
  writeEdgeContact(pose, a, packFeature(codeA, codeB), out);
};

const writeEdge = (placed: PlacedHull, edge: number, offset: number): number => {
  const { vertices } = placed;
  const v = placed.hull.edges[4 * edge];
  const w = placed.hull.edges[4 * edge + 1];
  for (let i = 0; i < 3; i++) {
    edgePair[offset + i] = 0.5 * (vertices[3 * v + i] + vertices[3 * w + i]);
    edgePair[offset + 3 + i] = 0.5 * (vertices[3 * w + i] - vertices[3 * v + i]);
  }
  return edgeCode(v, w);
};
