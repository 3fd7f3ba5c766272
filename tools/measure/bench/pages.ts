import { strict as assert } from 'node:assert';
import { launchChromium, type BrowserContext, type Page } from '../../check/browser/chromium.js';
import { screensOf, type Screen } from '../../check/browser/screens.js';
import { loadNothingAhead, scriptBytes } from '../../check/browser/script-bytes.js';
import { FIRST_SCREEN_BYTES } from '../../generate/pages/first-screen.js';
import { signInInBrowser } from '../../check/browser/sign-in-in-browser.js';
import { loadSecrets } from '../../run/start/secrets.js';
import { join } from 'node:path';
import { calibratedRow } from './calibrated-row.js';
import { httpLoad, type HttpCall } from './http-load.js';
import type { Row } from './row.js';
import { sizeOf } from './sizes.js';
import { smallSubmission } from './submission.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const releases = sizeOf({ normal: 3_000, full: 10_000 });
const usualScreens: readonly string[] = ['/review', '/releases', '/inbox/{-$id}', '/store'];
const slowDown = 4;
const limits = { lcpMs: 1_500, shift: 0.02, inpMs: 100 };
const settleMs = 1_500;
const keyPauseMs = 60;
/** Chromium reports no event that is shorter. */
const reportedFromMs = 16;
/** How many pages of the list are loaded before it is used. */
const loadedPages = 5;
const rowsOfPage = 50;
/** The button below a list, in Persian. */
const moreText = 'نمایش بیشتر';
/** In the ids of some of the releases. */
const searchedText = 'bench12';
const kilobyte = 1_000;

/** Kept in the page from its start: the largest paint, layout shifts, and the durations of interactions. */
const observe = `
  globalThis.measured = { lcp: 0, shift: 0, interactions: {} };
  new PerformanceObserver((list) => { for (const one of list.getEntries()) measured.lcp = one.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) measured.shift += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
      if (id) measured.interactions[id] = Math.max(duration, measured.interactions[id] ?? 0);
  }).observe({ type: 'event', durationThreshold: ${reportedFromMs}, buffered: true });`;

interface Measured {
  readonly lcp: number;
  readonly shift: number;
  /** The longest event of each interaction that took at least as long as Chromium reports. */
  readonly interactions: Readonly<Record<string, number>>;
}
interface Load {
  /** The address of the screen. */
  readonly path: string;
  readonly lcp: number;
  readonly shift: number;
  readonly scriptBytes: number;
}

/**
 * Measures the first load of screens of the hub and of the instance with an empty cache, and the response to keys on a
 * list of many releases, of which some pages are loaded, all with the processor slowed down four times.
 */
export async function run(): Promise<readonly Row[]> {
  const system = await startWholeSystem();
  const browser = await launchChromium();
  try {
    await fill(system);
    const { password } = loadSecrets(join(system.dataDir, 'secrets.json')).signIn;
    const contexts = new Map<string, Promise<BrowserContext>>();
    const open = async (origin: string, username: string): Promise<BrowserContext> => {
      const context = await browser.newContext({ locale: 'fa-IR', viewport: { width: 1280, height: 860 } });
      await signInInBrowser(context, { origin, username, password });
      await context.addInitScript(observe);
      await loadNothingAhead(context);
      return context;
    };
    const contextOf = ({ role, as }: Pick<Screen, 'role' | 'as'>): Promise<BrowserContext> => {
      const key = `${role} ${as}`;
      const context = contexts.get(key) ?? open(originOf(system, role), as);
      contexts.set(key, context);
      return context;
    };
    const loads: Load[] = [];
    for (const screen of await loadedScreens(system))
      loads.push(await firstLoad(await contextOf(screen), originOf(system, screen.role) + screen.path));
    const operator = await contextOf({ role: 'hub', as: 'operator' });
    const interactions = await useList(await operator.newPage(), `${originOf(system, 'hub')}/releases`);
    return await rowsOf(loads, interactions);
  } finally {
    await browser.close();
    await system.stop();
  }
}

const originOf = ({ dev: { hub, instances } }: WholeSystem, role: Screen['role']): string =>
  role === 'hub' ? hub.base_url : instances[0]!.service_origin;

