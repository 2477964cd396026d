import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PhysicsErrorCode } from '@tenon/physics-core';
import * as core from '@tenon/physics-core';
import * as inspect from '@tenon/physics-core/inspect';
import * as parts from '@tenon/physics-core/parts';
import { expect, it } from 'vitest';
import { pages, readPage, root } from './pages.js';

/** A record, so that the type checker asks for every new code. */
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

it.each(pages)('the files named on %s exist', (page) => {
  const named = [...readPage(page).matchAll(/`((?:src|packages|apps|test|bench|docs|\.ci)\/[\w./-]+)`/g)];
  const paths = named.map((match) => match[1].replace(/^src\//, 'packages/physics-core/src/'));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
