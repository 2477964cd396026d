import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage, root } from './pages.js';

/** Numbers of the sections of each text, in its order; sections that only frame others are left out. */
const sections: Readonly<Record<string, readonly string[]>> = {
  '000': [
    ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '3.1.1', '3.1.2', '3.1.3', '3.1.4'],
    ...['3.2.1', '3.2.2', '3.2.3', '3.2.4', '3.2.5', '3.2.6', '3.2.7', '3.2.8', '3.2.9', '3.2.10'],
    ...['3.3.1', '3.3.2', '3.3.3', 'A.1', 'A.2', 'A.3', 'B.1', 'B.2', 'B.3'],
  ],
  '001': [
    ...['1', '2', '3.1', '3.2', '4', '5.1', '5.2', '5.3', '5.4', '6.1', '6.2', '7', '8.1', '8.2', '9'],
    ...['10.1', '10.2', '10.3', '12'],
  ],
  '002': ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '2'],
  '003': ['1.1', '1.2', '2.1', '2.2', '2.3', '2.4', '2.5', 'A', 'B', 'C'],
  '004': [
    ...['1.2', '2.5.1', '2.1', '2.2', '2.3', '2.4.2', '2.4.3', '2.4.4', '2.4.5', '2.4.6', '3.1', '3.2'],
    ...['3.3.2', '3.3.3', '3.3.4', '4.1', '4.2.1', 'Fig. 4.2', '4.2.2', '4.2.3', '4.2.4'],
    ...['4.3.1', '4.3.2', '4.3.3', '4.3.4', '5', 'B.1', 'B.2', 'B.3'],
    ...['B.4.1', 'B.4.2', 'B.4.3', 'B.4.4', 'B.4.5', 'B.4.6'],
  ],
};

/** Sections about words, units and plans, which no test can prove. */
const unproved = ['1', '1, 2', '9', '3.1', '4.1', '5'];

const page = readPage('docs/texts.md');

/** Cells of the rows of a text's table. */
const rowsOf = (text: string): string[][] => {
  const part = page.split(/^## /m).find((chapter) => chapter.startsWith(text)) ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
};

describe.each(Object.entries(sections))('docs/texts.md, %s', (text, wanted) => {
  it('names every section once, in the order of the text', () => {
    expect(rowsOf(text).flatMap(([section]) => section.split(', '))).toEqual(wanted);
  });

  it('says where each lives and names a test that exists', () => {
    for (const [section, , code, test] of rowsOf(text)) {
      const paths = [...test.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
      for (const path of paths) {
        expect(path).toMatch(/\.test\.ts$/);
        expect(existsSync(join(root, path)), path).toBe(true);
      }
      if (unproved.includes(section)) continue;
      expect(code.length, `code of ${section}`).toBeGreaterThan(0);
      expect(paths.length, `test of ${section}`).toBeGreaterThan(0);
    }
  });
});
