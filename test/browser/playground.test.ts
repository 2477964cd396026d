import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageState } from '../../apps/playground/src/page-state.js';
import { launchChromium, WEBGPU_FLAGS } from './chromium.js';
import {
  artefacts,
  follow,
  playground,
  type ServedPlayground,
  servePlayground,
  stateOf,
  waitForFrames,
} from './playground-server.js';
import { openPage, type WatchedPage } from './watched-page.js';

/** A part of the view that no panel covers, for comparing pictures. */
const MIDDLE = { x: 40, y: 120, width: 300, height: 120 };
/** A point of the view with nothing to drag below it. */
const EMPTY = { x: 60, y: 160 };

const drag = async (page: Page, button: 'left' | 'right', dx: number, dy: number): Promise<void> => {
  await page.mouse.move(EMPTY.x, EMPTY.y);
  await page.mouse.down({ button });
  await page.mouse.move(EMPTY.x + dx, EMPTY.y + dy, { steps: 3 });
  await page.mouse.up({ button });
  await waitForFrames(page);
};

describe('the built playground, served from a folder of a web server', () => {
  let served: ServedPlayground;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(artefacts, { recursive: true });
    served = await servePlayground();
    watched = await served.open('#scene=double-pendulum');
    page = watched.page;
  });

  afterAll(async () => {
    await served?.close();
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
    await waitForFrames(page, 2);
    const stepped = await stateOf(page);
    expect(stepped.stepCount).toBe(paused.stepCount + 1);
    expect(stepped.hash).not.toBe(paused.hash);

    await page.click('#step');
    await waitForFrames(page, 2);
    expect((await stateOf(page)).stepCount).toBe(paused.stepCount + 2);
  });

  test('orbits, pans and zooms with the mouse, and the picture follows', async () => {
    const picture = (): Promise<Buffer> => page.screenshot({ clip: MIDDLE });
    const before = await stateOf(page);
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

    await page.mouse.wheel(0, -300);
    await waitForFrames(page);
    expect((await stateOf(page)).camera.distance).toBeLessThan(panned.distance);
    expect((await picture()).equals(turned), 'panning and zooming change the picture').toBe(false);
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

  test('a layer can be switched with its key, and the picture and the address follow', async () => {
    const before = await page.screenshot({ clip: MIDDLE });
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await waitForFrames(page, 3);
    const { layers } = await stateOf(page);
    expect([layers.wire, layers.solid]).toEqual([false, false]);
    expect((await page.screenshot({ clip: MIDDLE })).equals(before)).toBe(false);
    await page.waitForFunction(() => /layers=(?!.*(wire|solid))/.test(location.hash));
  });

  test('a link shows the same again', async () => {
    const link =
      '#scene=heavy-chain&p.links=4&s.substeps=8&tune=%7B%22joint1%22%3A%7B%22hertz%22%3A3%7D%7D&select=joint:joint1' +
      '&camera=1,-2,0.5,9,0.4,0.2&layers=wire,rows&rows=unit&paused=1&speed=0.25&theme=light';
    await follow(page, link);
    const state = await stateOf(page);
    expect(state).toMatchObject({
      scene: 'heavy-chain',
      values: { links: 4 },
      settings: { substeps: 8 },
      tuning: { joint1: { hertz: 3 } },
      selection: { kind: 'joint', key: 'joint1' },
      camera: { target: [1, -2, 0.5], distance: 9, yaw: 0.4, pitch: 0.2 },
      rowLength: 'unit',
      paused: true,
      speed: 0.25,
      theme: 'light',
    });
    expect(Object.entries(state.layers).flatMap(([name, shown]) => (shown ? [name] : []))).toEqual([
      'wire',
      'rows',
    ]);
    expect(state.positions.length).toBe(5);
    await page.keyboard.press('t');
    await page.waitForFunction(() => !location.hash.includes('theme=light'));
    const again = await served.open(await page.evaluate(() => location.hash));
    const { frameCount, ...copy } = await stateOf(again.page);
    const { frameCount: _, ...original } = await stateOf(page);
    expect(copy).toEqual(original);
    await again.close();
  });

  test('a scene that does not exist is told, and the address put right', async () => {
    const lost = await served.open('#scene=nonsense&paused=1');
    const told = lost.page.locator('#message');
    expect(await told.textContent()).toContain('There is no scene “nonsense”. This is ');
    await lost.page.waitForFunction(() => location.hash.startsWith('#scene=ragdoll-pile'));
    await lost.page.evaluate(() => {
      location.hash = 'scene=elsewhere&paused=1';
    });
    await lost.page.waitForFunction(() =>
      document.getElementById('message')?.textContent?.includes('“elsewhere”'),
    );
    await lost.page.waitForFunction(() => location.hash.startsWith('#scene=ragdoll-pile'));
    await lost.close();
  });

  test('the theme is that of the system until the user chooses', async () => {
    const light = await served.open('#scene=hinge-joint&paused=1', { colorScheme: 'light' });
    expect((await stateOf(light.page)).theme).toBe('light');
    await light.page.keyboard.press('t');
    await light.page.reload();
    await waitForFrames(light.page);
    expect((await stateOf(light.page)).theme).toBe('dark');
    expect(await light.page.getAttribute('html', 'data-theme')).toBe('dark');
    await light.close();
  });

  test('in a low window plots begin folded, and a click on their tab shows them', async () => {
    const low = await served.open('#scene=hinge-joint&paused=1', { height: 799 });
    expect(await low.page.locator('#plots').isVisible()).toBe(false);
    await low.page.click('#tab-plots');
    expect(await low.page.locator('#plots').isVisible()).toBe(true);
    await low.close();
    const tall = await served.open('#scene=hinge-joint&paused=1', { height: 800 });
    expect(await tall.page.locator('#plots').isVisible()).toBe(true);
    await tall.close();
  });

  test('the pointer shows what can be taken', async () => {
    const { page: own, close } = await served.open('#scene=falling-shapes&paused=1');
    const cursor = () => own.evaluate(() => getComputedStyle(document.getElementById('view')!).cursor);
    const { positions } = await stateOf(own);
    const [x, y] = await own.evaluate((point) => window.tenon.project(point), positions[0]);
    const view = (await own.locator('#view').boundingBox())!;
    await own.mouse.move(view.x + x, view.y + y);
    expect(await cursor()).toBe('grab');
    await own.mouse.down();
    expect(await cursor()).toBe('grabbing');
    await own.mouse.up();
    const empty = [view.x + view.width / 2, view.y + 4] as const;
    await own.mouse.move(...empty);
    expect(await cursor()).toBe('default');
    await own.mouse.down();
    expect(await cursor()).toBe('move');
    await own.mouse.up();
    await close();
  });

  test('scenes are found by their words', async () => {
    await page.setViewportSize({ width: 1280, height: 480 });
    await page.keyboard.press('/');
    await page.keyboard.type('newton');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.tenon.state().scene === 'newtons-cradle');
    expect(await page.textContent('#scene-title')).toMatch(/Newton/);
    expect((await page.textContent('#scene-watch'))?.length).toBeGreaterThan(20);
  });

  test.each([
    [640, 360],
    [400, 800],
    [1280, 720],
  ])('in a window of %i x %i nothing that lies on the view is cut off or covered', async (width, height) => {
    const narrow = await served.open('#scene=hinge-joint&paused=1', { width, height });
    const found = await narrow.page.evaluate(() => {
      const shown = (element: Element): boolean => element.getBoundingClientRect().width > 0;
      const stage = document.querySelector('.stage') as Element;
      const { right, bottom } = stage.getBoundingClientRect();
      const selector = '.about, .hud, .transport, .drawers, #help-button, #frame-all';
      const parts = [...stage.querySelectorAll(selector)].filter(shown);
      const cut = parts
        .flatMap((part) => [part, ...part.querySelectorAll('*')])
        .filter(shown)
        .filter((each) => {
          const box = each.getBoundingClientRect();
          return box.left < 0 || box.top < 0 || box.right > right || box.bottom > bottom;
        });
      const overlap = (one: Element, other: Element): boolean => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      };
      const covered = parts.filter((part) => parts.some((other) => other !== part && overlap(part, other)));
      const names = (list: readonly Element[]): string[] => list.map((each) => each.outerHTML.slice(0, 80));
      return { parts: parts.length, cut: names(cut), covered: names(covered) };
    });
    expect(found).toEqual({ parts: 5, cut: [], covered: [] });
    await narrow.page.close();
    narrow.assertQuiet();
  });

  test('follows the size of the window, with two device pixels for each pixel too', async () => {
    const widthOf = (size: number): Promise<unknown> =>
      page.waitForFunction(
        (width) => document.querySelector<HTMLCanvasElement>('#view canvas')?.width === width,
        size,
      );
    await page.setViewportSize({ width: 500, height: 400 });
    await widthOf(500);
    await page.setViewportSize({ width: 1000, height: 400 });
    await widthOf(720);
    await page.keyboard.press('h');
    await widthOf(1000);
    const sharp = await served.open('#scene=hinge-joint&paused=1', { width: 500, height: 400, density: 2 });
    expect(
      await sharp.page.evaluate(() => document.querySelector<HTMLCanvasElement>('#view canvas')?.width),
    ).toBe(1000);
    await sharp.close();
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
