import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PhysicsErrorCode } from '@tenon/physics-core';
import * as core from '@tenon/physics-core';
import * as inspect from '@tenon/physics-core/inspect';
import * as parts from '@tenon/physics-core/parts';
import { expect, it } from 'vitest';
import { pages, readPage, root } from './pages.js';

/**
 * A record, so that the type checker asks for every new code. Runs alone, for some of what follows is about every joint type that
 * there is.
 */
const errorCodes: Record<PhysicsErrorCode, true> = {
  'not-finite': true,
  'out-of-range': true,
  'wrong-type': true,
  'unknown-field': true,
  'stale-handle': true,
  'foreign-handle': true,
  'degenerate-shape': true,
  'too-many': true,
  'bad-snapshot': true,
  'locked-world': true,
};

it('docs/errors.md has a row for every error code and no other', () => {
  const rows = [...readPage('docs/errors.md').matchAll(/^\| `([\w-]+)` +\|/gm)].map((match) => match[1]);
  expect(rows.sort()).toEqual(Object.keys(errorCodes).sort());
});

it('every exported function is named on a page of docs/', () => {
  const text = pages
    .filter((page) => page.startsWith('docs/'))
    .map(readPage)
    .join('\n');
  const exported = [core, inspect, parts].flatMap(Object.keys);
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it.each(Object.entries(inspect).filter(([name]) => name.endsWith('Record')))(
  'docs/inspect.md names every field of %s',
  (name, record) => {
    const row = new RegExp(`^\\| \`${name}\` .*$`, 'gm');
    const text = readPage('docs/inspect.md').match(row)?.join('\n') ?? '';
    const fields = Object.keys(record).filter((field) => field !== 'size');
    expect(fields.filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
  },
);

it('docs/joints.md has a line, a section, a table and a snippet for every joint type', () => {
  const text = readPage('docs/joints.md');
  const types = core.jointDefinitions().map(({ type }) => type);
  const lines = [...text.matchAll(/^\| \[`([\w-]+)`\]\(#\1\) /gm)].map((match) => match[1]);
  expect(lines.sort()).toEqual([...types].sort());
  const form = (type: string): RegExp =>
    new RegExp(`^### ${type}$[^#]*<!-- table: joint ${type} -->[^#]*<!-- snippet: joint-${type} -->`, 'm');
  expect(types.filter((type) => !form(type).test(text))).toEqual([]);
});

it.each(pages)('the links of %s lead somewhere', (page) => {
  const targets = [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]);
  const files = targets
    .filter((target) => !/^(https?:|#)/.test(target))
    .map((target) => target.split('#')[0]);
  expect(files.filter((file) => !existsSync(join(root, dirname(page), file)))).toEqual([]);
});

/** The anchor that a heading gets: small letters, dashes for blanks, nothing else. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

it.each(pages)('the anchors that %s links to exist', (page) => {
  const links = [...readPage(page).matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)];
  const missing = links.filter(([, file, anchor]) => {
    const target = file === undefined ? page : join(dirname(page), file);
    const headings = [...readPage(target).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]));
    return !headings.includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it.each(pages)('the files named on %s exist', (page) => {
  const named = [...readPage(page).matchAll(/`((?:src|packages|apps|test|bench|docs|\.ci)\/[\w./-]+)`/g)];
  const paths = named.map((match) => match[1].replace(/^src\//, 'packages/physics-core/src/'));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Where a path on the pages about the code may begin. */
const BASES = ['', 'packages/physics-core', 'packages/physics-core/src'];

/** Whatever stands in code marks and looks like a path: with a slash, or with the name of a source file. */
const pathsOn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map((match) => match[1])
    .filter((name) => name.includes('/') || /\.(ts|md)$/.test(name));

const isThere = (path: string): boolean => BASES.some((base) => existsSync(join(root, base, path)));

const aboutCode = pages.filter((page) => /architecture|glossary|decisions/.test(page));

it.each(aboutCode)('every path on %s exists, in full', (page) => {
  expect(pathsOn(readPage(page)).filter((path) => !isThere(path))).toEqual([]);
});

it('every path in the tables of CONTRIBUTING.md exists', () => {
  const tables = readPage('CONTRIBUTING.md').match(/^\|.*$/gm) ?? [];
  expect(tables.length).toBeGreaterThan(20);
  expect(pathsOn(tables.join('\n')).filter((path) => !isThere(path))).toEqual([]);
});

/** The functions of the step by name, with their text: `advance`, the groups of stages, and the end of the step. */
const stepFunctions = new Map(
  ['step', 'finish-step'].flatMap((file) =>
    [
      ...readPage(`packages/physics-core/src/${file}.ts`).matchAll(
        /^(?:export )?const (\w+) = [\s\S]*?^};/gm,
      ),
    ].map((match): [string, string] => [match[1], match[0]]),
  ),
);

/** The stages that a function of the step calls, in order. A group stands for its stages. */
const stagesOf = (name: string): string[] => {
  const called = [
    ...(stepFunctions.get(name) ?? '').matchAll(/^ +(?:if \(.*\) )?(?:jointStages\.)?(\w+)\(world\b/gm),
  ]
    .map((match) => match[1])
    .filter((stage) => !/StageTimer|timeStage/.test(stage));
  return called.length === 0 ? [name] : called.flatMap(stagesOf);
};

it('docs/architecture.md walks through the stages in the order of the step', () => {
  const stages = new Set(stagesOf('advance'));
  expect(stages.size).toBeGreaterThan(20);
  const told = [...readPage('docs/architecture.md').matchAll(/\*\*`(\w+)`\*\*/g)].map((match) => match[1]);
  expect(told).toEqual([...stages]);
});

it('docs/decisions/README.md lists every record', () => {
  const listed = [...readPage('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)];
  const records = pages.filter((page) => /decisions\/\d/.test(page)).map((page) => basename(page));
  expect(listed.map((match) => match[1])).toEqual(records);
});

/** The glossary itself, and what `npm run accuracy` writes. */
const WITHOUT_GLOSSARY = ['docs/accuracy.md', 'docs/glossary.md'];

it.each(pages.filter((page) => /^docs\/[\w-]+\.md$/.test(page) && !WITHOUT_GLOSSARY.includes(page)))(
  '%s leads to the glossary',
  (page) => expect(readPage(page)).toContain('](glossary.md'),
);

/** The comments of tuning.ts with their lines joined; a name may be broken after a hyphen. */
const tuningText = (): string =>
  readPage('packages/physics-core/src/tuning.ts')
    .replaceAll(/-\n \* /g, '-')
    .replaceAll(/\n \* /g, ' ');

it('the tests named in tuning.ts exist', () => {
  const named = [...tuningText().matchAll(/\btest\/[\w/-]+(?:\.test\.ts)?/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((path) => !isThere(path))).toEqual([]);
});
