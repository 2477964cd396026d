import { PARALLEL_SINE_SQUARED } from '../../tuning.js';
import { edgePair } from './edge-contact.js';
import type { PlacedHull } from './placed-hull.js';

/**
 * The axis searches of the SAT of two hulls placed in one frame. Both use that a hull contains the sphere of
 * `innerRadius` r about its centre c: along a unit axis n that leaves the other hull at the height d, its lowest point is
 * at most n·c - d - r. An axis whose bound does not beat the best so far need not be measured.
 */

/**
 * The face of X that separates Y most; the separation goes to X.separation. The face with the highest bound
 * goes first, since it is nearly always the best and lets most others be skipped.
 */
export const faceQuery = (x: PlacedHull, y: PlacedHull): number => {
  const { planes, centreHeights } = x;
  const { centre } = y;
  const faceCount = x.hull.faceCount;
  const vertices = y.vertices;
  const end = 3 * y.hull.vertexCount;
  const innerRadius = y.hull.innerRadius;
  const cx = centre[0];
  const cy = centre[1];
  const cz = centre[2];
  let first = 0;
  for (let f = 0; f < faceCount; f++) {
    const o = 4 * f;
    const height = planes[o] * cx + planes[o + 1] * cy + planes[o + 2] * cz - planes[o + 3];
    centreHeights[f] = height;
    if (height > centreHeights[first]) first = f;
  }
  let bestFace = first;
  let best = -Infinity;
  for (let k = -1; k < faceCount; k++) {
    const f = k < 0 ? first : k;
    if (k === first || centreHeights[f] - innerRadius <= best) continue;
    const nx = planes[4 * f];
    const ny = planes[4 * f + 1];
    const nz = planes[4 * f + 2];
    const d = planes[4 * f + 3];
    let lowest = Infinity;
    for (let o = 0; o < end && lowest > best; o += 3) {
      const height = nx * vertices[o] + ny * vertices[o + 1] + nz * vertices[o + 2] - d;
      if (height < lowest) lowest = height;
    }
    if (lowest > best) {
      best = lowest;
      bestFace = f;
    }
  }
  x.separation[0] = best;
  return bestFace;
};

/**
 * Lists X's edges that can still beat the best separation so far, `edgePair[15]`, against Y. The axes an edge
 * takes part in lie on the arc between its faces' normals n1 and n2, all at the edge's own height, so the
 * bound is the maximum of n·q over the arc, with q from the edge to Y's centre. n1·q and n2·q are the heights
 * of the centre above both faces. With c = n1·n2 and q's part across the edge = α n1 + β n2,
 *
 *   α (1 - c²) = h1 - c h2,   β (1 - c²) = h2 - c h1,   |α n1 + β n2|² = α h1 + β h2
 *
 * and if α or β is negative the maximum is at an end of the arc.
 */
const listEdges = (x: PlacedHull, y: PlacedHull): number => {
  const { planes, centreHeights, edges } = x;
  const { edgeCount, edges: hullEdges } = x.hull;
  const needed = edgePair[15] + y.hull.innerRadius;
  let count = 0;
  for (let e = 0; e < edgeCount; e++) {
    const f1 = hullEdges[4 * e + 2];
    const f2 = hullEdges[4 * e + 3];
    const h1 = centreHeights[f1];
    const h2 = centreHeights[f2];
    let bound = Math.max(h1, h2);
    if (bound <= needed) {
      const c =
        planes[4 * f1] * planes[4 * f2] +
        planes[4 * f1 + 1] * planes[4 * f2 + 1] +
        planes[4 * f1 + 2] * planes[4 * f2 + 2];
      const alpha = h1 - c * h2;
      const beta = h2 - c * h1;
      const sine2 = 1 - c * c;
      if (alpha > 0 && beta > 0 && sine2 > PARALLEL_SINE_SQUARED)
        bound = Math.sqrt((alpha * h1 + beta * h2) / sine2);
    }
    if (bound > needed) edges[count++] = e;
  }
  return count;
};

