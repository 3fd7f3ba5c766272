/**
 * The credentials of an instance's link in the pages of operators, at a hub whose NATS server runs in operator mode.
 * The system of the other page tests has one NATS server for hub and instance, so it issues none.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { freePort } from '@kushk/embedded';
import { launchChromium, type Browser, type Page } from '../../../../tools/check/browser/chromium.js';
import { HubBrowser } from '../hub/hub-browser.js';
import { startHub, type HubHarness } from '../hub/hub-harness.js';

const credentials = /^-----BEGIN NATS USER JWT-----\n[\w.-]+\n[\s\S]*-----BEGIN USER NKEY SEED-----\nSU[A-Z2-7]{56}\n/;

let hub: HubHarness;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  hub = await startHub({ natsOperator: true, baseUrl: origin, port });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

/** Opens a page as olga, the first operator. */
async function open(path: string): Promise<Page> {
  const person = new HubBrowser(hub, origin);
  await person.signIn({ subject: 'olga', name: 'Olga' });
  const context = await browser.newContext({ locale: 'fa-IR', reducedMotion: 'reduce', acceptDownloads: true });
  const cookies = [...person.cookies].map(([name, value]) => ({
    ...{ name, value, domain: '127.0.0.1', path: '/', secure: true },
    sameSite: 'Strict' as const,
  }));
  await context.addCookies(cookies.filter(({ name }) => name.startsWith('__Host-')));
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  return page;
}

/** Stores the file that the dialog shows, and returns its text. */
async function storedFile(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('alertdialog');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: `ذخیره به‌صورت فایل ${name}` }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return readFileSync(await file.path(), 'utf8');
}

describe('the credentials of an instance', () => {
  it('are shown once: after the registration, and new ones after a rotation', async () => {
    const page = await open('/instances');
    await page.getByRole('button', { name: 'ثبت سامانه' }).click();
    const form = page.getByRole('dialog', { name: 'ثبت سامانه' });
    await form.getByRole('textbox', { name: 'نام' }).fill('سامانهٔ تازه');
    await form.getByRole('textbox', { name: 'شناسه' }).fill('fresh');
    await form.getByRole('button', { name: 'ثبت سامانه' }).click();
    const shown = page.getByRole('alertdialog', { name: 'اتصال سامانهٔ تازه به هاب' });
    const first = (await shown.locator('code', { hasText: 'BEGIN NATS USER JWT' }).textContent()) ?? '';
    expect(first).toMatch(credentials);
    expect(await storedFile(page, 'fresh-link.creds')).toBe(first);
    // A click beside the dialog must not lose what is shown only once.
    await page.mouse.click(5, 5);
    await shown.getByRole('button', { name: 'ذخیره کردم' }).click();
    const row = page.getByRole('row').filter({ hasText: 'fresh' });
    await row.getByText('دارد').waitFor();
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain('NATS USER JWT');

    await row.getByRole('button', { name: 'تعویض اعتبارنامهٔ سامانهٔ تازه' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'تعویض اعتبارنامه' }).click();
    const renewed = page.getByRole('alertdialog', { name: 'اتصال سامانهٔ تازه به هاب' });
    const second = (await renewed.locator('code', { hasText: 'BEGIN NATS USER JWT' }).textContent()) ?? '';
    expect(second).toMatch(credentials);
    expect(second).not.toBe(first);
  });
});
