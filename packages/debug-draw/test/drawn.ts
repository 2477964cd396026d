import type { World } from '@tenon/physics-core';
import {
  createDrawing,
  type DrawOptions,
  defaultDrawOptions,
  drawWorld,
  type LayerName,
} from '../src/index.js';
import { type ColourName, inkOf, inksOf, type Level } from '../src/layers/palette.js';

/** Looking at what was drawn. */

export type Triple = readonly [number, number, number];

export interface DrawnLine {
  readonly from: Triple;
  readonly to: Triple;
  readonly colour: number;
}

/** Options with these layers alone. */
export const onlyLayers = (...shown: LayerName[]): DrawOptions => {
  const options = defaultDrawOptions();
  for (const name of Object.keys(options.layers) as LayerName[]) options.layers[name] = shown.includes(name);
  return options;
};

export const drawnLines = (world: World, options: DrawOptions): DrawnLine[] => {
  const drawing = createDrawing();
  drawWorld(drawing, world, options);
  const { floats, words, vertexCount } = drawing.lines;
  const vertex = (v: number): Triple => [floats[4 * v], floats[4 * v + 1], floats[4 * v + 2]];
  return Array.from({ length: vertexCount / 2 }, (_, i) => ({
    from: vertex(2 * i),
    to: vertex(2 * i + 1),
    colour: words[8 * i + 3],
  }));
};

export const colour = (name: ColourName, level: Level = 'full'): number => inksOf('dark')[inkOf(name, level)];
