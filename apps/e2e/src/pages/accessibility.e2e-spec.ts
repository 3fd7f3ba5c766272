import { beforeAll, describe, expect, it } from '@jest/globals';
import { routePathsOf } from '../../../../tools/browser/route-paths.js';
import { routesWithoutScreen, screensOf, type Screen } from '../../../../tools/browser/screens.js';
import { system } from '../system/the-system.js';
import { expectNoAxeViolations, expectNoOverflow, openContext, originOf, settled } from './browser.js';

/** Each test opens all screens. */
const timeoutMs = 300_000;

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

/** Checks one screen after the other, in one tab per person. Fails at the end, with all that was found. */
async function eachScreen(
  options: { language: 'fa' | 'en'; theme: 'light' | 'dark'; width: number },
  check: (page: Parameters<typeof settled>[0]) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const people = new Map<string, Screen[]>();
  for (const screen of screens)
    people.set(`${screen.role} ${screen.as}`, [...(people.get(`${screen.role} ${screen.as}`) ?? []), screen]);
  await Promise.all(
    [...people.values()].map(async (own) => {
      const { role, as } = own[0]!;
      const page = await (await openContext({ role, as, ...options })).newPage();
      for (const { path } of own) {
        const visit = async (): Promise<void> => {
          await page.goto(`${originOf(role)}${path}`);
          await settled(page);
          await check(page);
        };
        await visit().catch((error: unknown) => failures.push(`${path} as ${as}: ${String(error)}`));
      }
    }),
  );
  expect(failures.join('\n\n')).toBe('');
}

describe('every screen', () => {
  it('is in the list of screens', () => {
    for (const role of ['hub', 'instance'] as const) {
      const listed = screens.filter((one) => one.role === role).map(({ name }) => name.split(' ')[0]!);
      const missing = routePathsOf(role).filter((path) => ![...listed, ...routesWithoutScreen].includes(path));
      expect({ role, missing }).toEqual({ role, missing: [] });
    }
  });

  // `npm run screenshots` checks all eight looks.
  it.each([
    { language: 'fa', theme: 'light', width: 1280 },
    { language: 'en', theme: 'dark', width: 390 },
  ] as const)(
    'has no axe violation and does not scroll sideways ($language, $theme, $width px)',
    async (options) => {
      await eachScreen(options, async (page) => {
        await expectNoAxeViolations(page);
        await expectNoOverflow(page);
      });
    },
    timeoutMs,
  );

  it(
    'does not scroll sideways at 200 % zoom of a 1280 px screen',
    async () => {
      await eachScreen({ language: 'fa', theme: 'light', width: 640 }, expectNoOverflow);
    },
    timeoutMs,
  );
});
