import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtInJoints } from '../../physics-core/src/joints/registry.js';

/**
 * The list of joint types is physics-core/src/joints/registry.ts. Four files repeat the names, because a public index names what it
 * exports and a module cannot make export names at run time. This test tells which lines are missing, or writes them:
 *   UPDATE_EXPORTS=1 npx vitest run packages/ecs-plugin/test/joint-exports.test.ts
 */
// biome-ignore lint/complexity/useLiteralKeys: an index signature asks for the brackets.
const updating = process.env['UPDATE_EXPORTS'] === '1';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** What the file of each type exports: its function, and short forms such as rope. */
const exported = await Promise.all(
  Object.keys(builtInJoints).map(async (type) => {
    const path = `${packages}physics-core/src/joints/definitions/${type}.ts`;
    return { type, names: Object.keys((await import(/* @vite-ignore */ path)) as object).sort() };
  }),
);
const allNames = exported.flatMap(({ names }) => names);

interface ExportList {
  readonly file: string;
  readonly wanted: readonly string[];
  /** The text before which new lines go. Without it they go to the end of the file. */
  readonly before?: string;
}

const asMembers = allNames.map((name) => `  ${name},\n`);

const lists: readonly ExportList[] = [
  {
    file: 'physics-core/src/joints/definitions/all.ts',
    wanted: exported.map(({ type, names }) => `export { ${names.join(', ')} } from './${type}.js';\n`),
  },
  {
    file: 'physics-core/src/index.ts',
    wanted: asMembers,
    before: "} from './joints/definitions/all.js';",
  },
  {
    file: 'ecs-plugin/src/shared.ts',
    wanted: allNames.map(
      (name) =>
        `export const ${name}: ComponentSet['${name}'] = /* @__PURE__ */ joint('${name}', core.${name});\n`,
    ),
  },
  { file: 'ecs-plugin/src/index.ts', wanted: asMembers, before: "} from './shared.js';" },
];

/** The formatter breaks long lines, and then ends a list with a comma. */
const oneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('( ', '(').replace(/,? \)/g, ')');

it.each(lists.map((list) => [list.file, list] as const))('%s names every joint', (file, list) => {
  const { wanted, before } = list;
  const text = readFileSync(packages + file, 'utf8');
  const end = before === undefined ? text.length : text.indexOf(before);
  expect(end, `${file} has no line ${before}`).toBeGreaterThan(0);
  const start = before === undefined ? 0 : text.lastIndexOf('export {', end);
  const present = oneLine(text.slice(start, end));
  const missing = wanted.filter((line) => !present.includes(oneLine(line)));
  if (updating) writeFileSync(packages + file, text.slice(0, end) + missing.join('') + text.slice(end));
  else {
    const lines = missing.map((line) => line.trim());
    expect(lines, `${file} lacks lines; UPDATE_EXPORTS=1 writes them`).toEqual([]);
  }
});
