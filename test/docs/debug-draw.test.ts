import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerNames } from '@tenon/debug-draw';
import { jointDefinitions } from '@tenon/physics-core';
import { expect, it } from 'vitest';
import { readPage, root } from './pages.js';

/** Runs alone, because it asks for a picture of every joint type that there is. */
const text = readPage('docs/debug-draw.md');

/** The names in the export lists of an index; read as text, because Pixi cannot be loaded outside of a browser. */
const exportsOf = (index: string): string[] => {
  const source = readFileSync(join(root, 'packages/debug-draw/src', index), 'utf8');
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map((match) => match[1]);
  return lists
    .flatMap((list) => list.split(',').map((name) => name.replace(/\btype\b/, '').trim()))
    .filter(Boolean);
};

it.each(['index.ts', 'pixi/index.ts'])('docs/debug-draw.md names every export of %s', (index) => {
  const names = exportsOf(index);
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it('docs/debug-draw.md has a picture of every joint type', () => {
  const types = jointDefinitions().map(({ type }) => type);
  expect(types.filter((type) => !text.includes(`(images/debug-draw-${type}.png)`))).toEqual([]);
});

it('docs/debug-draw.md has a row for every layer', () => {
  const rows = [...text.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  expect(layerNames.filter((name) => !rows.includes(name))).toEqual([]);
});
