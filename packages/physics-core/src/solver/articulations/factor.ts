import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  ARMATURE,
  type Articulations,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  EE,
  END_ACTIVE,
  FF,
  FIRST_FREEDOM,
  FIRST_TREE_CONTROL,
  FREEDOM,
  FREEDOMS,
  GEO,
  GG,
  HH,
  HI,
  INVERSE_D,
  IW,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LINK_MASS,
  LinkKind,
  PARENT,
  RC,
  ROOT_INVERSE,
  SHIFT,
  SS,
  TREE_INTS,
  UU,
} from '../../state/articulations.js';

/**
 * Articulated inertias of a tree, from the leaves to the root (Featherstone 2008, chapter 7). With the motion
 * (ω, u) of a link at its reference point, its momentum is
 *   (n, l) = (H ω + F u, Fᵀ ω + G u)
 * and of a single body, with c from the reference point to the centre of mass,
 *   H = I + m (c² 1 - c cᵀ)          F = m [c]×          G = m 1
 * A free joint motion S q takes part of it away: U = I S, D = S·U, I' = I - U Uᵀ / D. What is left moves with the
 * parent, whose reference point lies `shift` = d before this one:
 *   G_p += G'          F_p += F' + [d]× G'          H_p += H' + [d]× F'ᵀ - (F' + [d]× G') [d]×
 * A ball loses all of H at once: E = H⁻¹ F, G' = G - Fᵀ E, and only G' goes up. Reference points at the joints,
 * not one origin for all, keep the cancellation harmless at a mass ratio of 50,000.
 */
export const factorTree = (a: Articulations, from: number, to: number, stiff: boolean): void => {
  const { links, linkInts } = a;
  for (let i = from; i < to; i++) writeOwnInertia(links, (i * LINK) & INDEX_BITS, stiff);
  for (let i = to - 1; i >= from; i--) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const kind = linkInts[k + LINK_KIND];
    const parent = linkInts[k + PARENT];
    if (kind <= LinkKind.ball) {
      eliminateRotation(links, o);
      if (kind === LinkKind.free) invertRoot(links, o);
      else if (parent >= 0) addBallToParent(links, o, (parent * LINK) & INDEX_BITS);
      continue;
    }
    const first = linkInts[k + FIRST_FREEDOM];
    for (let f = first + linkInts[k + FREEDOMS] - 1; f >= first; f--) {
      const at = (f * FREEDOM) & INDEX_BITS;
      // A locked freedom (1/D = 0) takes nothing away.
      if (a.freedoms[at + INVERSE_D] === 0) continue;
      if (kind === LinkKind.spherical) eliminateTurn(links, o, a.freedoms, at);
      else eliminateFreedom(links, o, a.freedoms, at);
    }
    if (parent >= 0) addToParent(links, o, (parent * LINK) & INDEX_BITS);
  }
};

const writeOwnInertia = (links: Floats, at: number, stiff: boolean): void => {
  const o = at & INDEX_BITS;
  const m = links[o + LINK_MASS];
  const cx = -links[o + RC];
  const cy = -links[o + RC + 1];
  const cz = -links[o + RC + 2];
  const x = m * cx;
  const y = m * cy;
  const z = m * cz;
  links[o + HH] = links[o + IW] + y * cy + z * cz;
  links[o + HH + 1] = links[o + IW + 1] - x * cy;
  links[o + HH + 2] = links[o + IW + 2] - x * cz;
  links[o + HH + 3] = links[o + IW + 3] + x * cx + z * cz;
  links[o + HH + 4] = links[o + IW + 4] - y * cz;
  links[o + HH + 5] = links[o + IW + 5] + x * cx + y * cy;
  if (stiff) for (let k = 0; k < 6; k++) links[o + HH + k] += links[o + GEO + k];
  links[o + FF] = 0;
  links[o + FF + 1] = -z;
  links[o + FF + 2] = y;
  links[o + FF + 3] = z;
  links[o + FF + 4] = 0;
  links[o + FF + 5] = -x;
  links[o + FF + 6] = -y;
  links[o + FF + 7] = x;
  links[o + FF + 8] = 0;
  links[o + GG] = m;
  links[o + GG + 1] = 0;
  links[o + GG + 2] = 0;
  links[o + GG + 3] = m;
  links[o + GG + 4] = 0;
  links[o + GG + 5] = m;
};

