import { parseArgs } from 'node:util';
import { DRAW_SCENES, drawText, measureDrawing } from './draw.js';
import { ECS_SCENES, measureEcs } from './ecs.js';
import { ecsText } from './ecs-report.js';
import { loadEngines } from './engines.js';
import { measureScene } from './measure.js';
import { textReport } from './report.js';
import { SCENES } from './scenes.js';

const USAGE = 'npm run bench -- [--scene name] [--json]';

const readOptions = () => {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false }, scene: { type: 'string' } } });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`);
    process.exit(1);
  }
};

const { values } = readOptions();
const isChosen = ({ name }: { readonly name: string }): boolean =>
  values.scene === undefined || name === values.scene;
const chosen = SCENES.filter(isChosen);
const chosenEcs = ECS_SCENES.filter(isChosen);
const chosenDraw = DRAW_SCENES.filter(isChosen);
if (chosen.length + chosenEcs.length + chosenDraw.length === 0) {
  const known = [...SCENES, ...ECS_SCENES, ...DRAW_SCENES].map(({ name }) => name).join(', ');
  console.error(`There is no scene "${values.scene}", only: ${known}.`);
  process.exit(1);
}
if (chosen.length > 0) await loadEngines();
const results = chosen.map(measureScene);
const ecs = chosenEcs.map(measureEcs);
const drawn = chosenDraw.map(measureDrawing);
const texts = [
  ...(results.length > 0 ? [textReport(results)] : []),
  ...ecs.map(ecsText),
  ...drawn.map(drawText),
];
console.log(values.json ? JSON.stringify([...results, ...ecs, ...drawn], null, 2) : texts.join('\n\n'));
