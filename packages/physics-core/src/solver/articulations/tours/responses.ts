import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  type Articulations,
  EE,
  FIRST_FREEDOM,
  FREEDOM,
  FREEDOMS,
  HI,
  INVERSE_D,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  PARENT,
  RESPONSE_UU,
  RESPONSE_WW,
  ROOT_INVERSE,
  SHIFT,
  SS,
  TOURED,
  UU,
} from '../../../state/articulations.js';

/**
 * How links answer an impulse, with all joints of their tree eliminated: (ω, u) = Φ (n, l) at the reference point. From
 * the root to the leaves, only for links with contacts and their ancestors. Moved from the parent's point to the
 * link's, with d = shift,
 *   Y_uu = uu - [d]× wu + wuᵀ [d]× - [d]× ww [d]×          Y_wu = wu + ww [d]×          Y_ww = ww
 * then a ball: Φ_uu = Y_uu, Φ_wu = -E Y_uu, Φ_ww = H⁻¹ + E Y_uu Eᵀ; a freedom S: g = Y U,
 *   Φ = Y - (S gᵀ + g Sᵀ)/D + S Sᵀ (1 + U·g/D)/D
 * A free root has Y_uu = Λ.
 */
export const writeResponses = (a: Articulations, from: number, to: number): void => {
  const { links, linkInts, freedoms } = a;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    if (linkInts[k + TOURED] === 0) continue;
    const kind = linkInts[k + LINK_KIND];
    const parent = linkInts[k + PARENT];
    if (kind === LinkKind.free) startFreeRoot(links, o);
    else if (parent < 0) for (let m = 0; m < 21; m++) links[o + RESPONSE_WW + m] = 0;
    else {
      for (let m = 0; m < 3; m++) shift[m] = links[o + SHIFT + m];
      moveResponse(links, ((parent * LINK) & INDEX_BITS) + RESPONSE_WW, links, o + RESPONSE_WW);
    }
    if (kind <= LinkKind.ball) addRotation(links, o);
    else {
      const first = linkInts[k + FIRST_FREEDOM];
      for (let f = first; f < first + linkInts[k + FREEDOMS]; f++)
        addFreedom(links, o, freedoms, (f * FREEDOM) & INDEX_BITS);
    }
  }
};

const startFreeRoot = (links: Floats, o: number): void => {
  for (let m = 0; m < 15; m++) links[o + RESPONSE_WW + m] = 0;
  for (let m = 0; m < 6; m++) links[o + RESPONSE_UU + m] = links[o + ROOT_INVERSE + m];
};

/** Scratch: the shift of moveResponse. In an array, as doubles that are passed may be allocated. */
export const shift = createFloats(3);

/** Moves the response at p of `from` by `shift` to another point: to r of `to`. */
export const moveResponse = (from: Floats, fromAt: number, to: Floats, toAt: number): void => {
  const p = fromAt & INDEX_BITS;
  const r = toAt & INDEX_BITS;
  const x = shift[0];
  const y = shift[1];
  const z = shift[2];
  const a0 = from[p];
  const a1 = from[p + 1];
  const a2 = from[p + 2];
  const a3 = from[p + 3];
  const a4 = from[p + 4];
  const a5 = from[p + 5];
  const q = p + 6;
  const w0 = from[q];
  const w1 = from[q + 1];
  const w2 = from[q + 2];
  const w3 = from[q + 3];
  const w4 = from[q + 4];
  const w5 = from[q + 5];
  const w6 = from[q + 6];
  const w7 = from[q + 7];
  const w8 = from[q + 8];
  const b0 = w0 + a1 * z - a2 * y;
  const b1 = w1 + a2 * x - a0 * z;
  const b2 = w2 + a0 * y - a1 * x;
  const b3 = w3 + a3 * z - a4 * y;
  const b4 = w4 + a4 * x - a1 * z;
  const b5 = w5 + a1 * y - a3 * x;
  const b6 = w6 + a4 * z - a5 * y;
  const b7 = w7 + a5 * x - a2 * z;
  const b8 = w8 + a2 * y - a4 * x;
  to[r] = a0;
  to[r + 1] = a1;
  to[r + 2] = a2;
  to[r + 3] = a3;
  to[r + 4] = a4;
  to[r + 5] = a5;
  to[r + 6] = b0;
  to[r + 7] = b1;
  to[r + 8] = b2;
  to[r + 9] = b3;
  to[r + 10] = b4;
  to[r + 11] = b5;
  to[r + 12] = b6;
  to[r + 13] = b7;
  to[r + 14] = b8;
  const u = p + 15;
  to[r + 15] = from[u] + (w3 * z - w6 * y) - (y * b6 - z * b3);
  to[r + 16] = from[u + 1] + (w6 * x - w0 * z) - (y * b7 - z * b4);
  to[r + 17] = from[u + 2] + (w0 * y - w3 * x) - (y * b8 - z * b5);
  to[r + 18] = from[u + 3] + (w7 * x - w1 * z) - (z * b1 - x * b7);
  to[r + 19] = from[u + 4] + (w1 * y - w4 * x) - (z * b2 - x * b8);
  to[r + 20] = from[u + 5] + (w2 * y - w5 * x) - (x * b5 - y * b2);
};

