/**
 * Which triangles share vertices and edges, and which way round they are wound.
 */

/** Triangles around each vertex: around[start[v] .. start[v + 1]), ascending. */
export const trianglesAround = (
  indices: Int32Array,
  vertexCount: number,
): { start: Int32Array; around: Int32Array } => {
  const start = new Int32Array(vertexCount + 1);
  for (let i = 0; i < indices.length; i++) start[indices[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const fill = start.slice();
  const around = new Int32Array(indices.length);
  for (let i = 0; i < indices.length; i++) around[fill[indices[i]]++] = (i / 3) | 0;
  return { start, around };
};

/** The corner of the triangle at which the edge from v to w starts, 0 to 2; -1 when it has no such edge. */
const cornerOf = (indices: Int32Array, triangle: number, v: number, w: number): number => {
  const t = 3 * triangle;
  for (let k = 0; k < 3; k++) {
    if (indices[t + k] === v && indices[t + (k < 2 ? k + 1 : 0)] === w) return k;
  }
  return -1;
};

/**
 * The triangle on the other side of an edge (corner * 1 + 3 * triangle): where exactly two triangles share it. -1 at
 * open edges, -2 where more than two meet.
 */
export const findNeighbours = (indices: Int32Array, start: Int32Array, around: Int32Array): Int32Array => {
  const neighbours = new Int32Array(indices.length).fill(-1);
  for (let edge = 0; edge < indices.length; edge++) {
    const triangle = (edge / 3) | 0;
    const corner = edge - 3 * triangle;
    const v = indices[edge];
    const w = indices[3 * triangle + (corner < 2 ? corner + 1 : 0)];
    for (let k = start[v]; k < start[v + 1]; k++) {
      const other = around[k];
      if (other === triangle) continue;
      if (cornerOf(indices, other, v, w) < 0 && cornerOf(indices, other, w, v) < 0) continue;
      neighbours[edge] = neighbours[edge] === -1 ? other : -2;
    }
  }
  return neighbours;
};

/**
 * Winds all triangles of a connected piece the same way, which is the way of most of them; returns how many were
 * turned over. Two triangles agree when they run along their shared edge in opposite directions.
 */
export const windAlike = (indices: Int32Array, neighbours: Int32Array): number => {
  const count = indices.length / 3;
  /** 0: not seen; 1: as given; 2: turned over. */
  const seen = new Uint8Array(count);
  const queue = new Int32Array(count);
  let flipped = 0;
  for (let seed = 0; seed < count; seed++) {
    if (seen[seed] !== 0) continue;
    let end = 0;
    let turned = 0;
    queue[end++] = seed;
    seen[seed] = 1;
    for (let at = 0; at < end; at++) {
      const triangle = queue[at];
      if (seen[triangle] === 2) turned++;
      for (let k = 0; k < 3; k++) {
        const other = neighbours[3 * triangle + k];
        if (other < 0 || seen[other] !== 0) continue;
        const v = indices[3 * triangle + k];
        const w = indices[3 * triangle + (k < 2 ? k + 1 : 0)];
        const disagrees = cornerOf(indices, other, v, w) >= 0;
        seen[other] = disagrees ? 3 - seen[triangle] : seen[triangle];
        queue[end++] = other;
      }
    }
    const odd = 2 * turned > end ? 1 : 2;
    for (let at = 0; at < end; at++) {
      if (seen[queue[at]] !== odd) continue;
      const t = 3 * queue[at];
      const swap = indices[t + 1];
      indices[t + 1] = indices[t + 2];
      indices[t + 2] = swap;
      flipped++;
    }
  }
  return flipped;
};
