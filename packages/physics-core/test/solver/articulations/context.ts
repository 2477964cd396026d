import {
  ARMATURE,
  type Articulations,
  BETA,
  createArticulations,
  DRIVE,
  FIRST_FREEDOM,
  FREEDOM,
  FREEDOMS,
  GEO,
  INVERSE_D,
  IW,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LINK_MASS,
  LinkKind,
  P,
  PARENT,
  RC,
  reserveArticulations,
  SHIFT,
  SS,
} from '../../../src/state/articulations.js';
import type { Random } from '../../determinism/context.js';
import { type Numbers, randomNumbers, solveDense } from '../dense.js';

/** Trees of random links, and their projection as one dense system. */

export const cross = ([a, b, c]: Numbers, [x, y, z]: Numbers): number[] => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

export const largest = (values: Numbers): number => Math.max(...values.map(Math.abs));

/** Positive definite: A Aᵀ + c 1 as xx, xy, xz, yy, yz, zz. */
const randomSymmetric = (random: Random, size: number): number[] => {
  const [a, b, c] = [0, 1, 2].map(() => randomNumbers(random, 3, 1));
  const at = (p: Numbers, q: Numbers, e: number): number =>
    size * (p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + 0.2 * e);
  return [at(a, a, 1), at(a, b, 0), at(a, c, 0), at(b, b, 1), at(b, c, 0), at(c, c, 1)];
};

const put = (to: { [at: number]: number }, at: number, from: Numbers): void => {
  from.forEach((x, k) => {
    to[at + k] = x;
  });
};

const addRandomFreedoms = (a: Articulations, random: Random, count: number, width: number): void => {
  for (let f = a.freedomCount; f < a.freedomCount + count; f++) {
    put(a.freedoms, f * FREEDOM, Array<number>(FREEDOM).fill(0));
    put(a.freedoms, f * FREEDOM + SS, randomNumbers(random, width, 1));
    a.freedoms[f * FREEDOM + INVERSE_D] = random() < 0.3 ? 0 : 1;
    a.freedoms[f * FREEDOM + ARMATURE] = random() < 0.3 ? random() : 0;
    a.freedoms[f * FREEDOM + DRIVE] = 2 * random() - 1;
  }
  a.freedomCount += count;
};

/** Any tree of `count` links of all kinds, with random inertias, levers, freedoms, locks, armatures and impulses. */
export const randomTree = (random: Random, count: number): Articulations => {
  const a = createArticulations();
  for (let i = 0; i < count; i++) {
    reserveArticulations(a);
    const o = i * LINK;
    const k = i * LINK_INTS;
    const isFree = i === 0 && random() < 0.5;
    const kind = isFree ? LinkKind.free : 1 + Math.floor(3 * random());
    const width = kind === LinkKind.spherical ? 3 : 6;
    const freedoms = kind <= LinkKind.ball ? 0 : Math.floor((width + 1) * random());
    const mass = 10 ** (3 * random() - 1.5);
    put(a.links, o, Array<number>(LINK).fill(0));
    put(a.linkInts, k, Array<number>(LINK_INTS).fill(0));
    a.links[o + LINK_MASS] = mass;
    put(a.links, o + IW, randomSymmetric(random, 0.1 * mass));
    put(a.links, o + GEO, randomSymmetric(random, 0.05 * mass));
    put(a.links, o + SHIFT, randomNumbers(random, 3, 1));
    put(a.links, o + P, randomNumbers(random, 6, 1));
    if (!isFree) put(a.links, o + RC, randomNumbers(random, 3, 1));
    if (!isFree) put(a.links, o + BETA, randomNumbers(random, 6, 1));
    a.linkInts[k + PARENT] = i === 0 ? -1 : Math.floor(i * random());
    a.linkInts[k + LINK_KIND] = kind;
    a.linkInts[k + FIRST_FREEDOM] = a.freedomCount;
    a.linkInts[k + FREEDOMS] = freedoms;
    addRandomFreedoms(a, random, freedoms, width);
    a.count++;
  }
  return a;
};

