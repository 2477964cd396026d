import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LayerName } from '@tenon/debug-draw';
import { jointDefinitions } from '@tenon/physics-core';
import type { Browser, Page } from 'playwright-core';
import { createServer, defaultClientConditions, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage, root, updating } from '../docs/pages.js';
import { launchChromium, WEBGPU_FLAGS } from './chromium.js';
import type { PictureRequest } from './debug-draw/page.js';
import { JOINT_LAYERS, jointPictures, otherPictures } from './debug-draw/pictures.js';
import { openPage, PATIENCE, type WatchedPage } from './watched-page.js';

const artefacts = join(root, 'test/browser/artefacts');

/** Renews the picture in the docs, if they show it. */
const renewPicture = async (page: Page, name: string): Promise<void> => {
  const file = `images/debug-draw-${name}.png`;
  if (!updating || !readPage('docs/debug-draw.md').includes(file)) return;
  await page.screenshot({ path: join(root, 'docs', file) });
};
/** Fewer than these are an accident: a lone line, an edge that is smoothed differently. */
const SEEN_PIXELS = 400;
const CHANGED_PIXELS = 20;

let server: ViteDevServer;

beforeAll(async () => {
  mkdirSync(artefacts, { recursive: true });
  server = await createServer({
    root: join(root, 'test'),
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(root, 'node_modules/.cache/debug-draw-page'),
    resolve: { conditions: ['@tenon/source', ...defaultClientConditions] },
    optimizeDeps: { entries: ['browser/debug-draw/*.html'], include: ['pixi.js'] },
    server: { port: 0, hmr: false, watch: null, fs: { allow: [root] } },
  });
  await server.listen();
});

afterAll(() => server?.close());

const address = (page: string): string => `${server.resolvedUrls?.local[0]}browser/debug-draw/${page}`;

const openView = async (browser: Browser, query = ''): Promise<WatchedPage> => {
  const watched = await openPage(browser, address(`index.html${query}`));
  await watched.page.waitForFunction(() => window.debugDraw !== undefined);
  return watched;
};

const show = (page: Page, request: PictureRequest): Promise<void> =>
  page.evaluate((wanted) => window.debugDraw.show(wanted), request);

const layerPixels = (
  page: Page,
  request: PictureRequest,
  layers: readonly LayerName[],
): Promise<Record<string, number>> =>
  page.evaluate(([wanted, names]) => window.debugDraw.layerPixels(wanted, names), [request, layers] as const);

const expectEachLayerToShow = async (
  page: Page,
  request: PictureRequest,
  layers: readonly LayerName[],
): Promise<void> => {
  for (const [layer, pixels] of Object.entries(await layerPixels(page, request, layers)))
    expect(pixels, layer).toBeGreaterThan(CHANGED_PIXELS);
};