/** The screens whose first load is measured: those that people open most, with `--full` all. */
async function loadedScreens(system: WholeSystem): Promise<readonly Screen[]> {
  const reader = (role: Screen['role'], token: string) => async (path: string) => {
    const response = await fetch(originOf(system, role) + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
    return response.json();
  };
  const { staff, organisation } = system.dev;
  const screens = await screensOf({
    operator: reader('hub', staff.operator_token),
    admin: reader('instance', organisation.admin_token),
  });
  const wanted = sizeOf({ normal: usualScreens, full: screens.map(({ name }) => name) });
  return screens.filter(({ name }) => wanted.includes(name));
}

async function rowsOf(loads: readonly Load[], interactions: readonly number[]): Promise<readonly Row[]> {
  const worst = (value: (load: Load) => number) =>
    loads.map((load) => ({ value: value(load), path: load.path })).reduce((a, b) => (b.value > a.value ? b : a));
  const slowest = worst(({ lcp }) => lcp);
  const largest = worst(({ scriptBytes }) => scriptBytes);
  const mostShifted = worst(({ shift }) => shift);
  const of = ({ path }: { readonly path: string }): string => `the largest of ${loads.length} screens, ${path}`;
  const inp = percentile(interactions, 0.95);
  const slow = interactions.filter((duration) => duration > reportedFromMs).length;
  const note = `${interactions.length} interactions, ${slow} of them longer than ${reportedFromMs} ms`;
  return [
    await calibratedRow({
      name: 'pages, first load, LCP',
      measured: slowest.value,
      limit: limits.lcpMs,
      unit: 'ms',
      note: of(slowest),
    }),
    fixedRow('pages, script of the first load', largest.value / kilobyte, {
      limit: FIRST_SCREEN_BYTES / kilobyte,
      unit: 'kB',
      note: of(largest),
    }),
    fixedRow('pages, layout shift', mostShifted.value, { limit: limits.shift, unit: 'CLS', note: of(mostShifted) }),
    await calibratedRow({
      name: `pages, keys on ${releases} releases, p95`,
      measured: inp,
      limit: limits.inpMs,
      unit: 'ms',
      note,
    }),
  ];
}

/** A row whose limit does not depend on the speed of the machine. */
function fixedRow(
  name: string,
  measured: number,
  { limit, unit, note }: { readonly limit: number; readonly unit: string; readonly note: string },
): Row {
  const ratio = measured === 0 ? Number.MAX_SAFE_INTEGER : limit / measured;
  return { name, measured, rival: limit, ratio, goal: 1, unit, ok: measured <= limit, note };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

async function slowedDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  return session;
}

async function firstLoad(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage();
  const session = await slowedDown(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(settleMs);
  const { lcp, shift } = await page.evaluate<Measured>('globalThis.measured');
  const bytes = await scriptBytes(page);
  await page.close();
  // Documents for people have no script.
  assert.ok(lcp > 0 && (bytes > 0 || url.includes('/docs')), 'nothing was measured');
  return { path: new URL(url).pathname, lcp, shift, scriptBytes: bytes };
}

/**
 * Loads some pages of the list, moves through them with J, K and Tab, and types a search. Returns the duration of each
 * interaction; those that Chromium does not report count as long as the shortest that it does.
 */
async function useList(page: Page, url: string): Promise<readonly number[]> {
  await slowedDown(page);
  await page.goto(url);
  await rowsShown(page, rowsOfPage);
  let presses = 0;
  const press = async (keys: Iterable<string>): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(keyPauseMs);
      presses += 1;
    }
  };
  for (let loaded = 1; loaded < loadedPages; loaded += 1) {
    await page.getByRole('button', { name: moreText }).focus();
    await press(['Enter']);
    await rowsShown(page, (loaded + 1) * rowsOfPage);
  }
  await press(['j', 'j', 'j', 'j', 'k', 'k', ...Array.from({ length: 20 }, () => 'Tab')]);
  await page.getByRole('searchbox').first().focus();
  const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === searchedText);
  await press(searchedText);
  await found;
  await page.waitForTimeout(settleMs);
  const { interactions } = await page.evaluate<Measured>('globalThis.measured');
  const reported = Object.values(interactions);
  assert.ok(reported.length <= presses, `${reported.length} interactions of ${presses} presses`);
  return [...reported, ...Array.from({ length: presses - reported.length }, () => reportedFromMs)];
}

async function rowsShown(page: Page, count: number): Promise<void> {
  await page
    .locator('tbody tr')
    .nth(count - 1)
    .waitFor();
}

/** Submits the releases. */
async function fill({ dev: { hub, publisher } }: WholeSystem): Promise<void> {
  const headers = { authorization: `Bearer ${publisher.key}` };
  const submit = smallSubmission('/developer/v1/releases', publisher.id, headers);
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < releases) await send(hub.base_url, submit((next += 1)));
  };
  await Promise.all(Array.from({ length: httpLoad.callers }, caller));
}

async function send(origin: string, { path, ...call }: HttpCall): Promise<void> {
  const response = await fetch(`${origin}${path}`, call);
  const text = await response.text();
  if (!response.ok) throw new Error(`${call.method} ${path} returned ${response.status}: ${text}`);
}
