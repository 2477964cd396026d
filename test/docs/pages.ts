import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { legend } from '@tenon/debug-draw';
import { type JointDefinition, jointDefinitions, settingSpecs } from '@tenon/physics-core';
import { errorCodes } from '../../packages/physics-core/src/error-codes.js';
import { componentTable, jointFieldTable } from './ecs-tables.js';
import { controlTable, jointTable, table } from './tables.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** `UPDATE_DOCS=1` writes the generated parts of the pages instead of comparing them. */
// biome-ignore lint/complexity/useLiteralKeys: an index signature asks for the brackets.
export const updating = process.env['UPDATE_DOCS'] === '1';

/** Every page a reader sees, by its path from the root of the repository. */
export const pages: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort(),
];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** A marker and the code block after it, which may be missing on a page that is being written. */
const SNIPPET = /<!-- snippet: ([\w-]+) -->\n(?:```ts\n[\s\S]*?```\n)?/g;
const SETTINGS = /<!-- table: settings -->\n(?:\|.*\n)*/g;
const ERROR_CODES = /<!-- table: error-codes -->\n(?:\|.*\n)*/g;
const CONTROLS = /<!-- table: controls -->\n(?:\|.*\n)*/g;
const LEGEND = /<!-- table: legend -->\n(?:\|.*\n)*/g;
const JOINT = /<!-- table: joint ([\w-]+) -->\n(?:\|.*\n)*/g;
const COMPONENT = /<!-- table: component (\w+) -->\n(?:\|.*\n)*/g;
const JOINT_FIELDS = /<!-- table: joint-fields ([\w-]+) -->\n(?:\|.*\n)*/g;

export const snippetsOn = (text: string): string[] => [...text.matchAll(SNIPPET)].map((match) => match[1]);

/** The page with every generated part as it should be. */
export const fillPage = (text: string): string =>
  text
    .replace(
      SNIPPET,
      (_, name: string) => `<!-- snippet: ${name} -->\n\`\`\`ts\n${readSnippet(name)}\`\`\`\n`,
    )
    .replace(SETTINGS, () => `<!-- table: settings -->\n${settingsTable()}\n`)
    .replace(ERROR_CODES, () => `<!-- table: error-codes -->\n${errorCodeTable()}\n`)
    .replace(LEGEND, () => `<!-- table: legend -->\n${legendTable()}\n`)
    .replace(CONTROLS, () => `<!-- table: controls -->\n${controlTable()}\n`)
    .replace(JOINT, (_, type: string) => `<!-- table: joint ${type} -->\n${jointTable(definitionOf(type))}\n`)
    .replace(COMPONENT, (_, name: string) => `<!-- table: component ${name} -->\n${componentTable(name)}\n`)
    .replace(
      JOINT_FIELDS,
      (_, type: string) => `<!-- table: joint-fields ${type} -->\n${jointFieldTable(type)}\n`,
    );

const definitionOf = (type: string): JointDefinition => {
  const definition = jointDefinitions().find((entry) => entry.type === type);
  if (!definition) throw new Error(`There is no joint type ${type}.`);
  return definition;
};

/** Recipes are whole programs in a folder that users find; the others show one thing each. */
const snippetFolders = ['test/docs/snippets', 'examples'];

export const readSnippet = (name: string): string => {
  const path = snippetFolders.map((folder) => join(root, folder, `${name}.ts`)).find(existsSync);
  if (!path) throw new Error(`There is no ${name}.ts in ${snippetFolders.join(' or ')}.`);
  return readFileSync(path, 'utf8');
};

const settingsTable = (): string =>
  table(
    ['setting', 'unit', 'default', 'range', 'reason'],
    Object.entries(settingSpecs).map(([name, { unit, default: value, min, max, reason }]) => [
      `\`${name}\``,
      unit,
      `${value}`,
      `${min} to ${max}`,
      reason,
    ]),
  );

const errorCodeTable = (): string =>
  table(
    ['code', 'what was wrong', 'what to do'],
    Object.entries(errorCodes).map(([code, { what, whatToDo }]) => [`\`${code}\``, what, whatToDo]),
  );

const legendTable = (): string => {
  const light = legend('light');
  const hex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;
  return table(
    ['colour', 'dark', 'light', 'meaning'],
    legend('dark').map(({ name, colour, meaning }, i) => [
      `\`${name}\``,
      hex(colour),
      hex(light[i].colour),
      meaning,
    ]),
  );
};
