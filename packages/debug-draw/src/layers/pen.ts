import type { LineBuffer } from '../line-buffer.js';
import { LIGHT_X, LIGHT_Y, LIGHT_Z, lit } from '../triangle-buffer.js';
import { reserve } from '../vertex-buffer.js';
import { type Ink, inksOf, type ThemeName } from './palette.js';

/**
 * Drawing without allocation. Points and vectors lie in one array of scratch floats and travel as offsets into it, colours as inks: a
 * double that is passed to a function which the compiler does not inline would be an object on the heap, a hundred thousand a frame.
 * Offsets below FREE belong to the callers of this file and of primitives.ts.
 */
export const pen: Float64Array = new Float64Array(160);

/** Points and vectors for any use. */
export const P0 = 0;
export const P1 = 3;
export const P2 = 6;
export const P3 = 9;
export const P4 = 12;
export const P5 = 15;
export const P6 = 18;
/** Single numbers that primitives take: lengths and angles. */
export const SIZE = 30;
export const FROM = 31;
export const TO = 32;
/** A factor for lengths, for functions of the layers. */
export const FACTOR = 33;
export const LIMIT = 34;
/** What writeLength writes. */
export const LENGTH = 35;
/** What lies from here on is used by primitives.ts. */
export const FREE = 40;

/** Steps from dark to bright. */
const SHADES = 64;

/** The inks of a theme, and behind them every one of them in every light. */
const withShades = (theme: ThemeName): Uint32Array => {
  const plain = inksOf(theme);
  const lightest = SHADES - 1;
  const shades = Array.from({ length: plain.length * SHADES }, (_, i) =>
    lit(plain[Math.floor(i / SHADES)], (2 * (i % SHADES)) / lightest - 1),
  );
  return Uint32Array.of(...plain, ...shades);
};

const tables = { dark: withShades('dark'), light: withShades('light') };
const PLAIN = inksOf('dark').length;

let inks = tables.dark;

/** Chooses the colours behind the inks, for a whole picture. */
export const useTheme = (theme: ThemeName): void => {
  inks = tables[theme];
};

export const load = (at: number, from: Float64Array, first: number): void => {
  pen[at] = from[first];
  pen[at + 1] = from[first + 1];
  pen[at + 2] = from[first + 2];
};

/** The length of a vector, to pen[LENGTH]. */
export const writeLength = (at: number): void => {
  pen[LENGTH] = Math.sqrt(pen[at] * pen[at] + pen[at + 1] * pen[at + 1] + pen[at + 2] * pen[at + 2]);
};

/** A line between two points of the pen. */
export const line = (lines: LineBuffer, from: number, to: number, ink: Ink): void =>
  segment(lines, pen, from, to, ink);

/** A line between two points of any array. Written out: it is called for most of what is drawn. */
export const segment = (
  lines: LineBuffer,
  points: Float64Array,
  from: number,
  to: number,
  ink: Ink,
): void => {
  reserve(lines, 2);
  const { floats, words } = lines;
  const at = lines.vertexCount * 4;
  const colour = inks[ink];
  floats[at] = points[from];
  floats[at + 1] = points[from + 1];
  floats[at + 2] = points[from + 2];
  words[at + 3] = colour;
  floats[at + 4] = points[to];
  floats[at + 5] = points[to + 1];
  floats[at + 6] = points[to + 2];
  words[at + 7] = colour;
  lines.vertexCount += 2;
};

/** A line between places `from` and `from + vector`. */
export const ray = (lines: LineBuffer, from: number, vector: number, ink: Ink): void => {
  pen[END] = pen[from] + pen[vector];
  pen[END + 1] = pen[from + 1] + pen[vector + 1];
  pen[END + 2] = pen[from + 2] + pen[vector + 2];
  line(lines, from, END, ink);
};

const END = FREE;

/** An ink as a face with the unit normal at `normal` shows it in the light. */
export const shaded = (ink: Ink, normal: number): Ink =>
  litInk(ink, pen[normal] * LIGHT_X + pen[normal + 1] * LIGHT_Y + pen[normal + 2] * LIGHT_Z);

/** An ink as a face shows it whose normal makes an angle with the light: `facing` is its cosine. Small enough to be inlined everywhere. */
export const litInk = (ink: Ink, facing: number): Ink => {
  const step = ((facing + 1) * 0.5 * (SHADES - 1) + 0.5) | 0;
  // Rounding may leave a normal a little longer than 1.
  return PLAIN + ink * SHADES + Math.max(0, Math.min(SHADES - 1, step));
};

/** The colours of the inks. Returns the table and not a colour: a colour is too large for a small integer, so returning one would allocate. */
export const inkColours = (): Uint32Array => inks;
