import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  type Articulations,
  BETA,
  DRIVE,
  DV,
  EE,
  FF,
  FIRST_FREEDOM,
  FREEDOM,
  FREEDOMS,
  GG,
  HH,
  HI,
  INVERSE_D,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  P,
  PARENT,
  ROOT_INVERSE,
  SHIFT,
  SOLVED,
  SS,
  UU,
} from '../../state/articulations.js';

/**
 * The projection: the change of motion dv that
 *   minimises ½ dvᵀ M dv - Pᵀ dv          subject to          dv_i = X dv_parent + S q + β
 * X moves a motion to the reference point of the link: ω' = ω, u' = u + ω × shift. q is the change along the free
 * motions S, β what the joint prescribes, P an impulse (n, l) on the link. Two passes over the factor (factor.ts):
 * up     s = (S·P + drive) / D, P ← P - U s;  P ← P - I' β;  parent: n_p += n + shift × l, l_p += l
 * down   (ω, u) = X dv_p + β;  q = s - U·(ω, u) / D, (ω, u) += S q
 * P is consumed: afterwards it holds what the parent felt, so the impulse of the joint on its link is
 *   I' X dv_p - P          (jointImpulse, below)
 */
export const projectTree = (a: Articulations, from: number, to: number): void => {
  const { links, linkInts } = a;
  for (let i = to - 1; i >= from; i--) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    if (linkInts[k + LINK_KIND] === LinkKind.ball)
      passBallUp(links, (i * LINK) & INDEX_BITS, linkInts[k + PARENT]);
    else passLinkUp(a, i);
  }
  for (let i = from; i < to; i++) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    if (linkInts[k + LINK_KIND] === LinkKind.ball)
      passBallDown(links, (i * LINK) & INDEX_BITS, linkInts[k + PARENT]);
    else passLinkDown(a, i);
  }
};

/** The way up of one link. */
export const passLinkUp = ({ links, linkInts, freedoms }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const kind = linkInts[k + LINK_KIND];
  const parent = linkInts[k + PARENT];
  if (kind === LinkKind.ball) {
    passBallUp(links, o, parent);
    return;
  }
  if (kind === LinkKind.free) passRootUp(links, o);
  else {
    const first = linkInts[k + FIRST_FREEDOM];
    for (let f = first + linkInts[k + FREEDOMS] - 1; f >= first; f--) {
      const at = (f * FREEDOM) & INDEX_BITS;
      if (freedoms[at + INVERSE_D] === 0) continue;
      if (kind === LinkKind.spherical) passTurnUp(links, o, freedoms, at);
      else passFreedomUp(links, o, freedoms, at);
    }
    takePrescribed(links, o);
  }
  if (parent >= 0) addImpulseToParent(links, o, (parent * LINK) & INDEX_BITS);
};

/** The way down of one link, after its parent. */
export const passLinkDown = ({ links, linkInts, freedoms }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const kind = linkInts[k + LINK_KIND];
  const parent = linkInts[k + PARENT];
  if (kind === LinkKind.free) moveRoot(links, o);
  else if (kind === LinkKind.ball) passBallDown(links, o, parent);
  else {
    moveWithParent(links, o, parent >= 0 ? (parent * LINK) & INDEX_BITS : -1);
    const first = linkInts[k + FIRST_FREEDOM];
    const end = first + linkInts[k + FREEDOMS];
    for (let f = first; f < end; f++) {
      const at = (f * FREEDOM) & INDEX_BITS;
      if (freedoms[at + INVERSE_D] === 0) continue;
      if (kind === LinkKind.spherical) passTurnDown(links, o, freedoms, at);
      else passFreedomDown(links, o, freedoms, at);
    }
  }
};

/**
 * l ← l - Eᵀ n - G' β_u, to the parent. H⁻¹ n, with which the way down begins, stays in DV; the parent feels no torque but that of l.
 */
