import { strict as assert } from 'node:assert';
import { launchChromium, type BrowserContext, type Page } from '../browser/chromium.js';
import { loadNothingAhead, scriptBytes } from '../browser/script-bytes.js';
import { FIRST_SCREEN_BYTES } from '../pages/first-screen.js';
import { signInInBrowser } from '../browser/sign-in-in-browser.js';
import { loadSecrets } from '../start/secrets.js';
import { join } from 'node:path';
import { calibratedRow } from './calibrated-row.js';
import { httpLoad, type HttpCall } from './http-load.js';
import type { Row } from './row.js';
import { sizeOf } from './sizes.js';
import { smallSubmission } from './submission.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const releases = sizeOf({ normal: 3_000, full: 10_000 });
const slowDown = 4;
const limits = { lcpMs: 1_500, shift: 0.02, inpMs: 100 };
const settleMs = 1_500;
const keyPauseMs = 60;
const kilobyte = 1_000;

/** Kept in the page from its start: the largest paint, layout shifts, and the durations of interactions. */
const observe = `
  globalThis.measured = { lcp: 0, shift: 0, interactions: [] };
  new PerformanceObserver((list) => { for (const one of list.getEntries()) measured.lcp = one.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) measured.shift += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.interactionId) measured.interactions.push(one.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

interface Measured {
  readonly lcp: number;
  readonly shift: number;
  readonly interactions: readonly number[];
}
interface Load {
  readonly lcp: number;
  readonly shift: number;
  readonly scriptBytes: number;
}

/**
 * Measures the first load of screens of the hub and of the instance with an empty cache, and the response to keys on a
 * list of many releases, all with the processor slowed down four times.
 */
export async function run(): Promise<readonly Row[]> {
  const system = await startWholeSystem();
  const browser = await launchChromium();
  try {
    await fill(system);
    const { password } = loadSecrets(join(system.dataDir, 'secrets.json')).signIn;
    const open = async (origin: string, username: string): Promise<BrowserContext> => {
      const context = await browser.newContext({ locale: 'fa-IR', viewport: { width: 1280, height: 860 } });
      await signInInBrowser(context, { origin, username, password });
      await context.addInitScript(observe);
      await loadNothingAhead(context);
      return context;
    };
    const { hub, instances } = system.dev;
    const atHub = await open(hub.base_url, 'operator');
    const atInstance = await open(instances[0]!.service_origin, 'admin');
    const loads: Load[] = [];
    for (const path of ['/review', '/releases']) loads.push(await firstLoad(atHub, hub.base_url + path));
    for (const path of ['/inbox', '/store'])
      loads.push(await firstLoad(atInstance, instances[0]!.service_origin + path));
    const interactions = await typeInList(await atHub.newPage(), `${hub.base_url}/releases`);
    return await rowsOf(loads, interactions);
  } finally {
    await browser.close();
    await system.stop();
  }
}

async function rowsOf(loads: readonly Load[], interactions: readonly number[]): Promise<readonly Row[]> {
  const worst = (value: (load: Load) => number): number => Math.max(...loads.map(value));
  const inp = percentile(interactions, 0.95);
  const note = `${interactions.length} slow interactions`;
  return [
    await calibratedRow({
      name: 'pages, first load, LCP',
      measured: worst(({ lcp }) => lcp),
      limit: limits.lcpMs,
      unit: 'ms',
    }),
    fixedRow('pages, script of the first load', worst(({ scriptBytes }) => scriptBytes) / kilobyte, [
      FIRST_SCREEN_BYTES / kilobyte,
      'kB',
    ]),
    fixedRow(
      'pages, layout shift',
      worst(({ shift }) => shift),
      [limits.shift, 'CLS'],
    ),
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
function fixedRow(name: string, measured: number, [limit, unit]: readonly [number, string]): Row {
  const ratio = measured === 0 ? Number.MAX_SAFE_INTEGER : limit / measured;
  return { name, measured, rival: limit, ratio, goal: 1, unit, ok: measured <= limit };
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
  await page.waitForTimeout(settleMs);
  const { lcp, shift } = await page.evaluate<Measured>('globalThis.measured');
  const bytes = await scriptBytes(page);
  await page.close();
  assert.ok(lcp > 0 && bytes > 0, 'nothing was measured');
  return { lcp, shift, scriptBytes: bytes };
}

/** Types a search and moves through the list with Tab; returns the durations of the interactions. */
async function typeInList(page: Page, url: string): Promise<readonly number[]> {
  await slowedDown(page);
  await page.goto(url);
  await page.locator('tbody tr, li').first().waitFor();
  await page.waitForTimeout(settleMs);
  await page.getByRole('searchbox').first().focus();
  for (const key of 'bench 12') await press(page, key);
  await page.waitForTimeout(settleMs);
  for (let presses = 0; presses < 20; presses += 1) await press(page, 'Tab');
  const { interactions } = await page.evaluate<Measured>('globalThis.measured');
  return interactions;
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(keyPauseMs);
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
