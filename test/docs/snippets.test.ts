/// <reference types="vite/client" />
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { fillPage, pages, readPage, readSnippet, root, snippetsOn, updating } from './pages.js';

/** Runs alone, for a snippet defines a joint type. */
const snippets = Object.fromEntries(
  Object.entries(import.meta.glob(['./snippets/*.ts', '../../examples/*.ts'])).map(([path, load]) => [
    path.replace(/^.*\/|\.ts$/g, ''),
    load,
  ]),
);
const names = Object.keys(snippets);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each(pages)('%s shows the snippets and tables as they are (renew with UPDATE_DOCS=1)', (page) => {
  const text = readPage(page);
  const filled = fillPage(text);
  if (updating) writeFileSync(join(root, page), filled);
  else expect(text).toBe(filled);
});

it.each(pages)('every TypeScript block of %s is a snippet', (page) => {
  const text = readPage(page);
  expect(text.match(/^```(ts|typescript|js|javascript)$/gm) ?? []).toHaveLength(snippetsOn(text).length);
});

it('every snippet is shown somewhere', () => {
  const shown = pages.flatMap((page) => snippetsOn(readPage(page)));
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
});

/** Snippets that need a page; test/browser/debug-draw.test.ts runs them in one. */
const forBrowsers: readonly string[] = ['debug-draw-pixi'];

/** What Node lacks of a browser: some frames of 60 a second, one after the other. */
const stubFrames = (count: number): void => {
  let taken = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => {
    taken++;
    if (taken <= count) callback((1000 * taken) / 60);
  });
};

it.each(names.filter((name) => !forBrowsers.includes(name)))(
  '%s runs and prints what its comments say',
  async (name) => {
    const source = readSnippet(name);
    const expected = [...source.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
    expect(source.split('console.log(').length - 1, 'each line that prints says what').toBe(expected.length);
    stubFrames(30);
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation(
      (...values: unknown[]) => void printed.push(format(...values)),
    );
    await snippets[name]();
    expect(printed).toEqual(expected);
  },
);
