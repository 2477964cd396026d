import type { Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  type Articulations,
  DV,
  FIRST_FREEDOM,
  FREEDOM,
  FREEDOMS,
  INVERSE_D,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  P,
  ROOT_INVERSE,
  SOLVED,
} from '../../../state/articulations.js';
import {
  CLOSING,
  CLOSING_INTS,
  CLOSING_LINK,
  END_ON_PATH,
  FIRST_ON_PATH,
  SIDES,
  UNIT,
  UNIT_AT,
  UNIT_STRIDE,
} from '../../../state/closing-rows.js';
import { passLinkUp } from '../project.js';

/**
 * K of the closing rows from the way up alone. The projection of unit impulses of two rows q and r is, by the factor of the tree,
 *   K_qr = j_q·Y_r = Σ τ_qf τ_rf / D_f
 * over the freedoms f on the paths of both to the root, where τ_rf = S_f·P is what the unit impulse of row r does along f on its way up
 * (project.ts). The three rotations of a ball, and the six freedoms of a free root, have blocks in place of D:
 *   n_q·H⁻¹ n_r          and, of a root, l_q·Λ l_r as well, l that of the way up
 * So a row costs its own path to the root, once, and a pair of rows a scalar product over the links that both have on it.
 */

/** Writes τ and τ / D of a row along its path to the root. Overwrites P there; β of the paths and drives are 0 (takeInputs). */
export const writeUnitImpulse = (a: Articulations, r: number): void => {
  const { links, linkInts, closing } = a;
  const { ints, data, rowPaths } = closing;
  const k = (r * CLOSING_INTS) & INDEX_BITS;
  const from = ints[k + FIRST_ON_PATH];
  const to = ints[k + END_ON_PATH];
  for (let n = from; n < to; n++) {
    const o = (rowPaths.items[n] * LINK + P) & INDEX_BITS;
    for (let m = 0; m < 6; m++) links[o + m] = 0;
  }
  for (let side = 0; side < SIDES; side++) {
    const link = ints[k + CLOSING_LINK + side];
    if (link < 0) continue;
    const o = (link * LINK + P) & INDEX_BITS;
    const j = (r * CLOSING + 6 * side) & INDEX_BITS;
    for (let m = 0; m < 6; m++) links[o + m] += data[j + m];
  }
  for (let n = from; n < to; n++) {
    const link = rowPaths.items[n];
    const at = ints[k + UNIT_AT] + UNIT * closing.slot[link];
    const kind = linkInts[link * LINK_INTS + LINK_KIND];
    if (kind === LinkKind.ball || kind === LinkKind.free) writeTorque(a, link, at);
    passLinkUp(a, link);
    if (kind === LinkKind.ball || kind === LinkKind.free) writeTurn(a, link, at);
    else writeFreedoms(a, link, at);
    if (kind === LinkKind.free) writeRoot(a, link, at);
  }
};

const writeTorque = ({ links, closing: { units } }: Articulations, link: number, at: number): void => {
  const o = (link * LINK + P) & INDEX_BITS;
  for (let m = 0; m < 3; m++) units[at + m] = links[o + m];
};

/** H⁻¹ n, which the way up leaves in DV. */
const writeTurn = ({ links, closing: { units } }: Articulations, link: number, at: number): void => {
  const o = (link * LINK + DV) & INDEX_BITS;
  for (let m = 0; m < 3; m++) units[at + 6 + m] = links[o + m];
};

const writeRoot = ({ links, closing: { units } }: Articulations, link: number, at: number): void => {
  const o = (link * LINK) & INDEX_BITS;
  const x = links[o + P + 3];
  const y = links[o + P + 4];
  const z = links[o + P + 5];
  const i = o + ROOT_INVERSE;
  units[at + 3] = x;
  units[at + 4] = y;
  units[at + 5] = z;
  units[at + 9] = links[i] * x + links[i + 1] * y + links[i + 2] * z;
  units[at + 10] = links[i + 1] * x + links[i + 3] * y + links[i + 4] * z;
  units[at + 11] = links[i + 2] * x + links[i + 4] * y + links[i + 5] * z;
};

const writeFreedoms = (
  { linkInts, freedoms, closing: { units } }: Articulations,
  link: number,
  at: number,
): void => {
  const k = (link * LINK_INTS) & INDEX_BITS;
  const first = linkInts[k + FIRST_FREEDOM];
  const count = linkInts[k + FREEDOMS];
  for (let e = 0; e < count; e++) {
    const f = ((first + e) * FREEDOM) & INDEX_BITS;
    const inverse = freedoms[f + INVERSE_D];
    units[at + 6 + e] = inverse === 0 ? 0 : freedoms[f + SOLVED];
    units[at + e] = inverse === 0 ? 0 : freedoms[f + SOLVED] / inverse;
  }
};

/** Entries of a link in a unit impulse. */
const entriesOf = ({ linkInts }: Articulations, link: number): number => {
  const k = (link * LINK_INTS) & INDEX_BITS;
  const kind = linkInts[k + LINK_KIND];
  return kind === LinkKind.free ? 6 : kind === LinkKind.ball ? 3 : linkInts[k + FREEDOMS];
};

/**
 * Writes K of row r and the rows before it of the same articulation, from row `from` on, to the row of the matrix that begins at `at`.
 * Their unit impulses are written, or left from before where a row does not act.
 */
export const writeUnitRates = (
  a: Articulations,
  matrix: Floats,
  at: number,
  from: number,
  r: number,
): void => {
  const { closing } = a;
  const { ints, rowPaths, units, slot } = closing;
  const k = (r * CLOSING_INTS) & INDEX_BITS;
  const stride = ints[k + UNIT_STRIDE];
  const end = at + r - from;
  for (let m = at; m <= end; m++) matrix[m] = 0;
  for (let n = ints[k + FIRST_ON_PATH]; n < ints[k + END_ON_PATH]; n++) {
    const link = rowPaths.items[n];
    const answer = (ints[k + UNIT_AT] + UNIT * slot[link] + 6) & INDEX_BITS;
    const entries = entriesOf(a, link);
    let u = (ints[from * CLOSING_INTS + UNIT_AT] + UNIT * slot[link]) & INDEX_BITS;
    for (let m = at; m <= end; m++, u += stride) {
      let sum = 0;
      for (let e = 0; e < entries; e++) sum += units[u + e] * units[answer + e];
      matrix[m] += sum;
    }
  }
};
