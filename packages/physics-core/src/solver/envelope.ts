import { createFloats, type Floats, growFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';

/**
 * Large systems of rows of which each has to do with a few others only: K x = b with K = J M⁻¹ Jᵀ, by LDLᵀ. Of
 * row i the numbers from the first column that is not zero up to the diagonal are stored, its envelope: the
 * factor has no others. Along a chain that is a band, and the solve costs as much as the chain is long.
 *
 * Some of the rows take part in the solution, and these may change from one solve to the next. The factor is
 * that of their rows and columns of K alone.
 */
export interface Envelope {
  count: number;
  /** Of each row: its first column, and where in K its column 0 would be. */
  starts: Int32Array;
  offsets: Int32Array;
  /** 1 for rows that take part; and how many before each row do. */
  takesPart: Int32Array;
  ranks: Int32Array;
  /** K. */
  matrix: Floats;
  /** Rows that take part, by rank, and L below the diagonal, stored as K is. */
  parts: Int32Array;
  partStarts: Int32Array;
  partOffsets: Int32Array;
  factor: Floats;
  /** D by rank; 0 for rows that depend on others. */
  pivots: Floats;
  /** x by rank. */
  solution: Floats;
  /** b, then x; 0 for rows that take no part. */
  vector: Floats;
}

/** Of a pivot, relative to its diagonal: below this there is nothing left but rounding. */
const LOST = 1e-12;

const INITIAL_ROWS = 64;

export const createEnvelope = (): Envelope => ({
  count: 0,
  starts: new Int32Array(INITIAL_ROWS),
  offsets: new Int32Array(INITIAL_ROWS),
  takesPart: new Int32Array(INITIAL_ROWS),
  ranks: new Int32Array(INITIAL_ROWS + 1),
  matrix: createFloats(INITIAL_ROWS),
  parts: new Int32Array(INITIAL_ROWS),
  partStarts: new Int32Array(INITIAL_ROWS),
  partOffsets: new Int32Array(INITIAL_ROWS),
  factor: createFloats(INITIAL_ROWS),
  pivots: createFloats(INITIAL_ROWS),
  solution: createFloats(INITIAL_ROWS),
  vector: createFloats(INITIAL_ROWS),
});

/** Makes room for so many rows; what was in them is lost. */
export const setRowCount = (e: Envelope, count: number): void => {
  e.count = count;
  if (e.starts.length >= count) return;
  e.starts = growInt32(e.starts, count);
  e.offsets = growInt32(e.offsets, count);
  e.takesPart = growInt32(e.takesPart, count);
  e.ranks = growInt32(e.ranks, count + 1);
  e.parts = growInt32(e.parts, count);
  e.partStarts = growInt32(e.partStarts, count);
  e.partOffsets = growInt32(e.partOffsets, count);
  e.pivots = growFloats(e.pivots, count);
  e.solution = growFloats(e.solution, count);
  e.vector = growFloats(e.vector, count);
};

/** Multiplications that it takes to factorise K, when the first columns of its rows are known. */
export const factorCost = ({ count, starts }: Envelope): number => {
  let cost = 0;
  for (let i = 0; i < count; i++) cost += 0.5 * (i - starts[i]) * (i - starts[i]);
  return cost;
};

/** Places the rows of K one behind the other, when their first columns are known. */
export const layOutRows = (e: Envelope): void => {
  let size = 0;
  for (let i = 0; i < e.count; i++) {
    e.offsets[i] = size - e.starts[i];
    size += i + 1 - e.starts[i];
  }
  if (e.matrix.length >= size) return;
  e.matrix = growFloats(e.matrix, size);
  e.factor = growFloats(e.factor, size);
};

/** K → L and D of the rows that take part. None before `first` has changed since the last time. */
export const factoriseEnvelope = (e: Envelope, first: number): void => {
  rankRows(e, first);
  const { count, ranks, parts, partStarts, partOffsets, offsets, matrix, factor, pivots } = e;
  for (let i = first === 0 ? 0 : ranks[first]; i < ranks[count]; i++) {
    const at = partOffsets[i];
    const start = partStarts[i];
    const row = offsets[parts[i]];
    // First L D, which needs nothing but L of the rows above; then L.
    for (let k = start; k < i; k++) {
      const above = partOffsets[k];
      let sum = matrix[row + parts[k]];
      for (let m = start > partStarts[k] ? start : partStarts[k]; m < k; m++)
        sum -= factor[at + m] * factor[above + m];
      factor[at + k] = pivots[k] > 0 ? sum : 0;
    }
    const diagonal = matrix[row + parts[i]];
    let pivot = diagonal;
    for (let k = start; k < i; k++) {
      if (pivots[k] === 0) continue;
      const l = factor[at + k] / pivots[k];
      pivot -= l * factor[at + k];
      factor[at + k] = l;
    }
    pivots[i] = pivot > LOST * diagonal ? pivot : 0;
  }
};

/** Places the rows that take part, from row `first` on. */
const rankRows = (e: Envelope, first: number): void => {
  const { count, takesPart, starts, ranks, parts, partStarts, partOffsets } = e;
  let rank = first === 0 ? 0 : ranks[first];
  let size = rank === 0 ? 0 : partOffsets[rank - 1] + rank;
  for (let i = first; i < count; i++) {
    ranks[i] = rank;
    if (takesPart[i] === 0) continue;
    parts[rank] = i;
    partStarts[rank] = ranks[starts[i]];
    partOffsets[rank] = size - partStarts[rank];
    size += rank + 1 - partStarts[rank];
    rank++;
  }
  ranks[count] = rank;
};

/** b → x in `vector`; 0 for rows that take no part or depend on others. */
export const solveEnvelope = (e: Envelope): void => {
  const { count, ranks, parts, partStarts, partOffsets, factor, pivots, solution, vector } = e;
  const size = ranks[count];
  for (let i = 0; i < size; i++) {
    const at = partOffsets[i];
    let sum = vector[parts[i]];
    for (let k = partStarts[i]; k < i; k++) sum -= factor[at + k] * solution[k];
    solution[i] = pivots[i] > 0 ? sum : 0;
  }
  for (let i = 0; i < size; i++) if (pivots[i] > 0) solution[i] /= pivots[i];
  for (let i = size - 1; i >= 0; i--) {
    const x = solution[i];
    if (x === 0) continue;
    const at = partOffsets[i];
    for (let k = partStarts[i]; k < i; k++) solution[k] -= factor[at + k] * x;
  }
  vector.fill(0, 0, count);
  for (let i = 0; i < size; i++) vector[parts[i]] = solution[i];
};
