/**
 * The browser of the page tests. `openPage` signs a person in and opens a page of the hub or of the instance. After
 * each test its pages are closed, and the test fails if a page reported a violation of the Content-Security-Policy, an
 * uncaught error or an error in the console.
 */
import { afterAll, afterEach, expect } from '@jest/globals';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@kushk/testing';
import {
  axeSource,
  isFirefox,
  launchBrowser,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '../../../../tools/check/browser/chromium.js';
import { signInInBrowser } from '../../../../tools/check/browser/sign-in-in-browser.js';
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
  /** Who closes the browser profile, and hears of its problems. Without it, the test that runs. */
  readonly opened?: Opened;
}

const heights = { phone: 844, desktop: 860 };
const phoneWidth = 600;
const shownText = 500;
/** Chromium reports every refused response in the console. The pages show them, and the tests check what they show. */
const refusedResponse = /Failed to load resource: (the server responded with a status of|net::ERR_)/;
const hubPeople = ['operator', 'reviewer'];
const listenForViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy:', event.violatedDirective, event.blockedURI, event.sample));`;
/**
 * Over WebDriver BiDi, Playwright types into fields by setting their values in the page, which React takes for its own
 * doing and undoes. This makes of it what typing sends.
 */
const noticeScriptedInput = `document.addEventListener('input', (event) => {
  const { isTrusted, inputType, target, data } = event;
  if (isTrusted || inputType === 'insertText') return;
  event.stopImmediatePropagation();
  target._valueTracker?.setValue('');
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data }));
}, true);`;

let browser: Promise<Browser> | undefined;

/** What a test has opened, or a part of a test that runs beside others. */
export class Opened {
  private readonly closing: (() => Promise<unknown>)[] = [];
  private readonly problems: string[] = [];

  /**
   * Takes over a browser profile, which `close` ends. Whatever its pages report is a problem, unless it contains an
   * expected text.
   */
  add(context: BrowserContext, expected: readonly string[], close: () => Promise<unknown>): void {
    this.closing.push(close);
    context.removeAllListeners('page').on('page', (page) =>
      reportProblems(page, (problem) => {
        if (!expected.some((part) => problem.includes(part))) this.problems.push(`${page.url()}: ${problem}`);
      }),
    );
  }

  /** Closes everything, and fails when a page has reported a problem. */
  async close(): Promise<void> {
    await Promise.all(this.closing.splice(0).map((close) => close()));
    expect(this.problems.splice(0)).toEqual([]);
  }
}

const ofTest = new Opened();
/**
 * Profiles whose pages are closed, by person and look: the next page of both has their cache, and nothing else of what
 * was stored. A cold cache takes half a second for each page.
 */
const idle = new Map<string, BrowserContext[]>();

afterEach(() => ofTest.close());
afterAll(async () => {
  await (await browser)?.close();
});

/** The origin of the hub or of the instance. */
export function originOf(role: 'hub' | 'instance'): string {
  return role === 'hub' ? system.hub : system.instance;
}

/** Opens a page as a person, in Persian and on a wide screen unless the options say otherwise. */
export async function openPage(options: PageOptions): Promise<Page> {
  const { as, ownSession = false, expectedProblems = [] } = options;
  // Only Chromium can clear the storage of a profile.
  const isShared = !isFirefox && as !== null && !ownSession && expectedProblems.length === 0;
  const context = await (isShared ? sharedContext(options) : openContext(options));
  const page = await context.newPage();
  await page.goto(`${originOf(roleOf(options))}${options.path ?? '/'}`);
  return page;
}

/** A signed-in browser profile without a page, for a test with several tabs. It is closed after the test. */
export async function openContext(options: PageOptions): Promise<BrowserContext> {
  const { as, ownSession = false, expectedProblems = [], opened = ofTest } = options;
  const isStored = as !== null && !ownSession;
  if (isStored) await signedInOnce(options);
  const context = await newContext({
    ...screenOf(options),
    ...(isStored && { storageState: readState(stateFile(options)) }),
  });
  opened.add(context, expectedProblems, () => context.close());
  await context.addInitScript(listenForViolations);
  if (isFirefox) await context.addInitScript(noticeScriptedInput);
  if (as !== null && ownSession) await signIn(context, options);
  await setPreferences(context, options);
  return context;
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= launchBrowser();
  return await (await browser).newContext(options);
}

