import { growInts } from './grow.js';

/**
 * What happened to entities since the last pre system. Observers only mark, because a component that is just being added cannot be
 * removed again, and an error there would leave bitECS half way; the pre system looks at the marks.
 */
export interface Marks {
  count: number;
  /** In the order in which they were first marked. */
  entities: Int32Array;
  /** By entity. */
  bits: Int32Array;
}

export const Mark = {
  bodyGone: 1,
  bodyNew: 2,
  colliderGone: 4,
  colliderNew: 8,
  jointGone: 16,
  jointNew: 32,
  /** One of the tags that bodies, colliders and joints look at came or went. */
  tags: 64,
  sleep: 128,
} as const;

export const createMarks = (): Marks => ({
  count: 0,
  entities: new Int32Array(64),
  bits: new Int32Array(64),
});

export const mark = (marks: Marks, eid: number, bit: number): void => {
  marks.bits = growInts(marks.bits, eid + 1);
  if (marks.bits[eid] === 0) {
    marks.entities = growInts(marks.entities, marks.count + 1);
    marks.entities[marks.count++] = eid;
  }
  marks.bits[eid] |= bit;
};

/** How many entities have one of these marks. */
export const countMarked = ({ count, entities, bits }: Marks, bit: number): number => {
  let marked = 0;
  for (let k = 0; k < count; k++) if ((bits[entities[k]] & bit) !== 0) marked++;
  return marked;
};

/** Adds all marks of one list to another. */
export const moveMarks = (from: Marks, to: Marks): void => {
  for (let k = 0; k < from.count; k++) mark(to, from.entities[k], from.bits[from.entities[k]]);
  clearMarks(from);
};

export const clearMarks = (marks: Marks): void => {
  for (let k = 0; k < marks.count; k++) marks.bits[marks.entities[k]] = 0;
  marks.count = 0;
};
