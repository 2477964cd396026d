import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type ServedPlayground, servePlayground } from './playground-server.js';
import type { WatchedPage } from './watched-page.js';

/**
 * The playground for all tests of a file: one page, which must have said nothing to the console after each of them. `opened` hears of it
 * before the first test.
 */
export const sharePlayground = (opened: (page: Page, served: ServedPlayground) => void): void => {
  let served: ServedPlayground;
  let watched: WatchedPage;
  beforeAll(async () => {
    served = await servePlayground();
    watched = await served.open('#scene=hinge-joint&paused=1', { width: 960, height: 540 });
    opened(watched.page, served);
  });
  afterEach(() => watched.assertQuiet());
  afterAll(() => served?.close());
};

export const advance = (page: Page, steps: number): Promise<void> =>
  page.evaluate((n) => window.tenon.advance(n), steps);