const addRotation = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const r = o + RESPONSE_WW;
  const c0 = links[r + 15];
  const c1 = links[r + 16];
  const c2 = links[r + 17];
  const c3 = links[r + 18];
  const c4 = links[r + 19];
  const c5 = links[r + 20];
  for (let row = 0; row < 3; row++) {
    const e0 = links[o + EE + 3 * row];
    const e1 = links[o + EE + 3 * row + 1];
    const e2 = links[o + EE + 3 * row + 2];
    links[r + 6 + 3 * row] = -(e0 * c0 + e1 * c1 + e2 * c2);
    links[r + 7 + 3 * row] = -(e0 * c1 + e1 * c3 + e2 * c4);
    links[r + 8 + 3 * row] = -(e0 * c2 + e1 * c4 + e2 * c5);
  }
  let entry = 0;
  for (let row = 0; row < 3; row++) {
    const b = r + 6 + 3 * row;
    for (let column = row; column < 3; column++, entry++) {
      const e = o + EE + 3 * column;
      links[r + entry] =
        links[o + HI + entry] -
        (links[b] * links[e] + links[b + 1] * links[e + 1] + links[b + 2] * links[e + 2]);
    }
  }
};

const addFreedom = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const d = freedoms[f + INVERSE_D];
  if (d === 0) return;
  const r = o + RESPONSE_WW;
  const u = f + UU;
  const u0 = freedoms[u];
  const u1 = freedoms[u + 1];
  const u2 = freedoms[u + 2];
  const u3 = freedoms[u + 3];
  const u4 = freedoms[u + 4];
  const u5 = freedoms[u + 5];
  const g0 =
    links[r] * u0 +
    links[r + 1] * u1 +
    links[r + 2] * u2 +
    links[r + 6] * u3 +
    links[r + 7] * u4 +
    links[r + 8] * u5;
  const g1 =
    links[r + 1] * u0 +
    links[r + 3] * u1 +
    links[r + 4] * u2 +
    links[r + 9] * u3 +
    links[r + 10] * u4 +
    links[r + 11] * u5;
  const g2 =
    links[r + 2] * u0 +
    links[r + 4] * u1 +
    links[r + 5] * u2 +
    links[r + 12] * u3 +
    links[r + 13] * u4 +
    links[r + 14] * u5;
  const g3 =
    links[r + 6] * u0 +
    links[r + 9] * u1 +
    links[r + 12] * u2 +
    links[r + 15] * u3 +
    links[r + 16] * u4 +
    links[r + 17] * u5;
  const g4 =
    links[r + 7] * u0 +
    links[r + 10] * u1 +
    links[r + 13] * u2 +
    links[r + 16] * u3 +
    links[r + 18] * u4 +
    links[r + 19] * u5;
  const g5 =
    links[r + 8] * u0 +
    links[r + 11] * u1 +
    links[r + 14] * u2 +
    links[r + 17] * u3 +
    links[r + 19] * u4 +
    links[r + 20] * u5;
  const q = d * (1 + d * (u0 * g0 + u1 * g1 + u2 * g2 + u3 * g3 + u4 * g4 + u5 * g5));
  const s0 = freedoms[f + SS];
  const s1 = freedoms[f + SS + 1];
  const s2 = freedoms[f + SS + 2];
  const s3 = freedoms[f + SS + 3];
  const s4 = freedoms[f + SS + 4];
  const s5 = freedoms[f + SS + 5];
  links[r] += q * s0 * s0 - 2 * d * s0 * g0;
  links[r + 1] += q * s0 * s1 - d * (s0 * g1 + s1 * g0);
  links[r + 2] += q * s0 * s2 - d * (s0 * g2 + s2 * g0);
  links[r + 3] += q * s1 * s1 - 2 * d * s1 * g1;
  links[r + 4] += q * s1 * s2 - d * (s1 * g2 + s2 * g1);
  links[r + 5] += q * s2 * s2 - 2 * d * s2 * g2;
  links[r + 6] += q * s0 * s3 - d * (s0 * g3 + s3 * g0);
  links[r + 7] += q * s0 * s4 - d * (s0 * g4 + s4 * g0);
  links[r + 8] += q * s0 * s5 - d * (s0 * g5 + s5 * g0);
  links[r + 9] += q * s1 * s3 - d * (s1 * g3 + s3 * g1);
  links[r + 10] += q * s1 * s4 - d * (s1 * g4 + s4 * g1);
  links[r + 11] += q * s1 * s5 - d * (s1 * g5 + s5 * g1);
  links[r + 12] += q * s2 * s3 - d * (s2 * g3 + s3 * g2);
  links[r + 13] += q * s2 * s4 - d * (s2 * g4 + s4 * g2);
  links[r + 14] += q * s2 * s5 - d * (s2 * g5 + s5 * g2);
  links[r + 15] += q * s3 * s3 - 2 * d * s3 * g3;
  links[r + 16] += q * s3 * s4 - d * (s3 * g4 + s4 * g3);
  links[r + 17] += q * s3 * s5 - d * (s3 * g5 + s5 * g3);
  links[r + 18] += q * s4 * s4 - 2 * d * s4 * g4;
  links[r + 19] += q * s4 * s5 - d * (s4 * g5 + s5 * g4);
  links[r + 20] += q * s5 * s5 - 2 * d * s5 * g5;
};

