import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { bodyType, sceneToWorld, stepWorld } from '../packages/physics-core/dist/bundle/index.js';
import { recordWorld } from '../packages/physics-core/dist/bundle/inspect.js';

/**
 * `npm run simulate -- scene.json --seconds 10 --out run.csv`: a scene file in, the trajectory of all its bodies out.
 * See docs/scene-files.md.
 */
const USAGE =
  'Usage: npm run simulate -- scene.json --out run.csv|run.json [--seconds 10] [--rate 60] [--joints] [--contacts] [--energy]';

/** A larger file is no scene that anybody waits for. */
const MOST_BYTES = 2e8;
/** Numbers of a table that fits into memory, about 1 GB of text. */
const MOST_NUMBERS = 5e7;

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const readArguments = (args) => {
  const options = { seconds: '10', rate: '60' };
  const flags = ['joints', 'contacts', 'energy'];
  for (let i = 0; i < args.length; i++) {
    const name = args[i].replace(/^--/, '');
    if (!args[i].startsWith('--') && options.scene === undefined) options.scene = args[i];
    else if (args[i].startsWith('--') && flags.includes(name)) options[name] = true;
    else if (args[i].startsWith('--') && ['seconds', 'rate', 'out'].includes(name)) options[name] = args[++i];
    else fail(`What is ${args[i]}?\n${USAGE}`);
  }
  return options;
};

const options = readArguments(process.argv.slice(2));
if (!options.scene || !/\.(csv|json)$/.test(options.out ?? '')) fail(USAGE);
const seconds = Number(options.seconds);
const rate = Number(options.rate);
if (!(seconds > 0 && seconds <= 1e5))
  fail(`--seconds is ${options.seconds}. Pass a time above 0, at most 100000.`);
if (!(rate >= 1 && rate <= 1e5)) fail(`--rate is ${options.rate}. Pass steps a second, from 1 to 100000.`);

const readScene = () => {
  try {
    const { size } = statSync(options.scene);
    if (size > MOST_BYTES) throw new Error(`The file has ${size} bytes. Pass at most ${MOST_BYTES}.`);
    return sceneToWorld(JSON.parse(readFileSync(options.scene, 'utf8')));
  } catch (error) {
    return fail(`${options.scene}: ${error.message}`);
  }
};

const { world, bodies, joints, bodyNames, jointNames } = readScene();

/** Handles by their names, or by # and their place in the file. */
const byName = (handles, names) => {
  const nameOf = new Map([...names].map(([name, handle]) => [handle, name]));
  return handles.map((handle, i) => [nameOf.get(handle) ?? `#${i}`, handle]);
};
const moving = byName(bodies, bodyNames).filter(([, body]) => bodyType(world, body) !== 'static');
const recording = recordWorld(world, {
  bodies: Object.fromEntries(moving),
  joints: options.joints ? Object.fromEntries(byName(joints, jointNames)) : {},
  energy: options.energy === true,
  contacts: options.contacts === true,
});
const steps = Math.round(seconds * rate);
const numbers = (steps + 1) * recording.columns.length;
if (numbers > MOST_NUMBERS)
  fail(
    `${numbers} numbers are more than ${MOST_NUMBERS}. Pass fewer --seconds, a lower --rate or a smaller scene.`,
  );

/** A line that is written over on a terminal, and a line every ten seconds elsewhere. */
const showProgress = (i) => {
  const text = `${(i / rate).toFixed(0)} of ${seconds} s`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
  else if (i % Math.round(10 * rate) === 0 && i < steps) console.error(text);
};

recording.sample();
for (let i = 1; i <= steps; i++) {
  try {
    stepWorld(world, 1 / rate);
  } catch (error) {
    fail(`${options.scene}, step ${i}: ${error.message}`);
  }
  recording.sample();
  if (i % Math.round(rate) === 0) showProgress(i);
}
if (process.stderr.isTTY) process.stderr.write('\n');

try {
  writeFileSync(
    options.out,
    options.out.endsWith('.csv') ? recording.toCsv() : JSON.stringify(recording.toJson()),
  );
} catch (error) {
  fail(`${options.out}: ${error.message}`);
}
console.log(`${options.out}: ${moving.length} bodies, ${steps + 1} moments of ${seconds} s`);
