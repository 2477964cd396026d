import { readFileSync, writeFileSync } from 'node:fs';
import {
  allContacts,
  allJoints,
  angularVelocity,
  bodyPosition,
  bodyRotation,
  bodyType,
  jointCoordinates,
  jointError,
  linearVelocity,
  sceneToWorld,
  stepWorld,
} from '../packages/physics-core/dist/bundle/index.js';
import { kineticEnergy, potentialEnergy } from '../packages/physics-core/dist/bundle/inspect.js';

/**
 * `npm run simulate -- scene.json --seconds 10 --out run.csv`: a scene file in, the trajectory of all its bodies out.
 * See docs/scene-files.md.
 */
const USAGE =
  'Usage: npm run simulate -- scene.json --out run.csv|run.json [--seconds 10] [--rate 60] [--joints] [--contacts] [--energy]';

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
if (!(seconds > 0 && seconds <= 1e5)) fail(`--seconds is ${options.seconds}. Pass a time above 0.`);
if (!(rate >= 1 && rate <= 1e5)) fail(`--rate is ${options.rate}. Pass steps a second, from 1 to 100000.`);

let made;
try {
  made = sceneToWorld(JSON.parse(readFileSync(options.scene, 'utf8')));
} catch (error) {
  fail(`${options.scene}: ${error.message}`);
}
const { world, bodies, bodyNames, jointNames } = made;
const nameOf = (names, handle, i) => [...names].find(([, other]) => other === handle)?.[0] ?? i;
const moving = bodies
  .map((body, i) => ({ body, name: nameOf(bodyNames, body, i) }))
  .filter(({ body }) => bodyType(world, body) !== 'static');
const joints = allJoints(world).map((joint, i) => ({ joint, name: nameOf(jointNames, joint, i) }));

const frame = (time) => ({
  time,
  bodies: moving.map(({ body }) => [
    ...bodyPosition(world, body),
    ...bodyRotation(world, body),
    ...linearVelocity(world, body),
    ...angularVelocity(world, body),
  ]),
  ...(options.joints && {
    joints: joints.map(({ joint }) => ({
      error: jointError(world, joint),
      coordinates: jointCoordinates(world, joint),
    })),
  }),
  ...(options.contacts && { contacts: allContacts(world).length }),
  ...(options.energy && { energy: kineticEnergy(world) + potentialEnergy(world) }),
});

const steps = Math.round(seconds * rate);
const frames = [frame(0)];
for (let i = 1; i <= steps; i++) {
  try {
    stepWorld(world, 1 / rate);
  } catch (error) {
    fail(`${options.scene}, step ${i}: ${error.message}`);
  }
  frames.push(frame(i / rate));
  if (process.stderr.isTTY && i % rate === 0)
    process.stderr.write(`\r${(i / rate).toFixed(0)} of ${seconds} s`);
}
if (process.stderr.isTTY) process.stderr.write('\n');

const COLUMNS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'];
const quoted = (name) => (/[",\n]/.test(`${name}`) ? `"${`${name}`.replaceAll('"', '""')}"` : `${name}`);

const csv = () => {
  const extra = ['contacts', 'energy'].filter((field) => options[field]);
  const jointColumns = options.joints
    ? joints.flatMap(({ joint, name }) => [
        `${name}.error`,
        ...Object.keys(jointCoordinates(world, joint)).map((key) => `${name}.${key}`),
      ])
    : [];
  const head = ['time', ...moving.flatMap(({ name }) => COLUMNS.map((column) => `${name}.${column}`))];
  const lines = frames.map((each) => [
    each.time,
    ...each.bodies.flat(),
    ...(each.joints ?? []).flatMap(({ error, coordinates }) => [
      Math.max(error.linear, error.angular),
      ...Object.values(coordinates).map(({ value }) => value),
    ]),
    ...extra.map((field) => each[field]),
  ]);
  return `${[[...head, ...jointColumns, ...extra].map(quoted), ...lines].map((line) => line.join(',')).join('\n')}\n`;
};

const json = () =>
  JSON.stringify({
    format: 'tenon-trajectory',
    version: 1,
    columns: COLUMNS,
    bodies: moving.map(({ name }) => name),
    joints: joints.map(({ name }) => name),
    frames,
  });

writeFileSync(options.out, options.out.endsWith('.csv') ? csv() : json());
console.log(`${options.out}: ${moving.length} bodies, ${frames.length} moments of ${seconds} s`);
