import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin, responses } from '@kushk/testing';
import { granted } from '../parties/client.js';
import { installed, manifestOf, published, type Installed } from '../parties/invoices.js';
import { admin, newPublisher, operator, reviewer, takeForReview, unique, type Publisher } from '../parties/parties.js';
import { expectNoAxeViolations, openContext, openPage, originOf, settled, type Page } from './browser.js';

let plugin: RecordingPlugin;
let publisher: Publisher;
let shop: Installed;
let name: string;

beforeEach(async () => {
  plugin = await RecordingPlugin.start();
  name = unique('فروشگاه ');
  publisher = await newPublisher('pages');
  const id = `ir.pages.${unique('p')}`;
  const manifest = {
    ...manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    names: { en: `Shop ${name}`, fa: name },
    events: ['plugin.settings.changed'],
  };
  shop = await installed(publisher, plugin, manifest);
});
afterEach(async () => {
  await admin.delete(`/installations/${shop.id}`);
  await plugin.stop();
});

const open = (part = ''): Promise<Page> => openPage({ as: 'admin', path: `/installations/${shop.id}${part}` });
const changeSettings = async (region: string): Promise<void> => {
  granted(await admin.put(`/installations/${shop.id}/settings`, { settings: { region, api_key: 'k' } }));
};

