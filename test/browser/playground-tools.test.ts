import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coreWorld, physicsPost, physicsPre, physicsSolve } from '@tenon/ecs-plugin';
import {
  allBodies,
  allJoints,
  type BodyHandle,
  bodyColliders,
  bodyPosition,
  bodyType,
  type World as CoreWorld,
  hashWorld,
  type JointHandle,
  jointDef,
  linearVelocity,
  sceneToWorld,
  stepWorld,
  updateBody,
  updateCollider,
  updateJoint,
  worldSettings,
} from '@tenon/physics-core';
import { parseRecording } from '@tenon/physics-core/inspect';
import type { World } from 'bitecs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { follow, root, stateOf, waitForFrames } from './playground-server.js';
import { advance, sharePlayground } from './shared-playground.js';

let page: Page;

sharePlayground((opened) => {
  page = opened;
});

/** Drops a file on the page, as the user does with one from a folder. */
const dropFile = (target: Page, name: string, text: string): Promise<void> =>
  target.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName, { type: 'application/json' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

/** The text field of a parameter's row on the panel. */
const field = (folder: string, name: string) =>
  page
    .locator('#joint-panel .lil-gui', { has: page.locator('.lil-title', { hasText: folder }) })
    .last()
    .locator('.lil-controller', { has: page.locator('.lil-name', { hasText: name }) })
    .first()
    .locator('input[type=text]');

test('a motor that is tuned on the panel moves its joint, and the scene’s plan does not take it back', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:sprung');
  const mode = page.locator('#joint-panel select').first();
  await mode.selectOption('speed');
  await field('Motor', 'speed').fill('1.5rad/s');
  await field('Motor', 'speed').press('Enter');
  expect((await stateOf(page)).tuning).toEqual({ sprung: { motor: { mode: 'speed', speed: 1.5 } } });
  await advance(page, 60);
  const { angle } = await page.evaluate(() => window.tenon.coordinates('sprung'));
  expect(angle.rate).toBeCloseTo(1.5, 6);

  await page.selectOption('#selection', 'joint:driven');
  await field('Motor', 'speed').fill('-0.25 rad');
  await field('Motor', 'speed').press('Enter');
  await advance(page, 30);
  const driven = await page.evaluate(() => window.tenon.coordinates('driven'));
  expect(driven.angle.rate).toBeCloseTo(-0.25, 6);
});

test('what is typed is kept: degrees for angles, and no digits of a slider', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:driven');
  await field('Limits', 'upper').fill('45deg');
  await field('Limits', 'upper').press('Enter');
  expect(await field('Limits', 'upper').inputValue()).toBe('45');
  await field('Limits', 'limit restitution').fill('0.3');
  await field('Limits', 'limit restitution').press('Enter');
  await field('Limits', 'stops: hertz').fill('apples');
  await field('Limits', 'stops: hertz').press('Enter');
  const { limits, ...others } = (await stateOf(page)).tuning.driven as { limits: number[] };
  expect(limits[1]).toBe(Math.PI / 4);
  expect(others).toEqual({ limitRestitution: 0.3 });
});

test('only the fields of the motor’s mode are on the panel', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:driven');
  expect(await field('Motor', 'speed').isVisible()).toBe(true);
  expect(await field('Motor', 'target').isVisible()).toBe(false);
  await page.locator('#joint-panel select').first().selectOption('position');
  expect(await field('Motor', 'speed').isVisible()).toBe(false);
  expect(await field('Motor', 'target').isVisible()).toBe(true);
});

test('a body that is tuned on the panel stays so when the scene starts over, and in the link', async () => {
  await follow(page, '#scene=falling-shapes&paused=1&select=body:%231');
  const mass = page
    .locator('#joint-panel .lil-controller', { has: page.locator('.lil-name', { hasText: 'mass' }) })
    .locator('input[type=text]');
  await mass.fill('7');
  await mass.press('Enter');
  await page.keyboard.press('r');
  await waitForFrames(page);
  expect(await mass.inputValue()).toBe('7');
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('"mass":7'));
});

