import { identity, multiply, normalizeQuat, type Quat } from './quat.js';
import type { Vec3 } from './vec3.js';

/**
 * Symmetric 3×3 matrices, in the first place inertia tensors:
 *
 *       | xx xy xz |
 *   S = | xy yy yz |      with S[i][j] = ∫ (|r|² δij - ri rj) dm when S is an inertia,
 *       | xz yz zz |      so the off-diagonal entries carry the minus sign of the products of inertia.
 */
export type Sym3 = readonly [xx: number, xy: number, xz: number, yy: number, yz: number, zz: number];

/**
 * Relative to the trace: off-diagonal entries below this are rounding noise of the sums that made the matrix.
 */
const DIAGONAL_NOISE = 1e-15;

/** Cyclic Jacobi converges quadratically: 5 iterations are usual for 3×3. The bound guards against bad input. */
const MAX_ITERATIONS = 24;

type Rows = [number[], number[], number[]];

export const addSym3 = (a: Sym3, b: Sym3): Sym3 => [
  a[0] + b[0],
  a[1] + b[1],
  a[2] + b[2],
  a[3] + b[3],
  a[4] + b[4],
  a[5] + b[5],
];

export const scaleSym3 = (a: Sym3, s: number): Sym3 => [
  a[0] * s,
  a[1] * s,
  a[2] * s,
  a[3] * s,
  a[4] * s,
  a[5] * s,
];

/** Rotation matrix of a unit quaternion, row by row. */
const rowsOf = ([x, y, z, w]: Quat): Rows => [
  [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
  [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
];

/** R S Rᵀ: the tensor S of a body's frame in the frame into which q rotates. */
export const rotateSym3 = (q: Quat, s: Sym3): Sym3 => {
  const [r0, r1, r2] = rowsOf(q);
  const times = (r: readonly number[]): Vec3 => [
    s[0] * r[0] + s[1] * r[1] + s[2] * r[2],
    s[1] * r[0] + s[3] * r[1] + s[4] * r[2],
    s[2] * r[0] + s[4] * r[1] + s[5] * r[2],
  ];
  const along = (r: readonly number[], v: Vec3): number => r[0] * v[0] + r[1] * v[1] + r[2] * v[2];
  const s0 = times(r0);
  const s1 = times(r1);
  const s2 = times(r2);
  return [along(r0, s0), along(r0, s1), along(r0, s2), along(r1, s1), along(r1, s2), along(r2, s2)];
};

/** S⁻¹ by cofactors. The caller makes sure that S is regular, as every inertia of a solid is. */
export const invertSym3 = ([xx, xy, xz, yy, yz, zz]: Sym3): Sym3 => {
  const c0 = yy * zz - yz * yz;
  const c1 = xz * yz - xy * zz;
  const c2 = xy * yz - xz * yy;
  const k = 1 / (xx * c0 + xy * c1 + xz * c2);
  return [c0 * k, c1 * k, c2 * k, (xx * zz - xz * xz) * k, (xy * xz - xx * yz) * k, (xx * yy - xy * xy) * k];
};

/**
 * Parallel axes (Huygens-Steiner): the inertia about a point at distance `offset` from the centre of mass,
 * I + m(|d|² 1 - d dᵀ). A negative mass goes back from the point to the centre.
 */
export const shiftInertia = (inertia: Sym3, mass: number, [x, y, z]: Vec3): Sym3 =>
  addSym3(inertia, [
    mass * (y * y + z * z),
    -mass * x * y,
    -mass * x * z,
    mass * (x * x + z * z),
    -mass * y * z,
    mass * (x * x + y * y),
  ]);

/**
 * One Jacobi rotation in the plane (p, q): θ = (Sqq - Spp) / 2Spq, t = tan φ the smaller root of
 * t² + 2θt - 1 = 0, which makes Spq zero (Golub & Van Loan, "Matrix Computations", 8.5.2).
 * |φ| <= π/4, so the half angle is well defined: cos(φ/2) = √((1 + cos φ) / 2), sin(φ/2) = sin
 * φ / 2cos(φ/2). Returns the rotation of the axes: by -φ from p to q, which is about -z for (x, y),
 * about -x for (y, z) and about +y for (x, z).
 */
const annihilate = (s: Rows, p: number, q: number): Quat => {
  const theta = (s[q][q] - s[p][p]) / (2 * s[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const sn = t * c;
  const k = 3 - p - q;
  const spq = s[p][q];
  const skp = s[k][p];
  const skq = s[k][q];
  s[p][p] -= t * spq;
  s[q][q] += t * spq;
  s[p][q] = s[q][p] = 0;
  s[k][p] = s[p][k] = c * skp - sn * skq;
  s[k][q] = s[q][k] = sn * skp + c * skq;
  const halfCos = Math.sqrt((1 + c) / 2);
  const halfSin = sn / (2 * halfCos);
  return [k === 0 ? -halfSin : 0, k === 1 ? halfSin : 0, k === 2 ? -halfSin : 0, halfCos];
};

/**
 * Principal moments and axes: S = R diag(moments) Rᵀ, `rotation` takes the principal frame into the
 * frame of S. The moments keep the order of the axes they grew from, so that a diagonal matrix
 * gives exactly itself and the identity. R is a product of plane rotations, hence right-handed;
 * w >= 0 makes the quaternion unique.
 */
export const diagonalize = ([xx, xy, xz, yy, yz, zz]: Sym3): { moments: Vec3; rotation: Quat } => {
  // Most bodies are boxes, balls and the like along their axes; the loop below would find nothing to do.
  if (xy === 0 && xz === 0 && yz === 0) return { moments: [xx, yy, zz], rotation: identity };
  const s: Rows = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const noise = DIAGONAL_NOISE * (Math.abs(xx) + Math.abs(yy) + Math.abs(zz));
  let rotation = identity;
  for (let sweep = 0, busy = true; busy && sweep < MAX_ITERATIONS; sweep++) {
    busy = false;
    for (let p = 0; p < 2; p++) {
      for (let q = p + 1; q < 3; q++) {
        if (Math.abs(s[p][q]) <= noise) continue;
        rotation = normalizeQuat(multiply(rotation, annihilate(s, p, q)));
        busy = true;
      }
    }
  }
  const [x, y, z, w] = rotation;
  return { moments: [s[0][0], s[1][1], s[2][2]], rotation: w < 0 ? [-x, -y, -z, -w] : rotation };
};
