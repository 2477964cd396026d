import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import * as core from '../../src/index.js';
import { builtInJoints } from '../../src/joints/registry.js';
import { axisRow, needAxes, XA } from '../../src/parts.js';

/** Snapshots and ECS components hold these numbers. A new type adds its line here; no line ever changes. */
const numbers = {
  ball: 0,
  cone: 1,
  'constant-velocity': 2,
  cylindrical: 3,
  distance: 4,
  'edge-edge': 5,
  fixed: 6,
  gear: 7,
  hinge: 8,
  motor: 9,
  mouse: 10,
  'point-on-line': 11,
  'point-on-plane': 12,
  pulley: 13,
  'rack-and-pinion': 14,
  'rotation-lock': 15,
  screw: 16,
  'six-dof': 17,
  slider: 18,
  'swing-twist': 19,
  universal: 20,
  upright: 21,
  wedge: 22,
  wheel: 23,
};

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const types = Object.keys(builtInJoints);

const typesByNumber = (): string[] => core.jointDefinitions().map(({ type }) => type);

it('a type keeps its number', () => {
  expect(builtInJoints).toEqual(numbers);
  const loaded = Object.fromEntries(typesByNumber().map((type, number) => [type, number]));
  expect(loaded).toEqual(numbers);
});

it('numbers are used once, without gaps', () => {
  const used = Object.values<number>(builtInJoints).sort((a, b) => a - b);
  expect(used).toEqual(types.map((_, i) => i));
});

it('every file of joints/definitions has its line in joints/registry.ts', () => {
  const files = readdirSync(`${src}joints/definitions`).map((file) => file.replace(/\.ts$/, ''));
  const defined = files.filter((file) => file !== 'all');
  const free = types.length;
  expect(defined.filter((type) => !types.includes(type)).map((type) => `'${type}': ${free},`)).toEqual([]);
  expect(types.filter((type) => !files.includes(type)).map((type) => `no file ${type}.ts`)).toEqual([]);
});

/** What a bundler leaves of the sources in a program, loaded beside the core of the other tests. */
const load = async (program: string): Promise<typeof core> => {
  const bundle = await rolldown({
    input: 'program',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : null),
        load: (id) => (id === 'program' ? program : null),
      },
    ],
    resolve: { extensionAlias: { '.js': ['.ts'] } },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(output[0].code)}`);
};

it('a type has the same number whatever order the files load in, so the formatter may sort them', async () => {
  const reversed = [...types].reverse().map((type) => `import '${src}joints/definitions/${type}.ts';`);
  const again = await load(`${reversed.join('')} export { jointDefinitions } from '${src}index.ts';`);
  expect(again.jointDefinitions()).not.toBe(core.jointDefinitions());
  expect(again.jointDefinitions().map(({ type }) => type)).toEqual(typesByNumber());
});

it('a type of a game is numbered after the built-in ones', () => {
  const before = core.jointDefinitions().length;
  const { definition } = core.defineJoint({
    type: 'test registry rail',
    about: 'Holds one axis.',
    slots: ['axis'],
    rows: (j) => {
      needAxes(j);
      axisRow(j, 0, XA);
    },
  });
  expect(before).toBe(types.length);
  expect(core.jointDefinitions().indexOf(definition)).toBe(before);
});

/** The types of a scene file or a snapshot must be there. */
it('a bundler keeps every joint for a program that creates joints by the name of their type', async () => {
  const built = await load(`export { createJoint, jointDefinitions } from '${src}index.ts';`);
  expect(built.jointDefinitions().map(({ type }) => type)).toEqual(typesByNumber().slice(0, types.length));
});
