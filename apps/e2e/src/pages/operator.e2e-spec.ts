/** The pages of operators in a browser: publishers with keys and people, a suspension and its reach, the audit. */
import { describe, expect, it } from '@jest/globals';
import { granted } from '../parties/client.js';
import { newPublisher, operator, publisherApi, reviewer, takeForReview, unique } from '../parties/parties.js';
import { expectNoAxeViolations, openPage, pageWithHeading, type Page } from './browser.js';

const open = (path: string): Promise<Page> => openPage({ as: 'operator', role: 'hub', path });

/** Searches in the command palette and opens what it finds, by keyboard alone. */
async function openFromPalette(page: Page, text: string, note: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'جستجو و فرمان‌ها' }).waitFor();
  await page.keyboard.insertText(text);
  await page.getByRole('option').filter({ hasText: note }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

interface Approved {
  readonly publisher: Awaited<ReturnType<typeof newPublisher>>;
  readonly plugin: string;
}

/** The approved release of a plugin, by default the first one of a new plugin. */
async function approvedRelease(given: Partial<Approved> = {}, version = '1.0.0') {
  const { publisher = await newPublisher('operated-pages'), plugin = `ir.${unique('operated')}.pages` } = given;
  const manifest = {
    ...{ schema: '1', id: plugin, version, publisher: publisher.id, kind: 'external', plugin_api: '1.0' },
    names: { en: 'Operated', fa: 'آزمون اپراتور' },
    base_url: 'https://plugin.example.com',
  };
  granted(await publisher.api.post('/releases', { manifest }));
  const release = `/releases/${plugin}/${version}`;
  await takeForReview(release);
  granted(await reviewer.post(`${release}/approve`, { tier: 'community', publish: false }));
  return { publisher, plugin, release };
}
describe('the pages of operators', () => {
  it('add a publisher with a key that is shown once, a trust and a person, and end key and trust', async () => {
    const id = unique('pages-');
    const page = await open('/publishers');
    await page.getByRole('button', { name: 'افزودن ناشر' }).click();
    await page.getByRole('textbox', { name: 'نام' }).fill('ناشر <b>تازه</b>');
    await page.getByRole('textbox', { name: 'شناسه' }).fill(id);
    await page.getByRole('button', { name: 'افزودن', exact: true }).click();
    await pageWithHeading(page, 'ناشر <b>تازه</b>');

    await page.getByRole('button', { name: 'صدور کلید' }).click();
    await page.getByRole('textbox', { name: 'برچسب' }).fill('CI');
    await page.getByRole('dialog').getByRole('button', { name: 'صدور کلید' }).click();
    const shown = page.getByRole('alertdialog', { name: 'کلید تازه' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^kp_[0-9A-Za-z]{36}$/);
    await expectNoAxeViolations(page);
    await shown.getByRole('button', { name: 'ذخیره کردم' }).click();
    expect((await publisherApi(secret).get('/plugins')).status).toBe(200);

    await page.getByRole('button', { name: 'صدور کلید' }).click();
    await page.getByRole('radio', { name: /ایمیج/ }).check({ force: true });
    await page.getByRole('textbox', { name: 'برچسب' }).fill('push');
    await page.getByRole('dialog').getByRole('button', { name: 'صدور کلید' }).click();
    expect(await shown.locator('code').textContent()).toMatch(/^kr_[0-9A-Za-z]{36}$/);
    expect(await shown.textContent()).toContain(`docker login برای کاربر ${id}`);
    await shown.getByRole('button', { name: 'ذخیره کردم' }).click();

    await page.getByRole('button', { name: 'افزودن اعتماد' }).click();
    await page.getByRole('textbox', { name: 'صادرکننده' }).fill('https://token.actions.githubusercontent.com');
    await page.getByRole('textbox', { name: 'افزونه' }).fill('ir.acme.invoices');
    const claims = page.getByRole('textbox', { name: 'ادعاها' });
    await claims.fill('acme/invoices');
    await page.getByRole('button', { name: 'افزودن', exact: true }).click();
    await page.getByText('هر خط را به شکل name=pattern بنویسید.').waitFor();
    await claims.fill('repository = acme/invoices\nrepository_id = 74\nref = refs/heads/main\n');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'افزودن', exact: true }).click();
    const trust = page.getByRole('row').filter({ hasText: 'ref=refs/heads/main' });
    await trust.getByText('برقرار').waitFor();
    await page.getByRole('button', { name: 'پایان اعتماد به acme/invoices' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'پایان دادن' }).click();
    await trust.getByText('پایان‌یافته').waitFor();

    await page.getByRole('button', { name: 'افزودن شخص' }).click();
    await page.getByRole('textbox', { name: 'نام' }).fill('لیلا');
    await page.getByRole('textbox', { name: 'شناسهٔ ورود' }).fill(`dev|${id}`);
    await page.getByRole('button', { name: 'افزودن', exact: true }).click();
    await page.getByRole('row', { name: /لیلا/ }).waitFor();

    await page.getByRole('button', { name: 'باطل کردن کلید CI' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'باطل شود' }).click();
    await page.getByRole('row').filter({ hasText: 'CI' }).getByText('باطل‌شده').waitFor();
    expect((await publisherApi(secret).get('/plugins')).status).toBe(401);
  });

  it('publish, suspend, resume and withdraw a release, and show live what that has reached', async () => {
    const { publisher, plugin, release } = await approvedRelease();

    const page = await open(`/releases?q=${plugin}`);
    await page.getByRole('row', { name: /آزمون اپراتور/ }).click();
    const act = async (action: string, reason?: string): Promise<void> => {
      await page.getByRole('button', { name: action, exact: true }).click();
      const question = page.getByRole(reason === undefined ? 'dialog' : 'alertdialog', {
        name: `${action.replace(' نسخه', '')} نسخهٔ 1.0.0`,
      });
      if (reason !== undefined) {
        await question.getByRole('button', { name: action, exact: true }).click();
        await question.getByText('دلیل را بنویسید.').waitFor();
        await question.getByText('روی ۱ سامانه کار می‌کند').waitFor();
        await question.getByRole('textbox', { name: 'دلیل' }).fill(reason);
        await question.getByRole('textbox', { name: /برای تأیید/ }).fill(plugin);
        await expectNoAxeViolations(page);
      }
      await question.getByRole('button', { name: action, exact: true }).click();
      await question.waitFor({ state: 'detached' });
    };
    const reached = page.getByText(/^وضعیت فعلی به [۱-۹]/);

    await act('انتشار');
    await reached.waitFor();
    await act('معلق کردن', 'نشت داده');
    await page.getByText('این نسخه معلق است').waitFor();
    await page.getByText(/^روی [۱-۹] سامانه از .* سامانهٔ سازگار متوقف شده است/).waitFor();
    await act('از سر گرفتن');
    await reached.waitFor();
    await act('پس گرفتن نسخه', 'جایگزین دارد');
    await page.getByText('این نسخه پس گرفته شده است').waitFor();
    await reached.waitFor();
    await page.getByRole('button', { name: 'معلق کردن' }).waitFor({ state: 'detached' });
    expect(granted(await operator.get(release))).toMatchObject({
      status: 'withdrawn',
      status_reason: 'جایگزین دارد',
      fleet: { refused: [] },
    });

    await page.goto(new URL(`/audit?subject=${encodeURIComponent(`${plugin}@1.0.0`)}`, page.url()).href);
    await page.getByRole('row', { name: /نسخه معلق شد.*دلیل.*نشت داده/ }).waitFor();
    await page.getByRole('row', { name: /نسخه تأیید شد.*سطح.*عمومی/ }).waitFor();
    await expectNoAxeViolations(page);

    await openFromPalette(page, plugin, `${plugin} 1.0.0`);
    await page.waitForURL(`**/releases/${plugin}/1.0.0`);
    await openFromPalette(page, publisher.id, publisher.id);
    await page.waitForURL(`**/publishers/${publisher.id}`);
  });

  it('publish a release in stages with a rule that halts it, halt it for a reason, resume it and move all', async () => {
    const first = await approvedRelease();
    granted(await operator.post(`${first.release}/publish`));
    const { release } = await approvedRelease(first, '1.1.0');
    const page = await open(release);
    await page.getByRole('button', { name: 'انتشار', exact: true }).click();
    const publication = page.getByRole('dialog', { name: 'انتشار نسخهٔ 1.1.0' });
    const stages = publication.getByRole('textbox', { name: 'مرحله‌ها' });
    await stages.fill('ده درصد');
    await publication.getByText('هر مرحله را به شکل درصد:ساعت بنویسید').waitFor();
    await stages.fill('۱۰:۲۴، ۱۰۰');
    await publication.getByRole('textbox', { name: 'توقف وقتی از هر ۱۰۰ فراخوانی' }).fill('۲٫۵');
    await expectNoAxeViolations(page);
    await publication.getByRole('button', { name: 'انتشار', exact: true }).click();
    await publication.waitFor({ state: 'detached' });
    await page.getByText('۱۰٪ برای ۲۴ ساعت، سپس همه').waitFor();
    await page.getByText('از هر ۱۰۰ فراخوانی ۲٫۵ تا بیشتر').waitFor();

    const act = async (action: string, reason?: string): Promise<void> => {
      await page.getByRole('button', { name: action, exact: true }).click();
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      if (reason !== undefined) await question.getByRole('textbox', { name: 'دلیل' }).fill(reason);
      await question.getByRole('button', { name: action, exact: true }).click();
      await question.waitFor({ state: 'detached' });
    };
    await act('توقف انتشار تدریجی', 'خطای ناشناخته');
    await page.locator('dl').getByText('خطای ناشناخته').waitFor();
    await page.getByText('متوقف روی ۱۰٪', { exact: true }).waitFor();
    const home = await open('/');
    await home.getByRole('link', { name: /انتشار تدریجی متوقف/ }).click();
    await home.waitForURL('**/releases?rollout=stopped');
    await home
      .getByRole('row', { name: /1\.1\.0.*متوقف روی ۱۰٪/ })
      .first()
      .waitFor();
    await expectNoAxeViolations(home);
    await home.close();
    expect(granted(await operator.get(release))).toMatchObject({
      rollout: { state: 'halted', halted_by: 'operator', percent: 10, halt: { error_points: 2.5, min_calls: 50 } },
    });
    await act('ادامهٔ انتشار تدریجی');
    await page.getByText('در جریان', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'معلق کردن', exact: true }).click();
    const suspension = page.getByRole('alertdialog', { name: 'معلق کردن نسخهٔ 1.1.0' });
    await suspension.getByText('انتشار تدریجی آن روی ۱۰٪ پایان می‌یابد').waitFor();
    await suspension.getByRole('textbox', { name: 'دلیل' }).fill('نشت داده');
    await suspension.getByRole('textbox', { name: /برای تأیید/ }).fill(first.plugin);
    await suspension.getByRole('button', { name: 'معلق کردن', exact: true }).click();
    await page.getByText('انتشار تدریجی را تنها پس از از سر گرفتن نسخه می‌توان ادامه داد.').waitFor();
    expect(await page.getByRole('button', { name: 'ادامهٔ انتشار تدریجی' }).count()).toBe(0);
    await act('از سر گرفتن');
    await page.getByText('انتشار تدریجی روی ۱۰٪ متوقف است').waitFor();
    await act('ادامهٔ انتشار تدریجی');
    await page.getByText('در جریان', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'انتشار تدریجی متوقف شد' }).getByText('خطای ناشناخته').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'انتشار تدریجی ادامه یافت' }).last().waitFor();
    await act('رساندن به همه');
    await page.getByText('کامل', { exact: true }).waitFor();
    expect(granted(await operator.get(release))).toMatchObject({ rollout: { state: 'complete', percent: 100 } });
  });

  it('add a person to the staff, change the roles and remove the person', async () => {
    const name = unique('همکار ');
    const page = await open('/staff');
    await page.getByRole('button', { name: 'افزودن شخص' }).click();
    await page.getByRole('textbox', { name: 'نام' }).fill(name);
    await page.getByRole('textbox', { name: 'شناسهٔ ورود' }).fill(`dev|${name}`);
    await page.getByText(/^صورت‌حساب/).click();
    await page.getByRole('button', { name: 'افزودن', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText('بازبین').waitFor();
    await row.getByText('مسئول صورت‌حساب').waitFor();

    await page.getByRole('button', { name: `نام و نقش‌های ${name}` }).click();
    await page
      .getByRole('dialog')
      .getByText(/^بازبین/)
      .click();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'ذخیره' }).click();
    await row.getByText('بازبین').waitFor({ state: 'detached' });
    await row.getByText('مسئول صورت‌حساب').waitFor();

    await page.getByRole('button', { name: `حذف ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click();
    await row.waitFor({ state: 'detached' });
    const { items } = granted(await operator.get('/staff?limit=200')) as { items: { name: string }[] };
    expect(items.map((one) => one.name)).not.toContain(name);
  });

  it('register an instance, hand over the keys that it pins, show that it never answered, and remove it', async () => {
    const id = unique('pages-');
    const page = await open('/instances');
    // An instance that never responds would make every publisher's usage partial.
    try {
      await page.getByRole('button', { name: 'ثبت سامانه' }).click();
      const form = page.getByRole('dialog', { name: 'ثبت سامانه' });
      await form.getByRole('button', { name: 'ثبت سامانه' }).click();
      await form.getByText('این را پر کنید.').first().waitFor();
      await form.getByRole('textbox', { name: 'نام' }).fill('سامانهٔ آزمایشی');
      await form.getByRole('textbox', { name: 'شناسه' }).fill(id);
      await form.getByRole('textbox', { name: 'API افزونه' }).fill('0.1');
      await form.getByRole('button', { name: 'ثبت سامانه' }).click();
      const link = page.getByRole('dialog', { name: 'اتصال سامانهٔ آزمایشی به هاب' });
      await link.getByText('اعتبارنامه‌ای نیست').waitFor();
      const pinned = (await link.getByRole('group', { name: 'کلیدهای عمومی هاب' }).textContent()) ?? '';
      expect(JSON.parse(pinned)).toMatchObject({ keys: [{ signs: 'status' }, { signs: 'approval' }] });
      await expectNoAxeViolations(page);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        link.getByRole('button', { name: `ذخیره به‌صورت فایل ${id}-pinned.json` }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`${id}-pinned.json`);
      await link.getByRole('button', { name: 'بستن' }).click();
      const row = page.getByRole('row').filter({ hasText: id });
      await row.getByText('هنوز وصل نشده است').waitFor();
      await page.getByRole('button', { name: 'حذف سامانهٔ آزمایشی' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'حذف' }).click();
      await question.getByText('این نام دیگری است.').waitFor();
      await question.getByRole('textbox').fill('سامانه آزمايشي');
      await question.getByRole('button', { name: 'حذف' }).click();
      await row.waitFor({ state: 'detached' });
    } finally {
      await operator.delete(`/instances/${id}`);
    }
  });

  it('are notified of a key that ends soon, which home lists, and people of a publisher of what was decided', async () => {
    const { publisher, release } = await approvedRelease();
    const [key, expires_at] = [unique('ending-'), new Date(Date.now() + 20 * 86_400_000).toISOString()];
    granted(await operator.post(`/publishers/${publisher.id}/keys`, { label: key, expires_at }));
    const page = await open('/');
    await page.getByRole('link', { name: key }).waitFor();
    await page.getByRole('link', { name: /^اعلان‌ها، .*خوانده‌نشده/ }).click();
    await pageWithHeading(page, 'اعلان‌ها');
    const row = page.getByRole('listitem').filter({ hasText: key });
    const isNew = row.getByText('تازه', { exact: true });
    await isNew.waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'همه را خواندم' }).click();
    await isNew.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'اعلان‌ها، همه خوانده شده' }).waitFor();
    await row.getByRole('link', { name: 'اعتبار کلیدی رو به پایان است' }).click();
    await pageWithHeading(page, 'Publisher operated-pages');

    granted(await operator.post(`/publishers/${publisher.id}/members`, { subject: 'dev|publisher', name: 'پویا' }));
    granted(await operator.post(`${release}/publish`));
    const portal = await openPage({ as: 'publisher', role: 'hub', path: `/portal/${publisher.id}` });
    await portal.getByRole('link', { name: /^اعلان‌ها، .*خوانده‌نشده/ }).click();
    const own = portal.getByRole('listitem').filter({ hasText: 'آزمون اپراتور' });
    const published = own.getByRole('link', { name: 'نسخه‌ای منتشر شد' }).first();
    await published.waitFor();
    await expectNoAxeViolations(portal);
    await published.click();
    await pageWithHeading(portal, 'آزمون اپراتور');
  });
});
