import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.js';

/** The packages as a user gets them: packed, installed in a project outside the workspace, type-checked, bundled and run. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const packages = ['physics-core', 'ecs-plugin', 'debug-draw'] as const;
const app = mkdtempSync(join(tmpdir(), 'tenon-app-'));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const run = (command: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
};

const tool = (name: string): string => join(root, 'node_modules/.bin', name);

const tarballOf = (name: string): string => {
  run('npx', ['--yes', packageManager, 'pack', '--pack-destination', app], join(root, 'packages', name));
  const tarball = readdirSync(app).find((file) => file.startsWith(`tenon-${name}-`));
  return `file:./${tarball}`;
};

/** A library that the app uses beside Tenon, as it was installed for the tests: npm needs no network then. */
const installed = (path: string): string => `file:${realpathSync(join(root, path))}`;

const MAIN = `
import { ball, box, collider, createPhysics, halfSpace, hinge, Joint, jointFactory, jointFields, Position, position, rigidBody, stepPhysics } from '@tenon/ecs-plugin';
import { createLineBuffer } from '@tenon/debug-draw';
import { defineJoint, hashWorld, hinge as coreHinge, numberParam, sixDof, swingTwist } from '@tenon/physics-core';
import { coreWorld } from '@tenon/ecs-plugin';
import { jointRows } from '@tenon/physics-core/inspect';
import { pointRows } from '@tenon/physics-core/parts';
import { addEntity, createWorld } from 'bitecs';

const peg = defineJoint({
  type: 'peg',
  about: 'Holds a point.',
  slots: ['x', 'y', 'z'],
  params: { reach: numberParam({ unit: 'm', default: 1, about: 'Reach.' }) },
  rows: (j) => pointRows(j, 0),
});
const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
const door = addEntity(world, position(5, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
const axle = addEntity(world, hinge({ bodyB: door, axis: [0, 1, 0], motor: { speed: 1, maxForce: 10 } }));
addEntity(world, ball({ bodyB: door }));
const nail = addEntity(world, jointFactory(peg)({ bodyB: door, reach: 2 }));
Joint.motorSpeed[axle] = 2;
jointFields(peg).reach[nail] = 3;
jointFields(coreHinge).motorSpeed[axle] = 2;
jointFields(sixDof);
jointFields(swingTwist);
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
const answer: string = Position.y[crate].toFixed(2);
console.log(answer, hashWorld(coreWorld(world)).length, typeof jointRows, typeof createLineBuffer);
`;

const tsconfig = (module: string, moduleResolution: string): string =>
  JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      module,
      moduleResolution,
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    },
    files: ['main.ts'],
  });

beforeAll(() => {
  run(tool('tsc'), ['-b', 'packages/physics-core', 'packages/ecs-plugin', 'packages/debug-draw'], root);
  run(process.execPath, ['packages/physics-core/bundle.mjs'], root);
  const dependencies = {
    ...Object.fromEntries(packages.map((name) => [`@tenon/${name}`, tarballOf(name)])),
    bitecs: installed('packages/ecs-plugin/node_modules/bitecs'),
    three: installed('test/node_modules/three'),
  };
  const manifest = { name: 'app', type: 'module', private: true, dependencies };
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund'], app);
  writeFileSync(join(app, 'main.ts'), MAIN);
}, 300_000);

afterAll(() => rmSync(app, { recursive: true, force: true }));

