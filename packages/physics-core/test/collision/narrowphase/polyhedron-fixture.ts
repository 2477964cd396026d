import { createManifold, type Manifold, POINT_STRIDE } from '../../../src/collision/narrowphase/manifold.js';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import type { ColliderShapes } from '../../../src/collision/shapes/collider-shapes.js';
import { POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../../../src/collision/shapes/collider-shapes.js';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { createFloats, setFloats } from '../../../src/math/floats.js';
import { multiply, normalizeQuat, type Quat, rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { cross, dot, length, scale, sub } from '../../../src/math/vec3.js';

/** The speculative distance of the tests, metres. */
export const MARGIN = 0.02;

export interface Placed {
  readonly kind: ShapeKind;
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly size: readonly number[];
  readonly hull?: HullGeometry;
}

export const upright: Quat = [0, 0, 0, 1];

export const turn = (axis: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2) / length(axis);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};

export const box = (half: Vec3, position: Vec3, rotation: Quat = upright): Placed => ({
  kind: ShapeKind.box,
  position,
  rotation,
  size: half,
  hull: boxHull(...half),
});

export const hull = (geometry: HullGeometry, position: Vec3, rotation: Quat = upright): Placed => ({
  kind: ShapeKind.hull,
  position,
  rotation,
  size: [],
  hull: geometry,
});

const placeShapes = (...placed: readonly Placed[]): ColliderShapes => {
  const shapes: ColliderShapes = {
    kind: Int32Array.from(placed, (p) => p.kind),
    pose: createFloats(placed.length * POSE_STRIDE),
    size: createFloats(placed.length * SIZE_STRIDE),
    hull: Int32Array.from(placed, (p, i) => (p.hull ? i : -1)),
    hulls: placed.map((p) => p.hull),
    meshes: [],
  };
  placed.forEach((p, slot) => {
    const columns = [
      rotate(p.rotation, [1, 0, 0]),
      rotate(p.rotation, [0, 1, 0]),
      rotate(p.rotation, [0, 0, 1]),
    ];
    for (let i = 0; i < 3; i++) {
      shapes.pose[slot * POSE_STRIDE + i] = p.position[i];
      for (let j = 0; j < 3; j++) shapes.pose[slot * POSE_STRIDE + 3 + 3 * i + j] = columns[j][i];
    }
    setFloats(shapes.size, p.size, slot * SIZE_STRIDE);
  });
  return shapes;
};

export type Collide = (shapes: ColliderShapes, a: number, b: number, out: Manifold) => void;

export interface Point {
  readonly at: Vec3;
  readonly separation: number;
  readonly feature: number;
}

export interface Contact {
  readonly count: number;
  readonly gap: number;
  readonly normal: Vec3;
  readonly points: readonly Point[];
  /** The smallest separation of the points. */
  readonly separation: number;
}

export const contactOf = (collide: Collide, a: Placed, b: Placed, margin = MARGIN): Contact => {
  const out = createManifold();
  out.margin[0] = margin;
  collide(placeShapes(a, b), 0, 1, out);
  const points = Array.from({ length: out.count }, (_, i): Point => {
    const [x, y, z, separation] = out.points.slice(i * POINT_STRIDE);
    return { at: [x, y, z], separation, feature: out.features[i] };
  });
  return {
    count: out.count,
    gap: out.gap[0],
    normal: [out.normal[0], out.normal[1], out.normal[2]],
    points,
    separation: Math.min(...points.map((p) => p.separation)),
  };
};

export const translate = (p: Placed, by: Vec3): Placed => ({
  ...p,
  position: [p.position[0] + by[0], p.position[1] + by[1], p.position[2] + by[2]],
});

/** Moves the whole scene: rotates about the origin, then shifts. */
export const moveRigidly = (p: Placed, rotation: Quat, shift: Vec3): Placed =>
  translate(
    { ...p, position: rotate(rotation, p.position), rotation: multiply(rotation, p.rotation) },
    shift,
  );

const geometryOf = (p: Placed): HullGeometry => {
  if (!p.hull) throw new Error('not a polyhedron');
  return p.hull;
};

export const worldVertices = (p: Placed): Vec3[] => {
  const { vertices, vertexCount } = geometryOf(p);
  return Array.from({ length: vertexCount }, (_, i) => {
    const r = rotate(p.rotation, [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]]);
    return [r[0] + p.position[0], r[1] + p.position[1], r[2] + p.position[2]];
  });
};

const worldNormals = (p: Placed): Vec3[] => {
  const { planes, faceCount } = geometryOf(p);
  return Array.from({ length: faceCount }, (_, f) =>
    rotate(p.rotation, [planes[4 * f], planes[4 * f + 1], planes[4 * f + 2]]),
  );
};

const worldEdges = (p: Placed): Vec3[] => {
  const { edges, edgeCount } = geometryOf(p);
  const vertices = worldVertices(p);
  return Array.from({ length: edgeCount }, (_, e) => sub(vertices[edges[4 * e + 1]], vertices[edges[4 * e]]));
};

const lowestAlong = (n: Vec3, vertices: readonly Vec3[]): number => {
  let lowest = Infinity;
  for (const v of vertices) lowest = Math.min(lowest, n[0] * v[0] + n[1] * v[1] + n[2] * v[2]);
  return lowest;
};

/** How far B is from A along n: the definition, over all vertices. */
export const separationAlong = (n: Vec3, a: Placed, b: Placed): number =>
  lowestAlong(n, worldVertices(b)) + lowestAlong(scale(n, -1), worldVertices(a));

/** The largest separation over every face normal and every edge cross product, without any pruning. */
export const oracleSeparation = (a: Placed, b: Placed): number => {
  const axes: Vec3[] = [...worldNormals(a), ...worldNormals(b)];
  const edgesB = worldEdges(b);
  for (const e of worldEdges(a))
    for (const f of edgesB) {
      const n = cross(e, f);
      if (length(n) > 1e-5 * length(e) * length(f)) axes.push(scale(n, 1 / length(n)));
    }
  const verticesA = worldVertices(a);
  const verticesB = worldVertices(b);
  let best = -Infinity;
  for (const n of axes) {
    const back = scale(n, -1);
    best = Math.max(
      best,
      lowestAlong(n, verticesB) + lowestAlong(back, verticesA),
      lowestAlong(back, verticesB) + lowestAlong(n, verticesA),
    );
  }
  return best;
};

/** Signed distance of a point above the shape's most separating face plane; negative inside. */
export const heightAbove = (p: Placed, at: Vec3): number => {
  const { planes, faceCount } = geometryOf(p);
  const [x, y, z, w] = p.rotation;
  const local = rotate([-x, -y, -z, w], sub(at, p.position));
  let height = -Infinity;
  for (let f = 0; f < faceCount; f++)
    height = Math.max(
      height,
      dot([planes[4 * f], planes[4 * f + 1], planes[4 * f + 2]], local) - planes[4 * f + 3],
    );
  return height;
};

/** Deterministic numbers in [0, 1). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const randomQuat = (random: () => number): Quat =>
  normalizeQuat([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5 + 1e-9]);

export const randomVec = (random: () => number, size: number): Vec3 => [
  size * (2 * random() - 1),
  size * (2 * random() - 1),
  size * (2 * random() - 1),
];
