import { createFloats, type Floats } from '../../math/floats.js';
import { RAY_EDGE } from '../../tuning.js';
import type { FieldGeometry } from '../meshes/field-geometry.js';
import type { MeshGeometry, TriangleSurface } from '../meshes/mesh-geometry.js';
import { createTriangle, loadTriangle } from '../meshes/surface.js';
import { type ColliderShapes, POSE_STRIDE } from '../shapes/collider-shapes.js';
import { createWalk, nextProxy, setSweptBox, startWalk } from './swept-box.js';

/**
 * Where a ray o + t d meets a surface of triangles, in its frame. In the plane of a triangle with corners a, b, c
 *   o + t d = a + u (b - a) + v (c - a),
 * solved by Cramer's rule (Möller, Trumbore 1997). It is inside when u, v and 1 - u - v are not negative; a little less is
 * allowed, so that no ray slips through between neighbours. A triangle of one side is met from its front alone.
 *
 * A mesh has a tree. A height field is walked cell by cell along the ray, as seen from above (Amanatides, Woo 1987).
 */

const local = createFloats(6);
const triangle = createTriangle();
/** Scratch: the nearest hit so far: t, then the normal in the frame of the surface; and its triangle. */
const best = createFloats(4);
const walk = createWalk();
const pad = createFloats(3);

/**
 * Whether a ray hits the surface at a t of at most `longest`. Writes t and the outward normal, world axes, to `out`, and the
 * triangle's number in the user's list to `which`.
 */
export const raySurface = (
  shapes: ColliderShapes,
  collider: number,
  ray: Floats,
  longest: Floats,
  out: Floats,
  which: Int32Array,
): boolean => {
  const surface = shapes.meshes[shapes.hull[collider]] as TriangleSurface;
  const { pose } = shapes;
  const p = collider * POSE_STRIDE;
  toLocal(pose, p, ray);
  best[0] = longest[0];
  const found = surface.isField ? rayField(surface) : rayMesh(surface);
  if (found < 0) return false;
  which[0] = surface.isField ? found : surface.source[found];
  out[0] = best[0];
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    out[1 + i] = pose[r] * best[1] + pose[r + 1] * best[2] + pose[r + 2] * best[3];
  }
  return true;
};

const toLocal = (pose: Floats, p: number, ray: Floats): void => {
  const x = ray[0] - pose[p];
  const y = ray[1] - pose[p + 1];
  const z = ray[2] - pose[p + 2];
  for (let i = 0; i < 3; i++) {
    local[i] = pose[p + 3 + i] * x + pose[p + 6 + i] * y + pose[p + 9 + i] * z;
    local[3 + i] = pose[p + 3 + i] * ray[3] + pose[p + 6 + i] * ray[4] + pose[p + 9 + i] * ray[5];
  }
};

/** Takes the triangle when the ray meets it before all others; of equally near ones the lower number. */
const tryTriangle = (surface: TriangleSurface, index: number, found: number): boolean => {
  loadTriangle(surface, index, triangle);
  const { corners: v, plane } = triangle;
  const dx = local[3];
  const dy = local[4];
  const dz = local[5];
  const along = plane[0] * dx + plane[1] * dy + plane[2] * dz;
  if (along === 0 || (along > 0 && !surface.twoSided)) return false;
  const ex = v[3] - v[0];
  const ey = v[4] - v[1];
  const ez = v[5] - v[2];
  const fx = v[6] - v[0];
  const fy = v[7] - v[1];
  const fz = v[8] - v[2];
  const px = dy * fz - dz * fy;
  const py = dz * fx - dx * fz;
  const pz = dx * fy - dy * fx;
  const inverse = 1 / (ex * px + ey * py + ez * pz);
  const sx = local[0] - v[0];
  const sy = local[1] - v[1];
  const sz = local[2] - v[2];
  const u = (sx * px + sy * py + sz * pz) * inverse;
  if (!(u >= -RAY_EDGE && u <= 1 + RAY_EDGE)) return false;
  const qx = sy * ez - sz * ey;
  const qy = sz * ex - sx * ez;
  const qz = sx * ey - sy * ex;
  const w = (dx * qx + dy * qy + dz * qz) * inverse;
  if (!(w >= -RAY_EDGE && u + w <= 1 + RAY_EDGE)) return false;
  const t = (fx * qx + fy * qy + fz * qz) * inverse;
  if (!(t >= 0 && t <= best[0]) || (t === best[0] && found >= 0 && index > found)) return false;
  best[0] = t;
  const sign = along < 0 ? 1 : -1;
  for (let i = 0; i < 3; i++) best[1 + i] = sign * plane[i];
  return true;
};

