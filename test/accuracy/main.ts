import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as rapier from '@dimforge/rapier3d-compat';
import { rapierRunner, tenon } from './engine.js';
import { experiments } from './experiments.js';
import { linesOf, plotsOf, type Result, reportPage, textTable } from './report.js';
import { measureNoted } from './settings-text.js';

/** `npm run accuracy [-- --json] [-- --scene d]`: prints every line; without --scene also writes docs/accuracy.md and its plots. */
const argument = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const json = process.argv.includes('--json');
const only = argument('--scene');
const chosen = experiments.filter(({ id }) => only === undefined || id === only);
if (chosen.length === 0) {
  console.error(`There is no scene '${only}'. Use one of ${experiments.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}

// Its start-up prints a deprecation notice that would spoil the JSON.
const { warn } = console;
console.warn = () => {};
await rapier.init();
console.warn = warn;

const inRapier = rapierRunner(rapier);
const results: Result[] = chosen.map((experiment) => ({
  experiment,
  tenon: measureNoted(experiment, tenon),
  ...(experiment.rapier ? { rapier: experiment.measure(inRapier) } : {}),
}));

const lines = results.flatMap(linesOf);
console.log(json ? JSON.stringify(lines, null, 2) : textTable(lines));
if (only === undefined) {
  const docs = join(process.cwd(), 'docs');
  mkdirSync(join(docs, 'images'), { recursive: true });
  writeFileSync(join(docs, 'accuracy.md'), reportPage(results));
  for (const [name, svg] of plotsOf(results)) writeFileSync(join(docs, 'images', name), svg);
}
