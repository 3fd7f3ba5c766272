import { beforeAll, describe, expect, it } from '@jest/globals';
import { axeSource } from '../../../../tools/check/browser/chromium.js';
import { routePathsOf } from '../../../../tools/check/browser/route-paths.js';
import { routesWithoutScreen, screensOf, type Screen } from '../../../../tools/check/browser/screens.js';
import { system } from '../system/the-system.js';
import { expectNoAxeViolations, expectNoOverflow } from './browser.js';
import { atWidths, filled, walk } from './walk.js';

/** Each test opens all screens. */
const timeoutMs = 300_000;
/** What is left of a 1280 px screen at a zoom of 200 %. */
const zoomedWidth = 640;
const phoneWidth = 390;
/** Half a megabyte, which the browser then need not receive for each page. Frames of plugins are not ours to check. */
const withAxe = { script: `if (globalThis === globalThis.top) { ${axeSource()} }` };

let screens: readonly Screen[] = [];

beforeAll(async () => {
  const reader = (origin: string, token: string) => async (path: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return response.json();
  };
  screens = await screensOf({
    operator: reader(system.hub, system.tokens.operator),
    admin: reader(system.instance, system.tokens.admin),
  });
});

describe('every screen', () => {
  it('is in the list of screens', () => {
    for (const role of ['hub', 'instance'] as const) {
      const listed = screens.filter((one) => one.role === role).map(({ name }) => name.split(' ')[0]!);
      const missing = routePathsOf(role).filter((path) => ![...listed, ...routesWithoutScreen].includes(path));
      expect({ role, missing }).toEqual({ role, missing: [] });
    }
  });

  // `npm run screenshots` checks all eight looks.
  it(
    'has no axe violation in Persian, and does not scroll sideways: on a screen, at 200 % zoom, and on a phone',
    async () => {
      await walk({ ...withAxe, stops: screens, language: 'fa', theme: 'light', width: 1280 }, async (page) => {
        await filled(page);
        await expectNoAxeViolations(page);
        await expectNoOverflow(page);
        await atWidths(page, [zoomedWidth, phoneWidth], expectNoOverflow);
      });
    },
    timeoutMs,
  );

  it(
    'has no axe violation of colours in English on a dark phone, and does not scroll sideways',
    async () => {
      await walk({ ...withAxe, stops: screens, language: 'en', theme: 'dark', width: phoneWidth }, async (page) => {
        await filled(page);
        // The walk in Persian has all rules; only the colours of the dark theme are others.
        await expectNoAxeViolations(page, ['color-contrast', 'link-in-text-block']);
        await expectNoOverflow(page);
      });
    },
    timeoutMs,
  );

  it(
    'has neither for a member on a phone',
    async () => {
      const paths = ['/', '/inbox', '/cases', '/calendar', '/sessions', '/documents', '/memory', '/people', '/tools'];
      const stops = paths.map((path) => ({ role: 'instance' as const, as: 'member', path }));
      await walk({ ...withAxe, stops, language: 'fa', theme: 'light', width: phoneWidth }, async (page) => {
        await filled(page);
        await expectNoAxeViolations(page);
        await expectNoOverflow(page);
      });
    },
    timeoutMs,
  );
});
