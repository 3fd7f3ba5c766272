/** Looks at many pages of one look: several at once, in a few tabs of each person. */
import { expect } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { openContext, originOf, settled, type Page, type PageOptions } from './browser.js';

/** A page, and the person who opens it. */
export interface Stop {
  readonly role: 'hub' | 'instance';
  readonly as: string;
  readonly path: string;
}

interface WalkOptions extends Pick<PageOptions, 'language' | 'theme' | 'width'> {
  readonly stops: readonly Stop[];
  /** Runs in each tab before the scripts of a page. */
  readonly script?: string;
  /** Called once for each tab. */
  readonly watch?: (page: Page) => void;
}

/** As many as keep both cores of a small machine busy: a page waits for its data for about half of its time. */
const TABS = 3;
const HEIGHT = 860;

/** Opens every page and checks it once it is settled. Fails at the end, with all that was found. */
export async function walk(
  { stops, script, watch, ...look }: WalkOptions,
  check: (page: Page, stop: Stop) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const contexts = new Map<string, ReturnType<typeof openContext>>();
  const contextOf = ({ role, as }: Stop): ReturnType<typeof openContext> => {
    const person = `${role} ${as}`;
    let context = contexts.get(person);
    if (context === undefined) contexts.set(person, (context = prepared({ role, as, ...look }, script)));
    return context;
  };
  const left = [...stops];
  const tab = async (): Promise<void> => {
    const pages = new Map<Awaited<ReturnType<typeof openContext>>, Page>();
    for (let stop = left.shift(); stop !== undefined; stop = left.shift()) {
      const { role, as, path } = stop;
      try {
        const context = await contextOf(stop);
        let page = pages.get(context);
        if (page === undefined) {
          pages.set(context, (page = await context.newPage()));
          watch?.(page);
        }
        await page.goto(`${originOf(role)}${path}`);
        await settled(page);
        await check(page, stop);
      } catch (error) {
        failures.push(`${path} as ${as}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  expect(failures.join('\n\n')).toBe('');
}

/** Waits until the page shows its data: some skeletons stand in parts that are not marked as busy. */
export async function filled(page: Page): Promise<void> {
  await eventually(() => page.evaluate<boolean>(`!document.querySelector('[data-skeleton]')`));
}

async function prepared(options: PageOptions, script: string | undefined): ReturnType<typeof openContext> {
  const context = await openContext(options);
  if (script !== undefined) await context.addInitScript(script);
  return context;
}

/** Checks the page at other widths, as after a zoom, and then gives it its former width again. */
export async function atWidths(
  page: Page,
  widths: readonly number[],
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    // What depends on the width in a script is drawn again in the next frame.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await settled(page);
    await check(page);
  }
  await page.setViewportSize(before);
}
