/** The journey of an organisation's admin: from the store to a plugin that works, its update and its settings. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin, responses } from '@kushk/testing';
import { granted } from '../parties/client.js';
import { newCredential } from '@kushk/credentials';
import { admin, newPublisher, reviewer, takeForReview, unique } from '../parties/parties.js';
import { expectNoAxeViolations, expectNoOverflow, openPage, pageWithHeading, tabTo, type Page } from './browser.js';

let plugin: RecordingPlugin;
beforeAll(async () => {
  plugin = await RecordingPlugin.start();
});
afterAll(() => plugin.stop());

const LIFECYCLE = '/service/lifecycle';

/** A plugin in the store of the instance, with a name of its own. */
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly manifest: Record<string, unknown>;
}

function manifestOf(id: string, name: string, baseUrl: string): Record<string, unknown> {
  return {
    schema: '1',
    id,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Reader', fa: name },
    summaries: { fa: 'فاکتورها را می‌خواند' },
    base_url: baseUrl,
    scopes: { 'cases.read': 'پروندهٔ هر فاکتور را پیدا می‌کند', 'wallet.consume': 'هر صفحه را حساب می‌کند' },
    services: [{ key: 'ocr.page', names: { fa: 'خواندن صفحه' }, unit: 'page' }],
    plans: [
      { key: 'basic', names: { fa: 'پایه' }, rates: { 'ocr.page': '0.25' } },
      { key: 'bulk', names: { fa: 'حجم بالا' }, rates: { 'ocr.page': '0.1' } },
    ],
    settings: {
      type: 'object',
      required: ['api_key'],
      additionalProperties: false,
      properties: {
        api_key: { type: 'string', format: 'password', minLength: 8, title: 'کلید حساب' },
        label: { type: 'string', title: 'برچسب' },
        region: { type: 'string', title: 'استان' },
      },
    },
  };
}

async function listed(changes: Record<string, unknown> = {}): Promise<Listed> {
  const word = unique('w');
  const id = `ir.acme.${word}`;
  const name = `فاکتورخوان ${word}`;
  const manifest = { ...manifestOf(id, name, `${plugin.baseUrl}`), ...changes };
  granted(await admin.post('/dev/releases', { manifest }));
  return { id, name, manifest };
}

async function installedByApi({ id, manifest }: Listed): Promise<string> {
  const { installation_id } = granted(
    await admin.post('/installations', {
      plugin_id: id,
      plan: 'basic',
      settings: { api_key: 'first-secret', label: 'alpha' },
      consent: { scopes: Object.keys(manifest['scopes'] as object), base_url: manifest['base_url'] },
    }),
  );
  await eventually(async () => granted(await admin.get(`/installations/${installation_id}`)).status === 'installed');
  return installation_id;
}

