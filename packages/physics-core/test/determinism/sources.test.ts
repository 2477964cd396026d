import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * What makes a run depend on more than its inputs and the lint does not see. Inexact Math functions, ** and clocks are the business of
 * .ci/same-bits-everywhere.grit (tried on samples in test/repository).
 */
const FORBIDDEN: readonly [pattern: RegExp, why: string][] = [
  [
    /\bnew (Weak)?(Map|Set)\b/,
    'the order of a Map or Set is the order of insertion: use tables and lists with a stated order',
  ],
  [/\bfor \((const|let|var) \w+ in\b/, 'for..in walks whatever keys there are'],
  [/\.(sort|toSorted)\(\s*\)/, 'sorts numbers as strings'],
  [/\.localeCompare\(|\.toLocale\w+\(|\bIntl\b/, 'depends on the language of the machine'],
  [
    /\b(async|await|Promise|setTimeout|setInterval|queueMicrotask|requestAnimationFrame)\b/,
    'depends on scheduling',
  ],
  [/\bcrypto\b/, 'random'],
  [/\b(WeakRef|FinalizationRegistry)\b/, 'depends on when garbage is collected'],
  [/\bFloat32Array\b|\bMath\.fround\b/, 'the state is made of doubles'],
];

const ALLOWED = [
  // Over the typed spec of a table, whose order is that of its declaration.
  /^state\/table\.ts:\d+ for \(const name in spec\)/,
  // Building a hull, once and outside the step: numbers as keys, walked in the order in which they were put in.
  /^collision\/shapes\/(hull-assembly|quickhull-\w+)\.ts:\d+ .*new (Map|Set)\b/,
  // Scene files, outside the step: names that are looked up, and shapes in the order of the colliders.
  /^scene-files\/(world-to-scene|read-scene|scene-to-world|scene-names)\.ts:\d+ .*new (Map|Set)\b/,
  // Surfaces that were built or read already, outside the step: looked up by the shape, and edges by number.
  /^(api\/surfaces\/surface-shapes|inspect\/collider-triangles)\.ts:\d+ .*new (WeakMap|Set)\b/,
  // What is packed of the meshes of a world, looked up by their list.
  /^snapshot\/meshes\.ts:\d+ .*new WeakMap\b/,
  // The API takes any list of numbers.
  /^validate\.ts:\d+ .*instanceof Float32Array/,
];

const src = fileURLToPath(new URL('../../src/', import.meta.url));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });

/** Comments and strings may name what the code may not use. Line breaks stay, so that line numbers do. */
const withoutProse = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/\/\/.*/g, '');

const findings = (source: string, name: string): string[] =>
  withoutProse(source)
    .split('\n')
    .flatMap((line, i) =>
      FORBIDDEN.filter(([pattern]) => pattern.test(line)).map(
        ([, why]) => `${name}:${i + 1} ${line.trim()} (${why})`,
      ),
    );

it('nothing in the sources depends on order of keys, machine or time', () => {
  const files = filesIn(src);
  expect(files.length).toBeGreaterThan(50);
  const found = files
    .flatMap((path) => findings(readFileSync(path, 'utf8'), relative(src, path).replaceAll('\\', '/')))
    .filter((line) => !ALLOWED.some((allowed) => allowed.test(line)));
  expect(found).toEqual([]);
});

it('the scan finds what it looks for', () => {
  const samples = [
    'const seen = new Set<number>();',
    'for (const key in object) use(key);',
    'list.sort();',
    'a.localeCompare(b)',
    'await ready;',
    'crypto.getRandomValues(x)',
    'new WeakRef(x)',
    'new Float32Array(3)',
  ];
  for (const sample of samples) expect(findings(sample, 'sample'), sample).toHaveLength(1);
  const innocent =
    "// new Set()\n/* await\n */ const text = 'for (const a in b)'; list.sort((a, b) => a - b);";
  expect(findings(innocent, 'sample')).toEqual([]);
});

it('what a step works on are Floats: no typed array of doubles but for users and for bytes', () => {
  const given =
    /^(inspect|snapshot)\/|^(handles|validate|api\/bulk|api\/queries\/(query-batches|batch-checks|query-hits))\.ts$/;
  const typed = filesIn(src)
    .map((path) => relative(src, path))
    .filter(
      (name) =>
        !given.test(name) && /\bFloat64Array\b/.test(withoutProse(readFileSync(join(src, name), 'utf8'))),
    );
  expect(typed).toEqual([]);
});
