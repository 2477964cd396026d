import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  type ServedPlayground,
  servePlayground,
  stateOf,
  waitForFrames,
} from '../browser/playground-server.js';
import { root, updating } from './pages.js';

interface Picture {
  readonly file: string;
  /** What the page shows, as a link. */
  readonly fragment: string;
  readonly steps: number;
  readonly tab?: string;
  readonly afterwards?: (page: Page) => Promise<void>;
}

/** Takes a person by the chest and lifts it. */
const dragPerson = async (page: Page): Promise<void> => {
  const { positions } = await stateOf(page);
  const [x, y] = await page.evaluate((point) => window.tenon.project(point), positions[2]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 60, { steps: 3 });
  await page.evaluate(() => window.tenon.advance(25));
  await page.mouse.move(x + 60, y - 150, { steps: 3 });
  await page.evaluate(() => window.tenon.advance(14));
};

const PICTURES: readonly Picture[] = [
  {
    file: 'playground.png',
    fragment:
      '#scene=swing-twist-joint&paused=1&select=joint:moved&layers=wire,solid,frames,rows,limits,motors,labels&camera=0.75,2.28,0,4.1,0.3,0.3',
    steps: 24,
  },
  {
    file: 'playground-plots.png',
    fragment: '#scene=hinge-joint&paused=1&select=joint:driven&theme=light',
    steps: 400,
    tab: '#tab-plots',
  },
  {
    file: 'playground-matrix.png',
    fragment: '#scene=heavy-chain&paused=1&theme=dark',
    steps: 60,
    tab: '#tab-matrix',
  },
  {
    file: 'playground-compare.png',
    fragment: '#scene=double-pendulum&paused=1&compare=rapier&camera=0,-0.6,0,5,0,0.1',
    steps: 330,
    tab: '#tab-compare',
  },
  {
    file: 'playground-drag.png',
    fragment: '#scene=ragdoll-pile&p.people=2&paused=1&camera=0,1,0,5.5,0.6,0.25',
    steps: 150,
    afterwards: dragPerson,
  },
];

/** The times of software rendering say nothing about the page. */
const WITHOUT_TIMES = '#hud div:has(> :is(#hud-frame, #hud-draw)), #hud canvas { display: none }';

const WARM_UP = 400;

const takePicture = async (served: ServedPlayground, picture: Picture): Promise<void> => {
  const watched = await served.open(picture.fragment, { width: 1280, height: 800 });
  const { page } = watched;
  await page.addStyleTag({ content: WITHOUT_TIMES });
  // Compiled code has other times than code that is run for the first time.
  await page.evaluate((steps) => window.tenon.advance(steps), WARM_UP);
  await page.keyboard.press('r');
  if (picture.fragment.includes('rapier')) await page.waitForFunction(() => window.tenon.state().comparison);
  await page.evaluate((steps) => window.tenon.advance(steps), picture.steps);
  if (picture.tab) await page.click(picture.tab);
  await picture.afterwards?.(page);
  await waitForFrames(page, 8);
  await page.screenshot({ path: pathOf(picture) });
  await watched.close();
};

const pathOf = ({ file }: Picture): string => join(root, 'docs/images', file);

if (updating) {
  it('takes the pictures of the playground', async () => {
    const served = await servePlayground();
    try {
      for (const picture of PICTURES) await takePicture(served, picture);
    } finally {
      await served.close();
    }
  }, 180_000);
}

it.each(PICTURES)('the picture $file is there and small', (picture) => {
  expect(existsSync(pathOf(picture))).toBe(true);
  expect(statSync(pathOf(picture)).size).toBeLessThan(300_000);
});