const filesOf = (name: string): string[] =>
  readdirSync(join(app, 'node_modules/@tenon', name), { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );

it.each(packages)('%s has one build, with source maps, texts and versions that can be installed', (name) => {
  const files = filesOf(name);
  const manifest = JSON.parse(readFileSync(join(app, 'node_modules/@tenon', name, 'package.json'), 'utf8'));
  expect(JSON.stringify(manifest.dependencies ?? {})).not.toContain('workspace:');
  expect(files).toContain('README.md');
  expect(manifest.keywords.length).toBeGreaterThan(3);
  expect(files.filter((file) => file.includes('tsbuildinfo'))).toEqual([]);
  const code = files.filter((file) => /^dist\/.*\.js$/.test(file));
  for (const file of code) expect(files).toContain(`${file}.map`);
  if (name === 'physics-core') expect(code.filter((file) => !file.startsWith('dist/bundle/'))).toEqual([]);
});

it('npm pack refuses what it would break', () => {
  const { status, stderr } = spawnSync('npm', ['pack', '--dry-run'], {
    cwd: join(root, 'packages/ecs-plugin'),
    encoding: 'utf8',
    env: { ...process.env, npm_config_user_agent: 'npm/10' },
    shell: process.platform === 'win32',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('Use pnpm pack');
});

/** The compiler of the workspace, and older ones under names of their own. */
const compilers = {
  7: tool('tsc'),
  ...Object.fromEntries(
    ['5.9', '5.8', '5.6', '5.4'].map((version) => [
      version,
      join(root, `test/node_modules/typescript-${version}/bin/tsc`),
    ]),
  ),
} as Readonly<Record<string, string>>;

it.each([
  ['7', 'Bundler'],
  ['7', 'NodeNext'],
  ['5.9', 'Bundler'],
  ['5.8', 'Bundler'],
  ['5.6', 'Bundler'],
  ['5.4', 'Bundler'],
  ['5.4', 'NodeNext'],
])('types check with TypeScript %s and %s, libraries included', (version, resolution) => {
  const module = resolution === 'Bundler' ? 'ESNext' : resolution;
  writeFileSync(join(app, 'tsconfig.json'), tsconfig(module, resolution));
  run(compilers[version], ['-p', 'tsconfig.json'], app);
});

/** Writes out/entry.js. */
const build = (source: string): void => {
  writeFileSync(join(app, 'entry.ts'), source);
  const script = `import { build } from ${JSON.stringify(join(root, 'node_modules/vite/dist/node/index.js'))};
await build({ root: ${JSON.stringify(app)}, logLevel: 'error', build: { outDir: 'out', emptyOutDir: true, minify: true,
  rollupOptions: { input: 'entry.ts', output: { entryFileNames: 'entry.js', format: 'es' } } } });`;
  writeFileSync(join(app, 'build.mjs'), script);
  run(process.execPath, ['build.mjs'], app);
};

/** Bytes of a bundle, gzipped, and what it prints. */
const bundle = (source: string): { readonly bytes: number; readonly prints: string } => {
  build(source);
  const bytes = gzipSync(readFileSync(join(app, 'out/entry.js'))).length;
  return { bytes, prints: run(process.execPath, ['out/entry.js'], app).trim() };
};

/** What a game does: entities fall, and three.js draws them. */
const GAME = `
import { box, collider, createPhysics, halfSpace, Position, position, rigidBody, stepPhysics } from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';
import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
const scene = new Scene();
const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
scene.add(mesh);
const camera = new PerspectiveCamera();
camera.position.set(0, 1, 5);
const renderer = new WebGLRenderer();
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
mesh.position.set(Position.x[crate], Position.y[crate], Position.z[crate]);
renderer.render(scene, camera);
document.title = mesh.position.y.toFixed(2) + ' ' + renderer.info.render.triangles;
`;

it('runs in the browser, with bitECS and three.js', async () => {
  build(GAME);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addScriptTag({ path: join(app, 'out/entry.js'), type: 'module' });
    await page.waitForFunction(() => document.title !== '');
    expect(await page.title()).toBe('0.50 12');
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

it('bundles and runs, without Pixi', () => {
  const { bytes, prints } = bundle(MAIN);
  console.log(`plugin, joints and debug drawing: ${(bytes / 1000).toFixed(1)} kB gzip`);
  expect(prints).toBe('0.50 16 function function');
});

const HINGE = `import { createJoint, hinge } from '@tenon/physics-core';
createJoint(world, hinge({ bodyB: crate }));`;

const HELLO = readFileSync(join(root, 'test/docs/snippets/hello-world.ts'), 'utf8');

const PLUGIN_HELLO = `import { box, collider, createPhysics, halfSpace, Position, position, rigidBody, stepPhysics } from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
console.log(Position.y[crate].toFixed(2));
`;

const PLUGIN_HINGE = `import { hinge } from '@tenon/ecs-plugin';
addEntity(world, hinge({ bodyB: crate }));
`;

/**
 * kB, gzipped. The goal of a bare import, 1, is met; those of hello world, 45, and of everything, 100, are missed: so much there is,
 * with some room (decision 80). A hello world has no joints, hulls, cylinders, meshes, hooks and classic methods (docs/architecture.md), and with
 * the plugin, bitECS included, no characters and queries either (decision 61).
 */
it.each([
  ['a bare import', `import '@tenon/physics-core';`, 1],
  ['hello world', HELLO, 82.5],
  ['hello world with a hinge', `${HELLO}${HINGE}`, 170],
  ['hello world of the plugin', PLUGIN_HELLO, 110],
  ['hello world of the plugin with a hinge', `${PLUGIN_HELLO}${PLUGIN_HINGE}`, 202],
  [
    'everything',
    `import * as tenon from '@tenon/physics-core';\nconsole.log(Object.keys(tenon).length > 100);`,
    240,
  ],
])('the size of %s', (name, source, most) => {
  const { bytes } = bundle(source);
  console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB gzip`);
  expect(bytes / 1000).toBeLessThan(most);
});

/** What a bundle with nothing but a crate does with other things that come as data. */
const fromData = (source: string): string =>
  bundle(`${PLUGIN_HELLO}${source}`).prints.split('\n').slice(1).join('\n');

it('a literal of a shape whose code is not there is refused with what to do', () => {
  const refused = fromData(`
try {
  collider({ kind: 'hull', points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] });
} catch (error) {
  console.log(error.message);
}`);
  expect(refused).toContain('Nothing has loaded the code for a hull');
  expect(refused).toContain('loadEverything()');
});

it('components that are written to as numbers bring the code for what they may mean', () => {
  const prints = fromData(`
import { addComponent, addComponents, query } from 'bitecs';
import { Character, Collider, componentFields, Joint, RigidBody, waitingEntities } from '@tenon/ecs-plugin';
const drum = addEntity(world, position(4, 3, 0), rigidBody());
addComponent(world, drum, Collider);
Collider.shape[drum] = 7;
Collider.sizeX[drum] = 0.5;
Collider.sizeY[drum] = 0.5;
Collider.sizeZ[drum] = 0.4;
const walker = addEntity(world, position(8, 1, 0), rigidBody({ type: 'kinematic' }), collider(box(0.3, 0.9, 0.3)));
addComponent(world, walker, Character);
Character.x[walker] = 1;
const door = addEntity(world, position(12, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
addComponent(world, door, Joint);
Joint.type[door] = 6;
Joint.frameAX[door] = 12;
Joint.frameAY[door] = 3;
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
console.log([drum, walker, door].map((e) => Position.x[e].toFixed(1) + ' ' + Position.y[e].toFixed(1)).join(', '));
console.log(componentFields(Joint).some(({ name }) => name === 'twistMotorSpeed'), waitingEntities(world).length);
`);
  expect(prints).toBe('4.0 0.4, 10.0 0.9, 12.0 3.0\ntrue 0');
});
