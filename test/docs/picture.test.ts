import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import type {} from '../../apps/playground/src/page-state.js';
import { launchChromium } from '../browser/chromium.js';
import { openPage } from '../browser/watched-page.js';
import { root, updating } from './pages.js';

const picture = join(root, 'docs/images/playground.png');

/** The times of software rendering say nothing about the engine. */
const WITHOUT_TIMES = 'div:has(> #frame-time), div:has(> #step-time) { display: none }';

const takePicture = async (): Promise<void> => {
  const server = await createServer({
    root: join(root, 'apps/playground'),
    logLevel: 'warn',
    server: { port: 0 },
  });
  await server.listen();
  const browser = await launchChromium();
  try {
    const watched = await openPage(browser, server.resolvedUrls?.local[0] ?? '', {
      width: 1080,
      height: 560,
    });
    const { page } = watched;
    await page.waitForFunction(() => window.tenon !== undefined);
    await page.addStyleTag({ content: WITHOUT_TIMES });
    await page.keyboard.press('Space');
    await page.keyboard.press('r');
    await page.evaluate(() => window.tenon.advance(55));
    await page.mouse.move(540, 300);
    await page.mouse.wheel(0, -100);
    const { frameCount } = await page.evaluate(() => window.tenon.state());
    await page.waitForFunction((least) => window.tenon.state().frameCount >= least, frameCount + 10);
    await page.screenshot({ path: picture });
    await watched.close();
  } finally {
    await browser.close();
    await server.close();
  }
};

if (updating) it('takes the picture of the playground', takePicture);

it('the picture in the README is small', () => {
  expect(statSync(picture).size).toBeLessThan(300_000);
});
