import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { follow, type ServedPlayground, stateOf, waitForFrames } from './playground-server.js';
import { advance, sharePlayground } from './shared-playground.js';
import { PATIENCE } from './watched-page.js';

let page: Page;
let served: ServedPlayground;

sharePlayground((opened, server) => {
  page = opened;
  served = server;
});

test('the numbers at the edge say where a step spends its time, and count islands and sleepers', async () => {
  await follow(page, '#scene=falling-shapes');
  await page.waitForFunction(() => Number(document.querySelector('#hud-stage-detect')?.textContent) > 0);
  const texts = await page.locator('#hud .stages dt').allTextContents();
  expect(texts).toEqual(['detect', 'prepare', 'integrate', 'joints', 'contacts', 'continuous', 'finish']);
  // All at once: the page runs on, and a later frame may have taken longer.
  const [step, contacts, islands, asleep] = await page.evaluate(() =>
    ['step', 'stage-contacts', 'islands', 'asleep'].map((name) =>
      Number.parseFloat(document.querySelector(`#hud-${name}`)?.textContent ?? ''),
    ),
  );
  expect(contacts).toBeLessThanOrEqual(step);
  expect(islands).toBeGreaterThan(0);
  expect(asleep).toBeGreaterThanOrEqual(0);
});

test('a page that stood still for a while does not catch up, but goes on', async () => {
  await follow(page, '#scene=double-pendulum');
  const { before, after } = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const steps = window.tenon.state().stepCount;
    const end = performance.now() + 1500;
    while (performance.now() < end);
    await frame();
    await frame();
    return { before: steps, after: window.tenon.state().stepCount };
  });
  expect(after - before).toBeGreaterThan(0);
  expect(after - before, '1.5 s would be 90 steps').toBeLessThan(20);
});

test('a copied link brings back the moment, with what was dropped into it, on another page', async () => {
  await follow(page, '#scene=hinge-joint&paused=1');
  await advance(page, 20);
  await page.keyboard.press('b');
  await page.keyboard.press('o');
  await advance(page, 25);
  const { hash, stepCount } = await stateOf(page);
  await page.click('#tab-scene');
  const link = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        Object.defineProperty(navigator, 'clipboard', {
          configurable: true,
          value: { writeText: async (text: string) => resolve(text) },
        });
        const button = [...document.querySelectorAll('button')].find(
          (each) => each.textContent === 'Copy link',
        );
        button?.click();
      }),
  );
  expect(link).toContain('&at=45.');
  const other = await served.open(`#${link.split('#')[1]}`, { width: 640, height: 360 });
  await other.page.waitForFunction((step) => window.tenon.state().stepCount === step, stepCount);
  const there = await stateOf(other.page);
  expect(there.hash).toBe(hash);
  expect(await other.page.evaluate(() => window.tenon.entities())).toBe(2);
  // Followed within a page, it does the same.
  await page.evaluate(() => window.tenon.advance(10));
  await follow(page, `#${link.split('#')[1]}`);
  await page.waitForFunction((step) => window.tenon.state().stepCount === step, stepCount);
  expect((await stateOf(page)).hash).toBe(hash);
  await other.close();
});

test('what is spawned is an entity: it falls, can be selected and deleted, and comes back with time', async () => {
  await follow(page, '#scene=hinge-joint&paused=1');
  const count = async (): Promise<number> => (await stateOf(page)).positions.length;
  const start = await count();
  await advance(page, 20);
  await page.keyboard.press('b');
  await page.keyboard.press('c');
  expect(await count()).toBe(start + 2);
  expect(await page.evaluate(() => window.tenon.entities())).toBe(2);
  await advance(page, 20);
  const { hash } = await stateOf(page);
  await page.evaluate(() => window.tenon.seek(10));
  expect([await count(), await page.evaluate(() => window.tenon.entities())]).toEqual([start, 0]);
  await page.evaluate(() => window.tenon.seek(40));
  expect((await stateOf(page)).hash).toBe(hash);
  await page.click('#tab-inspect');
  const entries = page.locator('#selection option');
  await page.selectOption('#selection', { index: (await entries.count()) - 1 });
  await page.keyboard.press('Delete');
  expect(await page.evaluate(() => window.tenon.entities())).toBe(1);
});

test('what is dropped where a scene has no floor comes to rest on the ground that is drawn', async () => {
  await follow(page, '#scene=hinge-joint&paused=1');
  const start = await stateOf(page);
  await page.keyboard.press('b');
  await advance(page, 240);
  const { positions, velocities } = await stateOf(page);
  expect(positions).toHaveLength(start.positions.length + 1);
  const [place, velocity] = [positions[positions.length - 1], velocities[velocities.length - 1]];
  expect(place[1]).toBeGreaterThan(-5);
  expect(Math.abs(velocity[1])).toBeLessThan(0.01);
});