describe('in a WebGL page', () => {
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    watched = await openView(browser);
    page = watched.page;
  });

  afterAll(async () => {
    await browser?.close();
    watched?.assertQuiet();
  });

  test('there is a picture of every joint type', () => {
    expect(Object.keys(jointPictures).sort()).toEqual(
      jointDefinitions()
        .map(({ type }) => type)
        .sort(),
    );
  });

  test.each(Object.entries(jointPictures))(
    '%s: drawn in dark and light, and each layer changes the picture',
    async (type, request) => {
      for (const theme of ['light', 'dark'] as const) {
        await show(page, { ...request, theme });
        expect(await page.evaluate(() => window.debugDraw.drawnPixels())).toBeGreaterThan(SEEN_PIXELS);
        await page.screenshot({ path: join(artefacts, `${type}-${theme}.png`) });
      }
      await renewPicture(page, type);
      await expectEachLayerToShow(page, request, ['wire', 'solid', 'frames', 'rows', 'labels']);
    },
  );

  test.each(Object.entries(otherPictures))('%s: drawn', async (name, request) => {
    await show(page, request);
    expect(await page.evaluate(() => window.debugDraw.drawnPixels())).toBeGreaterThan(SEEN_PIXELS);
    await page.screenshot({ path: join(artefacts, `${name}.png`) });
    await renewPicture(page, name);
  });

  test('limits, motors and reactions can be shown and hidden', async () => {
    const request: PictureRequest = {
      scene: 'hinge-joint',
      steps: 45,
      layers: [...JOINT_LAYERS, 'reactions'],
    };
    await expectEachLayerToShow(page, request, ['limits', 'motors', 'reactions']);
  });

  test.each(['boxes', 'tree', 'masses', 'velocities', 'contacts', 'islands'] as const)(
    'the layer %s shows in a scene of falling shapes',
    async (layer) => {
      const request: PictureRequest = { scene: 'falling-shapes', steps: 60, layers: ['wire', layer] };
      await expectEachLayerToShow(page, request, [layer]);
    },
  );

  test('orbits with the left button, pans with the right one, zooms with the wheel', async () => {
    await show(page, { scene: 'hinge-joint', layers: JOINT_LAYERS });
    const cameraNow = () => page.evaluate(() => window.debugDraw.camera());
    const start = await cameraNow();
    await drag(page, 'left', 80, 30);
    const turned = await cameraNow();
    expect(turned.yaw).toBeLessThan(start.yaw - 0.1);
    expect(turned.pitch).toBeGreaterThan(start.pitch + 0.05);
    expect(turned.target).toEqual(start.target);

    await drag(page, 'right', 50, 0);
    const moved = await cameraNow();
    expect(moved.yaw).toBe(turned.yaw);
    expect(moved.target).not.toEqual(turned.target);

    await page.mouse.wheel(0, -400);
    await page.waitForFunction((before) => window.debugDraw.camera().distance < before, moved.distance);

    const { yaw, pitch } = turned;
    await show(page, { scene: 'hinge-joint' });
    const changed = await page.evaluate((wanted) => window.debugDraw.changedPixels(wanted), {
      scene: 'hinge-joint',
      camera: { yaw, pitch },
    });
    expect(changed, 'the picture follows').toBeGreaterThan(SEEN_PIXELS);
  });

  test('the 2D mode pans with the left button and does not turn', async () => {
    await show(page, { scene: 'distance-joint', camera: { planar: true } });
    const start = await page.evaluate(() => window.debugDraw.camera());
    await drag(page, 'left', 60, 20);
    const moved = await page.evaluate(() => window.debugDraw.camera());
    expect([moved.yaw, moved.pitch, moved.target[2]]).toEqual([start.yaw, start.pitch, start.target[2]]);
    expect(moved.target[0]).toBeLessThan(start.target[0]);
  });

  test.each(['perspective', 'orthographic'] as const)(
    'picks the body and the joint under the pointer, %s',
    async (projection) => {
      await show(page, { scene: 'hinge-joint', steps: 20, camera: { projection } });
      const { bodies, joints } = await page.evaluate(() => ({
        bodies: window.debugDraw.bodyPlaces(),
        joints: window.debugDraw.jointPlaces(),
      }));
      for (const name of ['door', 'swingDoor']) {
        const [x, y] = bodies[name];
        const hit = await page.evaluate(([px, py]) => window.debugDraw.pickBody(px, py), [x, y] as const);
        expect(hit?.name).toBe(name);
      }
      for (const [name, [x, y]] of Object.entries(joints)) {
        expect(
          await page.evaluate(([px, py]) => window.debugDraw.pickJoint(px, py), [x + 3, y - 3] as const),
        ).toBe(name);
      }
      expect(await page.evaluate(() => window.debugDraw.pickBody(5, 5))).toBeUndefined();
    },
  );

  test.each([0.3, 2.2, -1.8])('what is picked is what is seen in front, from a yaw of %d', async (yaw) => {
    await show(page, { scene: 'hinge-joint', steps: 20, layers: ['solid'], camera: { yaw, distance: 4 } });
    const seen = await page.evaluate(() => window.debugDraw.seenBodies(4));
    expect(seen.length).toBeGreaterThan(200);
    for (const { picked, colour } of seen) {
      const [red, , blue] = colour;
      // Blue or grey, in any light.
      expect(blue > 1.6 * red ? 'dynamic' : 'static').toBe(picked);
    }
  });

  test('what lies under the view on the stage stays visible and does not disturb it', async () => {
    await page.evaluate(() => window.debugDraw.addBackdrop());
    await show(page, { scene: 'hinge-joint', steps: 20, layers: JOINT_LAYERS });
    await page.screenshot({ path: join(artefacts, 'backdrop.png') });
    expect(await page.evaluate(() => window.debugDraw.drawnPixels())).toBeGreaterThan(SEEN_PIXELS);
  });
});

test('the snippet of docs/debug-draw.md shows a moving picture', async () => {
  const browser = await launchChromium();
  try {
    const watched = await openPage(browser, address('snippet.html'));
    await watched.page.waitForSelector('canvas');
    const first = await watched.page.screenshot({ path: join(artefacts, 'snippet.png') });
    const isFirst = async () => (await watched.page.screenshot()).equals(first);
    await expect.poll(isFirst, { timeout: PATIENCE }).toBe(false);
    await watched.close();
  } finally {
    await browser.close();
  }
});

test('draws with WebGPU too, where the browser has it', async (context) => {
  const browser = await launchChromium(WEBGPU_FLAGS);
  try {
    const watched = await openView(browser, '?renderer=webgpu');
    const { page } = watched;
    const renderer = await page.evaluate(() => window.debugDraw.renderer);
    context.skip(renderer !== 'webgpu', 'this browser offers no WebGPU adapter');
    const request = jointPictures['swing-twist'];
    await show(page, request);
    await page.screenshot({ path: join(artefacts, 'webgpu.png') });
    expect(await page.evaluate(() => window.debugDraw.drawnPixels())).toBeGreaterThan(SEEN_PIXELS);
    await expectEachLayerToShow(page, request, ['solid', 'limits', 'rows']);
    await watched.close();
  } finally {
    await browser.close();
  }
});

const drag = async (page: Page, button: 'left' | 'right', dx: number, dy: number): Promise<void> => {
  await page.mouse.move(320, 180);
  await page.mouse.down({ button });
  await page.mouse.move(320 + dx, 180 + dy, { steps: 5 });
  await page.mouse.up({ button });
};