/** out ← Φ (n, l) of a link, with the impulse at p of `impulses`. */
export const writeResponse = (
  links: Floats,
  at: number,
  impulses: Floats,
  p: number,
  out: Floats,
  to: number,
): void => {
  // The base may be negative, that of the first host of closed loops (loop-responses.ts).
  const r = (at + RESPONSE_WW) & INDEX_BITS;
  const n0 = impulses[p];
  const n1 = impulses[p + 1];
  const n2 = impulses[p + 2];
  const l0 = impulses[p + 3];
  const l1 = impulses[p + 4];
  const l2 = impulses[p + 5];
  out[to] =
    links[r] * n0 +
    links[r + 1] * n1 +
    links[r + 2] * n2 +
    links[r + 6] * l0 +
    links[r + 7] * l1 +
    links[r + 8] * l2;
  out[to + 1] =
    links[r + 1] * n0 +
    links[r + 3] * n1 +
    links[r + 4] * n2 +
    links[r + 9] * l0 +
    links[r + 10] * l1 +
    links[r + 11] * l2;
  out[to + 2] =
    links[r + 2] * n0 +
    links[r + 4] * n1 +
    links[r + 5] * n2 +
    links[r + 12] * l0 +
    links[r + 13] * l1 +
    links[r + 14] * l2;
  out[to + 3] =
    links[r + 6] * n0 +
    links[r + 9] * n1 +
    links[r + 12] * n2 +
    links[r + 15] * l0 +
    links[r + 16] * l1 +
    links[r + 17] * l2;
  out[to + 4] =
    links[r + 7] * n0 +
    links[r + 10] * n1 +
    links[r + 13] * n2 +
    links[r + 16] * l0 +
    links[r + 18] * l1 +
    links[r + 19] * l2;
  out[to + 5] =
    links[r + 8] * n0 +
    links[r + 11] * n1 +
    links[r + 14] * n2 +
    links[r + 17] * l0 +
    links[r + 19] * l1 +
    links[r + 20] * l2;
};