test('an address with nonsense in it shows a scene all the same', async () => {
  const strange = await served.open(
    '#scene=nothing-like-it&p.people=1e9&s.substeps=-4&camera=a,b&layers=??&select=joint:zzz&speed=x&tune=%7B',
    { width: 960, height: 540 },
  );
  const { failure, scene, positions, camera } = await stateOf(strange.page);
  expect([failure, scene]).toEqual([undefined, 'ragdoll-pile']);
  expect(positions.length).toBeGreaterThan(5);
  expect([...camera.target, camera.distance].every(Number.isFinite)).toBe(true);
  await strange.close();
});

test('a body follows the mouse, and flies on when it is let go', async () => {
  await follow(page, '#scene=ragdoll-pile&p.people=1&paused=1');
  await advance(page, 240);
  const before = await stateOf(page);
  const [x, y] = await page.evaluate((point) => window.tenon.project(point), before.positions[0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40);
  await page.mouse.move(x, y - 120, { steps: 3 });
  await advance(page, 45);
  const dragged = await stateOf(page);
  const highest = (state: typeof before): number =>
    Math.max(...state.positions.map((position) => position[1]));
  expect(highest(dragged)).toBeGreaterThan(highest(before) + 0.4);
  await page.mouse.move(x + 150, y - 120, { steps: 2 });
  await advance(page, 10);
  await page.mouse.up();
  const thrown = await stateOf(page);
  expect(Math.max(...thrown.velocities.map((velocity) => Math.hypot(...velocity)))).toBeGreaterThan(1);
  await advance(page, 120);
  expect(highest(await stateOf(page))).toBeLessThan(highest(dragged));
});

test('going back and on again gives the same bits, with everything that the user did', async () => {
  await follow(page, '#scene=falling-shapes&paused=1');
  await advance(page, 95);
  await page.keyboard.press('b');
  await advance(page, 25);
  await page.keyboard.press('o');
  await advance(page, 80);
  const { hash } = await stateOf(page);
  await page.evaluate(() => window.tenon.seek(93));
  const back = await stateOf(page);
  expect(back.stepCount).toBe(93);
  expect(back.hash).not.toBe(hash);
  await page.evaluate(() => window.tenon.seek(200));
  expect((await stateOf(page)).hash).toBe(hash);
  // From the middle, where nothing was done afterwards, stepping on is the same as having stepped on.
  await page.evaluate(() => window.tenon.seek(137));
  await advance(page, 63);
  expect((await stateOf(page)).hash).toBe(hash);
});

test('Rapier runs beside Tenon as a ghost', async () => {
  await follow(page, '#scene=double-pendulum&paused=1&compare=rapier');
  await page.waitForFunction(() => window.tenon.state().comparison?.title === 'Rapier');
  await advance(page, 30);
  const early = (await stateOf(page)).comparison?.largest ?? 0;
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(0.2);
  await advance(page, 300);
  expect((await stateOf(page)).comparison?.largest).toBeGreaterThan(early);
  await page.click('#tab-compare');
  await page.waitForFunction(() =>
    /Rapier/.test(document.querySelector('#compare-status')?.textContent ?? ''),
  );
});

test.each(['rapier', 'settings'])('both worlds go back in time together, and on again: %s', async (mode) => {
  await follow(page, `#scene=double-pendulum&paused=1&compare=${mode}&c.method=baumgarte`);
  await page.waitForFunction(() => window.tenon.state().comparison !== undefined);
  const apartAt = async (step: number): Promise<number | undefined> => {
    await page.evaluate((to) => window.tenon.seek(to), step);
    const { comparison, stepCount } = await stateOf(page);
    expect(stepCount).toBe(step);
    return comparison?.largest;
  };
  await advance(page, 83);
  const early = (await stateOf(page)).comparison?.largest;
  await advance(page, 117);
  const { hash, comparison } = await stateOf(page);
  expect(comparison?.largest).not.toBe(early);
  expect(await apartAt(83)).toBe(early);
  expect(await apartAt(200)).toBe(comparison?.largest);
  expect(await apartAt(41)).not.toBe(early);
  await advance(page, 159);
  const again = await stateOf(page);
  expect([again.hash, again.comparison?.largest]).toEqual([hash, comparison?.largest]);
});

test('another solver method runs beside, and what Rapier cannot do is said', async () => {
  await follow(page, '#scene=double-pendulum&paused=1&compare=settings&c.method=baumgarte');
  await page.waitForFunction(() => window.tenon.state().comparison?.title === 'baumgarte');
  await advance(page, 60);
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
  expect(await page.textContent('#message')).toMatch(/blew up.* of body weight grew/);
  await page.click('#message button');
  await page.waitForFunction(
    () => window.tenon.state().stepCount === 0 || window.tenon.state().failure === undefined,
  );
});

test('the picture comes back after the graphics context was lost', async () => {
  await follow(page, '#scene=double-pendulum&paused=1');
  const clip = { x: 100, y: 112, width: 380, height: 120 };
  await waitForFrames(page, 3);
  const picture = (): Promise<Buffer> => page.screenshot({ clip });
  let before = await picture();
  // What faded in or out with the scene is over when two pictures are the same.
  const isStill = async (): Promise<boolean> => {
    const earlier = before;
    before = await picture();
    return before.equals(earlier);
  };
  await expect.poll(isStill, { timeout: PATIENCE }).toBe(true);
  await page.evaluate(async () => {
    const canvas = document.querySelector('#view canvas') as HTMLCanvasElement;
    const context = (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) as WebGLRenderingContext;
    const loss = context.getExtension('WEBGL_lose_context');
    const lost = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve));
    loss?.loseContext();
    await lost;
    // Some frames without a context; it cannot come back while its loss is still being told.
    for (let i = 0; i < 5; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    loss?.restoreContext();
  });
  await page.waitForFunction(() => window.tenon.state().message === 'The picture is back.');
  const isBack = async () => before.equals(await picture());
  await expect.poll(isBack, { timeout: PATIENCE }).toBe(true);
});

