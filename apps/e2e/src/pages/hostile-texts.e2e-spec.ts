import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingPlugin } from '@kushk/testing';
import { expectNoOverflow, openContext, originOf, settled, type Page } from './browser.js';
import { hostilePlugin, hostileRecords, type HostilePage } from './hostile-data.js';
import { hostileTexts } from './hostile-texts.js';

const timeoutMs = 300_000;
/** Every hostile text that could run calls this function. */
const recordRuns = `globalThis.hostileRuns = 0; globalThis.hostileTextRan = () => { globalThis.hostileRuns += 1; };`;

describe('texts that strangers write', () => {
  let plugin: RecordingPlugin;
  let pages: readonly HostilePage[] = [];

  beforeAll(async () => {
    plugin = await RecordingPlugin.start();
    const { pages: ofPlugin } = await hostilePlugin(plugin);
    pages = [...(await hostileRecords()), ...ofPlugin];
  }, timeoutMs);
  afterAll(() => plugin.stop());

  it('are at least sixty, and all different', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(60);
    expect(new Set(hostileTexts).size).toBe(hostileTexts.length);
  });

  it.each([
    { width: 1280, language: 'fa' },
    { width: 390, language: 'fa' },
  ] as const)(
    'run nowhere, load nothing and do not widen the page ($language, $width px)',
    async (look) => {
      const people = { hub: 'operator', instance: 'admin' } as const;
      const failures: string[] = [];
      await Promise.all(
        (['hub', 'instance'] as const).map(async (role) => {
          const context = await openContext({ role, as: people[role], ...look });
          await context.addInitScript(recordRuns);
          const page = await context.newPage();
          const reported = watch(page);
          for (const { path } of pages.filter((one) => one.role === role)) {
            await page.goto(`${originOf(role)}${path}`);
            await settled(page);
            await expectNoOverflow(page).catch((error: unknown) => failures.push(String(error)));
            const runs = await page.evaluate<number>('globalThis.hostileRuns');
            if (runs > 0) failures.push(`${path}: ${runs} texts ran`);
          }
          failures.push(...reported);
        }),
      );
      expect(failures.join('\n')).toBe('');
    },
    timeoutMs,
  );
});

/** Reports dialogs, requests to other origins, and pages that were left. */
function watch(page: Page): string[] {
  const reported: string[] = [];
  page.on('dialog', (dialog) => {
    reported.push(`${page.url()}: a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOwn = [originOf('hub'), originOf('instance')].includes(origin) || ['data:', 'blob:'].includes(protocol);
    if (!isOwn) reported.push(`${page.url()}: a request to ${request.url()}`);
  });
  return reported;
}
