/**
 * The browser of the page tests. `openPage` signs a person in and opens a page of the hub or of the instance. After
 * each test the contexts are closed, and the test fails if a page reported a violation of the Content-Security-Policy,
 * an uncaught error or an error in the console.
 */
import { afterAll, afterEach, expect } from '@jest/globals';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@kushk/testing';
import {
  axeSource,
  launchChromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '../../../../tools/browser/chromium.js';
import { signInInBrowser } from '../../../../tools/browser/sign-in-in-browser.js';
import { system } from '../system/the-system.js';

export type { Locator, Page };

export type Language = 'fa' | 'en';
export type Theme = 'light' | 'dark' | 'auto';

export interface PageOptions {
  /** The account of the local provider; null opens the page without a session. */
  readonly as: string | null;
  /** Whose pages: the hub's for its staff and publishers, otherwise the instance's. */
  readonly role?: 'hub' | 'instance';
  readonly path?: string;
  /** Null keeps what the person has stored. */
  readonly language?: Language | null;
  readonly theme?: Theme | null;
  readonly width?: number;
  /** A session of its own, for a test that ends it. Otherwise the tests of one person share a session. */
  readonly ownSession?: boolean;
  /** Problems that the test provokes, as parts of their texts. */
  readonly expectedProblems?: readonly string[];
}

const heights = { phone: 844, desktop: 860 };
const phoneWidth = 600;
const shownText = 500;
/** Chromium reports every refused response in the console. The pages show them, and the tests check what they show. */
const refusedResponse = /Failed to load resource: (the server responded with a status of|net::ERR_)/;
const hubPeople = ['operator', 'reviewer'];
const listenForViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy:', event.violatedDirective, event.blockedURI, event.sample));`;

let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();
let problems: string[] = [];

afterEach(async () => {
  await Promise.all([...contexts].map((context) => context.close()));
  contexts.clear();
  const reported = problems;
  problems = [];
  expect(reported).toEqual([]);
});
afterAll(async () => {
  await (await browser)?.close();
});

/** The origin of the hub or of the instance. */
export function originOf(role: 'hub' | 'instance'): string {
  return role === 'hub' ? system.hub : system.instance;
}

/** Opens a page as a person, in Persian and on a wide screen unless the options say otherwise. */
export async function openPage(options: PageOptions): Promise<Page> {
  const context = await openContext(options);
  const page = await context.newPage();
  await page.goto(`${originOf(roleOf(options))}${options.path ?? '/'}`);
  return page;
}

/** A signed-in browser profile without a page, for a test with several tabs. */
export async function openContext(options: PageOptions): Promise<BrowserContext> {
  const { as, language = 'fa', theme = 'light', ownSession = false, expectedProblems = [] } = options;
  const origin = originOf(roleOf(options));
  const stored = join(system.dataDir, `browser-session-${roleOf(options)}-${as}.json`);
  const isStored = as !== null && !ownSession && existsSync(stored);
  browser ??= launchChromium();
  const context = await (
    await browser
  ).newContext({ ...screenOf(options), ...(isStored && { storageState: readState(stored) }) });
  contexts.add(context);
  await context.addInitScript(listenForViolations);
  context.on('page', (page) => reportProblems(page, expectedProblems));
  if (as !== null && !isStored) {
    await signInInBrowser(context, { origin, username: as, password: passwordOfAccounts() });
    if (!ownSession) await storeState(context, stored);
  }
  // After the sign-in, which sets the preferences of the person.
  const preferences = [
    { name: 'kushk_language', value: language },
    { name: 'kushk_theme', value: theme },
  ];
  for (const { name, value } of preferences)
    if (value !== null) await context.addCookies([{ name, value, url: origin, sameSite: 'Lax' }]);
  return context;
}

function roleOf({ role, as }: PageOptions): 'hub' | 'instance' {
  return role ?? (as !== null && hubPeople.includes(as) ? 'hub' : 'instance');
}

function screenOf({ width = 1280, theme = 'light', language = 'fa' }: PageOptions): BrowserContextOptions {
  const isPhone = width < phoneWidth;
  return {
    viewport: { width, height: isPhone ? heights.phone : heights.desktop },
    hasTouch: isPhone,
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    timezoneId: 'Asia/Tehran',
    reducedMotion: 'reduce',
  };
}

function reportProblems(page: Page, expected: readonly string[]): void {
  const report = (problem: string): void => {
    if (!expected.some((part) => problem.includes(part))) problems.push(`${page.url()}: ${problem}`);
  };
  page.on('pageerror', (error) => report(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusedResponse.test(message.text())) report(message.text().slice(0, shownText));
  });
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

function readState(file: string): State {
  return JSON.parse(readFileSync(file, 'utf8')) as State;
}

async function storeState(context: BrowserContext, file: string): Promise<void> {
  writeFileSync(`${file}.new`, JSON.stringify(await context.storageState()), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function passwordOfAccounts(): string {
  const secrets = readFileSync(join(system.dataDir, 'secrets.json'), 'utf8');
  return (JSON.parse(secrets) as { signIn: { password: string } }).signIn.password;
}

/** Waits for the page with this heading, and until it is settled. */
export async function pageWithHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled(page);
}

/**
 * Waits until the page shows its content: fonts are loaded and no skeleton is left. `page.waitForFunction` does not
 * work here, because the policy of the pages forbids to evaluate strings.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await eventually(() =>
    page.evaluate<boolean>(`document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"]')`),
  );
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
  }[];
}
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects that axe-core finds nothing on the page as it is now. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await settled(page);
  // Playwright evaluates through the debugger, so no policy of the page applies.
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify({ runOnly: axeRules })})`);
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`),
  }));
  expect({ url: page.url(), found }).toEqual({ url: page.url(), found: [] });
}

/** Expects that nothing is wider than the screen: the page does not scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const culprit = overflow > 0 ? await page.evaluate<string>(widest) : '';
  expect({ url: page.url(), overflow: Math.max(0, overflow), culprit }).toEqual({
    url: page.url(),
    overflow: 0,
    culprit: '',
  });
}

/** The last element of the page that reaches beyond an edge of the screen, as tag, classes and text. */
const widest = `(() => {
  const beyond = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  });
  const last = beyond.at(-1);
  return last ? last.tagName + '.' + last.className + ': ' + last.textContent.slice(0, 80) : 'unknown';
})()`;

const mostTabs = 120;

/** Presses Tab until `target` has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus')).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by ${mostTabs} presses of Tab`);
}

/** Presses a key of a Persian keyboard: `code` is its place, `key` is the letter that it types. */
export async function pressPersianKey(page: Page, { code, key }: { code: string; key: string }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text: key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key });
  await session.detach();
}
