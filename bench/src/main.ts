import { parseArgs } from 'node:util';
import { loadEngines } from './engines.js';
import { measureScene } from './measure.js';
import { textReport } from './report.js';
import { SCENES } from './scenes.js';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, scene: { type: 'string' } },
});
const chosen = SCENES.filter(({ name }) => values.scene === undefined || name === values.scene);
if (chosen.length === 0) {
  console.error(`There is no scene "${values.scene}", only: ${SCENES.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
await loadEngines();
const results = chosen.map(measureScene);
console.log(values.json ? JSON.stringify(results, null, 2) : textReport(results));
