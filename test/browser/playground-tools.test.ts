import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coreWorld, physicsPost, physicsPre, physicsSolve } from '@tenon/ecs-plugin';
import { allBodies, bodyPosition, linearVelocity } from '@tenon/physics-core';
import { parseRecording } from '@tenon/physics-core/inspect';
import type { World } from 'bitecs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  follow,
  root,
  type ServedPlayground,
  servePlayground,
  stateOf,
  waitForFrames,
} from './playground-server.js';
import type { WatchedPage } from './watched-page.js';

let served: ServedPlayground;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  served = await servePlayground('playground-build-tools');
  watched = await served.open('#scene=hinge-joint&paused=1', { width: 960, height: 540 });
  page = watched.page;
});

afterEach(() => watched.assertQuiet());
afterAll(() => served?.close());

const advance = (steps: number): Promise<void> => page.evaluate((n) => window.tenon.advance(n), steps);

/** The text field of a parameter's row on the panel. */
const field = (folder: string, name: string) =>
  page
    .locator('#joint-panel .lil-gui', { has: page.locator('.lil-title', { hasText: folder }) })
    .last()
    .locator('.lil-controller', { has: page.locator('.lil-name', { hasText: name }) })
    .first()
    .locator('input');

test('a motor that is tuned on the panel moves its joint, and the scene’s plan does not take it back', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:sprung');
  const mode = page.locator('#joint-panel select').first();
  await mode.selectOption('speed');
  await field('Motor', 'speed').fill('1.5');
  await field('Motor', 'speed').press('Enter');
  expect((await stateOf(page)).tuning).toEqual({ sprung: { motor: { mode: 'speed', speed: 1.5 } } });
  await advance(60);
  const { angle } = await page.evaluate(() => window.tenon.coordinates('sprung'));
  expect(angle.rate).toBeCloseTo(1.5, 6);

  await page.selectOption('#selection', 'joint:driven');
  await field('Motor', 'speed').fill('-0.25');
  await field('Motor', 'speed').press('Enter');
  await advance(30);
  const driven = await page.evaluate(() => window.tenon.coordinates('driven'));
  expect(driven.angle.rate).toBeCloseTo(-0.25, 6);
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
  await advance(30);
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

test('a body follows the mouse, and flies on when it is let go', async () => {
  await follow(page, '#scene=ragdoll-pile&p.people=1&paused=1');
  await advance(240);
  const before = await stateOf(page);
  const [x, y] = await page.evaluate((point) => window.tenon.project(point), before.positions[0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40);
  await page.mouse.move(x, y - 120, { steps: 3 });
  await advance(45);
  const dragged = await stateOf(page);
  const highest = (state: typeof before): number =>
    Math.max(...state.positions.map((position) => position[1]));
  expect(highest(dragged)).toBeGreaterThan(highest(before) + 0.4);
  await page.mouse.move(x + 150, y - 120, { steps: 2 });
  await advance(10);
  await page.mouse.up();
  const thrown = await stateOf(page);
  expect(Math.max(...thrown.velocities.map((velocity) => Math.hypot(...velocity)))).toBeGreaterThan(1);
  await advance(120);
  expect(highest(await stateOf(page))).toBeLessThan(highest(dragged));
});

test('going back and on again gives the same bits, with everything that the user did', async () => {
  await follow(page, '#scene=falling-shapes&paused=1');
  await advance(95);
  await page.keyboard.press('b');
  await advance(25);
  await page.keyboard.press('o');
  await advance(80);
  const { hash } = await stateOf(page);
  await page.evaluate(() => window.tenon.seek(93));
  const back = await stateOf(page);
  expect(back.stepCount).toBe(93);
  expect(back.hash).not.toBe(hash);
  await page.evaluate(() => window.tenon.seek(200));
  expect((await stateOf(page)).hash).toBe(hash);
  // From the middle, where nothing was done afterwards, stepping on is the same as having stepped on.
  await page.evaluate(() => window.tenon.seek(137));
  await advance(63);
  expect((await stateOf(page)).hash).toBe(hash);
});

test('the program of "copy as code" compiles and gives the same motion to the last bit', async () => {
  await follow(
    page,
    '#scene=hinge-joint&paused=1&tune=%7B%22driven%22%3A%7B%22motor%22%3A%7B%22speed%22%3A0.7%7D%7D%7D',
  );
  const code = await page.evaluate(() => window.tenon.code('driven'));
  expect(code).toContain('addEntity(');
  await advance(90);
  const { positions, velocities } = await stateOf(page);

  const folder = join(root, 'test/node_modules/.cache/copied-code');
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'joint.mts');
  writeFileSync(source, code);
  const flags = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--types', ''];
  execFileSync('tsc', [...flags, '--ignoreConfig', source], { stdio: 'inherit' });
  const { world } = (await import(pathToFileURL(join(folder, 'joint.mjs')).href)) as { world: World };
  for (let i = 0; i < 90; i++) {
    physicsPre(world);
    physicsSolve(world);
    physicsPost(world);
  }
  const core = coreWorld(world);
  const [door] = allBodies(core);
  expect(bodyPosition(core, door)).toEqual(positions[0]);
  expect(linearVelocity(core, door)).toEqual(velocities[0]);
});

test('a tuned scene can be saved and loaded', async () => {
  await follow(
    page,
    '#scene=hinge-joint&paused=1&p.limit=0.5&s.substeps=6&tune=%7B%22sprung%22%3A%7B%22friction%22%3A3%7D%7D',
  );
  const { hash } = await stateOf(page);
  const text = await page.evaluate(() => window.tenon.save());
  await follow(page, '#scene=slider-joint&paused=1');
  await page.evaluate((saved) => window.tenon.load(saved), text);
  const loaded = await stateOf(page);
  expect(loaded).toMatchObject({ scene: 'hinge-joint', values: { limit: 0.5 }, settings: { substeps: 6 } });
  expect(loaded.tuning).toEqual({ sprung: { friction: 3 } });
  expect(loaded.hash).toBe(hash);
});

test('what is plotted can be exported as a table', async () => {
  await follow(page, '#scene=hinge-joint&paused=1&select=joint:driven');
  await page.click('#tab-plots');
  await advance(50);
  const csv = await page.evaluate(() => window.tenon.csv());
  const { columns, rows } = parseRecording(csv.replaceAll(/,(?=,|\n)/g, ',0'));
  expect(rows.length).toBe(50);
  expect(columns).toEqual(expect.arrayContaining(['time', 'angle', 'angle.rate', 'force', 'energy.kinetic']));
  const { angle } = await page.evaluate(() => window.tenon.coordinates('driven'));
  expect(rows[49][columns.indexOf('angle')]).toBe(angle.value);
  await page.waitForFunction(() => document.querySelectorAll('#plots .uplot canvas').length >= 2);
});

test('Rapier runs beside Tenon as a ghost', async () => {
  await follow(page, '#scene=double-pendulum&paused=1&compare=rapier');
  await page.waitForFunction(() => window.tenon.state().comparison?.title === 'Rapier');
  await advance(30);
  const early = (await stateOf(page)).comparison?.largest ?? 0;
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(0.2);
  await advance(300);
  expect((await stateOf(page)).comparison?.largest).toBeGreaterThan(early);
  await page.click('#tab-compare');
  await page.waitForFunction(() =>
    /Rapier/.test(document.querySelector('#compare-status')?.textContent ?? ''),
  );
});

test('another solver method runs beside, and what Rapier cannot do is said', async () => {
  await follow(page, '#scene=double-pendulum&paused=1&compare=settings&c.method=baumgarte');
  await page.waitForFunction(() => window.tenon.state().comparison?.title === 'baumgarte');
  await advance(60);
  expect((await stateOf(page)).comparison?.largest).toBeGreaterThan(1e-6);
  await follow(page, '#scene=swing-twist-joint&paused=1&compare=rapier');
  await page.waitForFunction(() => /No comparison/.test(window.tenon.state().message ?? ''));
  expect((await stateOf(page)).compare).toBe('off');
});

test('a scene that blows up is paused with a message, and can be started over', async () => {
  const effort = encodeURIComponent(
    '{"sprung":{"spring":{"hertz":0},"motor":{"mode":"effort","effort":1e12}}}',
  );
  await follow(page, `#scene=slider-joint&tune=${effort}`);
  await page.waitForFunction(() => window.tenon.state().failure !== undefined);
  await page.waitForFunction(() => window.tenon.state().paused);
  expect(await page.textContent('#message')).toMatch(/blew up/);
  await page.click('#message button');
  await page.waitForFunction(
    () => window.tenon.state().stepCount === 0 || window.tenon.state().failure === undefined,
  );
});

test('the picture comes back after the graphics context was lost', async () => {
  await follow(page, '#scene=double-pendulum&paused=1');
  const clip = { x: 100, y: 112, width: 380, height: 120 };
  await waitForFrames(page, 3);
  const before = await page.screenshot({ clip });
  await page.evaluate(async () => {
    const canvas = document.querySelector('#view canvas') as HTMLCanvasElement;
    const context = (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) as WebGLRenderingContext;
    const loss = context.getExtension('WEBGL_lose_context');
    loss?.loseContext();
    await new Promise((resolve) => setTimeout(resolve, 200));
    loss?.restoreContext();
  });
  await page.waitForFunction(() => window.tenon.state().message === 'The picture is back.');
  await waitForFrames(page, 4);
  expect((await page.screenshot({ clip })).equals(before)).toBe(true);
});
