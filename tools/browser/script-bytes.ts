import type { BrowserContext, Page } from 'playwright-core';

/** A person who saves data: pages load nothing ahead, so that only what the screen needs is counted. */
const savesData = `Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });`;

export async function loadNothingAhead(context: BrowserContext): Promise<void> {
  await context.addInitScript(savesData);
}

/** Returns the bytes of all scripts that the page has loaded, as they were sent, without headers. */
export async function scriptBytes(page: Page): Promise<number> {
  return await page.evaluate<number>(
    `performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}
