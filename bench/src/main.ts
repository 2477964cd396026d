import { parseArgs } from 'node:util';
import { CHAIN_GROWTH_SCENE, chainGrowthText, measureChainGrowth } from './chain-growth.js';
import { CREATION_SCENE, creationText, measureCreation } from './creation.js';
import { DRAW_SCENES, drawText, measureDrawing } from './draw.js';
import { ECS_SCENES, measureEcs } from './ecs.js';
import { ecsText } from './ecs-report.js';
import { loadEngines } from './engines.js';
import { GROWTH_SCENE, growthText, measureGrowth } from './growth.js';
import { measureScene } from './measure.js';
import { measureRays, RAYS_SCENES, raysText } from './rays.js';
import { LEGEND, sceneText } from './report.js';
import { SCENES } from './scenes.js';
import { measureSnapshots, SNAPSHOTS_SCENE, snapshotsText } from './snapshots.js';
import { measureStanding, STANDING_SCENE, standingText } from './standing.js';

const USAGE = 'npm run bench -- [--scene name] [--json]';

const readOptions = () => {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false }, scene: { type: 'string' } } });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`);
    process.exit(1);
  }
};

interface Measured {
  readonly result: unknown;
  readonly text: string;
}

interface Benchmark {
  readonly name: string;
  measure(): Measured;
}

const benchmark = <T>(name: string, measure: () => T, textOf: (result: T) => string): Benchmark => ({
  name,
  measure: () => {
    const result = measure();
    return { result, text: textOf(result) };
  },
});

const BENCHMARKS: readonly Benchmark[] = [
  ...SCENES.map((scene) => benchmark(scene.name, () => measureScene(scene), sceneText)),
  benchmark(GROWTH_SCENE, measureGrowth, growthText),
  benchmark(CHAIN_GROWTH_SCENE, measureChainGrowth, chainGrowthText),
  benchmark(SNAPSHOTS_SCENE, measureSnapshots, snapshotsText),
  benchmark(STANDING_SCENE, measureStanding, standingText),
  ...RAYS_SCENES.map((scene) => benchmark(scene.name, () => measureRays(scene), raysText)),
  benchmark(CREATION_SCENE, measureCreation, creationText),
  ...ECS_SCENES.map((scene) => benchmark(scene.name, () => measureEcs(scene), ecsText)),
  ...DRAW_SCENES.map((scene) => benchmark(scene.name, () => measureDrawing(scene), drawText)),
];

const { values } = readOptions();
const chosen = BENCHMARKS.filter(({ name }) => values.scene === undefined || name === values.scene);
if (chosen.length === 0) {
  const known = BENCHMARKS.map(({ name }) => name).join(', ');
  console.error(`There is no scene "${values.scene}", only: ${known}.`);
  process.exit(1);
}
await loadEngines();
if (!values.json) console.log(LEGEND);
const results: unknown[] = [];
for (const { measure } of chosen) {
  const { result, text } = measure();
  results.push(result);
  // All of them take minutes, so each is shown when it is done.
  if (!values.json) console.log(`\n${text}`);
}
if (values.json) console.log(JSON.stringify(results, null, 2));
