import { type MeshOptions, type MeshShape, mesh } from '../../../src/index.js';

/** Numbers from 0 to 1 (a linear congruential generator). */
export const random = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 4294967296;
  };
};

/**
 * A surface y = f(x, z) over `columns` by `rows` cells of size `cell`, from x = 0 on and centred in z. `jitter` moves the
 * vertices by a part of a cell, so that no edge runs along the motion of a body.
 */
export const terrain = (
  columns: number,
  rows: number,
  cell: number,
  f: (x: number, z: number) => number,
  jitter = 0,
  options: MeshOptions = {},
): MeshShape => {
  const next = random(11);
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const x = cell * (i + jitter * (next() - 0.5));
      const z = cell * (j - rows / 2 + jitter * (next() - 0.5));
      vertices.push(x, f(x, z), z);
    }
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const c = a + columns + 1;
      if ((i + j) % 2 === 0) indices.push(a, c, a + 1, a + 1, c, c + 1);
      else indices.push(a, c, c + 1, a, c + 1, a + 1);
    }
  }
  return mesh(vertices, indices, options);
};

/** The sides of a box of half extents 1, seen from outside. */
export const CUBE_VERTICES = [
  -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1,
];
export const CUBE_INDICES = [
  0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6,
];

/** A closed drum along z, seen from inside, with four ribs. */
export const ribbedDrum = (radius: number, length: number, sides: number): MeshShape => {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (const z of [-length / 2, length / 2]) {
    for (let i = 0; i < sides; i++) {
      const r = i % (sides / 4) === 0 ? 0.8 * radius : radius;
      const angle = (2 * Math.PI * i) / sides;
      vertices.push(r * Math.cos(angle), r * Math.sin(angle), z);
    }
  }
  vertices.push(0, 0, -length / 2, 0, 0, length / 2);
  for (let i = 0; i < sides; i++) {
    const j = (i + 1) % sides;
    indices.push(i, sides + i, j, j, sides + i, sides + j);
    indices.push(2 * sides, i, j, 2 * sides + 1, sides + j, sides + i);
  }
  return mesh(vertices, indices);
};
