import { acos, cos, sin } from '../../math/trigonometry.js';
import type { MassProperties } from './mass-properties.js';

/**
 * Mass properties of a uniform solid of revolution about y. Its outline in the half plane (p, y), p >= 0, is a chain of
 * arcs from the axis to the axis, counter-clockwise, joined by straight lines; a corner is an arc of radius 0.
 *
 * By the divergence theorem, with a disc of radius p at each height,
 *   V = π ∫ p² dy,   V c = π ∫ p² y dy,   ∫ y² dV = π ∫ p² y² dy,   Iy = ρ π/2 ∫ p⁴ dy,
 *   Ix = Iz = Iy / 2 + ρ ∫ y² dV - m c²
 * along the outline. On a line the integrands are polynomials of degree 4, for which Gauss' rule of five nodes is exact. On an
 * arc p = a + r cos φ, y = b + r sin φ, dy = r cos φ dφ they are trigonometric polynomials of degree 5; the rule, on pieces
 * of 1/8 rad at most, is then right to rounding.
 */
export interface Arc {
  /** p, y. */
  readonly centre: readonly [number, number];
  readonly radius: number;
  /** Outward unit normals at its ends. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const inner = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
const outer = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
const innerWeight = (322 + 13 * Math.sqrt(70)) / 900;
const outerWeight = (322 - 13 * Math.sqrt(70)) / 900;

const NODES = [
  [-outer, outerWeight],
  [-inner, innerWeight],
  [0, 128 / 225],
  [inner, innerWeight],
  [outer, outerWeight],
] as const;

/** rad. */
const LONGEST_PIECE = 1 / 8;

interface Sums {
  v: number;
  vy: number;
  vyy: number;
  p4: number;
}

const addNode = (sums: Sums, p: number, y: number, dy: number): void => {
  const square = p * p * dy;
  sums.v += square;
  sums.vy += square * y;
  sums.vyy += square * y * y;
  sums.p4 += square * p * p;
};

const endOf = ({ centre, radius }: Arc, normal: readonly [number, number]): readonly [number, number] => [
  centre[0] + radius * normal[0],
  centre[1] + radius * normal[1],
];

const addLine = (sums: Sums, a: readonly [number, number], b: readonly [number, number]): void => {
  for (const [x, weight] of NODES) {
    const t = (1 + x) / 2;
    addNode(sums, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), (weight / 2) * (b[1] - a[1]));
  }
};

const addArc = (sums: Sums, arc: Arc): void => {
  if (arc.radius === 0) return;
  const { centre, radius, from, to } = arc;
  const cosine = from[0] * to[0] + from[1] * to[1];
  const angle = acos(Math.max(-1, Math.min(1, cosine)));
  const pieces = Math.max(1, Math.ceil(angle / LONGEST_PIECE));
  for (let piece = 0; piece < pieces; piece++) {
    for (const [x, weight] of NODES) {
      const turn = (angle * (piece + (1 + x) / 2)) / pieces;
      const c = cos(turn);
      const s = sin(turn);
      const nx = c * from[0] - s * from[1];
      const ny = s * from[0] + c * from[1];
      const dy = radius * nx * ((weight / 2) * (angle / pieces));
      addNode(sums, centre[0] + radius * nx, centre[1] + radius * ny, dy);
    }
  }
};

export const revolutionMass = (arcs: readonly Arc[], density: number): MassProperties => {
  // Around the middle of its height, so that no digits cancel in the shift to the centre.
  const sums: Sums = { v: 0, vy: 0, vyy: 0, p4: 0 };
  let at: readonly [number, number] | undefined;
  for (const arc of arcs) {
    const start = endOf(arc, arc.from);
    if (at) addLine(sums, at, start);
    addArc(sums, arc);
    at = endOf(arc, arc.to);
  }
  const mass = Math.PI * density * sums.v;
  const y = sums.vy / sums.v;
  const along = (Math.PI / 2) * density * sums.p4;
  const across = along / 2 + Math.PI * density * (sums.vyy - sums.vy * y);
  return { mass, centre: [0, y, 0], inertia: [across, 0, 0, along, 0, across] };
};