test(
  'in the scene Walk one walks and jumps with the keys, and the camera follows until Escape',
  async () => {
    await follow(page, '#scene=walk');
    const line = page.locator('#control');
    expect(await line.textContent()).toContain('space jumps');
    const [x, y] = (await stateOf(page)).camera.target;
    const waitFor = (axis: number, least: number) =>
      page.waitForFunction(([i, value]) => window.tenon.state().camera.target[i] > value, [axis, least]);
    await page.keyboard.down('w');
    await waitFor(0, x + 0.5);
    await page.keyboard.up('w');
    await page.keyboard.down(' ');
    await waitFor(1, y + 0.3);
    await page.keyboard.up(' ');
    expect((await stateOf(page)).paused, 'space is for jumping').toBe(false);
    await page.keyboard.down('ArrowRight');
    await waitFor(2, 0.3);
    await page.keyboard.up('ArrowRight');
    // The keys are the page's again.
    await page.keyboard.press('Escape');
    expect(await line.textContent()).toBe('Enter: walk');
    await page.keyboard.press(' ');
    expect((await stateOf(page)).paused).toBe(true);
    await page.keyboard.press(' ');
    await page.keyboard.press('Enter');
    expect(await line.textContent()).toContain('space jumps');
    await follow(page, '#scene=hinge-joint&paused=1');
    expect(await line.isHidden()).toBe(true);
  },
  PATIENCE,
);

test(
  'on a screen for fingers a stick walks and a button jumps',
  async () => {
    const watched = await served.open('#scene=walk', { width: 390, height: 844, touch: true });
    const phone = watched.page;
    const target = async () => (await stateOf(phone)).camera.target;
    const [x, y] = await target();
    const { x: left, y: top, width, height } = (await phone.locator('.stick').boundingBox())!;
    await phone.mouse.move(left + width / 2, top + height / 2);
    await phone.mouse.down();
    await phone.mouse.move(left + width / 2, top + 5);
    await phone.waitForFunction((least) => window.tenon.state().camera.target[0] > least, x + 0.5);
    await phone.mouse.up();
    const jump = (await phone.locator('.pad button', { hasText: 'Jump' }).boundingBox())!;
    await phone.mouse.move(jump.x + 20, jump.y + 20);
    await phone.mouse.down();
    await phone.waitForFunction((least) => window.tenon.state().camera.target[1] > least, y + 0.2);
    await phone.mouse.up();
    expect(await phone.locator('#control').isVisible()).toBe(false);
    expect(await page.locator('.stick').isVisible()).toBe(false);
    await watched.close();
  },
  PATIENCE,
);

test(
  'the car is driven with the keys after Enter',
  async () => {
    await follow(page, '#scene=car&p.speed=0&p.steer=0&p.logs=0');
    expect(await page.locator('#control').textContent()).toBe('Enter: drive');
    await page.keyboard.press('Enter');
    await page.keyboard.down('ArrowUp');
    await page.waitForFunction(() => window.tenon.state().velocities[0][0] > 1);
    await page.keyboard.up('ArrowUp');
    await page.keyboard.press('Escape');
    await follow(page, '#scene=hinge-joint&paused=1');
  },
  PATIENCE,
);
