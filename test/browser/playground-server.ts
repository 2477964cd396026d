import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
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

export const servePlayground = async (name: string): Promise<ServedPlayground> => {
  const outDir = join(root, `node_modules/.cache/${name}`);
  await build({ root: playground, logLevel: 'error', build: { outDir, emptyOutDir: true } });
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
