import { createFloats, type Floats } from '../../math/floats.js';

/**
 * Joins vertices that lie at the same place. A mesh from a file often has every corner once for each triangle; the
 * contact of a body needs to know which triangles share an edge.
 *
 * Vertices fall into cubic cells of twice the tolerance. Two vertices within the tolerance lie in the same cell or in
 * cells that touch; of these only the eight around the nearest corner of the cell can hold one.
 */
export interface Welded {
  readonly vertices: Floats;
  /** The welded vertex of each given one. */
  readonly map: Int32Array;
  readonly count: number;
}

export const weldVertices = (given: ArrayLike<number>, tolerance: number): Welded => {
  const total = given.length / 3;
  let size = 64;
  while (size < 2 * total) size *= 2;
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(total);
  const map = new Int32Array(total);
  const kept = createFloats(given.length);
  const scale = 1 / (2 * tolerance);
  let count = 0;
  for (let i = 0; i < total; i++) {
    const x = given[3 * i];
    const y = given[3 * i + 1];
    const z = given[3 * i + 2];
    const found = find(kept, first, next, x, y, z, scale, tolerance);
    if (found >= 0) {
      map[i] = found;
      continue;
    }
    kept[3 * count] = x;
    kept[3 * count + 1] = y;
    kept[3 * count + 2] = z;
    const bucket = hashCell(Math.floor(x * scale), Math.floor(y * scale), Math.floor(z * scale)) & (size - 1);
    next[count] = first[bucket];
    first[bucket] = count;
    map[i] = count++;
  }
  return { vertices: kept.slice(0, 3 * count) as Floats, map, count };
};

/** The first vertex within the tolerance, or -1. */
const find = (
  kept: Floats,
  first: Int32Array,
  next: Int32Array,
  x: number,
  y: number,
  z: number,
  scale: number,
  tolerance: number,
): number => {
  const cx = Math.floor(x * scale - 0.5);
  const cy = Math.floor(y * scale - 0.5);
  const cz = Math.floor(z * scale - 0.5);
  let best = -1;
  for (let corner = 0; corner < 8; corner++) {
    const hash = hashCell(cx + (corner & 1), cy + ((corner >> 1) & 1), cz + (corner >> 2));
    for (let at = first[hash & (first.length - 1)]; at >= 0; at = next[at]) {
      const dx = kept[3 * at] - x;
      const dy = kept[3 * at + 1] - y;
      const dz = kept[3 * at + 2] - z;
      if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance && (best < 0 || at < best)) best = at;
    }
  }
  return best;
};

const hashCell = (x: number, y: number, z: number): number => {
  let hash = Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca77) ^ Math.imul(z | 0, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
};
