/** The components of libs/ui in Chromium, in the states that the gallery shows. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { axeSource, launchChromium, type Browser, type Locator, type Page } from '../../check/browser/chromium.js';

type Language = 'fa' | 'en';

let server: ChildProcess;
let address: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const root = resolve(import.meta.dirname, '../../..');
  server = spawn(
    process.execPath,
    ['--import', './tools/typescript.mjs', 'tools/generate/pages/gallery.ts', '--built'],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  const [printed] = (await once(server.stdout!, 'data')) as [Buffer];
  address = printed.toString().trim();
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' });
});
afterAll(async () => {
  await browser?.close();
  server?.stdin?.end();
});

async function open(part: string, language: Language = 'en'): Promise<void> {
  await page.goto(`${address}?part=${part}&language=${language}`);
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
}
/** The text of the element with the focus. */
const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
const rows = (): Locator => page.locator('tbody > tr');

describe('the notice of the test clock', () => {
  it.each([
    ['en', 'The test clock runs 30d ahead of the real time'],
    ['fa', 'ساعت آزمایشی ۳۰ روز از زمان واقعی جلوتر است'],
  ] as const)('says in %s how far it runs ahead', async (language, text) => {
    await open('notices', language);
    await page.getByText(text).waitFor();
  });
});

describe('a list', () => {
  it('moves the focus between its rows with J and K, whatever the layout of the keyboard types', async () => {
    await open('list', 'fa');
    await rows().first().waitFor();
    const seen: string[] = [];
    for (const key of ['KeyJ', 'KeyJ', 'KeyK', 'KeyK']) {
      await page.keyboard.press(key);
      seen.push(await focused());
    }
    const [first, second] = await page.locator('tbody a').allTextContents();
    expect(seen).toEqual([first, second, first, first]);
  });

  it('searches after a pause, says that nothing matches, and shows everything again after Escape', async () => {
    await open('list');
    await page.keyboard.press('Slash');
    await page.keyboard.type('Licence');
    await page.waitForFunction(`document.querySelectorAll('tbody > tr').length === 15`);
    await page.keyboard.type(' of 1900');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    await rows().nth(24).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('searches at once when the field loses the focus', async () => {
    await open('list');
    await page.getByRole('searchbox').fill('Licence');
    await page.getByRole('searchbox').blur();
    // The pause of the search is longer than a rendering.
    expect(
      await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
      done(document.querySelectorAll('tbody > tr').length))))`),
    ).toBe(15);
  });

  it('appends the next page', async () => {
    await open('list');
    await rows().nth(24).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows().nth(49).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows().nth(59).waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it.each([
    ['en', 'No cases yet', 'The service is busy'],
    ['fa', 'هنوز پرونده‌ای نیست', 'سرویس سرش شلوغ است'],
  ] as const)('says why it shows no rows (%s)', async (language, none, failure) => {
    await open('list-empty', language);
    await page.getByRole('heading', { name: none }).waitFor();
    await open('list-failed', language);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: failure }).waitFor();
    expect(await alert.textContent()).toContain('req_01KB0Q8Z5N6V3W2X1Y0GALLERY');
    await open('list-waiting', language);
    expect(await page.getByRole('status').getAttribute('aria-busy')).toBe('true');
  });

  it('keeps its rows when the next page cannot be loaded', async () => {
    await open('list-more-failed');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    expect(await rows().count()).toBe(25);
  });
});

describe('a dialog', () => {
  it('has the focus while it is open, and gives it back to its button', async () => {
    await open('dialogs');
    const button = page.getByRole('button', { name: 'Create an organisation' });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const isInside = (): Promise<boolean> => page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`);
    const inside = [];
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) {
      inside.push(await isInside());
      await page.keyboard.press(key);
    }
    expect(inside).toEqual([true, true, true, true]);
    await page.keyboard.press('Escape');
    // The focus returns a frame after the dialog has gone.
    await page.locator('button:focus', { hasText: 'Create an organisation' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('that asks before a removal is an alert, which a click beside it does not close', async () => {
    await open('dialogs');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.mouse.click(5, 5);
    expect(await page.getByRole('alertdialog').isVisible()).toBe(true);
  });
});

describe('a field', () => {
  it('is described by what is wrong with it', async () => {
    await open('fields');
    const field = page.getByLabel('Sign-in id');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = await field.evaluate<string, HTMLElement>((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => input.ownerDocument.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
    expect(described).toContain('An amount above zero');
  });

  it.each([
    ['fa', 'مبلغ', ['۱.۵', '۱٫۵', '1.234']],
    ['fa', 'مقدار (MU)', ['۱۲/۵', '۱۲٫۵', '7,5']],
    ['fa', 'سررسید', ['1405/08/29', '۱۴۰۵/۸/۲۹', '1404/12/30']],
    ['en', 'Amount', ['1,234.5', '1,234.5', '99,000,000']],
    ['en', 'Amount (MU)', ['1 000', '1,000', '0']],
    ['en', 'Due on', ['2026-11-20', '20/11/2026', '31/11/2026']],
  ] as const)(
    'reads what is typed and says what it cannot read (%s, %s)',
    async (language, label, [typed, shown, unreadable]) => {
      await open('fields', language);
      const field = page.getByRole('textbox', { name: label, exact: true }).first();
      await field.fill(typed);
      expect(await field.inputValue()).toBe(typed);
      await field.blur();
      expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([shown, null]);
      await field.fill(unreadable);
      await field.blur();
      expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([unreadable, 'true']);
    },
  );

  it('with a number is changed by the arrow keys and its buttons, within its bounds, and not by the wheel', async () => {
    await open('fields');
    const field = page.getByRole('textbox', { name: 'Amount', exact: true }).first();
    await field.fill('0.5');
    const seen: string[] = [];
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown']) {
      await field.press(key);
      seen.push(await field.inputValue());
    }
    await page.mouse.wheel(0, 100);
    await page.getByRole('button', { name: 'One more: Amount', exact: true }).first().click();
    expect([...seen, await field.inputValue()]).toEqual(['1.5', '0.5', '0.5', '1.5']);
  });

  it.each([
    ['en', 'Amount', ['\u202A1,234.50\u202C', '1,234.5']],
    ['en', 'Amount (MU)', ['1\u00A0000\u202F000', '1,000,000']],
    ['en', 'Due on', ['2026\u201311\u201320', '20/11/2026']],
    ['fa', 'مبلغ', ['\u200F۱۲٬۵۰۰٫۲۵\u200F', '۱۲٬۵۰۰٫۲۵']],
    ['fa', 'مقدار (MU)', ['١٢٫٥', '۱۲٫۵']],
    ['fa', 'سررسید', [' ۲۹/۸/۱۴۰۵\n', '۱۴۰۵/۸/۲۹']],
  ] as const)(
    'reads what is pasted, which the wheel does not change (%s, %s)',
    async (language, label, [text, shown]) => {
      await open('fields', language);
      const field = page.getByRole('textbox', { name: label, exact: true }).first();
      await field.fill('');
      await page.keyboard.insertText(text);
      await field.hover();
      await page.mouse.wheel(0, 300);
      await page.mouse.wheel(0, -600);
      await field.blur();
      expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([shown, null]);
    },
  );

  it.each([
    ['fa', { label: 'سررسید', next: 'ArrowLeft', days: ['۱۴۰۵/۹/۶', '۱۴۰۵/۹/۷', '۱۴۰۵/۹/۸'] }],
    ['en', { label: 'Due on', next: 'ArrowRight', days: ['27/11/2026', '28/11/2026', '29/11/2026'] }],
  ] as const)(
    'with a date is changed by the arrow keys and in its calendar (%s)',
    async (language, { label, next, days }) => {
      await open('fields', language);
      const field = page.getByRole('textbox', { name: label, exact: true }).first();
      const seen = [await field.inputValue()];
      await field.press('ArrowUp');
      seen.push(await field.inputValue());
      await page.getByRole('button', { name: label }).first().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press(next);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect([...seen, await field.inputValue()]).toEqual(days);
    },
  );
});

describe('the notices of a wallet', () => {
  it.each([
    ['en', 'The wallet is frozen', 'The balance is low: 7.25 MU', 'The balance is used up'],
    ['fa', 'کیف پول مسدود است', 'موجودی کم است: ۷٫۲۵ MU', 'موجودی تمام شده است'],
  ] as const)('name the most serious state, and only a frozen wallet is an alert (%s)', async (language, ...texts) => {
    await open('wallet', language);
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.getByRole('status').count()).toBe(3);
    for (const text of texts) expect(await page.locator('main').textContent()).toContain(text);
  });
});

describe('every part of the gallery', () => {
  /** Returns what `find` reports of each part on a phone. */
  async function onPhone(language: Language, find: (part: string) => Promise<readonly string[]>): Promise<string[]> {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('list', language);
    const parts = await page.locator('nav a').allTextContents();
    expect(parts.length).toBeGreaterThan(10);
    const problems: string[] = [];
    for (const part of parts) {
      await open(part, language);
      problems.push(...(await find(part)));
    }
    return problems;
  }

  it.each(['en', 'fa'] as const)('fits on a phone (%s)', async (language) => {
    const tooWide = await onPhone(language, async (part) =>
      (await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) > 0 ? [part] : [],
    );
    expect(tooWide).toEqual([]);
  });

  it('has no violation that axe finds', async () => {
    const violations = await onPhone('fa', async (part) => {
      await page.evaluate(axeSource());
      const found = await page.evaluate<readonly string[]>(
        'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
      );
      return found.map((id) => `${part}: ${id}`);
    });
    expect(violations).toEqual([]);
  });
});