const passBallUp = (links: Floats, at: number, parent: number): void => {
  const o = at & INDEX_BITS;
  const n0 = links[o + P];
  const n1 = links[o + P + 1];
  const n2 = links[o + P + 2];
  const b0 = links[o + BETA + 3];
  const b1 = links[o + BETA + 4];
  const b2 = links[o + BETA + 5];
  const g1 = links[o + GG + 1];
  const g2 = links[o + GG + 2];
  const g4 = links[o + GG + 4];
  const l0 =
    links[o + P + 3] -
    (links[o + EE] * n0 + links[o + EE + 3] * n1 + links[o + EE + 6] * n2) -
    (links[o + GG] * b0 + g1 * b1 + g2 * b2);
  const l1 =
    links[o + P + 4] -
    (links[o + EE + 1] * n0 + links[o + EE + 4] * n1 + links[o + EE + 7] * n2) -
    (g1 * b0 + links[o + GG + 3] * b1 + g4 * b2);
  const l2 =
    links[o + P + 5] -
    (links[o + EE + 2] * n0 + links[o + EE + 5] * n1 + links[o + EE + 8] * n2) -
    (g2 * b0 + g4 * b1 + links[o + GG + 5] * b2);
  const i1 = links[o + HI + 1];
  const i2 = links[o + HI + 2];
  const i4 = links[o + HI + 4];
  links[o + DV] = links[o + HI] * n0 + i1 * n1 + i2 * n2;
  links[o + DV + 1] = i1 * n0 + links[o + HI + 3] * n1 + i4 * n2;
  links[o + DV + 2] = i2 * n0 + i4 * n1 + links[o + HI + 5] * n2;
  links[o + P] = 0;
  links[o + P + 1] = 0;
  links[o + P + 2] = 0;
  links[o + P + 3] = l0;
  links[o + P + 4] = l1;
  links[o + P + 5] = l2;
  if (parent < 0) return;
  const p = (parent * LINK) & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  links[p + P] += y * l2 - z * l1;
  links[p + P + 1] += z * l0 - x * l2;
  links[p + P + 2] += x * l1 - y * l0;
  links[p + P + 3] += l0;
  links[p + P + 4] += l1;
  links[p + P + 5] += l2;
};

/** u ← u_p + ω_p × shift + β_u, ω = H⁻¹ n - E u. */
const passBallDown = (links: Floats, at: number, parent: number): void => {
  const o = at & INDEX_BITS;
  let u0 = links[o + BETA + 3];
  let u1 = links[o + BETA + 4];
  let u2 = links[o + BETA + 5];
  if (parent >= 0) {
    const p = (parent * LINK) & INDEX_BITS;
    const x = links[o + SHIFT];
    const y = links[o + SHIFT + 1];
    const z = links[o + SHIFT + 2];
    const p0 = links[p + DV];
    const p1 = links[p + DV + 1];
    const p2 = links[p + DV + 2];
    u0 += links[p + DV + 3] + p1 * z - p2 * y;
    u1 += links[p + DV + 4] + p2 * x - p0 * z;
    u2 += links[p + DV + 5] + p0 * y - p1 * x;
  }
  links[o + DV] -= links[o + EE] * u0 + links[o + EE + 1] * u1 + links[o + EE + 2] * u2;
  links[o + DV + 1] -= links[o + EE + 3] * u0 + links[o + EE + 4] * u1 + links[o + EE + 5] * u2;
  links[o + DV + 2] -= links[o + EE + 6] * u0 + links[o + EE + 7] * u1 + links[o + EE + 8] * u2;
  links[o + DV + 3] = u0;
  links[o + DV + 4] = u1;
  links[o + DV + 5] = u2;
};