/** How the pages write a name within a sentence: with bidi isolates around it. */
const isolated = (name: string): string => `\u2068${name}\u2069`;
const idIn = (page: Page): string => /installations\/(ins_[a-z0-9]+)/.exec(page.url())![1]!;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('an admin in the store', () => {
  it('finds a plugin, reads what it may do, and installs it with plan, settings and first MU', async () => {
    const { name } = await listed();
    const page = await openPage({ as: 'admin', path: '/store' });
    await pageWithHeading(page, 'فروشگاه');
    // With the Arabic kaf, as some keyboards type it.
    await page.getByRole('searchbox').fill(name.replaceAll('ک', 'ك').replace('فاکتور', 'فاكتور'));
    await page.getByRole('link', { name }).click();
    await pageWithHeading(page, `${name} 1.0.0`);
    await page.getByText('پرونده‌ها را می‌خواند').waitFor();
    await page.getByText('پروندهٔ هر فاکتور را پیدا می‌کند').waitFor();
    await page.getByText(plugin.baseUrl, { exact: true }).waitFor();
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'نصب', exact: true }).click();
    await pageWithHeading(page, `نصب ${isolated(name)}`);
    await page.getByRole('radio', { name: /حجم بالا/ }).check({ force: true });
    await page.getByLabel('مقدار به MU').fill('۱۰۰');
    await page.getByText('۱٬۰۰۰ بار').first().waitFor();
    await button(page, 'موافقم و نصب شود').click();
    await page.getByText('تنظیمات کامل نیست').waitFor();
    const key = page.getByLabel('کلید حساب', { exact: false }).first();
    await eventually(() => key.evaluate((element) => element.matches(':focus')));
    await expectNoAxeViolations(page);
    await key.fill('a-long-secret');
    await button(page, 'موافقم و نصب شود').click();

    await pageWithHeading(page, `${isolated(name)} نصب شد`);
    await expectNoAxeViolations(page);
    const id = idIn(page);
    expect(granted(await admin.get(`/installations/${id}`))).toMatchObject({ plan: 'bulk', status: 'installed' });
    expect((await plugin.credentials(id)).settings).toMatchObject({ api_key: 'a-long-secret' });
    expect(granted(await admin.get(`/installations/${id}/wallet`))).toMatchObject({ available: '100' });
  });

  it('installs by keyboard alone on a phone', async () => {
    const { id, name } = await listed({ settings: undefined });
    const page = await openPage({ as: 'admin', path: `/store/${id}`, width: 390 });
    await pageWithHeading(page, `${name} 1.0.0`);
    await expectNoOverflow(page);
    await tabTo(page, page.getByRole('link', { name: 'نصب', exact: true }));
    await page.keyboard.press('Enter');
    await pageWithHeading(page, `نصب ${isolated(name)}`);
    await expectNoOverflow(page);
    await tabTo(page, button(page, 'موافقم و نصب شود'));
    await page.keyboard.press('Enter');
    await pageWithHeading(page, `${isolated(name)} نصب شد`);
    await expectNoOverflow(page);
  });
});

describe('a private plugin', () => {
  it('comes into the store when the admin enters its access code, and a wrong code says what to do next', async () => {
    const publisher = await newPublisher('store-private');
    const id = `ir.${unique('private')}.page`;
    const manifest = { ...manifestOf(id, 'دفترخوان', plugin.baseUrl), publisher: publisher.id };
    granted(await publisher.api.post('/releases', { manifest }));
    await takeForReview(`/releases/${id}/1.0.0`);
    granted(
      await reviewer.post(`/releases/${id}/1.0.0/approve`, { tier: 'private', notes: 'خوانده شد', publish: true }),
    );
    const { code } = granted(await publisher.api.post(`/plugins/${id}/access-codes`, { label: 'مشتری', uses: 1 }));
    const page = await openPage({ as: 'admin', path: '/store' });
    await button(page, 'وارد کردن کد دسترسی').click();
    const field = page.getByLabel('کد دسترسی', { exact: false }).last();
    await field.fill(newCredential('ka'));
    await field.press('Enter');
    await page.getByText('از ناشر کد تازه بخواهید').waitFor();
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await field.fill(` ${code} `);
    await field.press('Enter');
    await pageWithHeading(page, 'دفترخوان 1.0.0');
  });
});

