import type { Browser, Page } from 'playwright-core';

/** What software rendering says about itself; it is not about the page. */
const KNOWN_NOISE = [
  'GPU stall due to ReadPixels',
  'different format than is preferred',
  'ending renderPass now',
];

/** Milliseconds, for anything that a page or a browser is asked to do. Less than the test runner's own limit, to say what hung. */
export const PATIENCE = 120_000;

export interface WatchedPage {
  readonly page: Page;
  /** Throws if the page has complained about anything since it was opened. */
  assertQuiet(): void;
  /** Closes the page, then throws as `assertQuiet` does. */
  close(): Promise<void>;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel. */
  readonly density?: number;
  /** What the system prefers. Default: dark. */
  readonly colorScheme?: 'dark' | 'light';
  /** A screen for fingers. */
  readonly touch?: boolean;
}

/** Opens a page that remembers every console error and warning, uncaught exception and failed request. */
export const openPage = async (
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<WatchedPage> => {
  const { width = 640, height = 360, density = 1 } = options;
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'dark',
    viewport: { width, height },
    deviceScaleFactor: density,
    hasTouch: options.touch === true,
    isMobile: options.touch === true,
  });
  const page = await context.newPage();
  // A busy machine may draw a frame a second; only what hangs should fail by time.
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  const complain = (what: string): void => {
    if (!KNOWN_NOISE.some((noise) => what.includes(noise))) complaints.push(what);
  };
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()))
      complain(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => complain('the page crashed'));
  page.on('requestfailed', (request) =>
    complain(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) complain(`status ${response.status()}: ${response.url()}`);
  });

  const assertQuiet = (): void => {
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  };
  await page.goto(url);
  return {
    page,
    assertQuiet,
    close: async () => {
      await context.close();
      assertQuiet();
    },
  };
};
