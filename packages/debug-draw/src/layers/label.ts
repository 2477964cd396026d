import type { Colour } from '../vertex-buffer.js';

/** A text at a world point. Lines of text are separated by '\n'. */
export interface Label {
  text: string;
  x: number;
  y: number;
  z: number;
  colour: Colour;
}

/** Labels are shown by moving kept ones into the list: a warm frame makes no new objects. */
export interface LabelList {
  readonly shown: Label[];
  readonly kept: Label[];
}

export const createLabelList = (): LabelList => ({ shown: [], kept: [] });

export const addLabel = (
  list: LabelList,
  text: string,
  x: number,
  y: number,
  z: number,
  colour: Colour,
): void => {
  const { shown, kept } = list;
  const i = shown.length;
  if (i === kept.length) kept.push({ text, x, y, z, colour });
  const label = kept[i];
  label.text = text;
  label.x = x;
  label.y = y;
  label.z = z;
  label.colour = colour;
  shown.push(label);
};