test('a click beside everything keeps plots and table', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:driven');
  await advance(page, 30);
  await page.mouse.click(250, 300);
  await waitForFrames(page);
  expect((await stateOf(page)).selection).toBeUndefined();
  await advance(page, 10);
  const { columns, rows } = parseRecording(await page.evaluate(() => window.tenon.csv()));
  expect(rows.length).toBe(40);
  expect(columns).toContain('angle');
});

test('back goes to the scene before', async () => {
  await follow(page, '#scene=hinge-joint&paused=1');
  await page.locator('a[data-scene="slider-joint"]').dispatchEvent('click');
  await page.waitForFunction(() => location.hash.includes('slider-joint'));
  await page.goBack();
  await page.waitForFunction(() => window.tenon.state().scene === 'hinge-joint');
});

test('on a narrow page scenes, panels and plots are drawers', async () => {
  const closed = () =>
    page.waitForFunction(() => document.querySelector('#app')?.hasAttribute('data-drawer') === false);
  for (const size of [
    { width: 390, height: 780 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await follow(page, '#scene=hinge-joint&paused=1');
    for (const [button, drawer, beside] of [
      ['Scenes', '#browser', size.width - 20],
      ['Panels', '#panels', 20],
      ['Plots', '#dock', 20],
    ] as const) {
      const open = async (): Promise<void> => {
        expect(await page.locator(drawer).isVisible()).toBe(false);
        await page.click(`.drawers button:text-is("${button}")`);
        expect(await page.locator(drawer).isVisible()).toBe(true);
      };
      await open();
      // The text above the view is no part of a drawer either.
      await page.mouse.click(beside, 60);
      await closed();
      await open();
      await page.keyboard.press('Escape');
      await closed();
    }
    await page.click('.drawers button:text-is("Scenes")');
    await page.click('a[data-scene="hinge-joint"]');
    await closed();
  }
  await page.setViewportSize({ width: 960, height: 540 });
});

test('the Home key shows everything, from wherever one looks', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&camera=0,0,0,0,0,9');
  const { camera } = await stateOf(page);
  expect(camera.distance).toBe(0.3);
  expect(Math.abs(camera.pitch)).toBeLessThan(Math.PI / 2);
  await page.keyboard.press('Home');
  await waitForFrames(page);
  const framed = (await stateOf(page)).camera;
  expect(framed.distance).toBeGreaterThan(2);
  expect(framed.distance).toBeLessThan(20);
});

test('a value that makes no sense is refused with words', async () => {
  await follow(
    page,
    '#scene=hinge-joint&paused=1&tune=%7B%22driven%22%3A%7B%22limits%22%3A%5B2%2C1%5D%7D%7D',
  );
  const { message, tuning } = await stateOf(page);
  expect(message).toMatch(/reversed/);
  expect(tuning).toEqual({});
});

test('the rows of the selected joint are on the table, and pointing at one lights up its arrow', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:driven&layers=rows');
  await advance(page, 30);
  await page.click('#tab-rows');
  await page.waitForFunction(() => document.querySelectorAll('#rows tbody tr').length === 7);
  const names = await page.locator('#rows tbody td:first-child').allTextContents();
  expect(names).toEqual(['point x', 'point y', 'point z', 'axis y', 'axis z', 'angle motor', 'angle limit']);
  await waitForFrames(page, 2);
  const clip = { x: 60, y: 60, width: 500, height: 200 };
  const before = await page.screenshot({ clip });
  await page.locator('#rows tbody tr').nth(1).hover();
  await waitForFrames(page, 3);
  expect((await page.screenshot({ clip })).equals(before)).toBe(false);
});

