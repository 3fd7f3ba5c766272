/** The pages of operators in a browser: publishers with keys and people, a suspension and its reach, the audit. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted } from '../parties/client.js';
import { newPublisher, operator, publisherApi, reviewer, unique } from '../parties/parties.js';
import { expectNoAxeViolations, expectNoOverflow, openPage, pageWithHeading, settled, type Page } from './browser.js';

const open = (path: string, width = 1_280): Promise<Page> => openPage({ as: 'operator', role: 'hub', path, width });

describe('the pages of operators', () => {
  it('add a publisher with a key that is shown once and a person, and revoke the key', async () => {
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

    await page.getByRole('button', { name: 'افزودن شخص' }).click();
    await page.getByRole('textbox', { name: 'نام' }).fill('لیلا');
    await page.getByRole('textbox', { name: 'شناسهٔ ورود' }).fill(`dev|${id}`);
    await page.getByRole('button', { name: 'افزودن', exact: true }).click();
    await page.getByRole('row', { name: /لیلا/ }).waitFor();

    await page.getByRole('button', { name: 'باطل کردن کلید «CI»' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'باطل کردن' }).click();
    await page.getByRole('row').filter({ hasText: 'CI' }).getByText('باطل‌شده').waitFor();
    expect((await publisherApi(secret).get('/plugins')).status).toBe(401);
  });

  it('suspend a release with a reason, and show what it reached and who did it', async () => {
    const publisher = await newPublisher('suspended-pages');
    const plugin = `ir.${unique('suspended')}.pages`;
    const manifest = {
      schema: '1',
      id: plugin,
      version: '1.0.0',
      publisher: publisher.id,
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Suspend test', fa: 'آزمون تعلیق' },
      base_url: 'https://plugin.example.com',
    };
    granted(await publisher.api.post('/releases', { manifest }));
    const release = `/releases/${plugin}/1.0.0`;
    granted(await reviewer.post(`${release}/take`));
    granted(await reviewer.post(`${release}/approve`, { tier: 'community', publish: true }));

    const page = await open(`/releases?q=${plugin}`);
    await page.getByRole('row', { name: /آزمون تعلیق/ }).click();
    await page.getByRole('button', { name: 'معلق کردن' }).click();
    const question = page.getByRole('alertdialog', { name: 'معلق کردن نسخهٔ 1.0.0' });
    await question.getByRole('button', { name: 'معلق کردن' }).click();
    await question.getByText('دلیل را بنویسید.').waitFor();
    await question.getByRole('textbox').fill('نشت داده');
    await expectNoAxeViolations(page);
    await question.getByRole('button', { name: 'معلق کردن' }).click();
    await page.getByText('این نسخه معلق است').waitFor();
    await page.getByText(/روی .* نمونه از .* نمونهٔ سازگار متوقف شده است/).waitFor();
    await eventually(async () => granted(await operator.get(release)).fleet.accepted > 0);
    await page.getByText(/^روی [۱-۹]/).waitFor();

    await page.goto(new URL(`/audit?subject=${encodeURIComponent(`${plugin}@1.0.0`)}`, page.url()).href);
    await page.getByRole('row', { name: /نسخه معلق شد/ }).waitFor();
    await expectNoAxeViolations(page);
  });

  it('have no violations and fit a phone', async () => {
    const page = await open('/instances', 390);
    for (const path of ['/instances', '/staff', '/releases', '/audit', '/publishers']) {
      await page.goto(new URL(path, page.url()).href);
      await settled(page);
      await expectNoAxeViolations(page);
      await expectNoOverflow(page);
    }
  });
});