describe('a plugin that does not accept its credentials', () => {
  it('shows what it answered, and is installed without reload once it is back', async () => {
    const down = await RecordingPlugin.start();
    try {
      down.respond(LIFECYCLE, responses.status(503));
      const { id, name } = await listed({ base_url: down.baseUrl, settings: undefined });
      const page = await openPage({ as: 'admin', path: `/store/${id}/install` });
      await pageWithHeading(page, `نصب ${isolated(name)}`);
      await button(page, 'موافقم و نصب شود').click();
      await pageWithHeading(page, `نصب ${isolated(name)} هنوز تمام نشده است`);
      await page.getByText(`پاسخش HTTP ${isolated('503')} بود`, { exact: false }).waitFor();
      await page.getByText(`${down.baseUrl}${LIFECYCLE}`).waitFor();
      await page.getByRole('cell', { name: 'HTTP 503' }).first().waitFor();
      await expectNoAxeViolations(page);
      down.respond(LIFECYCLE, responses.status(200));
      await button(page, 'ارسال دوباره').click();
      await pageWithHeading(page, `${isolated(name)} نصب شد`);
    } finally {
      await down.stop();
    }
  });

  it('gets its credentials from the admin, who sees them once and only after the click', async () => {
    const down = await RecordingPlugin.start();
    try {
      down.respond(LIFECYCLE, responses.status(500));
      const { id, name } = await listed({ base_url: down.baseUrl, settings: undefined });
      const page = await openPage({ as: 'admin', path: `/store/${id}/install` });
      await pageWithHeading(page, `نصب ${isolated(name)}`);
      await button(page, 'موافقم و نصب شود').click();
      await button(page, 'خواندن مشخصات اتصال').click();
      expect(await page.content()).not.toMatch(/k[is]_[0-9A-Za-z]{36}/);
      await button(page, 'نمایش').click();
      const token = page.getByText(/^ki_[0-9A-Za-z]{36}$/);
      await token.waitFor();
      await expectNoAxeViolations(page);
      // The installation is complete now; the dialog stays until the admin has copied the values.
      await eventually(async () => granted(await admin.get(`/installations/${idIn(page)}`)).status === 'installed');
      await page.locator('h1', { hasText: 'نصب شد' }).waitFor();
      expect(await token.isVisible()).toBe(true);
      await button(page, 'کپی کردم').click();
      await token.waitFor({ state: 'detached' });
      expect(await page.content()).not.toMatch(/k[is]_[0-9A-Za-z]{36}/);
    } finally {
      await down.stop();
    }
  });
});

describe('an update that asks for more', () => {
  it('is declined and looked at again, shows access, prices and missing settings, and runs after the consent', async () => {
    const release = await listed();
    const id = await installedByApi(release);
    const settings = release.manifest['settings'] as { properties: object };
    const next = {
      ...release.manifest,
      version: '1.1.0',
      scopes: { ...(release.manifest['scopes'] as object), 'people.read': 'مسئول پرونده را نشان می‌دهد' },
      plans: [{ key: 'basic', names: { fa: 'پایه' }, rates: { 'ocr.page': '0.3' } }],
      settings: { ...settings, required: ['api_key', 'region'] },
    };
    granted(await admin.post('/dev/releases', { manifest: next }));
    const page = await openPage({ as: 'admin', path: `/store/${release.id}` });
    await page.getByRole('link', { name: 'دیدن به‌روزرسانی' }).click();
    await page.getByRole('heading', { level: 1, name: 'به رضایت شما نیاز دارد' }).waitFor();
    // What is loaded meanwhile moves the button, and a click that ends beside it is none.
    await button(page, 'رد کردن').press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'رد کردن' }).click();
    await page.getByText(/نسخهٔ .1\.1\.0. را در .* رد کرد/).waitFor();
    await expectNoAxeViolations(page);
    await page.goto(new URL(`/store/${release.id}`, page.url()).href);
    await page.getByText(/نصب‌شده: .1\.0\.0. · آخرین نسخه: .1\.1\.0./).waitFor();
    await button(page, 'بازبینی دوباره').click();
    await page.getByRole('heading', { level: 1, name: 'به رضایت شما نیاز دارد' }).waitFor();
    const changes = page.getByRole('region', { name: 'چه چیزی عوض می‌شود' });
    await changes.getByText('نام و نقش همکاران را می‌بیند').waitFor();
    await changes.getByText(`نرخ بالاتر: ${isolated('خواندن صفحه')}`).waitFor();
    await changes.getByText(/۲۰/).first().waitFor();
    await expectNoAxeViolations(page);
    await button(page, 'موافقم و به‌روز شود').click();
    await page.getByText('تنظیمات کامل نیست').waitFor();
    await page.getByLabel('استان', { exact: false }).fill('tehran');
    await button(page, 'موافقم و به‌روز شود').click();
    await eventually(async () => granted(await admin.get(`/installations/${id}`)).version === '1.1.0');
    await page.waitForURL((url) => url.pathname === `/installations/${id}`);
    expect(granted(await admin.get(`/installations/${id}`))).toMatchObject({
      scopes: expect.arrayContaining(['people.read']),
      settings: { api_key: '••••••', label: 'alpha', region: 'tehran' },
    });
  });
});