/** All three rotations are free: H⁻¹, E = H⁻¹ F, G ← G - Fᵀ E. */
const eliminateRotation = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const h0 = links[o + HH];
  const h1 = links[o + HH + 1];
  const h2 = links[o + HH + 2];
  const h3 = links[o + HH + 3];
  const h4 = links[o + HH + 4];
  const h5 = links[o + HH + 5];
  let i0 = h3 * h5 - h4 * h4;
  let i1 = h2 * h4 - h1 * h5;
  let i2 = h1 * h4 - h2 * h3;
  const scale = 1 / (h0 * i0 + h1 * i1 + h2 * i2);
  i0 *= scale;
  i1 *= scale;
  i2 *= scale;
  const i3 = (h0 * h5 - h2 * h2) * scale;
  const i4 = (h1 * h2 - h0 * h4) * scale;
  const i5 = (h0 * h3 - h1 * h1) * scale;
  links[o + HI] = i0;
  links[o + HI + 1] = i1;
  links[o + HI + 2] = i2;
  links[o + HI + 3] = i3;
  links[o + HI + 4] = i4;
  links[o + HI + 5] = i5;
  const f0 = links[o + FF];
  const f1 = links[o + FF + 1];
  const f2 = links[o + FF + 2];
  const f3 = links[o + FF + 3];
  const f4 = links[o + FF + 4];
  const f5 = links[o + FF + 5];
  const f6 = links[o + FF + 6];
  const f7 = links[o + FF + 7];
  const f8 = links[o + FF + 8];
  const e0 = i0 * f0 + i1 * f3 + i2 * f6;
  const e1 = i0 * f1 + i1 * f4 + i2 * f7;
  const e2 = i0 * f2 + i1 * f5 + i2 * f8;
  const e3 = i1 * f0 + i3 * f3 + i4 * f6;
  const e4 = i1 * f1 + i3 * f4 + i4 * f7;
  const e5 = i1 * f2 + i3 * f5 + i4 * f8;
  const e6 = i2 * f0 + i4 * f3 + i5 * f6;
  const e7 = i2 * f1 + i4 * f4 + i5 * f7;
  const e8 = i2 * f2 + i4 * f5 + i5 * f8;
  links[o + EE] = e0;
  links[o + EE + 1] = e1;
  links[o + EE + 2] = e2;
  links[o + EE + 3] = e3;
  links[o + EE + 4] = e4;
  links[o + EE + 5] = e5;
  links[o + EE + 6] = e6;
  links[o + EE + 7] = e7;
  links[o + EE + 8] = e8;
  links[o + GG] -= f0 * e0 + f3 * e3 + f6 * e6;
  links[o + GG + 1] -= f0 * e1 + f3 * e4 + f6 * e7;
  links[o + GG + 2] -= f0 * e2 + f3 * e5 + f6 * e8;
  links[o + GG + 3] -= f1 * e1 + f4 * e4 + f7 * e7;
  links[o + GG + 4] -= f1 * e2 + f4 * e5 + f7 * e8;
  links[o + GG + 5] -= f2 * e2 + f5 * e5 + f8 * e8;
};