/**
 * The pair of edges that separates more than the best faces that faceQuery left, and most: returns
 * edgeA * edgeCountB + edgeB, or -1. The axis and its separation go to `edgePair`.
 *
 * An edge stands on the Gauss map for the arc of normals between its two faces. Two edges make a face of
 * the Minkowski difference, and only then their cross product is worth a test, if the arc n1 n2 of A
 * crosses the negated arc -m1 -m2 of B (Gregorius, GDC 2013). With the edge vectors e = n1 × n2 of A and
 * f = m1 × m2 of B, up to positive factors:
 *   -m1 and -m2 lie on different sides of A's great circle     (m1·e) (m2·e) < 0
 *   n1 and n2 lie on different sides of B's                    (n1·f) (n2·f) < 0
 *   both arcs lie in the same hemisphere                       (m1·e) (n2·f) < 0
 */
export const edgeQuery = (a: PlacedHull, b: PlacedHull): number => {
  let best = Math.max(a.separation[0], b.separation[0]);
  edgePair[15] = best;
  const edgesA = a.edges;
  const edgesB = b.edges;
  const countA = listEdges(a, b);
  const countB = countA === 0 ? 0 : listEdges(b, a);
  const va = a.vertices;
  const vb = b.vertices;
  const na = a.planes;
  const nb = b.planes;
  const hullEdgesA = a.hull.edges;
  const hullEdgesB = b.hull.edges;
  const edgeCountB = b.hull.edgeCount;
  let found = -1;
  for (let i = 0; i < countA; i++) {
    const ea = 4 * edgesA[i];
    const p = 3 * hullEdgesA[ea];
    const q = 3 * hullEdgesA[ea + 1];
    const n1 = 4 * hullEdgesA[ea + 2];
    const n2 = 4 * hullEdgesA[ea + 3];
    const ex = va[q] - va[p];
    const ey = va[q + 1] - va[p + 1];
    const ez = va[q + 2] - va[p + 2];
    const e2 = ex * ex + ey * ey + ez * ez;
    for (let j = 0; j < countB; j++) {
      const eb = 4 * edgesB[j];
      const m1 = 4 * hullEdgesB[eb + 2];
      const m2 = 4 * hullEdgesB[eb + 3];
      const m1e = nb[m1] * ex + nb[m1 + 1] * ey + nb[m1 + 2] * ez;
      const m2e = nb[m2] * ex + nb[m2 + 1] * ey + nb[m2 + 2] * ez;
      if (m1e * m2e >= 0) continue;
      const r = 3 * hullEdgesB[eb];
      const s = 3 * hullEdgesB[eb + 1];
      const fx = vb[s] - vb[r];
      const fy = vb[s + 1] - vb[r + 1];
      const fz = vb[s + 2] - vb[r + 2];
      const n2f = na[n2] * fx + na[n2 + 1] * fy + na[n2 + 2] * fz;
      if (m1e * n2f >= 0) continue;
      const n1f = na[n1] * fx + na[n1 + 1] * fy + na[n1 + 2] * fz;
      if (n1f * n2f >= 0) continue;
      let x = ey * fz - ez * fy;
      let y = ez * fx - ex * fz;
      let z = ex * fy - ey * fx;
      const cross2 = x * x + y * y + z * z;
      if (cross2 <= PARALLEL_SINE_SQUARED * e2 * (fx * fx + fy * fy + fz * fz)) continue;
      // The axis leaves A: it lies on the arc, so that it points along both of the edge's normals.
      const outwards = x * (na[n1] + na[n2]) + y * (na[n1 + 1] + na[n2 + 1]) + z * (na[n1 + 2] + na[n2 + 2]);
      const scale = (outwards >= 0 ? 1 : -1) / Math.sqrt(cross2);
      x *= scale;
      y *= scale;
      z *= scale;
      const separation = x * (vb[r] - va[p]) + y * (vb[r + 1] - va[p + 1]) + z * (vb[r + 2] - va[p + 2]);
      if (separation <= best) continue;
      best = separation;
      found = edgesA[i] * edgeCountB + edgesB[j];
      edgePair[12] = x;
      edgePair[13] = y;
      edgePair[14] = z;
    }
  }
  edgePair[15] = best;
  return found;
};
