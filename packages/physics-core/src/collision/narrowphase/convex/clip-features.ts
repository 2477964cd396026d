import { createFloats, type Floats, growFloats } from '../../../math/floats.js';
import { growInt32 } from '../../../math/index-list.js';
import { CLIP_SLACK, FLAT_COSINE } from '../../../tuning.js';
import { FeatureKind } from '../../shapes/solid.js';
import { edgeCode, FACE_CODE, packFeature, vertexCode } from '../feature-id.js';
import { CANDIDATE_STRIDE } from '../reduce.js';
import { contactFrame, heightAt, type PlacedFeature } from './placed-feature.js';

/**
 * Where two features lie over each other along N: the corners of what their outlines have in common in (u, v). Each is
 *   a point of one inside the other                vertex × face
 *   where an edge enters or leaves the other       edge × edge, or edge × rim
 *   where two rims cross                           rim × rim
 * and its separation is the height of B's plane less that of A's. The id names the parts of A and B and not who was
 * tested against whom.
 */
class Candidates {
  count = 0;
  /** u, v, separation. */
  points = createFloats(32 * CANDIDATE_STRIDE);
  /** w half way between the two. */
  middle = createFloats(32);
  features: Int32Array = new Int32Array(32);
}

export const candidates = new Candidates();

/** Scratch: u, v, and w of the two features there. In an array: doubles that are passed on are allocated. */
const place = createFloats(4);
const HEIGHT_X = 2;
const HEIGHT_Y = 3;

/** Adds a place: u, v, w half way between the surfaces, separation. */
export const addCandidate = (from: Floats, feature: number): void => {
  const at = candidates.count++;
  if (at === candidates.features.length) {
    candidates.features = growInt32(candidates.features, at + 1);
    candidates.middle = growFloats(candidates.middle, candidates.features.length);
    candidates.points = growFloats(candidates.points, candidates.features.length * CANDIDATE_STRIDE);
  }
  const { points, middle, features } = candidates;
  const o = at * CANDIDATE_STRIDE;
  points[o] = from[0];
  points[o + 1] = from[1];
  points[o + 2] = from[3];
  middle[at] = from[2];
  features[at] = feature;
};

/** Adds `place`, where X is A or B, with the codes of the parts of X and Y. */
const addPlace = (xIsA: boolean, codeX: number, codeY: number): void => {
  const x = place[HEIGHT_X];
  const y = place[HEIGHT_Y];
  place[2] = 0.5 * (x + y);
  place[3] = xIsA ? y - x : x - y;
  addCandidate(place, xIsA ? packFeature(codeX, codeY) : packFeature(codeY, codeX));
};

/** Code of the place where a rim is crossed: coming in or going out. */
const rimCode = (leaves: boolean): number => (leaves ? 0xfe00 : 0xfd00);

/** Writes all candidates of the features of A and B. */
export const clipFeatures = (a: PlacedFeature, b: PlacedFeature): void => {
  candidates.count = 0;
  const discA = a.own.kind === FeatureKind.disc;
  const discB = b.own.kind === FeatureKind.disc;
  // Of two polygons the corners and edges of the one that faces N less are tested against the other.
  const aIsX = discB || (!discA && b.isFlat && (!a.isFlat || a.facing[0] <= b.facing[0]));
  const x = aIsX ? a : b;
  const y = aIsX ? b : a;
  if (!y.isFlat) return;
  if (discA && discB) {
    if (!x.isFlat) return;
    addInside(x, y, aIsX, CLIP_SLACK);
    addInside(y, x, !aIsX, -CLIP_SLACK);
    crossRims(x, y, aIsX);
    return;
  }
  addEdges(x, y, aIsX);
  if (x.isFlat) addInside(y, x, !aIsX, -CLIP_SLACK);
};

