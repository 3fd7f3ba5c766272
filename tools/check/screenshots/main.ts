/**
 * `npm run screenshots` starts a system of its own and takes pictures of every screen in both languages and themes, on
 * a wide screen and a phone. `.kushk/screenshots/index.html` shows all of them. `npm run screenshots -- inbox` takes
 * only the screens whose route contains "inbox"; `npm run screenshots -- gallery` those of the gallery of libs/ui
 * alone, without a system; `--look=fa-light-390` only one look; `--running` uses the system of `npm start`. Each look
 * is stored when it is complete, so that `--resume` continues after the last complete one. Every picture is checked
 * with axe-core, for horizontal overflow and for errors in the console; the exit code is 1 if something was found.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startWholeSystem } from '../../measure/bench/whole-system.js';
import { axeSource, launchChromium, type Browser, type BrowserContext, type Page } from '../browser/chromium.js';
import { screensOf, type Screen } from '../browser/screens.js';
import { signInInBrowser } from '../browser/sign-in-in-browser.js';
import { serveBuiltGallery } from '../../generate/pages/gallery.js';
import { loadSecrets } from '../../run/start/secrets.js';
import { contactSheet, looks, nameOf, type Look, type Picture } from './contact-sheet.js';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, '.kushk/screenshots');
const openMs = 60_000;
const settleMs = 15_000;
const pollMs = 50;
const animationsMs = 150;
const shownCharacters = 300;
/** How many profiles of the one browser take pictures at once. */
const profiles = 3;

interface System {
  readonly hub: string;
  readonly instance: string;
  readonly operatorToken: string;
  readonly adminToken: string;
  readonly password: string;
  stop(): Promise<void>;
}
interface DevFile {
  readonly hub: { readonly base_url: string };
  readonly instances: readonly { readonly service_origin: string }[];
  readonly staff: { readonly operator_token: string };
  readonly organisation: { readonly admin_token: string };
}

function systemOf(dev: DevFile, dataDir: string, stop: () => Promise<void>): System {
  return {
    hub: dev.hub.base_url,
    instance: dev.instances[0]!.service_origin,
    operatorToken: dev.staff.operator_token,
    adminToken: dev.organisation.admin_token,
    password: loadSecrets(join(dataDir, 'secrets.json')).signIn.password,
    stop,
  };
}

async function findSystem(isRunning: boolean): Promise<System> {
  if (isRunning) {
    const dataDir = resolve(root, process.env['KUSHK_DATA_DIR'] ?? '.kushk');
    const dev = JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8')) as DevFile;
    return systemOf(dev, dataDir, () => Promise.resolve());
  }
  const system = await startWholeSystem();
  return systemOf(system.dev, system.dataDir, system.stop);
}

function reader(origin: string, token: string) {
  return async (path: string): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
    return response.json();
  };
}

async function contextFor(browser: Browser, { language, theme, width }: Look): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 860 },
    hasTouch: width < 600,
    colorScheme: theme,
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    timezoneId: 'Asia/Tehran',
    reducedMotion: 'reduce',
  });
}

/** Waits for fonts and for the end of all skeletons, as far as they end at all. */
async function settle(page: Page): Promise<void> {
  const until = performance.now() + settleMs;
  const isSettled = `document.fonts.status === 'loaded' && document.querySelector('h1') !== null
    && document.querySelector('[aria-busy="true"], [data-skeleton]') === null`;
  while (performance.now() < until && !(await page.evaluate<boolean>(isSettled))) await page.waitForTimeout(pollMs);
  await showEverything(page);
  await page.waitForTimeout(animationsMs);
}

/** Awaits the page of a plugin, and scrolls through the page: the editor measures lines only when they are seen. */
async function showEverything(page: Page): Promise<void> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const idle = frames.map((frame) => frame.waitForLoadState('networkidle', { timeout: settleMs }));
  await Promise.allSettled(idle);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  for (const top of [height, 0]) {
    await page.evaluate(`scrollTo(0, ${top})`);
    await page.waitForTimeout(animationsMs);
  }
}

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is wrong with the page as it is now. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource());
  const violations = await page.evaluate<readonly { id: string; nodes: readonly { target: unknown }[] }[]>(
    `axe.run(${JSON.stringify({ runOnly: axeRules })}).then(({ violations }) => violations)`,
  );
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [
    ...violations.map(({ id, nodes }) => `${id} ${JSON.stringify(nodes.map(({ target }) => target))}`),
    ...(overflow > 0 ? [`wider than the screen by ${overflow} px`] : []),
  ];
}

function reportErrors(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') report(message.text().slice(0, shownCharacters));
  });
}

interface Taking {
  readonly browser: Browser;
  readonly system: System;
  readonly look: Look;
}

/** Takes the screens of one person in one look. */
async function takePictures({ browser, system, look }: Taking, screens: readonly Screen[]): Promise<Picture[]> {
  const { role, as } = screens[0]!;
  const origin = system[role];
  const context = await contextFor(browser, look);
  await signInInBrowser(context, { origin, username: as, password: system.password });
  const preferences = { kushk_language: look.language, kushk_theme: look.theme };
  for (const [name, value] of Object.entries(preferences)) await context.addCookies([{ name, value, url: origin }]);
  const pictures = await picturesOf(await context.newPage(), { role, look, origin }, screens);
  await context.close();
  return pictures;
}

