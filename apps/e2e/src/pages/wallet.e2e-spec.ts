import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, unique } from '../parties/parties.js';
import { expectNoAxeViolations, expectNoOverflow, openPage, type Locator, type Page } from './browser.js';

let plugin: RecordingPlugin;
let shop: Installed;

beforeEach(async () => {
  plugin = await RecordingPlugin.start();
  const publisher = await newPublisher('pages');
  const id = `ir.pages.${unique('w')}`;
  shop = await installed(publisher, plugin, manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl }));
});
afterEach(async () => {
  await admin.delete(`/installations/${shop.id}`);
  await plugin.stop();
});

/** A page costs 0.25 MU. */
const consume = (count: number) =>
  shop.api.post('/wallet/consume', { service: 'ocr.page', count }).set('idempotency-key', unique('c'));
const tiles = (page: Page): Locator => page.locator('dl').first();
const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title });
const openWallet = (query = ''): Promise<Page> =>
  openPage({ as: 'admin', path: `/installations/${shop.id}/wallet${query}` });

/** Opens a dialog with a button of the page, fills it in, and sends it with its own button. */
async function decide(page: Page, button: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await dialog.waitFor();
  await fill(dialog);
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

describe('the page of a wallet', () => {
  it('adds MU that are typed in Persian digits, shows what is consumed, and gives it back or revokes it', async () => {
    const page = await openWallet();
    await page.getByText('هنوز گردشی نیست').waitFor();
    await decide(page, 'افزودن MU', async (dialog) => {
      await dialog.getByRole('radio', { name: /هدیه/ }).check({ force: true });
      await dialog.getByLabel('مقدار (MU)').fill('۱۲٫۵');
    });
    await tiles(page).getByText('۱۲٫۵').waitFor();
    granted(await consume(10));
    // Nothing reloads the page: it shows the charge because the service announces it.
    await tiles(page).getByText('۱۰').waitFor();
    await panel(page, 'ترکیب موجودی').getByText('از هدیه‌ها مانده است').waitFor();
    await expectNoAxeViolations(page);
    await decide(page, 'برگرداندن', (dialog) => dialog.getByLabel('دلیل').fill('صفحه‌ها خوانا نبود'));
    await tiles(page).getByText('۱۲٫۵').waitFor();
    await panel(page, 'گردش کیف پول').getByText('برگشت خورده').filter({ visible: true }).waitFor();
    await decide(page, 'کسر MU', async (dialog) => {
      const amount = dialog.getByLabel('مقدار (MU)');
      await amount.fill('13');
      await dialog.getByText('بیشتر از ۱۲٫۵').waitFor();
      expect(await dialog.locator('button[type=submit]').isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'همه‌اش' }).click();
      await dialog.getByLabel('دلیل').fill('اشتباه');
    });
    await page.getByText('موجودی تمام شده است').waitFor();
    expect(granted(await admin.get(`/installations/${shop.id}/wallet`)).totals).toMatchObject({
      gifted: '12.5',
      consumed: '2.5',
      reversed: '2.5',
      revoked: '12.5',
    });
  });

  it('limits a month and freezes the wallet with a reason, which the plugin meets at once', async () => {
    granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu: '100' }));
    granted(await consume(8));
    const page = await openWallet();
    await decide(page, 'سقف مصرف ماهانه', async (dialog) => {
      await dialog.getByLabel('سقف همهٔ خدمات با هم (MU)').fill('۲');
      await dialog.getByLabel('Table').fill('1');
    });
    await page.getByText('سقف مصرف این ماه پر شده است').waitFor();
    await page.getByRole('meter', { name: /همهٔ خدمات/ }).waitFor();
    expect(verdict(await consume(1))).toBe('402 wallet.budget_exceeded');
    await decide(page, 'مسدود کردن', (dialog) => dialog.getByLabel('دلیل').fill('مصرف غیرعادی'));
    await page.getByText('مصرف غیرعادی').waitFor();
    expect(verdict(await consume(1))).toBe('409 wallet.frozen');
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await decide(page, 'رفع مسدودی', () => Promise.resolve());
    await page.getByRole('button', { name: 'مسدود کردن' }).waitFor();
  });

  it('filters the entries by what the address says, and downloads exactly these', async () => {
    granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu: '100' }));
    granted(await consume(4));
    const page = await openWallet('?kind=consumption');
    const rows = panel(page, 'گردش کیف پول').getByRole('row');
    // The head and the consumption.
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /CSV/ }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('consumption');
    expect(text).not.toContain('gift,');
  });

  it('announces at a removal what stays with the organisation, and at the next installation that it comes back', async () => {
    granted(await admin.post(`/installations/${shop.id}/wallet/purchases`, { mu: '7.5' }));
    const page = await openPage({ as: 'admin', path: `/installations/${shop.id}` });
    await page.getByRole('button', { name: 'حذف افزونه' }).click();
    await page.getByText('۷٫۵ MU از خریدها در کیف پولش مانده است').waitFor();
    granted(await admin.delete(`/installations/${shop.id}`));
    await eventually(async () => granted(await admin.get(`/store/${shop.manifest.id}/carry-over`)).mu === '7.5');
    const next = await openPage({ as: 'admin', path: `/store/${shop.manifest.id}/install` });
    await next.getByText('به کیف پول تازه می‌رود').waitFor();
  });

  it('has one row for each charge with what was held, every entry on request, and the months as a chart and a table', async () => {
    granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu: '100' }));
    const hold = granted(
      await shop.api
        .post('/wallet/holds', { service: 'ocr.page', count: 8, reference: 'job 1' })
        .set('idempotency-key', unique('h')),
    );
    granted(await shop.api.post(`/wallet/holds/${hold.id}/settle`, { count: 6 }).set('idempotency-key', unique('s')));
    const page = await openWallet();
    const ledger = panel(page, 'گردش کیف پول');
    await ledger.getByText(/۲\sMU در .* رزرو شده بود و ۰٫۵\sMU از آن آزاد شد/).waitFor();
    // The head, the charge and the gift.
    expect(await ledger.getByRole('row').count()).toBe(3);
    const months = panel(page, 'دوازده ماه گذشته').getByRole('table');
    await months.getByRole('row').nth(12).waitFor({ state: 'attached' });
    expect(await months.getByRole('row').count()).toBe(13);
    await months.getByRole('row').last().getByText('۱٫۵').waitFor({ state: 'attached' });
    await expectNoAxeViolations(page);
    await page.goto(new URL('?kind=ledger', page.url()).href);
    await ledger.getByText('برداشت از رزرو').waitFor();
    expect(await ledger.getByRole('row').count()).toBe(4);
  });

  it('says before another plan is chosen what the same use would cost', async () => {
    granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu: '100' }));
    granted(await consume(8));
    const page = await openPage({ as: 'admin', path: `/installations/${shop.id}/settings` });
    await page.getByRole('radio').last().check({ force: true });
    await page.getByText(/مصرف این ماه تا حالا/).waitFor();
    await expectNoAxeViolations(page);
  });

  it('stands in the list of all wallets with its use and state, sorted by the address, with sums and a CSV', async () => {
    granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu: '100' }));
    granted(await consume(8));
    granted(await admin.post(`/installations/${shop.id}/wallet/freeze`, { reason: 'بررسی' }));
    const page = await openPage({ as: 'admin', path: '/wallets?sort=consumed' });
    const list = panel(page, 'کیف پول افزونه‌ها');
    const row = list.getByRole('row').filter({ has: page.locator(`a[href="/installations/${shop.id}/wallet"]`) });
    await row.getByText('مسدود').waitFor();
    await list.getByRole('row').last().getByText('جمع همهٔ افزونه‌ها').waitFor();
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(`${shop.id},${shop.manifest.id}`);
    await row.click();
    await page.waitForURL((url) => url.pathname === `/installations/${shop.id}/wallet`);
  });

  it('is on the home of an admin while it needs attention, and of a member only that its plugin is stopped', async () => {
    const home = await openPage({ as: 'admin', path: '/' });
    const wallet = home.locator(`a[href="/installations/${shop.id}/wallet"]`);
    const item = (page: Page, title: string, has: Locator): Locator =>
      panel(page, title).getByRole('listitem').filter({ has });
    await item(home, 'رو به اتمام', wallet).getByText('تمام شده').waitFor();
    granted(await admin.post(`/installations/${shop.id}/pause`, {}));
    const stopped = (page: Page): Locator => page.locator(`a[href="/installations/${shop.id}"]`);
    await item(home, 'افزونه‌های نیازمند رسیدگی', stopped(home)).getByText('متوقف').waitFor();
    await panel(home, 'تازه‌ترین تغییرها').getByRole('link').first().waitFor();
    await expectNoAxeViolations(home);
    while (!(await wallet.evaluate((element) => element.matches(':focus')))) await home.keyboard.press('j');
    await home.keyboard.press('Enter');
    await home.waitForURL((url) => url.pathname === `/installations/${shop.id}/wallet`);

    const theirs = await openPage({ as: 'member', path: '/' });
    await item(theirs, 'افزونه‌های نیازمند رسیدگی', stopped(theirs)).getByText('متوقف').waitFor();
    for (const title of ['رو به اتمام', 'تازه‌ترین تغییرها']) expect(await panel(theirs, title).count()).toBe(0);
  });

  it('is for admins: a member sees neither the tab nor the figures', async () => {
    const page = await openPage({ as: 'member', path: `/installations/${shop.id}/wallet` });
    await page.getByText('این صفحه برای مدیر سازمان است').waitFor();
    expect(await page.getByRole('link', { name: 'کیف پول' }).count()).toBe(0);
    expect(verdict(await member.get('/wallets'))).toBe('403 auth.role_missing');
  });
});