test('the contact rows of the selected body are on the table, and pointing at one draws its arrow', async () => {
  await follow(page, '#scene=falling-shapes&paused=1');
  await advance(page, 150);
  const touching = await page.evaluate(() => window.tenon.touching());
  await follow(page, `#scene=falling-shapes&paused=1&select=body:${touching}&layers=wire`);
  await advance(page, 150);
  await page.click('#tab-rows');
  await page.waitForFunction(() => document.querySelectorAll('#rows tbody tr').length > 5);
  expect(await page.locator('#rows tbody td:nth-child(2)').allTextContents()).toContain('friction');
  const first = await page.locator('#rows tbody tr').first().locator('td').allTextContents();
  expect(first[0]).toMatch(/^#\d+ point 1$/);
  expect(first.slice(3, 7).join(' '), 'C, J·v, residual and λ').toMatch(/^[−\d.e ]+$/);
  await page.mouse.move(200, 150);
  await waitForFrames(page, 2);
  const clip = { x: 20, y: 100, width: 500, height: 200 };
  const before = await page.screenshot({ clip });
  await page.locator('#rows tbody tr').first().hover();
  await waitForFrames(page, 3);
  expect((await page.screenshot({ clip })).equals(before)).toBe(false);
});

/** Compiles the program of "copy as code", runs it and takes some steps. */
const runCode = async (code: string, steps: number, anonymous = false): Promise<CoreWorld> => {
  const folder = mkdtempSync(join(cacheFolder(), 'copied-'));
  const source = join(folder, 'joint.mts');
  writeFileSync(source, code);
  const flags = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--types', ''];
  execFileSync('tsc', [...flags, '--ignoreConfig', source], { stdio: 'inherit' });
  const { world } = (await import(pathToFileURL(join(folder, 'joint.mjs')).href)) as { world: World };
  rmSync(folder, { recursive: true });
  physicsPre(world);
  const core = coreWorld(world);
  if (anonymous) forgetEntities(core);
  for (let i = 0; i < steps; i++) {
    physicsPre(world);
    physicsSolve(world);
    physicsPost(world);
  }
  return core;
};

/** The plugin keeps entity ids in the user data, which is part of the state; the scene has none there. */
const forgetEntities = (core: CoreWorld): void => {
  for (const body of allBodies(core)) {
    updateBody(core, body, { userData: 0 });
    for (const collider of bodyColliders(core, body)) updateCollider(core, collider, { userData: 0 });
  }
  for (const joint of allJoints(core)) updateJoint(core, joint, { userData: 0 });
};

/** Below test, where the packages are found. */
const cacheFolder = (): string => {
  const folder = join(root, 'test/node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  return folder;
};

test('the program of "copy as code" compiles and gives the same motion to the last bit', async () => {
  await follow(
    page,
    '#scene=hinge-joint&paused=1&tune=%7B%22driven%22%3A%7B%22motor%22%3A%7B%22speed%22%3A0.7%7D%7D%7D',
  );
  const code = await page.evaluate(() => window.tenon.code('driven'));
  expect(code).toContain('addEntity(');
  await advance(page, 90);
  const { positions, velocities } = await stateOf(page);
  const core = await runCode(code, 90);
  const [door] = allBodies(core);
  expect(bodyPosition(core, door)).toEqual(positions[0]);
  expect(linearVelocity(core, door)).toEqual(velocities[0]);
});

test.each([
  ['gyroscope', '#0', ''],
  ['double-pendulum', '#0', '&p.rods=1&tune=%7B%22%230%22%3A%7B%22friction%22%3A0.5%7D%7D'],
])(
  'where the joint is all that the scene has, the state hash is the same too: %s',
  async (scene, key, more) => {
    await follow(page, `#scene=${scene}&paused=1${more}`);
    const code = await page.evaluate((joint) => window.tenon.code(joint), key);
    await advance(page, 120);
    expect(hashWorld(await runCode(code, 120, true))).toBe((await stateOf(page)).hash);
  },
);

test('the scene on the screen is saved with what was tuned, dropped and deleted, and opened again', async () => {
  await follow(
    page,
    '#scene=hinge-joint&paused=1&p.limit=0.5&s.substeps=6&tune=%7B%22sprung%22%3A%7B%22friction%22%3A3%7D%7D',
  );
  await advance(page, 30);
  await page.keyboard.press('b');
  await page.selectOption('#selection', 'joint:driven');
  await page.keyboard.press('Delete');
  const before = await stateOf(page);
  const text = await page.evaluate(() => window.tenon.save());
  const { world, jointNames } = sceneToWorld(JSON.parse(text));
  expect(worldSettings(world).substeps).toBe(6);
  expect(jointNames.has('driven')).toBe(false);
  expect(jointDef(world, jointNames.get('sprung') as JointHandle)).toMatchObject({ friction: 3 });

  await follow(page, '#scene=slider-joint&paused=1');
  await dropFile(page, 'my hinges.tenon.json', text);
  await page.waitForFunction(() => window.tenon.state().scene === 'file');
  expect(await page.textContent('#scene-title')).toBe('my hinges');
  const opened = await stateOf(page);
  expect(opened.positions).toEqual(before.positions);
  expect(opened.velocities).toEqual(before.velocities);
  expect(opened.message).toBe('Opened my hinges.tenon.json.');
  // Everything in it is an entity, and what it does is what the file does elsewhere.
  expect(await page.evaluate(() => window.tenon.entities())).toBe(allBodies(world).length);
  await advance(page, 60);
  for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
  const moving = allBodies(world).filter((body) => bodyType(world, body) === 'dynamic');
  expect((await stateOf(page)).positions).toEqual(moving.map((body) => bodyPosition(world, body)));

  // It starts over from the file, can be tuned, and is saved with its names.
  await page.keyboard.press('r');
  expect((await stateOf(page)).positions).toEqual(before.positions);
  await page.selectOption('#selection', 'joint:sprung');
  const again = await page.evaluate(() => window.tenon.save());
  expect(JSON.parse(again).joints.map(({ name }: { name?: string }) => name)).toContain('sprung');
  // A page without the file cannot show it.
  await page.evaluate(() => {
    location.hash = '#scene=slider-joint&paused=1';
  });
  await page.waitForFunction(() => window.tenon.state().scene === 'slider-joint');
});

test.each([
  ['no JSON', '{"format"', /JSON/],
  ['another format', '{"format":"x","version":1}', /format/],
  ['a bad field', '{"format":"tenon-scene","version":1,"bodies":[{"mass":"much"}]}', /bodies\[0\]: .*mass/],
  ['a prototype', '{"format":"tenon-scene","version":1,"__proto__":{"a":1}}', /__proto__/],
])('a file that is none is refused, and the page is as before: %s', async (_, text, message) => {
  await follow(page, '#scene=slider-joint&paused=1');
  await follow(page, '#scene=hinge-joint&paused=1');
  await advance(page, 10);
  const before = await stateOf(page);
  await dropFile(page, 'bad.json', text);
  await page.waitForFunction(() => window.tenon.state().message !== undefined);
  const after = await stateOf(page);
  expect(after.message).toMatch(/cannot be opened/);
  expect(after.message).toMatch(message);
  expect(after).toMatchObject({ scene: 'hinge-joint', stepCount: 10, hash: before.hash });
});

test('everything that moves is recorded to the table that simulate writes', async () => {
  await follow(page, '#scene=hinge-joint&paused=1');
  const file = await page.evaluate(() => window.tenon.save());
  await dropFile(page, 'hinges.json', file);
  await page.waitForFunction(() => window.tenon.state().scene === 'file');
  await page.click('#tab-scene');
  await page.click('#record');
  await advance(page, 40);
  await page.keyboard.press('b');
  await advance(page, 20);
  await page.evaluate(() => window.tenon.seek(50));
  await advance(page, 5);
  await page.click('#record');
  expect((await stateOf(page)).message).toBe('Recorded 56 moments.');
  const csv = await page.evaluate(() => window.tenon.recorded('csv'));
  const { columns, rows } = parseRecording(csv);
  expect(rows).toHaveLength(56);
  const at = (name: string, i: number): number => rows[i][columns.indexOf(name)];
  const { world, bodyNames } = sceneToWorld(JSON.parse(file));
  const [name, body] = [...bodyNames].find(([, each]) => bodyType(world, each) === 'dynamic') ?? [];
  for (let i = 0; i < 40; i++) stepWorld(world, 1 / 60);
  expect(at(`${name}.position.x`, 40)).toBe(bodyPosition(world, body as BodyHandle)[0]);
  expect(rows.every((row, i) => Math.abs(row[0] - i / 60) < 1e-9)).toBe(true);
  expect(columns).toEqual(expect.arrayContaining(['driven.angle', 'energy.kinetic', 'contacts.count']));
  // The box is there from its first step on.
  const box = columns.find((column) => /^#\d+\.position\.y$/.test(column)) as string;
  expect([at(box, 40), at(box, 41)]).toEqual([Number.NaN, expect.any(Number)]);
  const json = JSON.parse(await page.evaluate(() => window.tenon.recorded('json')));
  expect(json).toMatchObject({ format: 'tenon-trajectory', version: 1, columns });
  expect(json.rows[40][columns.indexOf(box)]).toBeNull();
  await follow(page, '#scene=hinge-joint&paused=1');
});

test('what is plotted can be exported as a table', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:driven');
  await page.click('#tab-plots');
  await advance(page, 50);
  const csv = await page.evaluate(() => window.tenon.csv());
  const { columns, rows } = parseRecording(csv.replaceAll(/,(?=,|\n)/g, ',0'));
  expect(rows.length).toBe(50);
  expect(columns).toEqual(expect.arrayContaining(['time', 'angle', 'angle.rate', 'force', 'energy.kinetic']));
  const { angle } = await page.evaluate(() => window.tenon.coordinates('driven'));
  expect(rows[49][columns.indexOf('angle')]).toBe(angle.value);
  await page.waitForFunction(() => document.querySelectorAll('#plots .uplot canvas').length >= 2);
});

test('the matrix shows the rows that act as one system, and says what a pointed cell is', async () => {
  await follow(page, '#scene=heavy-chain&paused=1');
  await advance(page, 60);
  await page.click('#tab-matrix');
  const facts = page.locator('.matrix-facts');
  await facts.filter({ hasText: /^33 rows, on 11 bodies; 14 % of A is not 0/ }).waitFor();
  expect(await facts.textContent()).toMatch(/leaves 99\.99\d+ % .*solved directly/);
  const { width, height } = (await page.locator('#matrix canvas').boundingBox())!;
  await page.hover('#matrix canvas', { position: { x: width - 2, y: height - 2 } });
  expect(await page.textContent('.matrix-pointed')).toMatch(/^joint10, point z: 1 \/ .* effective mass\.$/);
  await page.hover('#matrix canvas', { position: { x: 7, y: 2 } });
  expect(await page.textContent('.matrix-pointed')).toMatch(
    /^joint0, point x: ∂Ċ \/ ∂v x of link0 = 1\.00; λ = /,
  );
  await page.click('#tab-plots');
});

test('a crowd of joints is not drawn over its bodies, however the scene is reached', async () => {
  const shown = async () => {
    const { layers } = await stateOf(page);
    return [layers.frames, layers.limits, layers.motors];
  };
  await follow(page, '#scene=ragdoll-pile&paused=1');
  expect(await shown()).toEqual([false, false, false]);
  await follow(page, '#scene=hinge-joint&paused=1');
  expect(await shown()).toEqual([true, true, true]);
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-scene=ragdoll-pile]')?.click());
  await page.waitForFunction(() => window.tenon.state().scene === 'ragdoll-pile');
  await waitForFrames(page);
  expect(await shown()).toEqual([false, false, false]);
  await follow(page, '#scene=hinge-joint&paused=1');
});

test.each([
  ['joint:driven', 'plots'],
  ['joint:driven', 'rows'],
  ['joint:driven', 'matrix'],
  ['body:door', 'plots'],
])('the page goes on when %s is deleted while the world runs, with the tab %s', async (what, tab) => {
  await follow(page, `#scene=hinge-joint&select=${what}`);
  await page.click(`#tab-${tab}`);
  await waitForFrames(page, 10);
  expect((await stateOf(page)).selection).toBeDefined();
  await page.keyboard.press('Delete');
  await waitForFrames(page, 20);
  expect((await stateOf(page)).selection).toBeUndefined();
  await follow(page, '#scene=hinge-joint&paused=1');
});
