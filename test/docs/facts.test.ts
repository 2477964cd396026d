import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PhysicsErrorCode } from '@tenon/physics-core';
import * as core from '@tenon/physics-core';
import * as inspect from '@tenon/physics-core/inspect';
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
  const exported = [...Object.keys(core), ...Object.keys(inspect)];
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
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
