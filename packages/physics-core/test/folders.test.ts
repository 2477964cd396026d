import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Folders of `src`, and the files beside them, each with those it imports from. */
const readImports = (): Map<string, Set<string>> => {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const from = folderOf(file);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const [, path] of readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']*)'/g)) {
      const target = folderOf(normalize(join(dirname(file), path)));
      if (target !== from) to.add(target);
    }
  }
  return imports;
};

const folderOf = (file: string): string => file.replaceAll('\\', '/').split('/')[0].replace(/\.js$/, '.ts');

it('imports between folders never lead back', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(10);
  // Folders that import only from folders already taken off go next. What is left lies on a cycle or leads to one.
  for (let before = 0; before !== imports.size; ) {
    before = imports.size;
    for (const [folder, targets] of imports) {
      if (![...targets].some((target) => imports.has(target))) imports.delete(folder);
    }
  }
  expect([...imports.keys()]).toEqual([]);
});

it('no part knows a joint: joints are made of parts, and parts of rows', () => {
  const targets = readImports().get('parts') ?? new Set();
  expect([...targets].sort()).toEqual(['errors.ts', 'math', 'state']);
});