/** l ← l - Eᵀ n; n stays, for the way down. */
const passRootUp = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const n0 = links[o + P];
  const n1 = links[o + P + 1];
  const n2 = links[o + P + 2];
  const e = o + EE;
  links[o + P + 3] -= links[e] * n0 + links[e + 3] * n1 + links[e + 6] * n2;
  links[o + P + 4] -= links[e + 1] * n0 + links[e + 4] * n1 + links[e + 7] * n2;
  links[o + P + 5] -= links[e + 2] * n0 + links[e + 5] * n1 + links[e + 8] * n2;
  const h = o + HI;
  links[o + DV] = links[h] * n0 + links[h + 1] * n1 + links[h + 2] * n2;
  links[o + DV + 1] = links[h + 1] * n0 + links[h + 3] * n1 + links[h + 4] * n2;
  links[o + DV + 2] = links[h + 2] * n0 + links[h + 4] * n1 + links[h + 5] * n2;
};

/** passFreedomUp where S = (a, 0). */
const passTurnUp = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const s =
    freedoms[f + INVERSE_D] *
    (freedoms[f + DRIVE] +
      freedoms[f + SS] * links[o + P] +
      freedoms[f + SS + 1] * links[o + P + 1] +
      freedoms[f + SS + 2] * links[o + P + 2]);
  freedoms[f + SOLVED] = s;
  links[o + P] -= freedoms[f + UU] * s;
  links[o + P + 1] -= freedoms[f + UU + 1] * s;
  links[o + P + 2] -= freedoms[f + UU + 2] * s;
  links[o + P + 3] -= freedoms[f + UU + 3] * s;
  links[o + P + 4] -= freedoms[f + UU + 4] * s;
  links[o + P + 5] -= freedoms[f + UU + 5] * s;
};

/** passFreedomDown where S = (a, 0). */
const passTurnDown = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const q =
    freedoms[f + SOLVED] -
    freedoms[f + INVERSE_D] *
      (freedoms[f + UU] * links[o + DV] +
        freedoms[f + UU + 1] * links[o + DV + 1] +
        freedoms[f + UU + 2] * links[o + DV + 2] +
        freedoms[f + UU + 3] * links[o + DV + 3] +
        freedoms[f + UU + 4] * links[o + DV + 4] +
        freedoms[f + UU + 5] * links[o + DV + 5]);
  freedoms[f + SOLVED] = q;
  links[o + DV] += freedoms[f + SS] * q;
  links[o + DV + 1] += freedoms[f + SS + 1] * q;
  links[o + DV + 2] += freedoms[f + SS + 2] * q;
};

const passFreedomUp = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const s =
    freedoms[f + INVERSE_D] *
    (freedoms[f + DRIVE] +
      freedoms[f + SS] * links[o + P] +
      freedoms[f + SS + 1] * links[o + P + 1] +
      freedoms[f + SS + 2] * links[o + P + 2] +
      freedoms[f + SS + 3] * links[o + P + 3] +
      freedoms[f + SS + 4] * links[o + P + 4] +
      freedoms[f + SS + 5] * links[o + P + 5]);
  freedoms[f + SOLVED] = s;
  links[o + P] -= freedoms[f + UU] * s;
  links[o + P + 1] -= freedoms[f + UU + 1] * s;
  links[o + P + 2] -= freedoms[f + UU + 2] * s;
  links[o + P + 3] -= freedoms[f + UU + 3] * s;
  links[o + P + 4] -= freedoms[f + UU + 4] * s;
  links[o + P + 5] -= freedoms[f + UU + 5] * s;
};

