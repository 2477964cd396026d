import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, createServer, preview, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageState } from '../../apps/playground/src/page-state.js';
import { launchChromium, WEBGPU_FLAGS } from './chromium.js';
import { openPage, type WatchedPage } from './watched-page.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const playground = join(root, 'apps/playground');
const artefacts = join(root, 'artefacts');
/** A part of the view that no panel covers, for comparing pictures. */
const MIDDLE = { x: 120, y: 80, width: 280, height: 180 };

const stateOf = (page: Page): Promise<PageState> => page.evaluate(() => window.tenon.state());

const waitForFrames = async (page: Page, count = 2): Promise<void> => {
  await page.waitForFunction(() => window.tenon !== undefined);
  const { frameCount } = await stateOf(page);
  await page.waitForFunction((least) => window.tenon.state().frameCount >= least, frameCount + count);
};

const drag = async (page: Page, button: 'left' | 'right', dx: number, dy: number): Promise<void> => {
  await page.mouse.move(320, 180);
  await page.mouse.down({ button });
  await page.mouse.move(320 + dx, 180 + dy, { steps: 5 });
  await page.mouse.up({ button });
  await waitForFrames(page);
};

describe('the built playground, served from a folder of a web server', () => {
  let browser: Browser;
  let url: string;
  let stopServer: () => Promise<void>;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(artefacts, { recursive: true });
    const outDir = join(root, 'node_modules/.cache/playground-build');
    await build({ root: playground, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
    const server = await preview({
      root: playground,
      base: '/some/folder/',
      build: { outDir },
      preview: { port: 0 },
    });
    stopServer = () => server.close();
    url = server.resolvedUrls?.local[0] ?? '';
    browser = await launchChromium();
    watched = await openPage(browser, url);
    page = watched.page;
    await waitForFrames(page);
  });

  afterAll(async () => {
    await browser?.close();
    await stopServer?.();
    watched?.assertQuiet();
  });

  test('runs by itself', async () => {
    const before = await stateOf(page);
    await page.waitForFunction((steps) => window.tenon.state().stepCount > steps, before.stepCount + 2);
    const after = await stateOf(page);
    expect(after.paused).toBe(false);
    expect(after.hash).not.toBe(before.hash);
  });

  test('pauses with the space bar, steps exactly once with the point key and with the button', async () => {
    await page.keyboard.press('Space');
    const paused = await stateOf(page);
    expect(paused.paused).toBe(true);
    await waitForFrames(page, 3);
    expect((await stateOf(page)).stepCount).toBe(paused.stepCount);

    await page.keyboard.press('.');
    await waitForFrames(page, 3);
    const stepped = await stateOf(page);
    expect(stepped.stepCount).toBe(paused.stepCount + 1);
    expect(stepped.hash).not.toBe(paused.hash);

    await page.click('#step');
    await waitForFrames(page, 3);
    expect((await stateOf(page)).stepCount).toBe(paused.stepCount + 2);
  });

  test('orbits, pans and zooms with the mouse, and the picture follows', async () => {
    const picture = (): Promise<Buffer> => page.screenshot({ clip: MIDDLE });
    const before = await stateOf(page);
    expect(before.paused).toBe(true);
    const still = await picture();
    expect(still.equals(await picture()), 'a paused picture stands still').toBe(true);

    await drag(page, 'left', 90, 30);
    const orbited = (await stateOf(page)).camera;
    expect(orbited.yaw).toBeLessThan(before.camera.yaw - 0.1);
    expect(orbited.pitch).toBeGreaterThan(before.camera.pitch + 0.05);
    expect(orbited.target).toEqual(before.camera.target);
    const turned = await picture();
    expect(turned.equals(still), 'orbiting changes the picture').toBe(false);

    await drag(page, 'right', 60, 40);
    const panned = (await stateOf(page)).camera;
    expect(panned.target).not.toEqual(orbited.target);
    expect(panned.yaw).toBe(orbited.yaw);
    const shifted = await picture();
    expect(shifted.equals(turned), 'panning changes the picture').toBe(false);

    await page.mouse.wheel(0, -300);
    await waitForFrames(page);
    expect((await stateOf(page)).camera.distance).toBeLessThan(panned.distance);
    expect((await picture()).equals(shifted), 'zooming changes the picture').toBe(false);
    expect((await stateOf(page)).hash, 'looking changes nothing').toBe(before.hash);
  });

  test('starts over to the same bits, and takes the same way again', async () => {
    const run = async (): Promise<[start: string, end: string]> => {
      await page.keyboard.press('r');
      const start = await stateOf(page);
      expect(start.stepCount).toBe(0);
      await page.evaluate(() => window.tenon.advance(120));
      return [start.hash, (await stateOf(page)).hash];
    };
    const first = await run();
    expect(first[0]).not.toBe(first[1]);
    expect(await run()).toEqual(first);
  });

  test('the bodies pile up on the floor, none below it', async () => {
    await page.click('#reset');
    await page.evaluate(() => window.tenon.advance(180));
    await waitForFrames(page);
    const falling = await stateOf(page);
    expect(falling.positions.length).toBeGreaterThan(100);
    expect(falling.contactCount).toBeGreaterThan(falling.positions.length);

    await page.evaluate(() => window.tenon.advance(600));
    await waitForFrames(page);
    for (const position of (await stateOf(page)).positions) {
      expect(position.every(Number.isFinite)).toBe(true);
      expect(position[1]).toBeGreaterThan(0.1);
      expect(position[1]).toBeLessThan(6);
    }
    await page.waitForFunction(() => document.querySelector('#step-count')?.textContent === '780');
    expect(await page.textContent('#contact-count')).toMatch(/^\d+$/);
    expect(await page.textContent('#frame-time')).toMatch(/^\d+\.\d\d ms$/);
  });

  test('follows the size of the window', async () => {
    await page.setViewportSize({ width: 500, height: 400 });
    await waitForFrames(page, 3);
    const size = await page.evaluate(() => {
      const { width, height } = document.querySelector('canvas') as HTMLCanvasElement;
      return [width, height];
    });
    expect(size).toEqual([500, 400]);
  });

  test('looks the same at 1280 × 720 with two device pixels for each pixel', async () => {
    const large = await openPage(browser, url, { width: 1280, height: 720, density: 2 });
    await waitForFrames(large.page);
    await large.page.keyboard.press('Space');
    await large.page.evaluate(() => window.tenon.advance(90));
    await waitForFrames(large.page, 3);
    expect(await large.page.evaluate(() => document.querySelector('canvas')?.width)).toBe(2560);
    await large.page.screenshot({ path: join(artefacts, 'playground.png'), scale: 'css' });
    await large.close();
  });
});

describe('the development server that `npm start` runs', () => {
  let server: ViteDevServer;

  beforeAll(async () => {
    server = await createServer({ root: playground, logLevel: 'warn', server: { port: 0 } });
    await server.listen();
  });

  afterAll(() => server?.close());

  const open = async (flags: readonly string[], query: string, picture: string): Promise<PageState> => {
    const browser = await launchChromium(flags);
    try {
      const watched = await openPage(browser, `${server.resolvedUrls?.local[0]}${query}`);
      await waitForFrames(watched.page);
      const state = await stateOf(watched.page);
      await watched.page.screenshot({ path: join(artefacts, picture) });
      await watched.close();
      return state;
    } finally {
      await browser.close();
    }
  };

  test('serves the page', async () => {
    expect((await open([], '', 'playground-webgl.png')).renderer).toBe('webgl');
  });

  test('and it draws with WebGPU too, where the browser has it', async (context) => {
    const { renderer } = await open(WEBGPU_FLAGS, '?renderer=webgpu', 'playground-webgpu.png');
    context.skip(renderer !== 'webgpu', 'this browser offers no WebGPU adapter');
  });
});