/** Λ = G'⁻¹: how a free root answers an impulse. */
const invertRoot = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const g0 = links[o + GG];
  const g1 = links[o + GG + 1];
  const g2 = links[o + GG + 2];
  const g3 = links[o + GG + 3];
  const g4 = links[o + GG + 4];
  const g5 = links[o + GG + 5];
  const i0 = g3 * g5 - g4 * g4;
  const i1 = g2 * g4 - g1 * g5;
  const i2 = g1 * g4 - g2 * g3;
  const scale = 1 / (g0 * i0 + g1 * i1 + g2 * i2);
  links[o + ROOT_INVERSE] = i0 * scale;
  links[o + ROOT_INVERSE + 1] = i1 * scale;
  links[o + ROOT_INVERSE + 2] = i2 * scale;
  links[o + ROOT_INVERSE + 3] = (g0 * g5 - g2 * g2) * scale;
  links[o + ROOT_INVERSE + 4] = (g1 * g2 - g0 * g4) * scale;
  links[o + ROOT_INVERSE + 5] = (g0 * g3 - g1 * g1) * scale;
};

/** F' and H' are 0. */
const addBallToParent = (links: Floats, at: number, parentAt: number): void => {
  const o = at & INDEX_BITS;
  const p = parentAt & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  const g0 = links[o + GG];
  const g1 = links[o + GG + 1];
  const g2 = links[o + GG + 2];
  const g3 = links[o + GG + 3];
  const g4 = links[o + GG + 4];
  const g5 = links[o + GG + 5];
  // B = [d]× G'.
  const b0 = y * g2 - z * g1;
  const b1 = y * g4 - z * g3;
  const b2 = y * g5 - z * g4;
  const b3 = z * g0 - x * g2;
  const b4 = z * g1 - x * g4;
  const b5 = z * g2 - x * g5;
  const b6 = x * g1 - y * g0;
  const b7 = x * g3 - y * g1;
  const b8 = x * g4 - y * g2;
  links[p + GG] += g0;
  links[p + GG + 1] += g1;
  links[p + GG + 2] += g2;
  links[p + GG + 3] += g3;
  links[p + GG + 4] += g4;
  links[p + GG + 5] += g5;
  links[p + FF] += b0;
  links[p + FF + 1] += b1;
  links[p + FF + 2] += b2;
  links[p + FF + 3] += b3;
  links[p + FF + 4] += b4;
  links[p + FF + 5] += b5;
  links[p + FF + 6] += b6;
  links[p + FF + 7] += b7;
  links[p + FF + 8] += b8;
  links[p + HH] -= b1 * z - b2 * y;
  links[p + HH + 1] -= b2 * x - b0 * z;
  links[p + HH + 2] -= b0 * y - b1 * x;
  links[p + HH + 3] -= b5 * x - b3 * z;
  links[p + HH + 4] -= b3 * y - b4 * x;
  links[p + HH + 5] -= b6 * y - b7 * x;
};

