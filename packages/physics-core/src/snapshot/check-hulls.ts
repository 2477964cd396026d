import { MAX_HULL_VERTICES } from '../collision/shapes/quickhull.js';
import { HULL_COUNTS, HULL_HEAD } from './hulls.js';
import type { Part } from './parts.js';
import { must } from './saved-state.js';

/** Packed hulls, see hulls.ts: which of them are there. */
export const checkHulls = (integers: Part, floats: Part): boolean[] => {
  const hulls: boolean[] = [];
  let i = 0;
  let f = 0;
  for (const value of floats) must(Number.isFinite(value), 'a hull');
  while (i < integers.length) {
    must(i + HULL_COUNTS <= integers.length, 'a hull');
    const [users, vertices, faces, corners, edges] = integers.subarray(i, i + HULL_COUNTS);
    must(users >= 0, 'the users of a hull');
    hulls.push(users > 0);
    i += HULL_COUNTS;
    if (users === 0) continue;
    const sized = vertices >= 4 && vertices <= MAX_HULL_VERTICES && faces >= 4 && edges >= 6;
    must(sized && faces <= 2 * MAX_HULL_VERTICES && corners === 2 * edges, 'the size of a hull');
    const start = integers.subarray(i, i + faces + 1);
    const rest = integers.subarray(i + faces + 1, i + faces + 1 + corners + 4 * edges);
    must(rest.length === corners + 4 * edges, 'a hull');
    checkFaces(start, faces, corners);
    for (let k = 0; k < corners; k++) must(isBelow(rest[k], vertices), 'a face of a hull');
    for (let k = 0; k < edges; k++)
      checkEdge(rest.subarray(corners + 4 * k, corners + 4 * k + 4), vertices, faces);
    i += faces + 1 + corners + 4 * edges;
    f += HULL_HEAD + 3 * vertices + 4 * faces;
    must(f <= floats.length, 'a hull');
  }
  must(f === floats.length, 'the hulls');
  return hulls;
};

const isBelow = (value: number, count: number): boolean => value >= 0 && value < count;

const checkFaces = (start: Part, faces: number, corners: number): void => {
  must(start[0] === 0 && start[faces] === corners, 'the faces of a hull');
  for (let k = 0; k < faces; k++) must(start[k + 1] >= start[k] + 3, 'a face of a hull');
};

const checkEdge = ([v0, v1, left, right]: Part, vertices: number, faces: number): void =>
  must(
    isBelow(v0, vertices) && isBelow(v1, vertices) && isBelow(left, faces) && isBelow(right, faces),
    'an edge of a hull',
  );
