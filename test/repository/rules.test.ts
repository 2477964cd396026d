import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, path), 'utf8'));

test('physics-core depends on nothing at run time', () => {
  const manifest = readJson('packages/physics-core/package.json');
  for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundledDependencies']) {
    expect(manifest[field], field).toBeUndefined();
  }
});

/** A source file, by its folder and text, and what the lint must say about it. */
type Sample = readonly [folder: string, source: string, complaint: RegExp | undefined];

const CORE = 'packages/physics-core/src';
const ENGINE = /every JavaScript engine|whether it is exact/;
const RAPIER = "export { World } from '@dimforge/rapier3d-compat';";
const INEXACT =
  'sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log log1p log2 log10 pow hypot cbrt random'.split(
    ' ',
  );

const SAMPLES: readonly Sample[] = [
  ...INEXACT.map((name): Sample => [CORE, `export const x = Math.${name}(1, 2);`, ENGINE]),
  [CORE, "export const x = Math['sin'](1);", ENGINE],
  [CORE, 'export const x = [1].map(Math.exp);', ENGINE],
  [CORE, 'const { sin } = Math;\nexport const x = sin(1);', ENGINE],
  [CORE, 'const m = Math;\nexport const x = m.sin(1);', ENGINE],
  [CORE, 'export const x = 2 ** 3;', ENGINE],
  [CORE, 'export let x = 2;\nx **= 3;', ENGINE],
  [CORE, 'export const x = Date.now();', /A clock/],
  [CORE, 'export const x = performance.now();', /A clock/],
  [CORE, 'export const x = new Date();', /A clock/],
  [
    CORE,
    'export const x = Math.sqrt(2) * Math.abs(-1) + Math.min(1, Math.floor(3)) * Math.max(2, Math.PI);',
    undefined,
  ],
  [CORE, "export { join } from 'node:path';", /depends on nothing/],
  [CORE, RAPIER, /depends on nothing/],
  [CORE, "export { add } from '../math/vec3.js';\nexport { sub } from './vec3.js';", undefined],
  ['packages/scenes/src', RAPIER, /Rapier is the reference/],
  ['packages/debug-draw/src', RAPIER, /Rapier is the reference/],
  ['packages/ecs-plugin/src', RAPIER, /Rapier is the reference/],
  ['test', RAPIER, undefined],
  ['bench/src', RAPIER, undefined],
  ['apps/playground/src', RAPIER, undefined],
];

/** A lint plugin that no longer matches says nothing, so the rules are tried on samples: all in one run, for speed. */
test('the lint keeps inexact arithmetic, clocks and foreign packages out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-lint-'));
  try {
    cpSync(join(root, '.ci'), join(folder, '.ci'), { recursive: true });
    writeFileSync(
      join(folder, 'biome.json'),
      JSON.stringify({ ...readJson('biome.json'), vcs: { enabled: false } }),
    );
    const fileOf = (index: number): string => `${SAMPLES[index][0]}/sample-${index}.ts`;
    SAMPLES.forEach(([, source], index) => {
      const file = join(folder, fileOf(index));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${source}\n`);
    });
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--reporter=github', '--diagnostic-level=error', '--max-diagnostics=none'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const lines = `${stdout}\n${stderr}`.split('\n');
    SAMPLES.forEach(([, source, complaint], index) => {
      const said = lines.filter((line) => line.includes(`${fileOf(index)},`)).join('\n');
      if (complaint === undefined) expect(said, source).toBe('');
      else expect(said, source).toMatch(complaint);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
