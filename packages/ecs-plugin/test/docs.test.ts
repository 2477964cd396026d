import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as bulk from '@tenon/physics-core/bulk';
import { expect, it } from 'vitest';
import * as plugin from '../src/index.js';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

const page = read('docs/ecs.md');

it('docs/ecs.md names everything that the plugin exports', () => {
  expect(Object.keys(plugin).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

it('docs/ecs.md names every function for columns', () => {
  const functions = Object.entries(bulk).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([name]) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual(
    [],
  );
});

it('docs/ecs.md has a table for every component', () => {
  const tables = [...page.matchAll(/<!-- table: component (\w+) -->\n\|/g)].map((match) => match[1]);
  const components = Object.entries(plugin)
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'object' && isComponent(value))
    .map(([name]) => name);
  expect(tables.sort()).toEqual(components.sort());
});

const isComponent = (value: object): boolean => {
  try {
    return plugin.componentFields(value).length > 0;
  } catch {
    return false;
  }
};

it.each([
  ['ecs-hello-world', 6],
  ['ecs-elbow', 10],
  ['ecs-sensor', 12],
])('%s has at most %i lines after its imports', (name, most) => {
  const [, code] = read(`test/docs/snippets/${name}.ts`).split(/^import [^;]*;\n\n/m);
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  expect(lines.length).toBeLessThanOrEqual(most);
});
