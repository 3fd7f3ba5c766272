import { describe, expect, it } from '@jest/globals';
import { loadNothingAhead, scriptBytes } from '../../../../tools/check/browser/script-bytes.js';
import { FIRST_SCREEN_BYTES } from '../../../../tools/generate/pages/first-screen.js';
import { openContext, originOf, settled } from './browser.js';

/**
 * Where people arrive: by themselves after the sign-in, or by the links that they keep. The build weighs all screens;
 * here the browser says what it has really loaded.
 */
const firstScreens = [
  { as: 'publisher', role: 'hub', path: '/portal' },
  { as: 'operator', role: 'hub', path: '/' },
  { as: 'reviewer', role: 'hub', path: '/review' },
  { as: 'operator', role: 'hub', path: '/releases' },
  { as: 'admin', role: 'instance', path: '/' },
  { as: 'admin', role: 'instance', path: '/inbox' },
  { as: 'admin', role: 'instance', path: '/store' },
  { as: 'admin', role: 'instance', path: '/audit' },
  { as: 'platform', role: 'instance', path: '/organisations' },
] as const;

describe('the first load', () => {
  it.each(firstScreens)(
    `of $path needs less than ${FIRST_SCREEN_BYTES} bytes of script`,
    async ({ as, role, path }) => {
      const context = await openContext({ as, role });
      await loadNothingAhead(context);
      const page = await context.newPage();
      await page.goto(`${originOf(role)}${path}`);
      await settled(page);
      const bytes = await scriptBytes(page);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(FIRST_SCREEN_BYTES);
    },
  );
});