/** Momentum (n, l) about the reference point for each unit of motion (ω, u) there, straight from the definition. */
const inertiaOf = ({ links }: Articulations, i: number, stiff: boolean): number[][] => {
  const o = i * LINK;
  const mass = links[o + LINK_MASS];
  const c = [-links[o + RC], -links[o + RC + 1], -links[o + RC + 2]];
  const inertia = (r: number, q: number): number => {
    const at = [0, 1, 2, 1, 3, 4, 2, 4, 5][3 * r + q];
    return links[o + IW + at] + (stiff ? links[o + GEO + at] : 0);
  };
  const columns = Array.from({ length: 6 }, (_, k) => {
    const motion = Array.from({ length: 6 }, (_, m): number => (m === k ? 1 : 0));
    const w = motion.slice(0, 3);
    const l = cross(w, c).map((x, m) => mass * (x + motion[3 + m]));
    const arm = cross(c, l);
    return [...[0, 1, 2].map((r) => arm[r] + w.reduce((sum, x, q) => sum + x * inertia(r, q), 0)), ...l];
  });
  return columns[0].map((_, r) => columns.map((column) => column[r]));
};

interface Freedom {
  readonly s: number[];
  readonly armature: number;
  readonly drive: number;
}

/** Free motions of a link, each with its armature and drive. */
const freedomsOf = (a: Articulations, i: number): Freedom[] => {
  const k = i * LINK_INTS;
  const kind = a.linkInts[k + LINK_KIND];
  const unit = (m: number): Freedom => ({
    s: Array.from({ length: 6 }, (_, n) => (m === n ? 1 : 0)),
    armature: 0,
    drive: 0,
  });
  if (kind === LinkKind.free) return [0, 1, 2, 3, 4, 5].map(unit);
  if (kind === LinkKind.ball) return [0, 1, 2].map(unit);
  const first = a.linkInts[k + FIRST_FREEDOM];
  return Array.from({ length: a.linkInts[k + FREEDOMS] }, (_, f) => (first + f) * FREEDOM)
    .filter((f) => a.freedoms[f + INVERSE_D] !== 0)
    .map((f) => ({
      s: a.freedoms.slice(f + SS, f + SS + 6),
      armature: a.freedoms[f + ARMATURE],
      drive: a.freedoms[f + DRIVE],
    }));
};

/**
 * The projection as one system for all motions dv, free motions q and joint impulses λ:
 *   M dv + Cᵀλ = P          A q - Sᵀλ = drive          C dv - S q = β,  C = 1 on the link, -X on its parent
 * The impulse of joint i on its link is -λ_i.
 */
export const projectDensely = (a: Articulations, stiff: boolean): { dv: number[][]; impulse: number[][] } => {
  const free = Array.from({ length: a.count }, (_, i) => freedomsOf(a, i));
  const q = free.flatMap((of, i) => of.map((freedom) => ({ ...freedom, i })));
  const first = 6 * a.count;
  const last = first + q.length;
  const matrix = Array.from({ length: last + first }, () => Array<number>(last + first).fill(0));
  const right = Array<number>(last + first).fill(0);
  const couple = (row: number, column: number, value: number): void => {
    matrix[last + row][column] += value;
    matrix[column][last + row] += value;
  };
  for (let i = 0; i < a.count; i++) {
    const inertia = inertiaOf(a, i, stiff);
    const parent = a.linkInts[i * LINK_INTS + PARENT];
    const shift = a.links.slice(i * LINK + SHIFT, i * LINK + SHIFT + 3);
    for (let m = 0; m < 6; m++) {
      for (let n = 0; n < 6; n++) matrix[6 * i + m][6 * i + n] = inertia[m][n];
      right[6 * i + m] = a.links[i * LINK + P + m];
      right[last + 6 * i + m] = a.links[i * LINK + BETA + m];
      couple(6 * i + m, 6 * i + m, 1);
      if (parent < 0) continue;
      couple(6 * i + m, 6 * parent + m, -1);
      // u' = u + ω × shift.
      const unit = [0, 1, 2].map((n) => (n === m ? 1 : 0));
      const moved = cross(unit, shift);
      for (let n = 0; n < 3 && m < 3; n++) couple(6 * i + 3 + n, 6 * parent + m, -moved[n]);
    }
  }
  q.forEach(({ s, armature, drive, i }, f) => {
    matrix[first + f][first + f] = armature;
    right[first + f] = drive;
    for (let m = 0; m < 6; m++) couple(6 * i + m, first + f, -s[m]);
  });
  const x = solveDense(matrix, right);
  const six = (from: number, i: number): number[] => x.slice(from + 6 * i, from + 6 * i + 6);
  return {
    dv: free.map((_, i) => six(0, i)),
    impulse: free.map((_, i) => six(last, i).map((value) => -value)),
  };
};