/** P ← P - I' β. */
const takePrescribed = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const a0 = links[o + BETA];
  const a1 = links[o + BETA + 1];
  const a2 = links[o + BETA + 2];
  const b0 = links[o + BETA + 3];
  const b1 = links[o + BETA + 4];
  const b2 = links[o + BETA + 5];
  const f = o + FF;
  links[o + P] -=
    links[o + HH] * a0 +
    links[o + HH + 1] * a1 +
    links[o + HH + 2] * a2 +
    links[f] * b0 +
    links[f + 1] * b1 +
    links[f + 2] * b2;
  links[o + P + 1] -=
    links[o + HH + 1] * a0 +
    links[o + HH + 3] * a1 +
    links[o + HH + 4] * a2 +
    links[f + 3] * b0 +
    links[f + 4] * b1 +
    links[f + 5] * b2;
  links[o + P + 2] -=
    links[o + HH + 2] * a0 +
    links[o + HH + 4] * a1 +
    links[o + HH + 5] * a2 +
    links[f + 6] * b0 +
    links[f + 7] * b1 +
    links[f + 8] * b2;
  links[o + P + 3] -=
    links[f] * a0 +
    links[f + 3] * a1 +
    links[f + 6] * a2 +
    links[o + GG] * b0 +
    links[o + GG + 1] * b1 +
    links[o + GG + 2] * b2;
  links[o + P + 4] -=
    links[f + 1] * a0 +
    links[f + 4] * a1 +
    links[f + 7] * a2 +
    links[o + GG + 1] * b0 +
    links[o + GG + 3] * b1 +
    links[o + GG + 4] * b2;
  links[o + P + 5] -=
    links[f + 2] * a0 +
    links[f + 5] * a1 +
    links[f + 8] * a2 +
    links[o + GG + 2] * b0 +
    links[o + GG + 4] * b1 +
    links[o + GG + 5] * b2;
};

const addImpulseToParent = (links: Floats, at: number, parentAt: number): void => {
  const o = at & INDEX_BITS;
  const p = parentAt & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  const l0 = links[o + P + 3];
  const l1 = links[o + P + 4];
  const l2 = links[o + P + 5];
  links[p + P] += links[o + P] + y * l2 - z * l1;
  links[p + P + 1] += links[o + P + 1] + z * l0 - x * l2;
  links[p + P + 2] += links[o + P + 2] + x * l1 - y * l0;
  links[p + P + 3] += l0;
  links[p + P + 4] += l1;
  links[p + P + 5] += l2;
};

const moveRoot = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const l0 = links[o + P + 3];
  const l1 = links[o + P + 4];
  const l2 = links[o + P + 5];
  const r = o + ROOT_INVERSE;
  links[o + DV + 3] = links[r] * l0 + links[r + 1] * l1 + links[r + 2] * l2;
  links[o + DV + 4] = links[r + 1] * l0 + links[r + 3] * l1 + links[r + 4] * l2;
  links[o + DV + 5] = links[r + 2] * l0 + links[r + 4] * l1 + links[r + 5] * l2;
  rotateRoot(links, o);
};

/** u ← u_p + ω_p × shift + β_u, ω ← ω_p + β_ω. */
const moveWithParent = (links: Floats, o: number, p: number): void => {
  let w0 = links[o + BETA];
  let w1 = links[o + BETA + 1];
  let w2 = links[o + BETA + 2];
  let u0 = links[o + BETA + 3];
  let u1 = links[o + BETA + 4];
  let u2 = links[o + BETA + 5];
  if (p >= 0) {
    const x = links[o + SHIFT];
    const y = links[o + SHIFT + 1];
    const z = links[o + SHIFT + 2];
    const p0 = links[p + DV];
    const p1 = links[p + DV + 1];
    const p2 = links[p + DV + 2];
    w0 += p0;
    w1 += p1;
    w2 += p2;
    u0 += links[p + DV + 3] + p1 * z - p2 * y;
    u1 += links[p + DV + 4] + p2 * x - p0 * z;
    u2 += links[p + DV + 5] + p0 * y - p1 * x;
  }
  links[o + DV + 3] = u0;
  links[o + DV + 4] = u1;
  links[o + DV + 5] = u2;
  links[o + DV] = w0;
  links[o + DV + 1] = w1;
  links[o + DV + 2] = w2;
};

/** ω = H⁻¹ n - E u; H⁻¹ n is there already. */
const rotateRoot = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const u0 = links[o + DV + 3];
  const u1 = links[o + DV + 4];
  const u2 = links[o + DV + 5];
  links[o + DV] -= links[o + EE] * u0 + links[o + EE + 1] * u1 + links[o + EE + 2] * u2;
  links[o + DV + 1] -= links[o + EE + 3] * u0 + links[o + EE + 4] * u1 + links[o + EE + 5] * u2;
  links[o + DV + 2] -= links[o + EE + 6] * u0 + links[o + EE + 7] * u1 + links[o + EE + 8] * u2;
};

