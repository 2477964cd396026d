import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Folders whose sub-folders are layers of their own: their imports are one-way, too. */
const LAYERED = ['collision', 'joints', 'solver'];
/** Files a folder, about: more are a sign of two folders. The definitions of joints are one file a type. */
const MOST_FILES = 20;
const MOST_DEFINITIONS = 40;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

/** The folder of a file, or the file itself where it lies beside the folders. */
const folderOf = (file: string): string => {
  const path = file.replace(/\.js$/, '.ts').split('/');
  return LAYERED.includes(path[0]) && path.length > 2 ? `${path[0]}/${path[1]}` : path[0];
};

/** Folders of `src`, and the files beside them, each with those it imports from. */
const readImports = (): Map<string, Set<string>> => {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const from = folderOf(file);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const [, path] of readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']*)'/g)) {
      const target = folderOf(normalize(join(dirname(file), path)).replaceAll('\\', '/'));
      if (target !== from) to.add(target);
    }
  }
  return imports;
};

it('imports between folders never lead back', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(20);
  // Folders that import only from folders already taken off go next. What is left lies on a cycle or leads to one.
  for (let before = 0; before !== imports.size; ) {
    before = imports.size;
    for (const [folder, targets] of imports) {
      if (![...targets].some((target) => imports.has(target))) imports.delete(folder);
    }
  }
  expect([...imports.keys()]).toEqual([]);
});

it('a folder holds about twenty files', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(
    ([folder, count]) => count > (folder === 'joints/definitions' ? MOST_DEFINITIONS : MOST_FILES),
  );
  expect(crowded).toEqual([]);
});

it('no part knows a joint: joints are made of parts, and parts of rows', () => {
  const targets = readImports().get('parts') ?? new Set();
  expect([...targets].filter((target) => target !== 'tuning.ts').sort()).toEqual([
    'errors.ts',
    'math',
    'rows',
    'state',
  ]);
});
