import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingPlugin } from '@kushk/testing';
import { expectNoOverflow, originOf, type Page } from './browser.js';
import { hostilePlugin, hostileRecords, type HostilePage } from './hostile-data.js';
import { hostileTexts } from './hostile-texts.js';
import { atWidths, walk } from './walk.js';

const timeoutMs = 300_000;
const phoneWidth = 390;
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

  it(
    'run nowhere, load nothing and do not widen the page, on a screen and on a phone',
    async () => {
      const people = { hub: 'operator', instance: 'admin' } as const;
      const reported: string[] = [];
      await walk(
        {
          stops: pages.map(({ role, path, as }) => ({ role, path, as: as ?? people[role] })),
          language: 'fa',
          width: 1280,
          script: recordRuns,
          watch: (page) => watch(page, reported),
        },
        async (page) => {
          await expectNoOverflow(page);
          await atWidths(page, [phoneWidth], expectNoOverflow);
          expect(await page.evaluate<number>('globalThis.hostileRuns')).toBe(0);
        },
      );
      expect(reported).toEqual([]);
    },
    timeoutMs,
  );
});

/** Reports dialogs, requests to other origins, and pages that were left. */
function watch(page: Page, reported: string[]): void {
  page.on('dialog', (dialog) => {
    reported.push(`${page.url()}: a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOwn = [originOf('hub'), originOf('instance')].includes(origin) || ['data:', 'blob:'].includes(protocol);
    if (!isOwn) reported.push(`${page.url()}: a request to ${request.url()}`);
  });
}