/** Adds the points of X that lie over Y, or outside by no more than the slack. */
const addInside = (x: PlacedFeature, y: PlacedFeature, xIsA: boolean, slack: number): void => {
  const { uvw, own } = x;
  for (let k = 0; k < own.count; k++) {
    place[0] = uvw[3 * k];
    place[1] = uvw[3 * k + 1];
    if (!isOver(y, slack)) continue;
    place[HEIGHT_X] = uvw[3 * k + 2];
    place[HEIGHT_Y] = heightAt(y, place[0], place[1]);
    addPlace(xIsA, vertexCode(own.names[k]), FACE_CODE);
  }
};

/** Whether `place` lies over a polygon or disc. */
const isOver = (y: PlacedFeature, slack: number): boolean => {
  if (y.own.kind === FeatureKind.disc) {
    toCircle(y.disc, place[0], place[1], 0);
    const reach = y.disc[2] + slack;
    return reach > 0 && circle[0] * circle[0] + circle[1] * circle[1] <= reach * reach;
  }
  for (let k = 0; k < y.own.count; k++) {
    writeSide(y, k);
    if (side[0] * place[0] + side[1] * place[1] - side[2] > slack) return false;
  }
  return true;
};

/** Scratch: a place as the disc sees it, without tilt; twice, for the ends of an edge. */
const circle = createFloats(4);

const toCircle = (disc: Floats, u: number, v: number, at: number): void => {
  const x = u - disc[0];
  const y = v - disc[1];
  const stretch = (disc[5] - 1) * (x * disc[3] + y * disc[4]);
  circle[at] = x + stretch * disc[3];
  circle[at + 1] = y + stretch * disc[4];
};

/** Scratch: outward unit normal in (u, v) and offset of a side of a polygon. */
const side = createFloats(3);

/** Side k runs from corner k to the next. Polygons run counter-clockwise seen from outside: A's in (u, v), B's against it. */
const writeSide = (y: PlacedFeature, k: number): void => {
  const { uvw, own } = y;
  const o = 3 * k;
  const e = k + 1 < own.count ? o + 3 : 0;
  const du = uvw[e] - uvw[o];
  const dv = uvw[e + 1] - uvw[o + 1];
  const length = Math.sqrt(du * du + dv * dv);
  const scale = (windsLeft(y) ? 1 : -1) / (length > 0 ? length : 1);
  side[0] = dv * scale;
  side[1] = -du * scale;
  side[2] = side[0] * uvw[o] + side[1] * uvw[o + 1];
};

/** Whether the polygon runs counter-clockwise in (u, v): its normal then points along N. */
const windsLeft = ({ normal }: PlacedFeature): boolean =>
  normal[0] * contactFrame[6] + normal[1] * contactFrame[7] + normal[2] * contactFrame[8] > 0;

/** Scratch: the part of an edge that lies over Y, from t = part[0] to part[1], and the sides of Y that cut it off. */
const part = createFloats(2);
const cutBy = new Int32Array(2);

/** Adds what lies over Y of the edges of X, a polygon or line, with its corners. */
const addEdges = (x: PlacedFeature, y: PlacedFeature, xIsA: boolean): void => {
  const { uvw, own } = x;
  const isLine = own.kind === FeatureKind.line;
  const edges = isLine ? 1 : own.count;
  for (let k = 0; k < edges; k++) {
    const o = 3 * k;
    const next = k + 1 < own.count ? k + 1 : 0;
    const e = 3 * next;
    if (!cutEdge(uvw, o, e, y)) continue;
    for (let end = 0; end < 2; end++) {
      const whole = cutBy[end] < 0;
      // The last corner of an edge is the first of the next one.
      if (whole && end === 1 && !isLine) continue;
      const t = part[end];
      for (let i = 0; i < 3; i++) place[i] = uvw[o + i] + t * (uvw[e + i] - uvw[o + i]);
      place[HEIGHT_Y] = heightAt(y, place[0], place[1]);
      if (whole) addPlace(xIsA, vertexCode(own.names[end === 0 ? k : next]), FACE_CODE);
      else addPlace(xIsA, edgeCode(own.names[k], own.names[next]), cutCode(y, cutBy[end], end === 1));
    }
  }
};

