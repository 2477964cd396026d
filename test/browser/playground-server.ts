import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { inject } from 'vitest';
import type { PageState } from '../../apps/playground/src/page-state.js';
import { launchChromium } from './chromium.js';
import { openPage, type PageOptions, type WatchedPage } from './watched-page.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const playground = join(root, 'apps/playground');
export const artefacts = join(root, 'artefacts');

/** The built page, served from a folder of a web server as it might be on the internet, and a browser to open it with. */
export interface ServedPlayground {
  readonly browser: Browser;
  open(fragment: string, options?: PageOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

const BUILDS = join(root, 'node_modules/.cache/playground-build');

/** The folder of the built page: the first test file of a run that needs it builds it, and others wait. */
const buildOnce = async (): Promise<string> => {
  const own = inject('run');
  const folder = join(BUILDS, own);
  const outDir = join(folder, 'page');
  /** Says why the build failed; empty when it did not. */
  const report = join(folder, 'report');
  mkdirSync(BUILDS, { recursive: true });
  if (isClaimed(folder)) {
    while (!existsSync(report)) await setTimeout(100);
    const failure = readFileSync(report, 'utf8');
    if (failure !== '') throw new Error(`Another test file could not build the playground: ${failure}`);
    return outDir;
  }
  for (const name of readdirSync(BUILDS))
    if (name !== own) rmSync(join(BUILDS, name), { recursive: true, force: true });
  try {
    await build({ root: playground, logLevel: 'error', build: { outDir, emptyOutDir: true } });
    writeFileSync(report, '');
  } catch (error) {
    writeFileSync(report, String(error));
    throw error;
  }
  return outDir;
};

/** Whether another file has made the folder; makes it if not. */
const isClaimed = (folder: string): boolean => {
  try {
    mkdirSync(folder);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    throw error;
  }
};

export const servePlayground = async (): Promise<ServedPlayground> => {
  const outDir = await buildOnce();
  const server = await preview({
    root: playground,
    base: '/some/folder/',
    build: { outDir },
    preview: { port: 0 },
  });
  const browser = await launchChromium();
  const url = server.resolvedUrls?.local[0] ?? '';
  return {
    browser,
    open: async (fragment, options) => {
      const watched = await openPage(browser, `${url}${fragment}`, { width: 800, height: 480, ...options });
      await waitForFrames(watched.page);
      return watched;
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
};

export const stateOf = (page: Page): Promise<PageState> => page.evaluate(() => window.tenon.state());

export const waitForFrames = async (page: Page, count = 2): Promise<void> => {
  await page.waitForFunction(() => window.tenon !== undefined);
  const { frameCount } = await stateOf(page);
  await page.waitForFunction((least) => window.tenon.state().frameCount >= least, frameCount + count);
};

/** Goes to another link within the page, as the back button does. */
export const follow = async (page: Page, fragment: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  const scene = new URLSearchParams(fragment.slice(1)).get('scene');
  await page.waitForFunction((id) => window.tenon.state().scene === id, scene);
  await waitForFrames(page);
};
