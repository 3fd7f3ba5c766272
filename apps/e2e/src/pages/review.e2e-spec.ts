/** The pages of reviewers in a browser: from the queue to a decision, by keyboard, and what others see of it. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted } from '../parties/client.js';
import { newPublisher, operator, unique, type Publisher } from '../parties/parties.js';
import {
  expectNoAxeViolations,
  expectNoOverflow,
  openPage,
  pageWithHeading,
  pressPersianKey,
  tabTo,
  type Page,
} from './browser.js';

const hostile = '<img src=x onerror=alert(1)>';

describe('the pages of reviewers', () => {
  let publisher: Publisher;
  let plugin: string;

  beforeAll(async () => {
    publisher = await newPublisher('reviewed-pages');
    plugin = `ir.${unique('review')}.pages`;
  });

  /** Submits a version, and waits until the review service has received it. */
  async function submitted(version: string): Promise<void> {
    const manifest = {
      schema: '1',
      id: plugin,
      version,
      publisher: publisher.id,
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Review test', fa: 'آزمون بازبینی' },
      summaries: { en: 'Reviewed in a browser', fa: 'در مرورگر بازبینی می‌شود' },
      base_url: 'https://plugin.example.com',
      scopes: { 'sources.intake.document': 'Some day' },
    };
    granted(await publisher.api.post('/releases', { manifest, requested_tier: 'community', notes: hostile }));
    await eventually(async () => granted(await operator.get(`/reviews?q=${plugin}&status=submitted`)).items.length > 0);
  }
  const open = (as: 'operator' | 'reviewer', path: string, width = 1_280): Promise<Page> =>
    openPage({ as, role: 'hub', path, width });
  const dialog = (page: Page, name: RegExp) =>
    page.getByRole(/رد/.test(String(name)) ? 'alertdialog' : 'dialog', { name });

  it('lead a reviewer by keyboard from the queue to a signed and published release, which others see at once', async () => {
    await submitted('1.0.0');
    const page = await open('reviewer', '/');
    await page
      .getByRole('region', { name: 'منتظر شما' })
      .getByRole('link', { name: /نسخه در انتظار/ })
      .click();
    await pageWithHeading(page, 'صف بازبینی');
    await pressPersianKey(page, { code: 'Slash', key: '/' });
    await page.keyboard.type(plugin);
    // The list is dimmed from the moment at which the address changes until the search is answered.
    await page.waitForURL(`**/review?q=${plugin}`);
    const row = page.getByRole('row').filter({ hasText: plugin });
    await row.waitFor();
    await eventually(async () => (await page.getByRole('row').count()) === 2);
    await expectNoAxeViolations(page);
    await tabTo(page, row.getByRole('link'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /آزمون بازبینی/ }).waitFor();
    await page.getByText(hostile).waitFor();

    const other = await open('operator', `/review/${plugin}/1.0.0`);
    await other.getByText('ارسال‌شده').first().waitFor();
    await pressPersianKey(page, { code: 'KeyT', key: 'ف' });
    await page.getByRole('button', { name: /^تأیید/ }).waitFor();
    await other.getByText(/این نسخه در دست .* است/).waitFor();
    await expectNoAxeViolations(page);

    await pressPersianKey(page, { code: 'KeyA', key: 'ش' });
    const approval = dialog(page, /تأیید نسخهٔ 1\.0\.0/);
    await approval.getByText(/sha256:[0-9a-f]{64}/).waitFor();
    await expectNoAxeViolations(page);
    await tabTo(page, approval.getByRole('radio', { name: /عمومی/ }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, approval.getByRole('switch', { name: 'همین حالا منتشر شود' }));
    await page.keyboard.press('Space');
    await tabTo(page, approval.getByRole('button', { name: 'تأیید، امضا و انتشار' }));
    await page.keyboard.press('Enter');
    await approval.waitFor({ state: 'detached' });
    await eventually(async () => granted(await operator.get(`/releases/${plugin}/1.0.0`)).status === 'published');
    expect(granted(await operator.get(`/releases/${plugin}/1.0.0`)).tier).toBe('verified');
    await other.getByText('منتشرشده').first().waitFor();
    await other.getByText(/وضعیت فعلی به .* سامانهٔ سازگار رسیده است/).waitFor();
  });

  it('send the note of a rejection to the publisher, from a phone', async () => {
    await submitted('1.1.0');
    const page = await open('reviewer', `/review/${plugin}/1.1.0`, 390);
    await page.getByRole('button', { name: 'شروع بازبینی' }).click();
    await page.getByRole('button', { name: 'رد کردن' }).click();
    const rejection = dialog(page, /رد نسخهٔ 1\.1\.0/);
    await rejection.getByRole('button', { name: 'رد قطعی' }).click();
    await rejection.getByText('دلیل را بنویسید').waitFor();
    await rejection.getByRole('textbox').fill(`سطر ۹ را بردارید ${hostile}`);
    await expectNoAxeViolations(page);
    await rejection.getByRole('button', { name: 'رد قطعی' }).click();
    await rejection.waitFor({ state: 'detached' });
    await page.getByText('این نسخه رد شده است').waitFor();
    await expectNoOverflow(page);
    await eventually(async () => granted(await publisher.api.get(`/releases/${plugin}/1.1.0`)).status === 'rejected');
    expect(granted(await publisher.api.get(`/releases/${plugin}/1.1.0`)).review_notes).toContain('سطر ۹ را بردارید');
  });

  it('carry a conversation: a comment on a line, the answer, the corrected version, and an appeal', async () => {
    const member = { subject: 'dev|publisher', name: 'پویا رستمی' };
    granted(await operator.post(`/publishers/${publisher.id}/members`, member));
    await submitted('1.3.0');
    const page = await open('reviewer', `/review/${plugin}/1.3.0`);
    await page.getByRole('button', { name: 'شروع بازبینی' }).click();
    const manifest = page.getByRole('textbox', { name: 'مانیفست به شکل YAML' });
    const line = dialog(page, /نظر روی مانیفست/);
    await manifest.getByText('sources.intake.document').click();
    await page.getByRole('button', { name: /نظر روی این سطر/ }).click();
    await line.getByText('/scopes', { exact: true }).waitFor();
    await line.getByRole('textbox').fill(`کدام سندها؟ ${hostile}`);
    await expectNoAxeViolations(page);
    await line.getByRole('button', { name: 'افزودن نظر' }).click();
    await pressPersianKey(page, { code: 'KeyC', key: 'ز' });
    const request = dialog(page, /درخواست اصلاح نسخهٔ 1\.3\.0/);
    await request.getByText('کدام سندها؟').waitFor();
    await request.getByRole('textbox').fill('دسترسی‌ها را توضیح دهید');
    await expectNoAxeViolations(page);
    await request.getByRole('button', { name: 'فرستادن برای ناشر' }).click();
    await request.waitFor({ state: 'detached' });
    await page.getByRole('listitem').getByText('دسترسی‌ها را توضیح دهید').first().waitFor();

    const path = `/portal/${publisher.id}/plugins/${plugin}`;
    const portal = await openPage({ as: 'publisher', role: 'hub', path: `${path}/1.3.0` });
    await portal.getByText('بازبین اصلاح خواسته است').waitFor();
    await portal.getByRole('button', { name: 'پاسخ', exact: true }).waitFor();
    await expectNoAxeViolations(portal);
    await portal.getByRole('button', { name: 'پاسخ', exact: true }).click();
    await portal.getByRole('textbox', { name: /پاسخ شما دربارهٔ/ }).fill('فقط فاکتورها');
    await expectNoOverflow(portal);
    await portal.getByRole('button', { name: 'فرستادن', exact: true }).click();
    await portal.getByRole('listitem').getByText('فقط فاکتورها').first().waitFor();
    await page.getByRole('listitem').getByText('فقط فاکتورها').first().waitFor();

    await portal.getByRole('link', { name: 'ارسال نسخهٔ اصلاح‌شده' }).click();
    await portal.getByText('این ارسال جای نسخهٔ 1.3.0 را می‌گیرد').waitFor();
    await portal.getByText(/آمادهٔ ارسال است/).waitFor();
    await portal.getByRole('button', { name: 'ارسال برای بازبینی' }).click();
    await portal.getByText('در صف بازبینی است').waitFor();
    await page.getByText('این نسخه پس گرفته شده است').waitFor();
    await page.getByRole('link', { name: /نسخهٔ .* جای آن را گرفته است/ }).waitFor();

    const { version } = granted(await publisher.api.get(`/plugins/${plugin}/releases?limit=1`)).items[0]!;
    await portal.getByRole('heading', { name: 'گفتگوی نسخهٔ 1.3.0' }).waitFor();
    await page.goto(new URL('/review?mine=true', page.url()).href);
    await page
      .getByRole('row', { name: /پاسخ به درخواست شما/ })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL((url) => url.pathname.endsWith(version));
    await page.getByRole('listitem').getByText('دسترسی‌ها را توضیح دهید').first().waitFor();
    await page.getByRole('button', { name: 'مقایسهٔ مانیفست‌ها' }).first().click();
    await page.getByRole('textbox', { name: 'مانیفست نسخهٔ 1.3.0' }).waitFor();
    await page.getByText('سطر بدون تغییر').first().waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'شروع بازبینی' }).click();
    await page.getByRole('button', { name: 'رد کردن' }).click();
    const rejection = dialog(page, /رد نسخه/);
    await rejection.getByRole('textbox').fill('هنوز نه');
    await rejection.getByRole('button', { name: 'رد قطعی' }).click();
    await rejection.waitFor({ state: 'detached' });
    await portal.getByRole('button', { name: 'اعتراض' }).click();
    await portal.getByRole('textbox', { name: /چرا رد نسخه/ }).fill('همهٔ موارد اصلاح شد');
    await portal.getByRole('button', { name: 'فرستادن اعتراض' }).click();
    await portal.getByText('دربارهٔ اعتراض شما بازبین دیگری تصمیم می‌گیرد').waitFor();
    await page.getByText('شما این نسخه را رد کرده‌اید؛ پس بازبین دیگری دربارهٔ اعتراض تصمیم می‌گیرد').waitFor();
    expect(await page.getByRole('button', { name: 'شروع بازبینی' }).count()).toBe(0);
    await page.goto(new URL('/', page.url()).href);
    await pageWithHeading(page, 'خانه');
    await page.getByRole('region', { name: 'منتظر شما' }).getByRole('link').first().waitFor();
    expect(await page.getByRole('link', { name: /اعتراض منتظر/ }).count()).toBe(0);

    const second = { subject: 'dev|parisa', name: 'پریسا', roles: ['reviewer'] };
    const { id } = granted(await operator.post('/staff', second));
    try {
      const other = await openPage({ as: 'parisa', role: 'hub', path: '/', ownSession: true });
      await other.getByRole('link', { name: '۱ اعتراض منتظر بازبینی شماست' }).click();
      await other.getByText(/رضا احمدی این نسخه را رد کرده است؛ شما می‌توانید/).waitFor();
      await other.getByRole('button', { name: 'شروع بازبینی' }).click();
      await other.getByRole('button', { name: 'تأیید و امضا' }).click();
      await dialog(other, /تأیید نسخه/)
        .getByText('با این تأیید، آن رد برمی‌گردد')
        .waitFor();
      await expectNoAxeViolations(other);
    } finally {
      await operator.delete(`/staff/${id}`);
    }
  });

  it('let two reviewers see each other: one takes, the other sees it, and takes what is given back', async () => {
    await submitted('1.2.0');
    const second = granted(
      await operator.post('/staff', { subject: 'dev|parisa', name: 'پریسا', roles: ['reviewer'] }),
    );
    try {
      const path = `/review/${plugin}/1.2.0`;
      const [here, there] = await Promise.all([
        open('reviewer', path),
        openPage({ as: 'parisa', role: 'hub', path, ownSession: true }),
      ]);
      const takes = (page: Page) => page.getByRole('button', { name: 'شروع بازبینی' });
      await Promise.all([takes(here).waitFor(), takes(there).waitFor()]);
      // The other page reads the release again only after its own attempt, as on a slow connection.
      let goOn = (): void => undefined;
      const isSlow = new Promise<void>((resolve) => (goOn = resolve));
      await there.route(`**/operator/v1/releases/${plugin}/1.2.0`, async (route) => {
        await isSlow;
        await route.continue();
      });
      await pressPersianKey(here, { code: 'KeyT', key: 'ف' });
      await here.getByRole('button', { name: 'برگرداندن به صف' }).waitFor();
      const refused = there.waitForResponse(/\/take$/);
      await pressPersianKey(there, { code: 'KeyT', key: 'ف' });
      expect((await refused).status()).toBe(409);
      goOn();
      await there.getByText('رضا احمدی بازبینی این نسخه را زودتر شروع کرده است').waitFor();
      await there.getByText('این نسخه در دست رضا احمدی است').waitFor();
      await takes(there).waitFor({ state: 'detached' });
      await expectNoAxeViolations(there);

      await pressPersianKey(here, { code: 'KeyB', key: 'ذ' });
      await takes(there).click();
      await here.getByText('این نسخه در دست پریسا است').waitFor();
      await here.getByRole('list').getByText('به صف برگشت').waitFor();

      await there.getByRole('button', { name: 'رد کردن' }).waitFor();
      await pressPersianKey(there, { code: 'KeyR', key: 'ق' });
      const rejection = dialog(there, /رد نسخهٔ 1\.2\.0/);
      await tabTo(there, rejection.getByRole('textbox'));
      await there.keyboard.insertText('سطر ۴ را درست کنید');
      granted(await publisher.api.post(`/releases/${plugin}/1.2.0/withdraw`, { reason: 'نسخهٔ اشتباه' }));
      await there.getByText('این نسخه پس گرفته شده است').waitFor();
      await tabTo(there, rejection.getByRole('button', { name: 'رد قطعی' }));
      await there.keyboard.press('Enter');
      await rejection.getByText('وضعیت این نسخه حالا «پس گرفته شد» است').waitFor();
      expect(await rejection.getByRole('textbox').inputValue()).toBe('سطر ۴ را درست کنید');
    } finally {
      await operator.delete(`/staff/${second.id}`);
    }
  });
});
