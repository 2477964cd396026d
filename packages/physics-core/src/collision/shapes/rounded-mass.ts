import { addSym3, type Sym3, scaleSym3, shiftInertia } from '../../math/mat3.js';
import { atan2 } from '../../math/trigonometry.js';
import { add, cross, dot, length, scale, sub, type Vec3 } from '../../math/vec3.js';
import type { HullGeometry } from './hull-geometry.js';
import { hullMoments, type MassProperties, type Moments, square } from './mass-properties.js';

/**
 * Mass properties of all within r of a hull, in closed form. The solid is the hull itself and, with n its outward normals,
 *   for each face    the prism x + t n, 0 <= t <= r
 *   for each edge    the wedge x + t n, n on the arc between the normals of its two faces
 *   for each vertex  the sector v + t n, n in the spherical polygon Ω of the normals of its faces.
 * Each has the volume, first and second moment ∫ 1, x, x xᵀ dV below, with the angle θ of an edge's arc, b the unit vector
 * to its middle and c that across b in the plane of the arc:
 *   arc       ∫ dα = θ,   ∫ n dα = 2 sin(θ/2) b,   ∫ n nᵀ dα = θ/2 (b bᵀ + c cᵀ) + sin θ/2 (b bᵀ - c cᵀ)
 *   polygon   ∫ n dΩ = -½ Σ θ ν,   ∫ n nᵀ dΩ = ω/3 1 - ⅙ Σ (ν Nᵀ + N νᵀ)
 * where the sums run over the arcs of Ω, ν is the unit vector out of Ω across the arc, here along the edge, and N = ∫ n dα. The last
 * follows from the divergence theorem on the sphere: n nᵀ - 1/3 is harmonic of degree 2, so its Laplacian is -6 times it.
 * The solid angle ω of Ω is that of its fan of triangles, tan(ω/2) = a·(b × c) / (1 + a·b + b·c + c·a) (Van Oosterom and
 * Strackee 1983).
 */
const NOTHING: Moments = { volume: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };

const sum = (a: Moments, b: Moments): Moments => ({
  volume: a.volume + b.volume,
  first: add(a.first, b.first),
  second: addSym3(a.second, b.second),
});

/** a bᵀ + b aᵀ. */
const symmetric = (a: Vec3, b: Vec3): Sym3 => [
  2 * a[0] * b[0],
  a[0] * b[1] + a[1] * b[0],
  a[0] * b[2] + a[2] * b[0],
  2 * a[1] * b[1],
  a[1] * b[2] + a[2] * b[1],
  2 * a[2] * b[2],
];

/** The moments of a part whose own are about p. */
const shifted = ({ volume, first, second }: Moments, p: Vec3): Moments => ({
  volume,
  first: add(first, scale(p, volume)),
  second: addSym3(second, addSym3(symmetric(first, p), scaleSym3(square(p), volume))),
});

const tetrahedron = (o: Vec3, p: Vec3, q: Vec3, s: Vec3): Moments => {
  const [a, b, c] = [sub(p, o), sub(q, o), sub(s, o)];
  const volume = Math.abs(dot(a, cross(b, c))) / 6;
  const all = add(a, add(b, c));
  const squares = addSym3(addSym3(square(a), square(b)), addSym3(square(c), square(all)));
  return shifted({ volume, first: scale(all, volume / 4), second: scaleSym3(squares, volume / 20) }, o);
};

const prism = (p: Vec3, q: Vec3, s: Vec3, offset: Vec3): Moments => {
  const [u, v, w] = [add(p, offset), add(q, offset), add(s, offset)];
  return sum(tetrahedron(p, q, s, u), sum(tetrahedron(q, s, u, v), tetrahedron(s, u, v, w)));
};

interface ArcOf {
  readonly angle: number;
  /** ∫ n dα. */
  readonly normal: Vec3;
  /** ∫ n nᵀ dα. */
  readonly squares: Sym3;
}

const arcOf = (m: Vec3, n: Vec3): ArcOf => {
  const angle = atan2(length(cross(m, n)), dot(m, n));
  const middle = add(m, n);
  const b = scale(middle, 1 / length(middle));
  const half = sub(n, m);
  const c = scale(half, 1 / Math.max(length(half), Number.MIN_VALUE));
  // 2 sin(θ/2) = |n - m|, sin θ = |m × n|.
  const sine = length(cross(m, n));
  const [bb, cc] = [square(b), square(c)];
  return {
    angle,
    normal: scale(b, length(half)),
    squares: addSym3(scaleSym3(bb, (angle + sine) / 2), scaleSym3(cc, (angle - sine) / 2)),
  };
};