describe('the settings of an installed plugin', () => {
  it('keep a stored secret unseen, and are not overwritten unseen by two admins', async () => {
    const id = await installedByApi(await listed());
    const page = await openPage({ as: 'admin', path: `/installations/${id}/settings` });
    const label = page.getByLabel('برچسب');
    await label.fill('mine');
    expect(await page.content()).not.toContain('first-secret');
    await expectNoAxeViolations(page);
    granted(await admin.put(`/installations/${id}/settings`, { settings: { api_key: '••••••', label: 'theirs' } }));
    await page.getByText('در این فاصله کس دیگری تنظیمات را عوض کرده است').waitFor();
    expect(await label.inputValue()).toBe('mine');
    await button(page, 'جایگزین کردن با نوشتهٔ من').click();
    await page.getByText('تنظیمات ذخیره شد').waitFor();
    expect(granted(await admin.get(`/installations/${id}`)).settings).toEqual({ api_key: '••••••', label: 'mine' });
  });
});

describe('the form of settings', () => {
  it('has fields for a moment and a time on the clock of Tehran, and says which values are accepted', async () => {
    const times = {
      visit: { type: 'string', format: 'date-time', title: 'نوبت', default: '2026-11-20T09:12:00Z' },
      daily: { type: 'string', format: 'time', title: 'هر روز', default: '04:30:00Z' },
      days: { type: 'integer', minimum: 1, maximum: 30, title: 'روز' },
    };
    const { id } = await listed({ settings: { type: 'object', properties: times } });
    const page = await openPage({ as: 'admin', path: `/store/${id}/install` });
    expect(await page.getByLabel('نوبت', { exact: true }).inputValue()).toBe('۱۴۰۵/۸/۲۹');
    await page.getByText('از ۱ تا ۳۰').waitFor();
    const daily = page.getByLabel('هر روز', { exact: true });
    expect(await daily.inputValue()).toBe('۰۸:۰۰');
    await daily.fill('۹:۰۰');
    const days = page.getByLabel('روز', { exact: true });
    await days.fill('۱.۵');
    await button(page, 'موافقم و نصب شود').click();
    await page.getByText('عدد صحیح بنویسید، بدون اعشار.').waitFor();
    await days.fill('۳۱');
    await page.getByText('این عدد باید حداکثر ۳۰ باشد.').waitFor();
    await days.fill('۳');
    await expectNoAxeViolations(page);
    await button(page, 'موافقم و نصب شود').click();
    await page.locator('h1', { hasText: 'نصب شد' }).waitFor();
    expect((await plugin.credentials(idIn(page))).settings).toEqual({
      visit: '2026-11-20T09:12:00Z',
      daily: '09:00:00+03:30',
      days: 3,
    });
  });
});

describe('a member in the store', () => {
  it('sees who can install, and no button that would be refused', async () => {
    const { id, name } = await listed();
    const page = await openPage({ as: 'member', path: `/store/${id}` });
    await pageWithHeading(page, `${name} 1.0.0`);
    await page.getByText('فقط مدیر سازمان می‌تواند افزونه نصب کند').waitFor();
    await page.getByText('مریم رضایی', { exact: false }).first().waitFor();
    expect(await page.getByRole('link', { name: 'نصب', exact: true }).count()).toBe(0);
    await page.goto(`${new URL(page.url()).origin}/store/${id}/install`);
    await page.getByText('فقط مدیر سازمان می‌تواند افزونه نصب کند').waitFor();
    expect(await button(page, 'موافقم و نصب شود').count()).toBe(0);
  });
});
