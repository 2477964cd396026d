import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../../../test/browser/chromium.js';
import { goldenScenes, hashOf } from './golden-scenes.js';

/**
 * The same bits on other JavaScript engines: QuickJS, an interpreter that shares no code with V8, compiled to WebAssembly; JavaScriptCore,
 * the engine of Safari, which is in the npm packages of Bun; and the V8 of Chromium. QuickJS is slow, so it runs fewer steps than the others,
 * whose compilers are to take part.
 */
const FEW_STEPS = 60;
const STEPS = 240;
const names = Object.keys(goldenScenes);

let code: string;
const hashesHere = (steps: number): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, hashOf(name, steps)]));
/** A script that evaluates to all hashes as JSON. */
const allHashes = (steps: number): string =>
  `JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, golden.hashOf(name, ${steps})])))`;

beforeAll(async () => {
  const input = fileURLToPath(new URL('./golden-scenes.ts', import.meta.url));
  const bundle = await rolldown({ input, resolve: { extensionAlias: { '.js': ['.ts', '.js'] } } });
  const { output } = await bundle.generate({ format: 'iife', name: 'golden' });
  await bundle.close();
  code = output[0].code;
});

describe('QuickJS', () => {
  let quickJs: QuickJSContext;
  const evaluate = (text: string): unknown => {
    const value = quickJs.unwrapResult(quickJs.evalCode(text));
    const result: unknown = quickJs.dump(value);
    value.dispose();
    return result;
  };

  beforeAll(async () => {
    const quickJsModule = await newQuickJSWASMModuleFromVariant(
      import('@jitl/quickjs-wasmfile-release-sync'),
    );
    quickJs = quickJsModule.newContext();
    evaluate(code);
  });
  afterAll(() => quickJs.dispose());

  it('is not V8', () => {
    console.log(`Same bits: Node ${process.version} (V8 ${process.versions.v8}) against QuickJS.`);
    // Only V8 and what imitates it have the first; only a host with Node's objects has the second.
    expect(evaluate('typeof Error.captureStackTrace + " " + typeof process')).toBe('undefined undefined');
  });

  it('tells one step from the next', () => {
    expect(evaluate(`golden.hashOf('boxStack', 11)`)).not.toBe(hashOf('boxStack', 10));
  });

  it.each(names)('%s has the same hash', (name) => {
    expect(evaluate(`golden.hashOf('${name}', ${FEW_STEPS})`)).toBe(hashOf(name, FEW_STEPS));
  });
});

it('Chromium has the same hashes', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    console.log(`Same bits: Node ${process.version} against Chromium ${browser.version()}.`);
    expect(JSON.parse((await page.evaluate(allHashes(STEPS))) as string)).toEqual(hashesHere(STEPS));
  } finally {
    await browser.close();
  }
});

/** The program of the package for this machine. There is none for some; the test then says so. */
const findBun = (): string | undefined => {
  const packages = fileURLToPath(new URL('../../../../test/node_modules/@oven', import.meta.url));
  const programs = existsSync(packages)
    ? readdirSync(packages).map((name) =>
        join(packages, name, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun'),
      )
    : [];
  return programs.find(existsSync);
};

it('JavaScriptCore has the same hashes', () => {
  const bun = findBun();
  if (bun === undefined) {
    console.log(`No JavaScriptCore for ${process.platform} ${process.arch}.`);
    expect(['linux x64', 'linux arm64', 'darwin arm64', 'win32 x64']).not.toContain(
      `${process.platform} ${process.arch}`,
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tenon-engines-'));
  try {
    const script = join(folder, 'hashes.js');
    const engine = 'process.versions.bun + " " + process.versions.webkit';
    writeFileSync(script, `${code}\nconsole.log(${engine});\nconsole.log(${allHashes(STEPS)});`);
    const [versions, hashes] = execFileSync(bun, [script], { encoding: 'utf8' }).split('\n');
    console.log(`Same bits: Node ${process.version} against JavaScriptCore (Bun, WebKit: ${versions}).`);
    expect(JSON.parse(hashes)).toEqual(hashesHere(STEPS));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