/** Along the edge from p to q: the sectors of the arc times the length. */
const wedge = (p: Vec3, q: Vec3, { angle, normal, squares }: ArcOf, r: number): Moments => {
  const along = sub(q, p);
  const size = length(along);
  const middle = add(p, scale(along, 0.5));
  const area = (r * r * angle) / 2;
  return shifted(
    {
      volume: area * size,
      first: scale(normal, (r * r * r * size) / 3),
      second: addSym3(
        scaleSym3(squares, (r * r * r * r * size) / 4),
        scaleSym3(square(along), (area * size) / 12),
      ),
    },
    middle,
  );
};

const solidAngle = (a: Vec3, b: Vec3, c: Vec3): number =>
  2 * atan2(Math.abs(dot(a, cross(b, c))), 1 + dot(a, b) + dot(b, c) + dot(c, a));

/** The faces around a vertex, in order: walked from edge to edge. */
const facesAround = (hull: HullGeometry, vertex: number): number[] => {
  const { edges, edgeCount, faceCount } = hull;
  const next = new Int32Array(faceCount).fill(-1);
  for (let e = 0; e < edgeCount; e++) {
    const [from, to, left, right] = [edges[4 * e], edges[4 * e + 1], edges[4 * e + 2], edges[4 * e + 3]];
    if (from === vertex) next[left] = right;
    if (to === vertex) next[right] = left;
  }
  const first = next.findIndex((face) => face >= 0);
  const faces = [first];
  for (let f = next[first]; f !== first; f = next[f]) faces.push(f);
  return faces;
};

export const roundedHullMass = (hull: HullGeometry, r: number, density: number): MassProperties => {
  const { vertices, edges, planes, faceStart, faceVertices } = hull;
  const o: Vec3 = hull.centre;
  const vertex = (v: number): Vec3 => [
    vertices[3 * v] - o[0],
    vertices[3 * v + 1] - o[1],
    vertices[3 * v + 2] - o[2],
  ];
  const normal = (f: number): Vec3 => [planes[4 * f], planes[4 * f + 1], planes[4 * f + 2]];
  let all = hullMoments(hull, o);
  for (let f = 0; f < hull.faceCount; f++) {
    const offset = scale(normal(f), r);
    const a = vertex(faceVertices[faceStart[f]]);
    for (let k = faceStart[f] + 1; k + 1 < faceStart[f + 1]; k++)
      all = sum(all, prism(a, vertex(faceVertices[k]), vertex(faceVertices[k + 1]), offset));
  }
  const polygons = Array.from({ length: hull.vertexCount }, () => NOTHING);
  for (let e = 0; e < hull.edgeCount; e++) {
    const [from, to] = [edges[4 * e], edges[4 * e + 1]];
    const [p, q] = [vertex(from), vertex(to)];
    const arc = arcOf(normal(edges[4 * e + 2]), normal(edges[4 * e + 3]));
    all = sum(all, wedge(p, q, arc, r));
    const along = scale(sub(q, p), 1 / length(sub(q, p)));
    // Out of the polygon of a vertex, across the arc, runs along the edge.
    for (const [v, out] of [
      [from, along],
      [to, scale(along, -1)],
    ] as const) {
      polygons[v] = sum(polygons[v], {
        volume: 0,
        first: scale(out, -arc.angle / 2),
        second: scaleSym3(symmetric(out, arc.normal), -1 / 6),
      });
    }
  }
  for (const [v, edgesOf] of polygons.entries()) {
    const [a, ...others] = facesAround(hull, v).map(normal);
    let omega = 0;
    for (let k = 0; k + 1 < others.length; k++) omega += solidAngle(a, others[k], others[k + 1]);
    const third = omega / 3;
    all = sum(
      all,
      shifted(
        {
          volume: (omega * r * r * r) / 3,
          first: scale(edgesOf.first, (r * r * r * r) / 4),
          second: scaleSym3(addSym3(edgesOf.second, [third, 0, 0, third, 0, third]), (r * r * r * r * r) / 5),
        },
        vertex(v),
      ),
    );
  }
  const mass = density * all.volume;
  const [xx, xy, xz, yy, yz, zz] = scaleSym3(all.second, density);
  const centre = scale(all.first, 1 / all.volume);
  const inertia = shiftInertia([yy + zz, -xy, -xz, xx + zz, -yz, xx + yy], -mass, centre);
  return { mass, centre: add(o, centre), inertia };
};
