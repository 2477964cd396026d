import { CoordinateRecord as C, writeSwingReach } from '@tenon/physics-core/inspect';

/** Points around a cone or swing, the first of them again at the end. */
export const AROUND = 24;

export const turnCos: Float64Array = Float64Array.from({ length: AROUND + 1 }, (_, k) =>
  Math.cos((2 * Math.PI * k) / AROUND),
);
export const turnSin: Float64Array = Float64Array.from({ length: AROUND + 1 }, (_, k) =>
  Math.sin((2 * Math.PI * k) / AROUND),
);

/**
 * Outlines of the swings' limits in A's axes, kept from frame to frame: limits seldom change, and the sines and cosines of 250 outlines
 * cost 0.1 ms. The n-th swing of a picture is compared with the n-th of the last one.
 */
export interface SwingOutlines {
  /** Outlines asked for since the picture was cleared. */
  used: number;
  floats: Float64Array;
}

/** What an outline follows from: both ranges, whether they are an ellipse, radius, and which points are left out. */
const KEY = 7;
const OUTLINE = KEY + 3 * (AROUND + 1);

export const createSwingOutlines = (): SwingOutlines => ({ used: 0, floats: new Float64Array(0) });

const key = new Float64Array(KEY);

/**
 * The outline of the swing limit in the record at `at`, with every `stride`-th point: where in `floats` it begins, three numbers for each
 * point, parts along A's x, y and z. `sizes[sizeAt]` is the radius.
 */
export const swingOutline = (
  outlines: SwingOutlines,
  record: Float64Array,
  at: number,
  sizes: Float64Array,
  sizeAt: number,
  stride: number,
): number => {
  const first = outlines.used * OUTLINE;
  outlines.used++;
  if (first + OUTLINE > outlines.floats.length) enlarge(outlines, first + OUTLINE);
  const { floats } = outlines;
  for (let i = 0; i < 2; i++) {
    key[i] = record[at + C.ranges + 3 + i];
    key[2 + i] = record[at + C.ranges + 6 + i];
  }
  key[4] = record[at + C.ellipse];
  key[5] = sizes[sizeAt];
  key[6] = stride;
  let same = true;
  for (let i = 0; i < KEY; i++) same &&= floats[first + i] === key[i];
  if (!same) writeOutline(floats, first, record, at, stride);
  return first + KEY;
};

const reach = new Float64Array(3);

/** A swing about (0, ny, nz) takes A's x axis to cos α x + sin α (nz y - ny z). */
const writeOutline = (
  floats: Float64Array,
  first: number,
  record: Float64Array,
  at: number,
  stride: number,
): void => {
  for (let i = 0; i < KEY; i++) floats[first + i] = key[i];
  const size = key[5];
  for (let k = 0, out = first + KEY; k <= AROUND; k += stride, out += 3) {
    reach[1] = turnCos[k];
    reach[2] = turnSin[k];
    writeSwingReach(record, at, reach, 1, reach, 0);
    const across = size * Math.sin(reach[0]);
    floats[out] = size * Math.cos(reach[0]);
    floats[out + 1] = across * turnSin[k];
    floats[out + 2] = -across * turnCos[k];
  }
};

const enlarge = (outlines: SwingOutlines, needed: number): void => {
  const floats = new Float64Array(Math.max(needed, 2 * outlines.floats.length));
  floats.set(outlines.floats);
  outlines.floats = floats;
};
