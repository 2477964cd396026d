import { fileURLToPath } from 'node:url';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goldenScenes, hashOf } from './golden-scenes.js';

/**
 * The same bits on another JavaScript engine: QuickJS, an interpreter that shares no code with V8, compiled to WebAssembly. It is slow, so it
 * runs fewer steps than the golden hashes.
 */
const STEPS = 60;

let quickJs: QuickJSContext;
const evaluate = (code: string): unknown => {
  const value = quickJs.unwrapResult(quickJs.evalCode(code));
  const result: unknown = quickJs.dump(value);
  value.dispose();
  return result;
};

beforeAll(async () => {
  const input = fileURLToPath(new URL('./golden-scenes.ts', import.meta.url));
  const bundle = await rolldown({ input, resolve: { extensionAlias: { '.js': ['.ts', '.js'] } } });
  const { output } = await bundle.generate({ format: 'iife', name: 'golden' });
  await bundle.close();
  quickJs = (
    await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))
  ).newContext();
  evaluate(output[0].code);
});
afterAll(() => quickJs.dispose());

it('runs on an engine that is not V8', () => {
  console.log(`Same bits: Node ${process.version} (V8 ${process.versions.v8}) against QuickJS.`);
  // Only V8 and what imitates it have the first; only a host with Node's objects has the second.
  expect(evaluate('typeof Error.captureStackTrace + " " + typeof process')).toBe('undefined undefined');
});

it('tells one step from the next', () => {
  expect(evaluate(`golden.hashOf('boxStack', 11)`)).not.toBe(hashOf('boxStack', 10));
});

it.each(Object.keys(goldenScenes))('%s has the same hash', (name) => {
  expect(evaluate(`golden.hashOf('${name}', ${STEPS})`)).toBe(hashOf(name, STEPS));
});