const passFreedomDown = (links: Floats, at: number, freedoms: Floats, freedomAt: number): void => {
  const o = at & INDEX_BITS;
  const f = freedomAt & INDEX_BITS;
  const q =
    freedoms[f + SOLVED] -
    freedoms[f + INVERSE_D] *
      (freedoms[f + UU] * links[o + DV] +
        freedoms[f + UU + 1] * links[o + DV + 1] +
        freedoms[f + UU + 2] * links[o + DV + 2] +
        freedoms[f + UU + 3] * links[o + DV + 3] +
        freedoms[f + UU + 4] * links[o + DV + 4] +
        freedoms[f + UU + 5] * links[o + DV + 5]);
  freedoms[f + SOLVED] = q;
  links[o + DV] += freedoms[f + SS] * q;
  links[o + DV + 1] += freedoms[f + SS + 1] * q;
  links[o + DV + 2] += freedoms[f + SS + 2] * q;
  links[o + DV + 3] += freedoms[f + SS + 3] * q;
  links[o + DV + 4] += freedoms[f + SS + 4] * q;
  links[o + DV + 5] += freedoms[f + SS + 5] * q;
};

/** Scratch: the impulse (n, l) of a joint on its link, about the reference point. */
export const jointImpulse = createFloats(6);

/** Writes the impulse that the joint of a link had in the last projection: I' X dv_p - P. */
export const writeJointImpulse = ({ links, linkInts }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const parent = linkInts[i * LINK_INTS + PARENT];
  jointImpulse[0] = -links[o + P];
  jointImpulse[1] = -links[o + P + 1];
  jointImpulse[2] = -links[o + P + 2];
  jointImpulse[3] = -links[o + P + 3];
  jointImpulse[4] = -links[o + P + 4];
  jointImpulse[5] = -links[o + P + 5];
  if (parent < 0) return;
  const p = (parent * LINK) & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  const w0 = links[p + DV];
  const w1 = links[p + DV + 1];
  const w2 = links[p + DV + 2];
  const u0 = links[p + DV + 3] + w1 * z - w2 * y;
  const u1 = links[p + DV + 4] + w2 * x - w0 * z;
  const u2 = links[p + DV + 5] + w0 * y - w1 * x;
  const g = o + GG;
  jointImpulse[3] += links[g] * u0 + links[g + 1] * u1 + links[g + 2] * u2;
  jointImpulse[4] += links[g + 1] * u0 + links[g + 3] * u1 + links[g + 4] * u2;
  jointImpulse[5] += links[g + 2] * u0 + links[g + 4] * u1 + links[g + 5] * u2;
  if (linkInts[i * LINK_INTS + LINK_KIND] === LinkKind.ball) return;
  const h = o + HH;
  const f = o + FF;
  jointImpulse[0] += links[h] * w0 + links[h + 1] * w1 + links[h + 2] * w2;
  jointImpulse[1] += links[h + 1] * w0 + links[h + 3] * w1 + links[h + 4] * w2;
  jointImpulse[2] += links[h + 2] * w0 + links[h + 4] * w1 + links[h + 5] * w2;
  jointImpulse[0] += links[f] * u0 + links[f + 1] * u1 + links[f + 2] * u2;
  jointImpulse[1] += links[f + 3] * u0 + links[f + 4] * u1 + links[f + 5] * u2;
  jointImpulse[2] += links[f + 6] * u0 + links[f + 7] * u1 + links[f + 8] * u2;
  jointImpulse[3] += links[f] * w0 + links[f + 3] * w1 + links[f + 6] * w2;
  jointImpulse[4] += links[f + 1] * w0 + links[f + 4] * w1 + links[f + 7] * w2;
  jointImpulse[5] += links[f + 2] * w0 + links[f + 5] * w1 + links[f + 8] * w2;
};
