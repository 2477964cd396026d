import { type ColliderHandle, colliderDef, type World } from '@tenon/physics-core';
import { ColliderKind, ColliderRecord, colliderHull, type HullGeometry } from '@tenon/physics-core/inspect';

/** A round solid as triangles with smooth normals, and the lines that show its form. In the frame of the collider. */
export interface SolidMesh {
  /** x y z of the three corners of each triangle, counter-clockwise seen from outside. */
  readonly corners: Float64Array;
  /** Unit normal at each corner. */
  readonly normals: Float64Array;
  /** x y z of both ends of each line. */
  readonly lines: Float64Array;
}

/** Steps around a circle, and of an arc between two faces. */
const CIRCLE = 32;
const ARC = 4;

type Triple = readonly [number, number, number];

interface Vertex {
  readonly at: Triple;
  readonly normal: Triple;
}

class Builder {
  readonly corners: number[] = [];
  readonly normals: number[] = [];
  readonly lines: number[] = [];

  triangle(...three: readonly [Vertex, Vertex, Vertex]): void {
    for (const { at, normal } of three) {
      this.corners.push(...at);
      this.normals.push(...normal);
    }
  }

  quad(a: Vertex, b: Vertex, c: Vertex, d: Vertex): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  line(a: Triple, b: Triple): void {
    this.lines.push(...a, ...b);
  }

  mesh(): SolidMesh {
    return {
      corners: Float64Array.from(this.corners),
      normals: Float64Array.from(this.normals),
      lines: Float64Array.from(this.lines),
    };
  }
}

/** A point of an outline in the half plane of the axis: distance from the axis, height, and the normal there. */
interface Outline {
  readonly p: number;
  readonly y: number;
  readonly n: readonly [number, number];
  /** Whether a circle is drawn there. */
  readonly ring: boolean;
}

/** An arc about (p, y) from one angle of the normal above the equator to another. */
const arc = (p: number, y: number, radius: number, from: number, to: number): Outline[] => {
  const steps = radius > 0 ? 2 * ARC : 1;
  return Array.from({ length: steps + 1 }, (_, k) => {
    const angle = from + ((to - from) * k) / steps;
    const n = [Math.cos(angle), Math.sin(angle)] as const;
    const ring = k === 0 || k === steps;
    return { p: Math.max(0, p + radius * n[0]), y: y + radius * n[1], n, ring };
  });
};

const revolve = (outline: readonly Outline[]): SolidMesh => {
  const builder = new Builder();
  const turned = ({ p, y, n }: Outline, k: number): Vertex => {
    const angle = (2 * Math.PI * k) / CIRCLE;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { at: [p * c, y, -p * s], normal: [n[0] * c, n[1], -n[0] * s] };
  };
  for (let k = 0; k < CIRCLE; k++) {
    for (let i = 0; i + 1 < outline.length; i++) {
      const [low, high] = [outline[i], outline[i + 1]];
      if (low.p === high.p && low.y === high.y) continue;
      builder.quad(turned(low, k), turned(low, k + 1), turned(high, k + 1), turned(high, k));
      if (k % (CIRCLE / 4) === 0) builder.line(turned(low, k).at, turned(high, k).at);
    }
    for (const ring of outline)
      if (ring.ring && ring.p > 0) builder.line(turned(ring, k).at, turned(ring, k + 1).at);
  }
  return builder.mesh();
};

const UP = Math.PI / 2;

export const sphereMesh = (radius: number): SolidMesh =>
  revolve([...arc(0, 0, radius, -UP, 0), ...arc(0, 0, radius, 0, UP)]);

export const cylinderMesh = (r0: number, r1: number, h: number, rounding: number): SolidMesh => {
  const side = Math.atan2(r0 - r1, 2 * h);
  const bottom = { p: 0, y: -h - rounding, n: [0, -1], ring: false } as const;
  const top = { p: 0, y: h + rounding, n: [0, 1], ring: false } as const;
  return revolve([bottom, ...arc(r0, -h, rounding, -UP, side), ...arc(r1, h, rounding, side, UP), top]);
};

export const capsuleMesh = (radius: number, h: number): SolidMesh =>
  revolve([...arc(0, -h, radius, -UP, 0), ...arc(0, h, radius, 0, UP)]);

export const taperedCapsuleMesh = (r0: number, r1: number, h: number): SolidMesh => {
  const side = Math.asin((r0 - r1) / (2 * h));
  return revolve([...arc(0, -h, r0, -UP, side), ...arc(0, h, r1, side, UP)]);
};

const sum = (a: Triple, b: Triple, t: number): Triple => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const unit = (a: Triple): Triple => {
  const size = Math.hypot(...a);
  return [a[0] / size, a[1] / size, a[2] / size];
};

/** Unit vectors from m to n, in equal parts of the chord. */
const between = (m: Triple, n: Triple): Triple[] =>
  Array.from({ length: ARC + 1 }, (_, k) => unit(sum(sum([0, 0, 0], m, ARC - k), n, k)));