const rayMesh = (mesh: MeshGeometry): number => {
  let found = -1;
  for (let i = 0; i < 3; i++) pad[i] = RAY_EDGE * (mesh.bounds[3 + i] - mesh.bounds[i] + 1);
  walk.limit[0] = best[0];
  setSweptBox(walk, local, pad);
  startWalk(walk, mesh.tree);
  for (let k = nextProxy(walk); k >= 0; k = nextProxy(walk)) {
    if (meetsPlane(mesh, k) && tryTriangle(mesh, k, found)) found = k;
    walk.limit[0] = best[0];
  }
  return found;
};

/**
 * Whether the ray may meet the plane of a triangle from a side that counts, before the nearest hit so far: what most
 * triangles on its way fail, from four numbers. A little more is allowed than rounding needs.
 */
const meetsPlane = ({ planes, twoSided }: MeshGeometry, index: number): boolean => {
  const p = 4 * index;
  const x = planes[p];
  const y = planes[p + 1];
  const z = planes[p + 2];
  const along = x * local[3] + y * local[4] + z * local[5];
  if (along >= 0 && !twoSided) return false;
  const offset = x * local[0] + y * local[1] + z * local[2];
  const way = along < 0 ? offset - planes[p + 3] : planes[p + 3] - offset;
  const slack = RAY_EDGE * (1 + Math.abs(offset));
  return !(way < -slack || way > best[0] * Math.abs(along) + slack);
};

/** Scratch: where the ray enters and leaves the box of the field; of x and z: t of the next grid line, and from line to line. */
const span = createFloats(2);
const next = createFloats(2);
const step = createFloats(2);
const cell = new Int32Array(2);
const way = new Int32Array(2);

const rayField = (field: FieldGeometry): number => {
  if (!clipToBounds(field.bounds)) return -1;
  startCells(field);
  const { columns, rows, holes } = field;
  let found = -1;
  let entered = span[0];
  while (cell[0] >= 0 && cell[0] < columns - 1 && cell[1] >= 0 && cell[1] < rows - 1) {
    if (entered > best[0] || entered > span[1]) break;
    const at = cell[1] * (columns - 1) + cell[0];
    if (holes.length === 0 || holes[at] === 0) {
      if (tryTriangle(field, 2 * at, found)) found = 2 * at;
      if (tryTriangle(field, 2 * at + 1, found)) found = 2 * at + 1;
    }
    const axis = next[0] <= next[1] ? 0 : 1;
    if (next[axis] === Infinity) break;
    entered = next[axis];
    cell[axis] += way[axis];
    next[axis] += step[axis];
  }
  return found;
};

const clipToBounds = (bounds: Floats): boolean => {
  span[0] = 0;
  span[1] = best[0];
  for (let i = 0; i < 3; i++) {
    const d = local[3 + i];
    const slack = RAY_EDGE * (bounds[3 + i] - bounds[i] + 1);
    const low = bounds[i] - slack - local[i];
    const high = bounds[3 + i] + slack - local[i];
    if (d === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    span[0] = Math.max(span[0], Math.min(low / d, high / d));
    span[1] = Math.min(span[1], Math.max(low / d, high / d));
  }
  return span[0] <= span[1];
};

/** The cell in which the ray enters the field, and when it reaches the next grid lines. */
const startCells = ({ bounds, spacingX, spacingZ, columns, rows }: FieldGeometry): void => {
  for (let k = 0; k < 2; k++) {
    const i = 2 * k;
    const spacing = k === 0 ? spacingX : spacingZ;
    const most = (k === 0 ? columns : rows) - 2;
    const at = local[i] + span[0] * local[3 + i] - bounds[i];
    const index = Math.max(0, Math.min(most, Math.floor(at / spacing)));
    const d = local[3 + i];
    cell[k] = index;
    way[k] = d > 0 ? 1 : -1;
    if (d === 0) {
      next[k] = Infinity;
      step[k] = Infinity;
    } else {
      const edge = bounds[i] + (d > 0 ? index + 1 : index) * spacing;
      next[k] = (edge - local[i]) / d;
      step[k] = spacing / Math.abs(d);
    }
  }
};