async function signIn(context: BrowserContext, options: PageOptions): Promise<void> {
  const account = { username: options.as ?? '', password: passwordOfAccounts() };
  await signInInBrowser(context, { origin: originOf(roleOf(options)), ...account });
}

const signingIn = new Map<string, Promise<void>>();

/** Signs a person in once for the whole run, and stores the session in the data folder of the system. */
async function signedInOnce(options: PageOptions): Promise<void> {
  const file = stateFile(options);
  if (existsSync(file)) return;
  const first = async (): Promise<void> => {
    const context = await newContext({});
    await signIn(context, options);
    await storeState(context, file);
    await context.close();
  };
  let done = signingIn.get(file);
  if (done === undefined) signingIn.set(file, (done = first()));
  await done;
}

/** A profile of an earlier test as if it were new, or a new one. After the test it waits for the next. */
async function sharedContext(options: PageOptions): Promise<BrowserContext> {
  const { opened = ofTest } = options;
  const key = JSON.stringify([roleOf(options), options.as, screenOf(options)]);
  const contexts = idle.get(key) ?? [];
  idle.set(key, contexts);
  const giveBack = (context: BrowserContext) => async (): Promise<void> => {
    const pages = context.pages();
    if (pages[0] !== undefined) await clearStorage(pages[0], originOf(roleOf(options)));
    await Promise.all(pages.map((page) => page.close()));
    contexts.push(context);
  };
  const found = contexts.pop();
  if (found === undefined) {
    const closed = new Opened();
    const context = await openContext({ ...options, opened: closed });
    opened.add(context, [], giveBack(context));
    return context;
  }
  await found.clearCookies();
  await found.addCookies(readState(stateFile(options)).cookies);
  await setPreferences(found, options);
  opened.add(found, [], giveBack(found));
  return found;
}

/** Playwright's own way to do this empties the cache, too. */
async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' });
}

/** After the sign-in, which sets the preferences of the person. */
async function setPreferences(context: BrowserContext, options: PageOptions): Promise<void> {
  const { language = 'fa', theme = 'light' } = options;
  const preferences = [
    { name: 'kushk_language', value: language },
    { name: 'kushk_theme', value: theme },
  ];
  for (const { name, value } of preferences)
    if (value !== null) await context.addCookies([{ name, value, url: originOf(roleOf(options)), sameSite: 'Lax' }]);
}

function stateFile(options: PageOptions): string {
  return join(system.dataDir, `browser-session-${roleOf(options)}-${options.as}.json`);
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

function reportProblems(page: Page, report: (problem: string) => void): void {
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
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(await context.storageState()), { mode: 0o600 });
  renameSync(own, file);
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

/** Expects that axe-core finds nothing on the page as it is now, with all rules or those with the given ids. */
export async function expectNoAxeViolations(page: Page, rules?: readonly string[]): Promise<void> {
  await settled(page);
  // Playwright evaluates through the debugger, so no policy of the page applies.
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(axeSource());
  // The elements that pass are many times as much.
  const runOnly = rules === undefined ? axeRules : { type: 'rule', values: rules };
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${options}).then(({ violations }) => ({ violations }))`,
  );
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
    // Of several windows, Firefox gives the focus to one.
    const isFocused = target.evaluate(
      (element) => element.matches(':focus') || element === element.ownerDocument.activeElement,
    );
    if (await isFocused.catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by ${mostTabs} presses of Tab`);
}

/** Presses a key of a Persian keyboard: `code` is its place, `key` is the letter that it types. */
export async function pressPersianKey(page: Page, { code, key }: { code: string; key: string }): Promise<void> {
  if (isFirefox) {
    const init = JSON.stringify({ code, key, bubbles: true, cancelable: true });
    await page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${init}))`);
    return;
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text: key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key });
  await session.detach();
}