/** Takes the parts of the gallery, which needs no system and no person. */
async function takeGallery(browser: Browser, look: Look, address: string): Promise<Picture[]> {
  const context = await contextFor(browser, look);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('nav a').first().waitFor();
  const names = await page.locator('nav a').allTextContents();
  const preferences = `language=${look.language}&theme=${look.theme}`;
  const screens = names.map((name) => ({ name: `/${name}`, path: `/?part=${name}&${preferences}` }));
  const pictures = await picturesOf(page, { role: 'gallery', look, origin: new URL(address).origin }, screens);
  await context.close();
  return pictures;
}

async function picturesOf(
  page: Page,
  { role, look, origin }: Pick<Picture, 'role' | 'look'> & { readonly origin: string },
  screens: readonly Pick<Screen, 'name' | 'path'>[],
): Promise<Picture[]> {
  let problems: string[] = [];
  reportErrors(page, (problem) => problems.push(problem));
  const pictures: Picture[] = [];
  for (const { name, path } of screens) {
    const file = `${role}${name}-${nameOf(look)}`.replace(/[^a-z0-9]+/gi, '-') + '.png';
    try {
      await page.goto(`${origin}${path}`, { waitUntil: 'domcontentloaded', timeout: openMs });
      await settle(page);
      await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
      problems.push(...(await problemsOf(page)));
    } catch (error) {
      // One screen that cannot be shown must not end the run.
      problems.push(`not shown: ${(error as Error).message.slice(0, shownCharacters)}`);
    }
    pictures.push({ role, name, look, file, problems });
    problems = [];
  }
  return pictures;
}

/** Takes all screens of one look, several people at once, and stores what it found beside the pictures. */
async function takeLook({ browser, system, look }: Taking, people: readonly Screen[][]): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  const waiting = [...people];
  const take = async (): Promise<void> => {
    for (let own = waiting.shift(); own !== undefined; own = waiting.shift())
      pictures.push(...(await takePictures({ browser, system, look }, own)));
  };
  await Promise.all(Array.from({ length: profiles }, take));
  writeFileSync(lookFile(look), JSON.stringify(pictures));
  return pictures;
}

const lookFile = (look: Look): string => join(folder, `${nameOf(look)}.json`);

/** What an earlier run found in this look; null when it did not complete it. */
function storedLook(look: Look): readonly Picture[] | null {
  return existsSync(lookFile(look)) ? (JSON.parse(readFileSync(lookFile(look), 'utf8')) as Picture[]) : null;
}

/** The screens by person, in parts of about the same size, so that the profiles have equally much to do. */
function partsOf(screens: readonly Screen[]): Screen[][] {
  const people = Object.values(Object.groupBy(screens, ({ role, as }) => `${role} ${as}`)) as Screen[][];
  return people.flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / partSize) }, (_, at) => own.slice(at * partSize, (at + 1) * partSize)),
  );
}
const partSize = 8;

function report(pictures: readonly Picture[]): void {
  const screens = new Set(pictures.map(({ role, name }) => `${role} ${name}`)).size;
  writeFileSync(join(folder, 'index.html'), contactSheet(pictures));
  const found = pictures.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}\n`));
  process.stdout.write(found.join(''));
  process.stdout.write(`${pictures.length} pictures of ${screens} screens, ${found.length} problems: `);
  process.stdout.write(`${join(folder, 'index.html')}\n`);
  if (found.length > 0) process.exitCode = 1;
}

const screensOfSystem = (system: System): Promise<readonly Screen[]> =>
  screensOf({
    operator: reader(system.hub, system.operatorToken),
    admin: reader(system.instance, system.adminToken),
  });

async function main(args: readonly string[]): Promise<void> {
  const wanted = args.find((argument) => !argument.startsWith('--')) ?? '';
  const wantedLook = args.find((argument) => argument.startsWith('--look='))?.slice('--look='.length);
  const resumes = args.includes('--resume');
  const system = wanted === 'gallery' ? null : await findSystem(args.includes('--running'));
  const gallery = await serveBuiltGallery();
  const browser = await launchChromium();
  try {
    const all = system === null ? [] : await screensOfSystem(system);
    const screens = all.filter(({ name }) => name.includes(wanted));
    if (!resumes) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const pictures: Picture[] = [];
    for (const look of looks.filter((one) => wantedLook === undefined || nameOf(one) === wantedLook)) {
      process.stderr.write(`  ${nameOf(look)}\n`);
      const stored = resumes ? storedLook(look) : null;
      if (stored !== null) pictures.push(...stored);
      else if (system !== null) pictures.push(...(await takeLook({ browser, system, look }, partsOf(screens))));
      if ('gallery'.includes(wanted)) pictures.push(...(await takeGallery(browser, look, gallery.address)));
    }
    report(pictures);
  } finally {
    await browser.close();
    await gallery.stop();
    await system?.stop();
  }
}

await main(process.argv.slice(2));
