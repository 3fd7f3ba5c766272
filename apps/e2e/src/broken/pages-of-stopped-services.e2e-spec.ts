/** What people see while services are stopped: a problem that says what to do, and nothing lost once they are back. */
import { describe, expect, it } from '@jest/globals';
import { granted, type Body } from '../parties/client.js';
import { admin } from '../parties/parties.js';
import { openPage, type Locator, type Page } from '../pages/browser.js';
import { system } from '../system/the-system.js';
import { whileEnded } from './parts.js';

/** On a busy machine, a service needs much of this time until it answers again. */
const STARTED_WITHIN_MS = 90_000;

const problem = (within: Page | Locator): Locator =>
  within.getByRole('alert').filter({ hasText: 'سرویس موقتاً در دسترس نیست' }).filter({ hasText: 'شناسهٔ درخواست' });

async function giftDialog(page: Page, mu: string): Promise<Locator> {
  await page.getByRole('button', { name: 'افزودن MU', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /هدیه/ }).check({ force: true });
  await dialog.getByLabel('مقدار (MU)').fill(mu);
  return dialog;
}

async function send(dialog: Locator): Promise<void> {
  await dialog.locator('button[type=submit]').click();
}

describe('the page of a wallet', () => {
  let path: string;
  const gifted = async (): Promise<number> => Number(granted(await admin.get(path)).totals.gifted);

  it('shows a problem while the wallet service is stopped, then shows the wallet and sends what was typed', async () => {
    const { items } = granted(await admin.get('/installations?limit=200'));
    const sample = items.find(({ plugin_id: id }: Body) => id === system.samplePlugin.id);
    path = `/installations/${sample.installation_id}/wallet`;
    const before = await gifted();
    const page = await openPage({ as: 'admin', path });
    const dialog = await giftDialog(page, '۳');
    const other = await whileEnded(['wallet'], async () => {
      await send(dialog);
      await problem(dialog).waitFor();
      const opened = await openPage({ as: 'admin', path });
      await problem(opened).getByRole('button', { name: 'تلاش دوباره' }).waitFor();
      return opened;
    });
    // Nobody clicks in the second page.
    await other.getByRole('button', { name: 'افزودن MU', exact: true }).first().waitFor({ timeout: STARTED_WITHIN_MS });
    expect(await dialog.getByLabel('مقدار (MU)').inputValue()).toBe('۳');
    await send(dialog);
    await dialog.waitFor({ state: 'detached' });
    expect(await gifted()).toBe(before + 3);
  });

  it('adds MU once when the response to the first try was lost', async () => {
    const before = await gifted();
    const page = await openPage({ as: 'admin', path, expectedProblems: ['ERR_CONNECTION_RESET'] });
    const dialog = await giftDialog(page, '5');
    await page.route(
      '**/wallet/{gifts,purchases}',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await send(dialog);
    await dialog.getByRole('alert').filter({ hasText: 'ارتباط برقرار نشد' }).waitFor();
    expect(await gifted()).toBe(before + 5);
    await send(dialog);
    await dialog.waitFor({ state: 'detached' });
    expect(await gifted()).toBe(before + 5);
  });
});
