import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import manifest from '../package.json' with { type: 'json' };
import { PATIENCE } from './watched-page.js';

/** A browser that can be started: where it is and what its process needs to find. */
interface Installation {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** WebGPU on the processor; apart from the rest because it also changes how WebGL starts. */
export const WEBGPU_FLAGS = [
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan,WebGPU',
  '--use-vulkan=swiftshader',
];

export const launchChromium = (extraFlags: readonly string[] = []): Promise<Browser> => {
  const { executable, environment } = findChromium();
  return chromium.launch({
    executablePath: executable,
    timeout: PATIENCE,
    args: [...FLAGS, ...extraFlags],
    env: { ...definedEnvironment(), ...environment },
  });
};

const findChromium = (): Installation => {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH points to "${chosen}", which does not exist.`);
    return { executable: chosen, environment: {} };
  }
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium();
  const executable = systemChromium();
  if (executable !== undefined) return { executable, environment: {} };
  throw new Error(
    'The browser tests need Chrome or Chromium, and none was found. Install one, ' +
      'or set CHROME_PATH to the program file of one that is installed elsewhere.',
  );
};

/**
 * Chromium from the npm package @sparticuz/chromium, unpacked once into node_modules/.cache. The package unpacks to
 * the temporary folder and decides some things when it is loaded, so it runs in a process of its own with its own
 * temporary folder. Unpacking beside the final place and renaming at the end keeps two test files that start at the
 * same time from seeing half a browser.
 */
const packagedChromium = (): Installation => {
  const folder = join(CACHE, `chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
  if (!existsSync(folder)) {
    const unpacking = `${folder}-${process.pid}`;
    rmSync(unpacking, { recursive: true, force: true });
    mkdirSync(unpacking, { recursive: true });
    const script = "import('@sparticuz/chromium').then((module) => module.default.executablePath())";
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      // The package holds libraries that bare systems lack, but unpacks them only where it believes to be on Lambda.
      env: { ...process.env, TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      renameSync(unpacking, folder);
    } catch (error) {
      rmSync(unpacking, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const executable = join(folder, 'chromium');
  return { executable, environment: { ...libraryPath(executable, folder), ...fontConfiguration(folder) } };
};

/** Only where the system lacks something: its own libraries are newer and fit its graphics and fonts. */
const libraryPath = (executable: string, folder: string): Record<string, string> => {
  const missing = execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');
  if (!missing) return {};
  const paths = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH];
  return { LD_LIBRARY_PATH: paths.filter(Boolean).join(delimiter) };
};

/** Without any font the renderer process crashes, so the package's own fonts are added to the system's. */
const fontConfiguration = (folder: string): Record<string, string> => {
  const file = join(folder, 'tenon-fonts.conf');
  const systemConfiguration = '/etc/fonts/fonts.conf';
  if (!existsSync(file)) {
    const include = existsSync(systemConfiguration) ? `<include>${systemConfiguration}</include>` : '';
    // Renamed when it is whole: another test file may be starting a browser.
    const unfinished = `${file}-${process.pid}`;
    writeFileSync(
      unfinished,
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${include}` +
        `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
    );
    renameSync(unfinished, file);
  }
  return { FONTCONFIG_FILE: file };
};

const systemChromium = (): string | undefined => {
  const names = [
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'chrome',
    'chrome.exe',
  ];
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && existsSync(folder));
  for (const folder of folders) {
    const found = names.find((name) => readdirSync(folder).includes(name));
    if (found !== undefined) return join(folder, found);
  }
  const usualPlaces = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.PROGRAMFILES ?? '', 'Google/Chrome/Application/chrome.exe'),
    join(process.env['PROGRAMFILES(X86)'] ?? '', 'Google/Chrome/Application/chrome.exe'),
  ];
  return usualPlaces.find((place) => existsSync(place));
};

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