/** eliminateFreedom, below, where S = (a, 0). */
const eliminateTurn = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const a0 = freedoms[f + SS];
  const a1 = freedoms[f + SS + 1];
  const a2 = freedoms[f + SS + 2];
  const h0 = links[o + HH];
  const h1 = links[o + HH + 1];
  const h2 = links[o + HH + 2];
  const h3 = links[o + HH + 3];
  const h4 = links[o + HH + 4];
  const h5 = links[o + HH + 5];
  const f0 = links[o + FF];
  const f1 = links[o + FF + 1];
  const f2 = links[o + FF + 2];
  const f3 = links[o + FF + 3];
  const f4 = links[o + FF + 4];
  const f5 = links[o + FF + 5];
  const f6 = links[o + FF + 6];
  const f7 = links[o + FF + 7];
  const f8 = links[o + FF + 8];
  const u0 = h0 * a0 + h1 * a1 + h2 * a2;
  const u1 = h1 * a0 + h3 * a1 + h4 * a2;
  const u2 = h2 * a0 + h4 * a1 + h5 * a2;
  const r = 1 / (a0 * u0 + a1 * u1 + a2 * u2 + freedoms[f + ARMATURE]);
  const u3 = f0 * a0 + f3 * a1 + f6 * a2;
  const u4 = f1 * a0 + f4 * a1 + f7 * a2;
  const u5 = f2 * a0 + f5 * a1 + f8 * a2;
  freedoms[f + UU] = u0;
  freedoms[f + UU + 1] = u1;
  freedoms[f + UU + 2] = u2;
  freedoms[f + UU + 3] = u3;
  freedoms[f + UU + 4] = u4;
  freedoms[f + UU + 5] = u5;
  freedoms[f + INVERSE_D] = r;
  const w1 = u1 * r;
  const w2 = u2 * r;
  const w3 = u3 * r;
  const w4 = u4 * r;
  const w5 = u5 * r;
  links[o + HH] = h0 - u0 * u0 * r;
  links[o + HH + 1] = h1 - u0 * w1;
  links[o + HH + 2] = h2 - u0 * w2;
  links[o + HH + 3] = h3 - u1 * w1;
  links[o + HH + 4] = h4 - u1 * w2;
  links[o + HH + 5] = h5 - u2 * w2;
  links[o + FF] = f0 - u0 * w3;
  links[o + FF + 1] = f1 - u0 * w4;
  links[o + FF + 2] = f2 - u0 * w5;
  links[o + FF + 3] = f3 - u1 * w3;
  links[o + FF + 4] = f4 - u1 * w4;
  links[o + FF + 5] = f5 - u1 * w5;
  links[o + FF + 6] = f6 - u2 * w3;
  links[o + FF + 7] = f7 - u2 * w4;
  links[o + FF + 8] = f8 - u2 * w5;
  links[o + GG] -= u3 * w3;
  links[o + GG + 1] -= u3 * w4;
  links[o + GG + 2] -= u3 * w5;
  links[o + GG + 3] -= u4 * w4;
  links[o + GG + 4] -= u4 * w5;
  links[o + GG + 5] -= u5 * w5;
};

/** U = I S, D = S·U + armature, I ← I - U Uᵀ / D. */
const eliminateFreedom = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const a0 = freedoms[f + SS];
  const a1 = freedoms[f + SS + 1];
  const a2 = freedoms[f + SS + 2];
  const b0 = freedoms[f + SS + 3];
  const b1 = freedoms[f + SS + 4];
  const b2 = freedoms[f + SS + 5];
  const f0 = links[o + FF];
  const f1 = links[o + FF + 1];
  const f2 = links[o + FF + 2];
  const f3 = links[o + FF + 3];
  const f4 = links[o + FF + 4];
  const f5 = links[o + FF + 5];
  const f6 = links[o + FF + 6];
  const f7 = links[o + FF + 7];
  const f8 = links[o + FF + 8];
  const h1 = links[o + HH + 1];
  const h2 = links[o + HH + 2];
  const h4 = links[o + HH + 4];
  const g1 = links[o + GG + 1];
  const g2 = links[o + GG + 2];
  const g4 = links[o + GG + 4];
  const u0 = links[o + HH] * a0 + h1 * a1 + h2 * a2 + f0 * b0 + f1 * b1 + f2 * b2;
  const u1 = h1 * a0 + links[o + HH + 3] * a1 + h4 * a2 + f3 * b0 + f4 * b1 + f5 * b2;
  const u2 = h2 * a0 + h4 * a1 + links[o + HH + 5] * a2 + f6 * b0 + f7 * b1 + f8 * b2;
  const u3 = f0 * a0 + f3 * a1 + f6 * a2 + links[o + GG] * b0 + g1 * b1 + g2 * b2;
  const u4 = f1 * a0 + f4 * a1 + f7 * a2 + g1 * b0 + links[o + GG + 3] * b1 + g4 * b2;
  const u5 = f2 * a0 + f5 * a1 + f8 * a2 + g2 * b0 + g4 * b1 + links[o + GG + 5] * b2;
  const d = a0 * u0 + a1 * u1 + a2 * u2 + b0 * u3 + b1 * u4 + b2 * u5 + freedoms[f + ARMATURE];
  const r = 1 / d;
  freedoms[f + UU] = u0;
  freedoms[f + UU + 1] = u1;
  freedoms[f + UU + 2] = u2;
  freedoms[f + UU + 3] = u3;
  freedoms[f + UU + 4] = u4;
  freedoms[f + UU + 5] = u5;
  freedoms[f + INVERSE_D] = r;
  const w0 = u0 * r;
  const w1 = u1 * r;
  const w2 = u2 * r;
  const w3 = u3 * r;
  const w4 = u4 * r;
  const w5 = u5 * r;
  links[o + HH] -= u0 * w0;
  links[o + HH + 1] = h1 - u0 * w1;
  links[o + HH + 2] = h2 - u0 * w2;
  links[o + HH + 3] -= u1 * w1;
  links[o + HH + 4] = h4 - u1 * w2;
  links[o + HH + 5] -= u2 * w2;
  links[o + FF] = f0 - u0 * w3;
  links[o + FF + 1] = f1 - u0 * w4;
  links[o + FF + 2] = f2 - u0 * w5;
  links[o + FF + 3] = f3 - u1 * w3;
  links[o + FF + 4] = f4 - u1 * w4;
  links[o + FF + 5] = f5 - u1 * w5;
  links[o + FF + 6] = f6 - u2 * w3;
  links[o + FF + 7] = f7 - u2 * w4;
  links[o + FF + 8] = f8 - u2 * w5;
  links[o + GG] -= u3 * w3;
  links[o + GG + 1] = g1 - u3 * w4;
  links[o + GG + 2] = g2 - u3 * w5;
  links[o + GG + 3] -= u4 * w4;
  links[o + GG + 4] = g4 - u4 * w5;
  links[o + GG + 5] -= u5 * w5;
};

