import type { Label, LineBuffer, TriangleBuffer } from '@tenon/debug-draw';

/**
 * The last picture, to leave out frames that would show the same: a world that is paused or asleep leaves the graphics card alone. Compared
 * is all that the renderer gets, so nothing that changes the picture can be forgotten.
 */
export interface PictureMemory {
  /** Whether a picture differs from the last one that was asked about. `numbers` has what is neither vertex nor label: matrix, size. */
  isNew(
    vertices: readonly (LineBuffer | TriangleBuffer)[],
    labels: readonly Label[],
    numbers: readonly number[],
  ): boolean;
  /** The next picture is new, whatever it shows. */
  forget(): void;
}

const WORDS_PER_VERTEX = 4;

export const createPictureMemory = (): PictureMemory => {
  let known = false;
  let copies: Uint32Array[] = [];
  let rest = '';
  const keepVertices = ({ words, vertexCount }: LineBuffer | TriangleBuffer, i: number): boolean => {
    const count = vertexCount * WORDS_PER_VERTEX;
    copies[i] ??= new Uint32Array(0);
    if (copies[i].length < count) copies[i] = new Uint32Array(2 * count);
    const copy = copies[i];
    let at = 0;
    while (at < count && words[at] === copy[at]) at++;
    if (at < count) copy.set(words.subarray(at, count), at);
    return at < count;
  };
  return {
    isNew: (vertices, labels, numbers) => {
      // All of them, for each is kept by the way.
      const changed = vertices.map(keepVertices).includes(true);
      const counts = vertices.map(({ vertexCount }) => vertexCount);
      const next = JSON.stringify([counts, numbers, labels]);
      const same = known && !changed && next === rest;
      known = true;
      rest = next;
      return !same;
    },
    forget: () => {
      known = false;
      copies = [];
    },
  };
};