describe('the pages of an installation', () => {
  it('say what a plugin that stopped its events did, what happens next, and send them again after a resume', async () => {
    plugin.respond('/service/events', responses.status(410, {}));
    const page = await open();
    await settled(page);
    await page.getByText('آخرین فراخوانی موفق').waitFor();
    // Nothing reloads the page: it shows the change because the service announces it.
    await changeSettings('tabriz');
    await page.getByText('آخرین پاسخ افزونه خطای ۴۱۰ بود').waitFor();
    await page.getByText('تا شما دوباره شروع نکنید چیزی فرستاده نمی‌شود').waitFor();
    await expectNoAxeViolations(page);
    plugin.respond('/service/events', responses.status(200, {}));
    await page.getByRole('button', { name: 'شروع دوبارهٔ ارسال' }).click();
    await page.getByRole('link', { name: 'ارسال‌ها' }).click();
    const row = page.getByRole('button', { name: /plugin\.settings\.changed/ });
    await row.filter({ hasText: 'تحویل شد' }).waitFor();
    await row.click();
    await page.getByText('پذیرفت').waitFor();
    await page.getByRole('button', { name: 'ارسال دوباره', exact: true }).click();
    await eventually(() => plugin.callsTo('/service/events').length >= 3);
  });

  it('try a tool with a form of its arguments, and show its answer as text', async () => {
    plugin.respondToTool('find_invoice', { found: '<img src=x onerror=alert(1)>' });
    const page = await open('/tools');
    await page.getByRole('button', { name: 'امتحان کنید' }).click();
    await page.getByText('الزامی است').waitFor();
    await page.getByRole('textbox').first().fill('77');
    await page.getByRole('button', { name: 'امتحان کنید' }).click();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(plugin.callsTo('/service/tools/find_invoice').at(-1)?.json).toMatchObject({ arguments: { number: '77' } });
  });

  it('ask before a link, back, a reload, Escape or a click outside loses what is typed', async () => {
    const page = await open();
    await settled(page);
    await page.getByRole('link', { name: 'تنظیمات و طرح' }).click();
    const region = page.getByRole('textbox').first();
    await region.fill('tabriz');
    const question = page.getByRole('alertdialog', { name: 'نوشته‌ها دور ریخته شود؟' });
    const stay = async (): Promise<void> => {
      await question.getByRole('button', { name: 'ماندن' }).click();
      await question.waitFor({ state: 'detached' });
    };
    await page.getByRole('link', { name: 'ارسال‌ها' }).click();
    await stay();
    await page.evaluate('history.back()');
    await stay();
    const [leaving] = await Promise.all([
      page.waitForEvent('dialog'),
      page.evaluate('void setTimeout(() => location.reload())'),
    ]);
    expect(leaving.type()).toBe('beforeunload');
    await leaving.dismiss();
    expect(await region.inputValue()).toBe('tabriz');
    await page.getByRole('button', { name: 'ذخیره' }).click();
    // Nothing is unsaved once the answer is there.
    await page.getByText('تنظیمات ذخیره شد').waitFor();

    await page.getByRole('link', { name: 'کیف پول', exact: true }).click();
    await page.getByRole('button', { name: 'افزودن MU' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByRole('textbox').first();
    await amount.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'افزودن MU' }).click();
    await amount.fill('۱۲');
    await page.keyboard.press('Escape');
    await expectNoAxeViolations(page);
    await stay();
    await page.mouse.click(2, 2);
    await stay();
    expect(await amount.inputValue()).toBe('۱۲');
    await page.mouse.click(2, 2);
    await question.getByRole('button', { name: 'دور ریختن' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('show how far a version is rolled out: a halt holds it back, an admin moves at once, a pinned one stays', async () => {
    const { id } = shop.manifest;
    granted(await operator.post(`/publishers/${publisher.id}/members`, { subject: 'dev|publisher', name: 'پویا' }));
    // One installation of ten thousand is in the first stage.
    const rollout = {
      stages: [
        { percent: 0.01, hours: 24 },
        { percent: 100, hours: 0 },
      ],
    };
    const next = { ...shop.manifest, version: '1.1.0' };
    granted(await publisher.api.post('/releases', { manifest: next, rollout }));
    await takeForReview(`/releases/${id}/1.1.0`);
    granted(await reviewer.post(`/releases/${id}/1.1.0/approve`, { tier: 'verified', publish: true }));
    await eventually(async () => (await admin.get(`/store/${id}?version=1.1.0`)).status === 200);
    const portal = await openPage({
      as: 'publisher',
      role: 'hub',
      path: `/portal/${publisher.id}/plugins/${id}/1.1.0`,
    });
    const panel = portal.getByRole('region', { name: 'انتشار تدریجی' });
    await panel.getByText('در جریان').waitFor();
    await panel.getByText('۰٫۰۱٪ برای ۲۴ ساعت').waitFor();
    // Pages read how far a version is when they open.
    const untilRollout = (state: string): Promise<unknown> =>
      eventually(async () => {
        const { body } = await admin.get(`/installations/${shop.id}/update`);
        expect(body).toMatchObject({ version: '1.1.0', rollout: { state, percent: 0.01, reached: false } });
        return true;
      });
    await untilRollout('running');
    const page = await open('/update');
    await page.getByText('به ۰٫۰۱٪ نصب‌ها رسیده').waitFor();
    await expectNoAxeViolations(page);

    await panel.getByRole('button', { name: 'توقف' }).click();
    const dialog = portal.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('جمع فاکتورها اشتباه است');
    await dialog.getByRole('button', { name: 'توقف' }).click();
    await panel.getByText('متوقف', { exact: true }).waitFor();
    await panel.getByText('جمع فاکتورها اشتباه است').waitFor();
    await panel.getByText('متوقف‌کننده').waitFor();
    await panel.getByText('ناشر', { exact: true }).waitFor();
    await expectNoAxeViolations(portal);
    await untilRollout('halted');
    await page.reload();
    await page.getByText('در ۰٫۰۱٪ نصب‌ها متوقف شده').waitFor();
    const version = async (): Promise<unknown> => granted(await admin.get(`/installations/${shop.id}`)).version;
    expect(await version()).toBe('1.0.0');

    await page.getByRole('button', { name: 'همین حالا به‌روز شود' }).click();
    await eventually(async () => (await version()) === '1.1.0');
    const settings = await open();
    await settings.getByText('به‌روزرسانی خودکار', { exact: true }).click();
    await eventually(async () => granted(await admin.get(`/installations/${shop.id}`)).follow === 'manual');
    await published(publisher, { ...next, version: '1.2.0' });
    await settings.getByRole('link', { name: 'بررسی نسخهٔ تازه' }).click();
    await settings.getByText('این نصب خودش به این نسخه نرفته است').waitFor();
    expect(await version()).toBe('1.1.0');
  });

  it('pause and resume it, and remove it with what becomes of MU and records, only when its name is typed', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'توقف موقت' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'توقف موقت' }).click();
    await page.getByRole('button', { name: 'شروع دوباره' }).click();
    await page.getByRole('button', { name: 'توقف موقت' }).waitFor();
    granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu: '12.5' }));
    const title = unique('پرونده ');
    const change = { record_type: 'case', action: 'create', changes: { title }, summary: title };
    const proposal = granted(await shop.api.post('/proposals', { external_id: unique('p-'), ...change }));
    granted(await shop.api.put('/records/invoice/1', { data: { number: '1' } }));
    await page.getByRole('button', { name: 'حذف افزونه' }).click();
    const dialog = page.getByRole('alertdialog');
    const remove = dialog.getByRole('button', { name: 'حذف افزونه' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByText('۱۲٫۵', { exact: false }).waitFor();
    await dialog.getByText('چیزهایی که افزونه برای خودش نگه داشته دیگر در دسترس نیست').waitFor();
    await expectNoAxeViolations(page);
    // With the letters of an Arabic keyboard.
    await dialog.getByRole('textbox').fill(name.replaceAll('ی', 'ي').replaceAll('ک', 'ك'));
    await remove.click();
    await page.waitForURL(`${originOf('instance')}/installations`);
    await eventually(async () => (await admin.get(`/installations/${shop.id}`)).body.status === 'removed');
    // What the dialog has promised: the plugin reads nothing more, and people still decide what it has left.
    expect((await shop.api.get('/records/invoice')).status).toBe(401);
    const left = await openPage({ as: 'member', path: `/inbox/${String(proposal.id)}` });
    await left.getByRole('button', { name: /^اعمال/ }).click();
    await left.getByRole('link', { name: title }).last().waitFor();
    // The link may be the one of the list, which is there before the answer.
    await eventually(async () => (await admin.get(`/proposals/${String(proposal.id)}`)).body.status === 'applied');
  });
});

describe('live changes', () => {
  it('reach all tabs of a browser over one connection, and the next tab takes it over', async () => {
    const context = await openContext({ as: 'admin' });
    let connections = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/instance/v1/changes')) connections += 1;
    });
    const tabs = [await context.newPage(), await context.newPage()];
    for (const tab of tabs) {
      await tab.goto(`${originOf('instance')}/installations/${shop.id}/wallet`);
      await settled(tab);
    }
    const gift = async (mu: string): Promise<void> => {
      granted(await admin.post(`/installations/${shop.id}/wallet/gifts`, { mu }));
    };
    await gift('3');
    for (const tab of tabs) await tab.locator('dl').first().getByText('۳').waitFor();
    expect(connections).toBe(1);
    await tabs[0]!.close();
    await eventually(() => connections === 2);
    await gift('4');
    await tabs[1]!.locator('dl').first().getByText('۷').waitFor();
  });
});
