import { growFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import type { Envelope } from '../../state/articulations.js';
import { LOST_PIVOT } from '../../tuning.js';

/**
 * Sparse symmetric systems K x = b, K = J M⁻¹ Jᵀ, by LDLᵀ in envelope (skyline) storage: of row i the entries
 * from its first non-zero column up to the diagonal. The factor has no entries outside the envelope. Along a
 * chain the envelope is a band, so the cost grows linearly with the length of the chain.
 *
 * Only the active rows are part of a solve, and they may change from one solve to the next. The factor is
 * that of their rows and columns of K alone.
 */

/** Makes room for `count` rows; their former contents are lost. */
export const setRowCount = (e: Envelope, count: number): void => {
  e.count = count;
  if (e.starts.length >= count) return;
  e.starts = growInt32(e.starts, count);
  e.offsets = growInt32(e.offsets, count);
  e.isActive = growInt32(e.isActive, count);
  e.ranks = growInt32(e.ranks, count + 1);
  e.activeRows = growInt32(e.activeRows, count);
  e.activeStarts = growInt32(e.activeStarts, count);
  e.activeOffsets = growInt32(e.activeOffsets, count);
  e.pivots = growFloats(e.pivots, count);
  e.solution = growFloats(e.solution, count);
  e.vector = growFloats(e.vector, count);
};

/** Multiplications that a factorisation of K takes; needs the first columns of the rows. */
export const factorCost = ({ count, starts }: Envelope): number => {
  let cost = 0;
  for (let i = 0; i < count; i++) cost += 0.5 * (i - starts[i]) * (i - starts[i]);
  return cost;
};

/** Lays out the rows of K one after the other; needs their first columns. */
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

/** Factorises the active rows: K → L and D. Rows before `first` have not changed since the last call. */
export const factoriseEnvelope = (e: Envelope, first: number): void => {
  rankRows(e, first);
  const { count, ranks, activeRows, activeStarts, activeOffsets, offsets, matrix, factor, pivots } = e;
  for (let i = first === 0 ? 0 : ranks[first]; i < ranks[count]; i++) {
    const at = activeOffsets[i];
    const start = activeStarts[i];
    const row = offsets[activeRows[i]];
    // First L D, which needs only L of the rows above; then L.
    for (let k = start; k < i; k++) {
      const above = activeOffsets[k];
      let sum = matrix[row + activeRows[k]];
      for (let m = start > activeStarts[k] ? start : activeStarts[k]; m < k; m++)
        sum -= factor[at + m] * factor[above + m];
      factor[at + k] = pivots[k] > 0 ? sum : 0;
    }
    const diagonal = matrix[row + activeRows[i]];
    let pivot = diagonal;
    for (let k = start; k < i; k++) {
      if (pivots[k] === 0) continue;
      const l = factor[at + k] / pivots[k];
      pivot -= l * factor[at + k];
      factor[at + k] = l;
    }
    pivots[i] = pivot > LOST_PIVOT * diagonal ? pivot : 0;
  }
};

/** Ranks and lays out the active rows from row `first` on. */
const rankRows = (e: Envelope, first: number): void => {
  const { count, isActive, starts, ranks, activeRows, activeStarts, activeOffsets } = e;
  let rank = first === 0 ? 0 : ranks[first];
  let size = rank === 0 ? 0 : activeOffsets[rank - 1] + rank;
  for (let i = first; i < count; i++) {
    ranks[i] = rank;
    if (isActive[i] === 0) continue;
    activeRows[rank] = i;
    activeStarts[rank] = ranks[starts[i]];
    activeOffsets[rank] = size - activeStarts[rank];
    size += rank + 1 - activeStarts[rank];
    rank++;
  }
  ranks[count] = rank;
};

/** Solves: b → x in `vector`; 0 for inactive and redundant rows. */
export const solveEnvelope = (e: Envelope): void => {
  const { count, ranks, activeRows, activeStarts, activeOffsets, factor, pivots, solution, vector } = e;
  const size = ranks[count];
  for (let i = 0; i < size; i++) {
    const at = activeOffsets[i];
    let sum = vector[activeRows[i]];
    for (let k = activeStarts[i]; k < i; k++) sum -= factor[at + k] * solution[k];
    solution[i] = pivots[i] > 0 ? sum : 0;
  }
  for (let i = 0; i < size; i++) if (pivots[i] > 0) solution[i] /= pivots[i];
  for (let i = size - 1; i >= 0; i--) {
    const x = solution[i];
    if (x === 0) continue;
    const at = activeOffsets[i];
    for (let k = activeStarts[i]; k < i; k++) solution[k] -= factor[at + k] * x;
  }
  vector.fill(0, 0, count);
  for (let i = 0; i < size; i++) vector[activeRows[i]] = solution[i];
};
