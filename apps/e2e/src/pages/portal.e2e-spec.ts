/** The portal of a publisher in a browser: from the first manifest to a published release, and the keys. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted, verdict } from '../parties/client.js';
import { admin, newPublisher, operator, reviewer, takeForReview, unique, type Publisher } from '../parties/parties.js';
import {
  expectNoAxeViolations,
  openPage,
  pageWithHeading,
  settled,
  tabTo,
  type Locator,
  type Page,
} from './browser.js';

const hostile = '<script>alert(1)</script> "><img src=x onerror=alert(1)>';

describe('the portal of a publisher', () => {
  let publisher: Publisher;
  let plugin: string;

  const manifest = (version: string, lines: readonly string[] = []): string =>
    [
      '# برای بازبین: این افزونه چیزی نمی‌خواند',
      'schema: "1"',
      `id: ${plugin}`,
      `version: ${version}`,
      `publisher: ${publisher.id}`,
      'kind: external',
      'plugin_api: "1.0"',
      'names: { en: Portal test, fa: آزمون پورتال }',
      'base_url: https://plugin.example.com',
      ...lines,
      '',
    ].join('\n');
  const open = (path: string): Promise<Page> =>
    openPage({ as: 'publisher', role: 'hub', path: `/portal/${publisher.id}/${path}` });

  beforeAll(async () => {
    publisher = await newPublisher('portal-pages');
    plugin = `ir.${unique('portal')}.pages`;
    const members = `/publishers/${publisher.id}/members`;
    granted(await operator.post(members, { subject: 'dev|publisher', name: 'پویا رستمی' }));
  });

  it('shows the problems of a manifest at their lines as it is typed, and submits it once they are fixed', async () => {
    const page = await open('');
    await page.getByText('هنوز افزونه‌ای نفرستاده‌اید').waitFor();
    await tabTo(page, page.getByRole('link', { name: 'ارسال نسخهٔ تازه' }));
    await page.keyboard.press('Enter');
    await editorOf(page).getByRole('textbox').waitFor();
    // The page begins with a skeleton, whose heading had the focus before.
    await eventually(async () => (await page.evaluate('document.activeElement.tagName')) === 'H1');
    const submit = page.getByRole('button', { name: 'ارسال برای بازبینی' });
    const problems = page.getByRole('region', { name: 'مشکل‌های مانیفست' });

    await write(page, 'schema: "1"\nid: [');
    await problems.getByRole('button', { name: /بسته نشده است.*سطر ۲/ }).waitFor();
    await write(page, manifest('1.0.0', ['colour: red']));
    await problems.getByRole('button', { name: /\/colour.*فیلد ناشناخته‌ای است.*سطر ۱۰/ }).waitFor();
    await write(page, manifest('1.0.0', ['proposals: [{ record_type: case, actions: [update] }]']));
    const missing = problems.getByRole('button', { name: /خطا.*proposals\.case نیاز دارد.*سطر ۱۰/ });
    await missing.waitFor();
    await page.getByText('۱ خطا مانده است. پس از رفع آن‌ها می‌توانید ارسال کنید.').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await expectNoAxeViolations(page);
    await missing.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.insertText('scopes: { proposals.case: Proposes amounts }\n');
    await page.getByText('آمادهٔ ارسال است.').waitFor();

    await page.getByLabel('یادداشت برای بازبین').fill(hostile);
    await page.getByRole('button', { name: /سطح درخواستی/ }).click();
    await page.getByRole('option', { name: 'عمومی' }).click();
    await submit.click();
    await page.getByText('در صف بازبینی است').waitFor();
    await page.getByRole('heading', { level: 1, name: 'آزمون پورتال 1.0.0' }).waitFor();
    await page.getByText(hostile).waitFor();
    await editorOf(page).getByText('# برای بازبین').waitFor();

    await page.getByRole('link', { name: 'افزونه‌های من' }).first().click();
    await rowWith(page, /آزمون پورتال.*1\.0\.0.*ارسال‌شده/).waitFor();
  });

  it('shows a decision without a reload, and what the next version changes for those who have the plugin', async () => {
    const release = `/releases/${plugin}/1.0.0`;
    const page = await open(`plugins/${plugin}/1.0.0`);
    await page.getByText('در صف بازبینی است').waitFor();
    await takeForReview(release);
    await page.getByText('بازبین در حال بررسی است').waitFor();
    granted(await reviewer.post(`${release}/approve`, { tier: 'verified', notes: 'خوانده شد', publish: true }));
    await page.getByRole('status').getByText('منتشر شده است').waitFor();
    await page.getByText('خوانده شد').waitFor();

    await page.getByRole('link', { name: 'ارسال نسخهٔ بعدی' }).click();
    await pageWithHeading(page, 'ارسال نسخهٔ تازه 1.0.1');
    await write(
      page,
      manifest('1.0.1', [
        'scopes: { proposals.case: Proposes, people.read: Assigns cases }',
        'proposals: [{ record_type: case, actions: [update] }]',
      ]),
    );
    await page.getByText('رضایت دوبارهٔ مدیران لازم است').waitFor();
    await page.getByRole('region', { name: 'چه چیزی تغییر می‌کند' }).getByText('Assigns cases').waitFor();
    await write(page, manifest('1.0.0'));
    await page
      .getByRole('region', { name: 'مشکل‌های مانیفست' })
      .getByRole('button', { name: /\/version.*سطر ۴/ })
      .waitFor();
  });

  it('leads from a file with an error to a rejection with a note, and on to the corrected version', async () => {
    const fileOf = (text: string) => ({
      name: 'manifest.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(text),
    });
    const id = `${plugin}.file`;
    const own = (version: string, ...lines: readonly string[]): string =>
      manifest(version, lines).replace(`id: ${plugin}`, `id: ${id}`);
    const page = await open('plugins/submit');
    await settled(page);
    const files = page.locator('input[type=file]');
    await files.setInputFiles(fileOf(own('1.0.0', 'colour: red')));
    await page
      .getByRole('region', { name: 'مشکل‌های مانیفست' })
      .getByRole('button', { name: /\/colour.*سطر ۱۰/ })
      .waitFor();
    await files.setInputFiles(fileOf(own('1.0.0')));
    await page.getByText('آمادهٔ ارسال است.').waitFor();
    await page.getByRole('button', { name: 'ارسال برای بازبینی' }).click();
    await page.getByText('در صف بازبینی است').waitFor();

    const release = `/releases/${id}/1.0.0`;
    await takeForReview(release);
    granted(await reviewer.post(`${release}/reject`, { notes: `سطر ۴ را درست کنید ${hostile}` }));
    await page.getByText('بازبین این نسخه را رد کرد').waitFor();
    await page.getByText(`سطر ۴ را درست کنید ${hostile}`).first().waitFor();
    await page.getByRole('link', { name: 'ارسال نسخهٔ بعدی' }).click();
    await pageWithHeading(page, 'ارسال نسخهٔ تازه 1.0.1');
    await page.getByText('آمادهٔ ارسال است.').waitFor();
    await page.getByRole('textbox', { name: 'مرحله‌ها' }).fill('۱۰، ۱۰۰');
    await page.getByText('مرحله‌های انتشار تدریجی هنوز درست نیست.').waitFor();
    await page.getByText('به شکل درصد:ساعت؛ مثلاً').waitFor();
    await page.getByRole('textbox', { name: 'مرحله‌ها' }).fill('۱۰:۲۴، ۱۰۰');
    await page.getByRole('textbox', { name: 'پس از دست‌کم این تعداد فراخوانی' }).fill('هیچ');
    await page.getByText('قاعدهٔ توقف انتشار تدریجی هنوز درست نیست.').waitFor();
    await page.getByRole('textbox', { name: 'پس از دست‌کم این تعداد فراخوانی' }).fill('۲۰');
    await page.getByRole('button', { name: 'ارسال برای بازبینی' }).click();
    await page.getByRole('heading', { level: 1, name: 'آزمون پورتال 1.0.1' }).waitFor();

    await page.getByRole('button', { name: 'پس گرفتن نسخه' }).click();
    const question = page.getByRole('alertdialog', { name: 'پس گرفتن نسخهٔ 1.0.1' });
    await question.getByRole('textbox').fill('زود بود');
    await question.getByRole('button', { name: 'پس گرفتن نسخه' }).click();
    await page.getByText('هیچ سامانه‌ای آن را ندارد').waitFor();
    expect(granted(await publisher.api.get(`/releases/${id}/1.0.1`))).toMatchObject({
      status: 'withdrawn',
      status_reason: 'زود بود',
      rollout: {
        stages: [
          { percent: 10, hours: 24 },
          { percent: 100, hours: 0 },
        ],
        halt: { error_points: 5, min_calls: 20, min_installations: 2 },
      },
    });
    await page.getByRole('link', { name: 'آزمون پورتال', exact: true }).click();
    await rowWith(page, /1\.0\.1.*زود بود.*پس گرفته شد/).waitFor();
    await rowWith(page, /1\.0\.0.*سطر ۴.*ردشده/).waitFor();
  });

  it('returns to an earlier release after it has shown what would be lost, and deprecates the plugin', async () => {
    const id = `${plugin}.mended`;
    for (const [version, records] of [
      ['1.0.0', []],
      ['1.1.0', [{ type: 'receipt', names: { en: 'Receipt' }, schema: { type: 'object' } }]],
    ] as const) {
      const scopes = records.length > 0 ? { scopes: { 'records.own': 'Keeps receipts' }, records } : {};
      const names = { fa: 'آزمون بازگشت' };
      const base = { schema: '1', id, version, publisher: publisher.id, kind: 'external', plugin_api: '1.0', names };
      const body = { manifest: { ...base, base_url: 'https://plugin.example.com', ...scopes } };
      granted(await publisher.api.post('/releases', body));
      await takeForReview(`/releases/${id}/${version}`);
      const approval = { tier: 'verified', publish: true };
      granted(await reviewer.post(`/releases/${id}/${version}/approve`, approval));
    }
    const page = await open(`plugins/${id}/1.0.0`);
    await page.getByRole('button', { name: 'بازگشت به این نسخه' }).click();
    const form = page.getByRole('dialog', { name: 'بازگشت به نسخهٔ 1.0.0' });
    expect(await form.getByLabel('شمارهٔ نسخهٔ تازه').inputValue()).toBe('1.1.1');
    await form.getByLabel('دلیل').fill(hostile);
    await expectNoAxeViolations(page);
    await form.getByRole('button', { name: 'دیدن تغییرات' }).click();
    const preview = page.getByRole('dialog', { name: 'انتشار نسخهٔ 1.1.1' });
    await preview.getByText('receipt').waitFor();
    await expectNoAxeViolations(page);
    expect(verdict(await publisher.api.get(`/releases/${id}/1.1.1`))).toBe('404 catalogue.release_not_found');
    await preview.getByRole('button', { name: 'انتشار' }).click();
    await page.getByText('نسخهٔ 1.1.1 منتشر شد.').waitFor();
    expect(granted(await publisher.api.get(`/releases/${id}/1.1.1`))).toMatchObject({
      status: 'published',
      returned: { from: '1.0.0', reason: hostile },
    });

    await page.getByRole('link', { name: 'آزمون بازگشت', exact: true }).click();
    await rowWith(page, /1\.1\.1.*منتشرشده/).waitFor();
    await page.getByRole('button', { name: 'کنار گذاشتن' }).click();
    const deprecate = page.getByRole('dialog', { name: 'کنار گذاشتن این افزونه' });
    await deprecate.getByLabel('دلیل').fill('دیگر پشتیبانی نمی‌شود');
    await deprecate.getByRole('button', { name: /جایگزین/ }).click();
    await page.getByRole('option', { name: plugin, exact: true }).click();
    await deprecate.getByRole('button', { name: 'کنار گذاشتن' }).click();
    await page.getByText('دیگر پشتیبانی نمی‌شود').waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'لغو کنار گذاشتن' }).click();
    const end = page.getByRole('dialog', { name: 'لغو کنار گذاشتن' });
    await end.getByRole('button', { name: 'لغو کنار گذاشتن' }).click();
    await page.getByText('افزونه دیگر کنار گذاشته نیست.').waitFor();
    const [summary] = granted(await publisher.api.get(`/plugins/summaries?plugin_id=${id}`)).items;
    expect(summary.deprecation).toBeNull();
  });

  it('hands out the usage of a month as CSV', async () => {
    const page = await open('usage');
    await settled(page);
    await page.getByText('هنوز مصرفی ثبت نشده است').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'دانلود CSV' }).click(),
    ]);
    const month = /^usage-.*-(\d{4}-\d{2})\.csv$/.exec(download.suggestedFilename())?.[1];
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^month,final,partial,record,plugin_id,installation,/);
    expect({ month, text }).toEqual({
      month: granted(await publisher.api.get('/usage')).month,
      text: (await publisher.api.get('/usage?format=csv')).text,
    });
  });

  it('restores what was written after a reload', async () => {
    const page = await open('plugins/submit');
    await settled(page);
    await page.locator('input[type=file]').setInputFiles({
      name: 'manifest.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ schema: '1', id: `${plugin}.file` }, null, 2)),
    });
    await editorOf(page).getByText(`${plugin}.file`).waitFor();
    await page.getByLabel('یادداشت برای بازبین').fill('یادداشت من');
    await eventually(() => page.evaluate<boolean>(`Object.values(sessionStorage).join().includes('یادداشت من')`));
    await page.reload();
    await page.getByText('پیش‌نویس شما بازیابی شد').waitFor();
    await editorOf(page).getByText(`${plugin}.file`).waitFor();
    expect(await page.getByLabel('یادداشت برای بازبین').inputValue()).toBe('یادداشت من');
    await page.getByRole('button', { name: 'شروع دوباره' }).click();
    await editorOf(page).getByText('https://plugin.example.com').waitFor();
  });

  it('revokes a key after a question', async () => {
    const page = await open('keys');
    expect(verdict(await publisher.api.get('/me'))).toBe('200');
    await page.getByRole('button', { name: 'باطل کردن کلید test' }).click();
    const question = page.getByRole('alertdialog', { name: 'کلید «test» باطل شود؟' });
    await expectNoAxeViolations(page);
    await question.getByRole('button', { name: 'انصراف' }).click();
    expect(verdict(await publisher.api.get('/me'))).toBe('200');
    await page.getByRole('button', { name: 'باطل کردن کلید test' }).click();
    await question.getByRole('button', { name: 'باطل شود' }).click();
    await rowWith(page, /test.*باطل‌شده/).waitFor();
    expect(verdict(await publisher.api.get('/me'))).toBe('401 auth.publisher_key_invalid');
  });

  it('makes an access code, shows it until its button is pressed, and ends the access and the code after a question', async () => {
    const page = await open(`plugins/${plugin}`);
    await page.getByRole('link', { name: 'دسترسی خصوصی' }).click();
    await page.getByText('هنوز کد دسترسی نساخته‌اید').waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'کد دسترسی تازه' }).click();
    const form = page.getByRole('dialog', { name: 'کد دسترسی تازه' });
    await form.getByLabel('برای چه کسی').fill(hostile);
    await form.getByRole('textbox', { name: 'چند سازمان می‌توانند از آن استفاده کنند' }).fill('۳');
    await expectNoAxeViolations(page);
    await form.getByRole('button', { name: 'ساختن کد' }).click();
    const secret = page.getByText(/^ka_[0-9A-Za-z]{36}$/);
    await secret.waitFor();
    const code = await secret.textContent();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    expect(await secret.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'ذخیره کردم' }).click();
    await secret.waitFor({ state: 'detached' });
    expect(await page.content()).not.toMatch(/ka_[0-9A-Za-z]{36}/);
    await rowWith(page, /script.*۰ از ۳.*فعال/).waitFor();
    granted(await admin.post('/store/access', { code }));
    await rowWith(page, /script.*۱ از ۳.*فعال/).waitFor();
    await page.getByRole('button', { name: 'پایان دادن به دسترسی از طریق کد' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'پایان یابد' }).click();
    await rowWith(page, /acc_.*پایان‌یافته/).waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'پایان دادن به کد دسترسی' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'پایان یابد' }).click();
    await rowWith(page, /script.*۱ از ۳.*پایان‌یافته/).waitFor();
  });

  it('is not found for a publisher that the person does not belong to', async () => {
    const other = await newPublisher('portal-other');
    const page = await openPage({ as: 'publisher', role: 'hub', path: `/portal/${other.id}/keys` });
    await page.getByRole('heading', { name: 'این صفحه پیدا نشد' }).waitFor();
  });
});

const rowWith = (page: Page, text: RegExp): Locator => page.getByRole('row').filter({ hasText: text });

function editorOf(page: Page): Locator {
  return page.locator('[data-editor]');
}

/** Replaces the text in the editor, as somebody who pastes it. */
async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).getByRole('textbox').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
