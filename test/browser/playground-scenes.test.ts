import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow, type ServedPlayground, servePlayground, stateOf } from './playground-server.js';
import type { WatchedPage } from './watched-page.js';

let served: ServedPlayground;
let watched: WatchedPage;

beforeAll(async () => {
  served = await servePlayground();
  // Small, because software rendering pays for every pixel.
  watched = await served.open('#scene=falling-shapes&paused=1', { width: 320, height: 240 });
});

afterAll(() => served?.close());

test('every scene opens, runs 40 steps, stays finite and says nothing to the console', async () => {
  const { page } = watched;
  const ids = await page.evaluate(() => window.tenon.scenes());
  expect(ids.length).toBeGreaterThan(50);
  for (const id of ids) {
    await follow(page, `#scene=${id}&paused=1`);
    await page.evaluate(() => window.tenon.advance(40));
    const { failure, message, positions, stepCount } = await stateOf(page);
    expect([failure, message, stepCount], id).toEqual([undefined, undefined, 40]);
    expect(positions.length, id).toBeGreaterThan(0);
    expect(positions.flat().every(Number.isFinite), id).toBe(true);
    watched.assertQuiet();
  }
});
