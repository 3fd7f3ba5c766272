/** Decisions in the inbox with keys alone, in a browser. */
import { join } from 'node:path';
import { launchChromium, type Page } from '../../check/browser/chromium.js';
import { signInInBrowser } from '../../check/browser/sign-in-in-browser.js';
import { loadSecrets } from '../../run/start/secrets.js';
import type { WholeSystem } from '../bench/whole-system.js';

/** What a person takes at least to see what is next. */
const PAUSE_MS = 100;
/** One of so many decisions is a rejection. */
const REJECTS_EVERY = 5;

/**
 * Kept in the page from its start: the time from a key until another proposal is shown with its values and can be
 * decided, at the next frame.
 */
const observe = `
  globalThis.measured = [];
  let begun = null;
  const shown = () => document.querySelector('[data-scrolls-to-top] h2')?.textContent ?? '';
  const isReady = () => document.querySelector('[data-scrolls-to-top] dl ins') !== null
    && document.querySelector('[data-scrolls-to-top] footer button:not([disabled]):not([data-pending]) kbd') !== null;
  addEventListener('keydown', ({ code }) => {
    if (code === 'KeyA' || code === 'KeyR') begun = { at: performance.now(), title: shown() };
  }, { capture: true });
  new MutationObserver(() => {
    if (begun === null || shown() === begun.title || !isReady()) return;
    const { at } = begun;
    begun = null;
    requestAnimationFrame(() => measured.push(performance.now() - at));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });`;

/** Decides `count` proposals one after the other as a member. Returns the durations in milliseconds. */
export async function decideWithKeys(system: WholeSystem, count: number): Promise<readonly number[]> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ locale: 'fa-IR', viewport: { width: 1280, height: 860 } });
    const { password } = loadSecrets(join(system.dataDir, 'secrets.json')).signIn;
    const origin = system.dev.instances[0]!.service_origin;
    await signInInBrowser(context, { origin, username: 'member', password });
    await context.addInitScript(observe);
    const page = await context.newPage();
    await page.goto(`${origin}/inbox`);
    await page.locator('[data-scrolls-to-top] dl ins').first().waitFor();
    for (let n = 1; n <= count; n += 1) {
      await page.keyboard.press(n % REJECTS_EVERY === 0 ? 'r' : 'a');
      await untilMeasured(page, n);
      await page.waitForTimeout(PAUSE_MS);
    }
    return await page.evaluate<number[]>('globalThis.measured');
  } finally {
    await browser.close();
  }
}

const WAIT_MS = 15_000;
const POLL_MS = 20;

/** `page.waitForFunction` does not work here, because the policy of the pages forbids to evaluate strings. */
async function untilMeasured(page: Page, count: number): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while ((await page.evaluate<number>('globalThis.measured.length')) < count) {
    if (performance.now() > until) throw new Error(`after key ${count} no other proposal could be decided`);
    await page.waitForTimeout(POLL_MS);
  }
}
