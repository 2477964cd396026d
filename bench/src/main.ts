import { parseArgs } from 'node:util';
import { ECS_SCENES, measureEcs } from './ecs.js';
import { ecsText } from './ecs-report.js';
import { loadEngines } from './engines.js';
import { measureScene } from './measure.js';
import { textReport } from './report.js';
import { SCENES } from './scenes.js';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, scene: { type: 'string' } },
});
const isChosen = ({ name }: { readonly name: string }): boolean =>
  values.scene === undefined || name === values.scene;
const chosen = SCENES.filter(isChosen);
const chosenEcs = ECS_SCENES.filter(isChosen);
if (chosen.length + chosenEcs.length === 0) {
  const known = [...SCENES, ...ECS_SCENES].map(({ name }) => name).join(', ');
  console.error(`There is no scene "${values.scene}", only: ${known}.`);
  process.exit(1);
}
if (chosen.length > 0) await loadEngines();
const results = chosen.map(measureScene);
const ecs = chosenEcs.map(measureEcs);
const texts = [...(results.length > 0 ? [textReport(results)] : []), ...ecs.map(ecsText)];
console.log(values.json ? JSON.stringify([...results, ...ecs], null, 2) : texts.join('\n\n'));