/** A hull, whose edges and corners are round if there is a rounding. */
export const hullMesh = (hull: HullGeometry, rounding: number): SolidMesh => {
  const builder = new Builder();
  const vertex = (v: number): Triple => [
    hull.vertices[3 * v],
    hull.vertices[3 * v + 1],
    hull.vertices[3 * v + 2],
  ];
  const normal = (f: number): Triple => [hull.planes[4 * f], hull.planes[4 * f + 1], hull.planes[4 * f + 2]];
  const raised = (v: number, n: Triple): Vertex => ({ at: sum(vertex(v), n, rounding), normal: n });
  const around: Triple[] = Array.from({ length: hull.vertexCount }, () => [0, 0, 0]);
  for (let f = 0; f < hull.faceCount; f++) {
    const corners = Array.from(hull.faceVertices.subarray(hull.faceStart[f], hull.faceStart[f + 1]));
    const placed = corners.map((v) => raised(v, normal(f)));
    for (let k = 2; k < placed.length; k++) builder.triangle(placed[0], placed[k - 1], placed[k]);
    for (const [k, v] of corners.entries()) {
      builder.line(placed[k].at, placed[(k + 1) % placed.length].at);
      around[v] = sum(around[v], normal(f), 1);
    }
  }
  for (let e = 0; e < (rounding > 0 ? hull.edgeCount : 0); e++) {
    const [from, to, left, right] = hull.edges.subarray(4 * e, 4 * e + 4);
    const normals = between(normal(left), normal(right));
    for (let k = 0; k < ARC; k++) {
      const [m, n] = [normals[k], normals[k + 1]];
      // The left face runs along the edge, with the strip on its right.
      builder.quad(raised(from, m), raised(from, n), raised(to, n), raised(to, m));
      builder.triangle(raised(from, unit(around[from])), raised(from, n), raised(from, m));
      builder.triangle(raised(to, unit(around[to])), raised(to, m), raised(to, n));
    }
  }
  return builder.mesh();
};

interface Known {
  readonly numbers: readonly number[];
  readonly hull: HullGeometry | undefined;
  readonly mesh: SolidMesh;
}

/** Meshes that were made, and which of them a collider had last. */
const known: Known[] = [];
const lastOf = new Map<number, Known>();
const MOST_KNOWN = 1000;

const matches = (
  { numbers, hull }: Known,
  floats: Float64Array,
  at: number,
  other: HullGeometry | undefined,
): boolean =>
  hull === other &&
  numbers[0] === floats[at + ColliderRecord.kind] &&
  numbers[1] === floats[at + ColliderRecord.dimensions] &&
  numbers[2] === floats[at + ColliderRecord.dimensions + 1] &&
  numbers[3] === floats[at + ColliderRecord.dimensions + 2] &&
  numbers[4] === floats[at + ColliderRecord.rounding];

const make = (floats: Float64Array, at: number, hull: HullGeometry | undefined): SolidMesh => {
  const [x, y, z] = floats.subarray(at + ColliderRecord.dimensions);
  const rounding = floats[at + ColliderRecord.rounding];
  if (hull) return hullMesh(hull, rounding);
  return floats[at + ColliderRecord.kind] === ColliderKind.cylinder
    ? cylinderMesh(x, y, z, rounding)
    : taperedCapsuleMesh(x, y, z);
};

/** The mesh of a cylinder, tapered capsule or rounded shape whose record is at `at`. It is made once. */
export const solidMesh = (world: World, floats: Float64Array, at: number): SolidMesh => {
  const handle = floats[at + ColliderRecord.handle];
  const isHull = floats[at + ColliderRecord.kind] >= ColliderKind.roundedBox;
  const hull = isHull ? colliderHull(world, handle as ColliderHandle) : undefined;
  const last = lastOf.get(handle);
  if (last && matches(last, floats, at, hull)) return last.mesh;
  if (known.length >= MOST_KNOWN) {
    known.length = 0;
    lastOf.clear();
  }
  let found = known.find((one) => matches(one, floats, at, hull));
  if (!found) {
    const d = at + ColliderRecord.dimensions;
    const numbers = [
      floats[at + ColliderRecord.kind],
      ...floats.subarray(d, d + 3),
      floats[at + ColliderRecord.rounding],
    ];
    found = { numbers, hull, mesh: make(floats, at, hull) };
    known.push(found);
  }
  lastOf.set(handle, found);
  return found.mesh;
};

/** Whether a kind of collider is drawn and picked by its mesh. */
export const hasSolidMesh = (kind: number): boolean =>
  kind >= ColliderKind.taperedCapsule && kind <= ColliderKind.roundedHull;

const NOTHING = new Float64Array(0);

/**
 * x y z of both ends of each line that shows the form of a cylinder, tapered capsule or rounded shape, in the frame of the
 * collider. Other shapes have none.
 */
export const solidOutline = (world: World, collider: ColliderHandle): Float64Array => {
  const { shape } = colliderDef(world, collider);
  if (shape.kind === 'cylinder')
    return cylinderMesh(shape.bottomRadius, shape.topRadius, shape.halfLength, shape.rounding).lines;
  if (shape.kind === 'tapered-capsule')
    return taperedCapsuleMesh(shape.bottomRadius, shape.topRadius, shape.halfLength).lines;
  const hull = colliderHull(world, collider);
  const isRounded = shape.kind === 'rounded-box' || shape.kind === 'rounded-hull';
  return isRounded && hull ? hullMesh(hull, shape.rounding).lines : NOTHING;
};