const addToParent = (links: Floats, at: number, parentAt: number): void => {
  const o = at & INDEX_BITS;
  const p = parentAt & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  const f0 = links[o + FF];
  const f1 = links[o + FF + 1];
  const f2 = links[o + FF + 2];
  const f3 = links[o + FF + 3];
  const f4 = links[o + FF + 4];
  const f5 = links[o + FF + 5];
  const f6 = links[o + FF + 6];
  const f7 = links[o + FF + 7];
  const f8 = links[o + FF + 8];
  // [d]× F'ᵀ: column c is d × (row c of F').
  links[p + HH] += links[o + HH] + (y * f2 - z * f1);
  links[p + HH + 1] += links[o + HH + 1] + (y * f5 - z * f4);
  links[p + HH + 2] += links[o + HH + 2] + (y * f8 - z * f7);
  links[p + HH + 3] += links[o + HH + 3] + (z * f3 - x * f5);
  links[p + HH + 4] += links[o + HH + 4] + (z * f6 - x * f8);
  links[p + HH + 5] += links[o + HH + 5] + (x * f7 - y * f6);
  // - F' [d]×, and F_p += F'; the rest is that of a ball.
  links[p + HH] -= f1 * z - f2 * y;
  links[p + HH + 1] -= f2 * x - f0 * z;
  links[p + HH + 2] -= f0 * y - f1 * x;
  links[p + HH + 3] -= f5 * x - f3 * z;
  links[p + HH + 4] -= f3 * y - f4 * x;
  links[p + HH + 5] -= f6 * y - f7 * x;
  links[p + FF] += f0;
  links[p + FF + 1] += f1;
  links[p + FF + 2] += f2;
  links[p + FF + 3] += f3;
  links[p + FF + 4] += f4;
  links[p + FF + 5] += f5;
  links[p + FF + 6] += f6;
  links[p + FF + 7] += f7;
  links[p + FF + 8] += f8;
  addBallToParent(links, o, p);
};

/** Whether a limit or a rigid motor locks a freedom. */
export const isAnyLocked = (a: Articulations, tree: number): boolean => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++)
    if (a.freedoms[a.controlInts[a.active[n] * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + INVERSE_D] === 0)
      return true;
  return false;
};
