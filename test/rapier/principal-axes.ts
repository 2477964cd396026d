import type { Quat, Sym3, Vec3 } from '@tenon/physics-core';

export interface PrincipalAxes {
  readonly moments: Vec3;
  /** Rotation from the frame of the principal axes to the frame of the tensor. */
  readonly frame: Quat;
}

/** Quadratic convergence: off-diagonals are below the rounding of single precision, all Rapier keeps, long before. */
const SWEEPS = 12;

/** Index pairs of the plane (p, q) in which to turn, and the axis about which p turns to q. */
const PLANES = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
] as const;

/**
 * Moments and axes of an inertia tensor by Jacobi rotations: turning the frame by θ in the plane (p, q) makes its
 * entry (p, q) zero when tan 2θ = 2 Spq / (Spp - Sqq). Rapier takes an inertia in this form only.
 */
export const principalAxes = ([xx, xy, xz, yy, yz, zz]: Sym3): PrincipalAxes => {
  let matrix = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  let frame: Quat = [0, 0, 0, 1];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [p, q, axis] of PLANES) {
      if (matrix[p][q] === 0) continue;
      const angle = Math.atan((2 * matrix[p][q]) / (matrix[p][p] - matrix[q][q])) / 2;
      matrix = turned(matrix, p, q, angle);
      frame = turnedFrame(frame, axis, angle);
    }
  }
  return { moments: [matrix[0][0], matrix[1][1], matrix[2][2]], frame };
};

/** Rᵀ S R for the rotation R by `angle` in the plane (p, q). */
const turned = (matrix: number[][], p: number, q: number, angle: number): number[][] => {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const columns = matrix.map((row) => row.map((x, j) => mixed(x, row, j, p, q, c, s)));
  return columns.map((row, i) =>
    row.map((x, j) =>
      mixed(
        x,
        [0, 1, 2].map((k) => columns[k][j]),
        i,
        p,
        q,
        c,
        s,
      ),
    ),
  );
};

const mixed = (x: number, line: number[], at: number, p: number, q: number, c: number, s: number): number => {
  if (at === p) return c * line[p] + s * line[q];
  return at === q ? c * line[q] - s * line[p] : x;
};

/** frame · rotation about one of its own axes. */
const turnedFrame = ([x, y, z, w]: Quat, axis: number, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  const [ux, uy, uz] = [0, 1, 2].map((i) => (i === axis ? s : 0));
  return [
    w * ux + x * c + y * uz - z * uy,
    w * uy + y * c + z * ux - x * uz,
    w * uz + z * c + x * uy - y * ux,
    w * c - x * ux - y * uy - z * uz,
  ];
};