const cutCode = ({ own }: PlacedFeature, k: number, leaves: boolean): number =>
  own.kind === FeatureKind.disc
    ? rimCode(leaves)
    : edgeCode(own.names[k], own.names[k + 1 < own.count ? k + 1 : 0]);

/** Cuts the edge between two points by the outline of Y; false when nothing is left. */
const cutEdge = (uvw: Floats, o: number, e: number, y: PlacedFeature): boolean => {
  part[0] = 0;
  part[1] = 1;
  cutBy[0] = -1;
  cutBy[1] = -1;
  if (y.own.kind === FeatureKind.disc) return cutByRim(uvw, o, e, y.disc);
  for (let k = 0; k < y.own.count; k++) {
    writeSide(y, k);
    const from = side[0] * uvw[o] + side[1] * uvw[o + 1] - side[2];
    const to = side[0] * uvw[e] + side[1] * uvw[e + 1] - side[2];
    if (from > CLIP_SLACK && to > CLIP_SLACK) return false;
    if (from > CLIP_SLACK) {
      const t = Math.min(1, from / (from - to));
      if (t <= part[0]) continue;
      part[0] = t;
      cutBy[0] = k;
    } else if (to > CLIP_SLACK) {
      const t = Math.max(0, from / (from - to));
      if (t >= part[1]) continue;
      part[1] = t;
      cutBy[1] = k;
    }
  }
  return part[0] <= part[1];
};

const cutByRim = (uvw: Floats, o: number, e: number, disc: Floats): boolean => {
  toCircle(disc, uvw[o], uvw[o + 1], 0);
  toCircle(disc, uvw[e], uvw[e + 1], 2);
  const x = circle[0];
  const y = circle[1];
  const dx = circle[2] - x;
  const dy = circle[3] - y;
  const radius = disc[2];
  const reach = (radius + CLIP_SLACK) * (radius + CLIP_SLACK);
  const fromIn = x * x + y * y <= reach;
  const toIn = circle[2] * circle[2] + circle[3] * circle[3] <= reach;
  if (fromIn && toIn) return true;
  const a = dx * dx + dy * dy;
  const b = -(x * dx + y * dy) / a;
  const across = (x * dy - y * dx) * (x * dy - y * dx);
  const square = (radius * radius * a - across) / (a * a);
  if (square < 0) return fromIn || toIn;
  const root = Math.sqrt(square);
  if (!fromIn) {
    part[0] = b - root;
    cutBy[0] = 0;
  }
  if (!toIn) {
    part[1] = Math.max(b + root, fromIn ? 0 : -1);
    cutBy[1] = 0;
  }
  return part[0] <= part[1] && part[0] <= 1 && part[1] >= 0;
};

/** Adds the two places where rims cross, if both discs lie across N: as circles about their centres: c + s d ± t across d. */
const crossRims = (x: PlacedFeature, y: PlacedFeature, xIsA: boolean): void => {
  if (Math.min(x.facing[0], y.facing[0]) < FLAT_COSINE) return;
  const du = y.disc[0] - x.disc[0];
  const dv = y.disc[1] - x.disc[1];
  const square = du * du + dv * dv;
  const rx = x.disc[2];
  const ry = y.disc[2];
  const distance = Math.sqrt(square);
  if (distance >= rx + ry || distance <= Math.abs(rx - ry) + CLIP_SLACK) return;
  const s = (square + rx * rx - ry * ry) / (2 * square);
  const t = Math.sqrt(Math.max(0, (rx * rx) / square - s * s));
  for (let k = 0; k < 2; k++) {
    const sign = k === 0 ? t : -t;
    place[0] = x.disc[0] + s * du - sign * dv;
    place[1] = x.disc[1] + s * dv + sign * du;
    place[HEIGHT_X] = heightAt(x, place[0], place[1]);
    place[HEIGHT_Y] = heightAt(y, place[0], place[1]);
    addPlace(xIsA, rimCode(k === 0), rimCode(k === 0));
  }
};
