import type { BrowserContext, Page } from 'playwright-core';

/** A person who saves data: pages load nothing ahead, so that only what the screen needs is counted. */
const savesData = `Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });`;

export async function loadNothingAhead(context: BrowserContext): Promise<void> {
  await context.addInitScript(savesData);
}

/** The chunks of the manifest editor and of its parser. They are loaded after the first screen, when it is in view. */
const EDITOR = '/(yaml-view|place-problems)-';

/** Returns the bytes of the scripts that the first screen has loaded, as they were sent, without headers. */
export async function scriptBytes(page: Page): Promise<number> {
  return await page.evaluate<number>(
    `performance.getEntriesByType('resource')
      .map((entry) => ({ ...entry.toJSON(), path: new URL(entry.name).pathname }))
      .filter(({ path }) => path.endsWith('.js') && !new RegExp('${EDITOR}').test(path))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}
