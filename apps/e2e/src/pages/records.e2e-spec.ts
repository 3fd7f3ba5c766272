import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { granted } from '../parties/client.js';
import { admin, platform, unique } from '../parties/parties.js';
import { expectNoAxeViolations, openPage } from './browser.js';

const amountOf = async (id: string): Promise<unknown> => granted(await admin.get(`/cases/${id}`)).amount;

describe('the pages of records', () => {
  it('create a case, and show both values of a field that two people edited at once', async () => {
    const title = unique('خرید شعبهٔ شیراز ');
    const page = await openPage({ as: 'member', path: '/cases' });
    await page.getByRole('button', { name: 'پروندهٔ تازه' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('عنوان').fill(title);
    await dialog.getByLabel('مبلغ').fill('۱٬۲۰۰٫۵');
    await dialog.getByRole('button', { name: 'ساختن' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('۱٬۲۰۰٫۵').waitFor();
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(await amountOf(id)).toBe('1200.5');

    await page.getByRole('button', { name: 'ویرایش', exact: true }).click();
    await dialog.getByLabel('مبلغ').fill('۷۰۰');
    granted(await admin.patch(`/cases/${id}`, { amount: '900' }));
    await dialog.getByRole('button', { name: 'ذخیره' }).click();
    await dialog.getByText('در همین فاصله کس دیگری هم این را ویرایش کرد').waitFor();
    await dialog.getByText('۹۰۰', { exact: true }).waitFor();
    await expectNoAxeViolations(page);
    expect(await amountOf(id)).toBe('900');
    await dialog.getByRole('button', { name: 'مقدار من ذخیره شود' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await amountOf(id)).toBe('700');
    const { name } = granted(await admin.get('/me')).person as { name: string };
    await page.getByText(`${name} «مبلغ» را ویرایش کرد`).waitFor();
  });

  it('save a list with its filters and order under a name, which is there in the next browser until it is removed', async () => {
    const name = unique('سررسیدها ');
    const opened = async (path: string) => {
      const page = await openPage({ as: 'member', path });
      await page.getByRole('button', { name: 'نماهای ذخیره‌شده' }).click();
      return { page, dialog: page.getByRole('dialog') };
    };
    const { page, dialog } = await opened('/cases?show=all&sort=due');
    await dialog.getByLabel('نام این نما').fill(name);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'ذخیره' }).click();
    await dialog.waitFor({ state: 'detached' });
    const next = await opened('/cases?q=x');
    await next.dialog.getByRole('button', { name, exact: true }).click();
    await next.page.getByRole('button', { name: /بر اساس سررسید/ }).waitFor();
    expect(new URL(next.page.url()).search).toBe('?show=all&sort=due');
    const last = await opened('/cases');
    await last.dialog.getByRole('button', { name: new RegExp(`حذف.*${name}`) }).click();
    await last.dialog.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  });

  it('show an event in its Jalali month, and what was searched for', async () => {
    const title = unique('بازدید انبار ');
    // 25 Khordad 1406.
    const span = { starts_at: '2027-06-15T08:00:00Z', ends_at: '2027-06-15T09:30:00Z' };
    granted(await admin.post('/calendar', { title, ...span }));
    const page = await openPage({ as: 'member', path: '/calendar?on=2027-06-01' });
    await page.getByRole('heading', { name: 'خرداد ۱۴۰۶' }).waitFor();
    const event = page.getByRole('cell', { name: /۲۵ خرداد/ }).getByRole('link', { name: title });
    await event.click();
    await page.getByRole('dialog').getByText('۲۵ خرداد ۱۴۰۶، ۱۱:۳۰').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'بستن' }).click();
    await page.goto(new URL(`/search?q=${encodeURIComponent(title)}`, page.url()).href);
    await page.getByRole('link', { name: title }).waitFor();
    await expectNoAxeViolations(page);
  });

  it('say in the audit who edited a case, export just that, and tell a member who may see it', async () => {
    const title = unique('پروندهٔ گزارش ');
    const id = String(granted(await admin.post('/cases', { title })).id);
    granted(await admin.patch(`/cases/${id}`, { status: 'closed' }));
    const page = await openPage({ as: 'admin', path: `/audit?subject=${id}` });
    const edit = page.getByRole('row').filter({ hasText: 'پرونده را ویرایش کرد' });
    await edit.getByRole('link', { name: title }).waitFor();
    await edit.getByRole('cell', { name: 'تغییر: وضعیت' }).waitFor();
    await expectNoAxeViolations(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'دانلود به‌صورت NDJSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.ndjson$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions).toEqual(['case.edited', 'case.created']);
    await page.getByRole('button', { name: /تازه‌ترین‌ها اول/ }).click();
    await page.getByRole('option', { name: 'قدیمی‌ترین‌ها اول' }).click();
    await page.waitForURL(/sort=oldest/);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'دانلود به‌صورت CSV' }).click(),
    ]);
    const records = readFileSync(await csv.path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);
    expect(records.map((record) => record.split(',')[5])).toEqual(['case.created', 'case.edited']);
    const asMember = await openPage({ as: 'member', path: '/audit' });
    await asMember.getByText('این صفحه برای مدیر سازمان است').waitFor();
  });

  it('say to the platform staff who gave somebody a role', async () => {
    const name = unique('کارمند ');
    const subject = unique('sub|');
    const staff = granted(await platform.post('/staff', { name, subject, roles: ['billing'] }));
    const page = await openPage({ as: 'platform', path: `/staff/audit?subject=${String(staff.id)}` });
    const entry = page.getByRole('row').filter({ hasText: 'کارمند اضافه کرد' });
    await entry.getByRole('cell', { name, exact: true }).waitFor();
    await entry.getByRole('cell', { name: 'نقش‌ها: صورت‌حساب' }).waitFor();
    await expectNoAxeViolations(page);
    granted(await platform.delete(`/staff/${String(staff.id)}`));
    await page.getByRole('link', { name: 'کارکنان سکو' }).click();
    await page.getByRole('heading', { level: 1, name: 'کارکنان سکو' }).waitFor();
  });
});
