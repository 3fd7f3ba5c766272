import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import {
  expectNoAxeViolations,
  expectNoOverflow,
  openContext,
  openPage,
  originOf,
  pageWithHeading,
  settled,
  tabTo,
} from './browser.js';
import type { Page } from './browser.js';

const paletteOf = (page: Page) => page.getByRole('searchbox', { name: 'جستجو و فرمان‌ها' });
async function openPalette(page: Page): Promise<void> {
  await settled(page);
  await page.keyboard.press('Control+k');
  await paletteOf(page).waitFor();
}

/** An account that no other test uses: these tests change its preferences and end its sessions. */
const person = 'member2';

const headingOf = (page: Page): Promise<string> => page.locator('main h1').first().innerText();
const documentState = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `[document.documentElement.lang, document.documentElement.dir, document.documentElement.dataset.theme].join(' ')`,
  );
/** Counts how often a script changes language, direction or theme of the document. */
const countChanges = `
  globalThis.documentChanges = 0;
  new MutationObserver((changes) => {
    globalThis.documentChanges += changes.filter(({ target }) => target === document.documentElement).length;
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['lang', 'dir', 'data-theme'] });`;

describe('the frame of the pages', () => {
  it('opens in the language and theme of the person without changing them afterwards', async () => {
    for (const [language, theme, expected] of [
      ['fa', 'light', 'fa rtl light'],
      ['en', 'dark', 'en ltr dark'],
    ] as const) {
      const context = await openContext({ as: person, language, theme });
      await context.addInitScript(countChanges);
      const page = await context.newPage();
      const response = await page.goto(originOf('instance'));
      expect(await response?.text()).toContain(`data-theme="${theme}"`);
      await settled(page);
      expect(await documentState(page)).toBe(expected);
      expect(await page.evaluate('globalThis.documentChanges')).toBe(0);
    }
  });

  it('stores a chosen language and theme with the person, for every browser', async () => {
    const page = await openPage({ as: person, ownSession: true });
    await settled(page);
    const choose = async (menu: string, item: string): Promise<void> => {
      const opener = page.getByRole('button', { name: menu });
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await page.getByRole('menuitemradio', { name: item }).press('Enter');
    };
    await choose('زبان و نمایش', 'تیره');
    await eventually(async () => (await page.evaluate('document.documentElement.dataset.theme')) === 'dark');
    await page.keyboard.press('Escape');
    await choose('زبان و نمایش', 'English');
    await eventually(async () => (await page.evaluate('document.documentElement.lang')) === 'en');
    await settled(page);
    expect(await documentState(page)).toBe('en ltr dark');

    const elsewhere = await openPage({ as: person, ownSession: true, language: null, theme: null });
    await settled(elsewhere);
    expect(await documentState(elsewhere)).toBe('en ltr dark');
    await choose('Language and display', 'فارسی');
    await eventually(async () => (await page.evaluate('document.documentElement.lang')) === 'fa');
  });

  it('finds pages and records with the command palette, by keyboard alone', async () => {
    const page = await openPage({ as: person, path: '/inbox' });
    await settled(page);
    await openPalette(page);
    await page.keyboard.type('فروشگاه');
    await page.getByRole('option', { name: 'فروشگاه', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/store');
    await settled(page);

    await openPalette(page);
    await page.keyboard.type('خرید');
    const found = page.getByRole('group', { name: 'پرونده‌ها' }).getByRole('option').first();
    await found.waitFor();
    const title = (await found.innerText()).split('\n')[0] ?? '';
    while ((await found.getAttribute('data-focused')) === null) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cases/*');
    await pageWithHeading(page, title);
  });

  it('opens the keyboard help with ? and closes it with Escape, back to where the focus was', async () => {
    const page = await openPage({ as: person, path: '/inbox' });
    await settled(page);
    const search = page.getByRole('button', { name: 'جستجو و فرمان‌ها' });
    await tabTo(page, search);
    await page.keyboard.press('Shift+Slash');
    const help = page.getByRole('dialog', { name: 'کلیدهای میان‌بر' });
    await help.waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await eventually(() => search.evaluate((element) => element.matches(':focus')));
  });

  it('skips the navigation with the first Tab, and moves the focus to the heading of the next page', async () => {
    const page = await openPage({ as: person, path: '/inbox' });
    await settled(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('رفتن به متن صفحه');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');

    await tabTo(page, page.getByRole('navigation', { name: 'صفحه‌ها' }).getByRole('link', { name: 'فروشگاه' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/store');
    await eventually(async () => (await page.evaluate('document.activeElement.tagName')) === 'H1');
    expect(await page.title()).toBe('فروشگاه · کوشک');
  });

  it('goes back and forward, and opens a deep link', async () => {
    const page = await openPage({ as: person, path: '/cases' });
    await pageWithHeading(page, 'پرونده‌ها');
    await page.getByRole('navigation', { name: 'صفحه‌ها' }).getByRole('link', { name: 'فروشگاه' }).click();
    await pageWithHeading(page, 'فروشگاه');
    await page.goBack();
    await pageWithHeading(page, 'پرونده‌ها');
    expect(new URL(page.url()).pathname).toBe('/cases');
    await page.goForward();
    await pageWithHeading(page, 'فروشگاه');
  });

  it('says that an address has no page, and leads to the first page', async () => {
    const page = await openPage({ as: person, path: '/no/such/page' });
    await settled(page);
    expect(await headingOf(page)).toBe('این صفحه پیدا نشد');
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'رفتن به صفحهٔ اول' }).click();
    await pageWithHeading(page, 'خانه');
  });

  it('says at once that the service cannot be reached, and opens a page that was asked for when it answers again', async () => {
    const page = await openPage({ as: person, path: '/inbox', expectedProblems: ['ERR_INTERNET_DISCONNECTED'] });
    await settled(page);
    await page.context().setOffline(true);
    const notice = page.getByText('ارتباط با کوشک برقرار نیست');
    await notice.waitFor();
    const nav = page.getByRole('navigation', { name: 'صفحه‌ها' });
    await nav.getByRole('link', { name: 'فروشگاه' }).click();
    await page.waitForURL('**/store');
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'فروشگاه' }).waitFor();
    const areStyled = `[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null)`;
    await eventually(() => page.evaluate<boolean>(areStyled));
  });

  it('loads itself again, once, when a style sheet of a page is gone, as after a deployment', async () => {
    const page = await openPage({ as: person, path: '/inbox', expectedProblems: ['404', 'Unable to preload CSS'] });
    let documents = 0;
    page.on('domcontentloaded', () => (documents += 1));
    await page
      .context()
      .route(/\/assets\/store-page-[^/]*\.css$/, (route) =>
        documents === 0 ? route.fulfill({ status: 404 }) : route.continue(),
      );
    await page.getByRole('navigation', { name: 'صفحه‌ها' }).getByRole('link', { name: 'فروشگاه' }).click();
    await page.getByRole('heading', { level: 1, name: 'فروشگاه' }).waitFor();
    expect(documents).toBe(1);
    const areStyled = `[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null)`;
    expect(await page.evaluate<boolean>(areStyled)).toBe(true);
  });

  it('keeps what was typed when the session ends elsewhere, and continues after a sign-in in a new tab', async () => {
    const page = await openPage({ as: person, path: '/store', ownSession: true });
    await settled(page);
    const field = page.getByRole('searchbox').first();
    await field.fill('چیزی که نوشته بودم');
    await openPalette(page);
    await endAllSessions(page);
    await page.keyboard.type('خرید');
    const dialog = page.getByRole('alertdialog', { name: 'از حسابتان خارج شده‌اید' });
    await dialog.waitFor();
    // The keys of the page do not reach it through the alert: the palette stays as it is.
    await page.keyboard.press('Control+k');
    // The provider still knows the person, so the new tab signs in without a question and closes itself.
    await dialog.getByRole('button', { name: 'ورود در زبانهٔ تازه' }).click();
    await dialog.waitFor({ state: 'detached' });
    await paletteOf(page).waitFor();
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('چیزی که نوشته بودم');
    const response = await page.request.get(`${originOf('instance')}/session`);
    expect(response.status()).toBe(200);
  });

  it('signs out here and at the provider', async () => {
    const page = await openPage({ as: person, ownSession: true });
    await settled(page);
    await page.getByRole('button', { name: /^حساب / }).click();
    await page.getByRole('menuitem', { name: 'خروج' }).click();
    await page.waitForURL((url) => url.origin !== originOf('instance') || url.pathname.startsWith('/session/'));
    const response = await page.request.get(`${originOf('instance')}/session`);
    expect(response.status()).toBe(401);
  });

  it('fits a phone: the navigation is a drawer, and nothing scrolls sideways', async () => {
    const page = await openPage({ as: person, path: '/inbox', width: 390 });
    await settled(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'باز کردن فهرست صفحه‌ها' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'فروشگاه' }).click();
    await page.waitForURL('**/store');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectNoAxeViolations(page);
  });
});

/** Ends the session of the page from outside, as the list of sessions in another browser does. */
async function endAllSessions(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { items } = await (await fetch('/session/list')).json();
    for (const { id, current } of items)
      if (current) await fetch('/session/list/' + id, {
        method: 'DELETE', headers: { 'content-type': 'application/json' }, body: '{}' });
  })()`);
}
