/**
 * What the bridge promises (docs/reference/bridge.md), as checks that each open a page of their own. The spec runs them
 * against the service, and those of one promise again with the guard of this promise removed.
 */
import { expect } from '@jest/globals';
import { system } from '../system/the-system.js';
import {
  changeTheme,
  connect,
  connected,
  eventuallyIn,
  openApp,
  openBench,
  outcomeOf,
  takeOverHost,
  type Check,
} from './bridge-bench.js';
import { trustChecks } from './bridge-trust-checks.js';

/** A title that would run a script as HTML, and a message that turns the text around it. */
const hostile = `{ title: '<img src=x onerror=alert(1)> حذف شود؟', message: 'fdp\\u202e.exe' }`;

const useChecks = {
  'gives the context, and applies language, direction and theme': async (options) => {
    const frame = await openApp(await openBench(options));
    expect(await connected(frame)).toMatchObject({
      language: 'fa',
      direction: 'rtl',
      calendar: 'jalali',
      timeZone: 'Asia/Tehran',
      numerals: 'arabext',
      theme: { mode: 'light', contrast: 'normal', font: { family: expect.stringContaining('Vazirmatn') } },
      person: { id: expect.stringMatching(/^per_/), name: expect.any(String) },
      record: null,
      surface: 'app',
      panel: null,
      installation: { id: options.plugin.installationId, version: '1.0.0' },
      apiBase: `${system.instance}/i/${options.plugin.installationId}/plugin/v1`,
      service: { origin: system.instance },
    });
    const shown = `(({ lang, dir, dataset, style }) => [lang, dir, dataset.theme, style.getPropertyValue('--svc-accent')])`;
    expect(await frame.evaluate(`${shown}(document.documentElement)`)).toEqual([
      'fa',
      'rtl',
      'light',
      expect.stringMatching(/^rgb/),
    ]);
    // The browser itself has the Jalali calendar and Persian digits.
    expect(await frame.evaluate(`ServiceBridge.formatDate('2026-11-20', 'full')`)).toBe('جمعه، ۲۹ آبان ۱۴۰۵');
  },

  'sends the context again on every change, also to a page without the script': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await eventuallyIn(bench, frame, `received.some(({ reason, port }) => reason === 'load' && port === undefined)`);
    await connected(frame);
    await frame.evaluate(`globalThis.changes = []; ServiceBridge.onContext((context) => changes.push(context))`);
    await changeTheme(bench, frame, 'dark');
    await bench.page.evaluate(`document.documentElement.dir = 'ltr'`);
    await eventuallyIn(bench, frame, `changes.at(-1)?.direction === 'ltr' && document.documentElement.dir === 'ltr'`);
    expect(await frame.evaluate('changes.map(({ theme }) => theme.mode)')).toEqual(['dark', 'dark']);
  },

  'asks for one handle, however many calls wait for it, and the handle works': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await connected(frame);
    const handles = `Promise.all(Array.from({ length: 20 }, () => ServiceBridge.getHandle()))`;
    expect(await frame.evaluate(`${handles}.then((all) => [new Set(all).size, all[0].slice(0, 3)])`)).toEqual([
      1,
      'kh_',
    ]);
    expect(bench.handles()).toBe(1);
    const read = `ServiceBridge.fetch('/installation').then(async (response) => [response.status, (await response.json()).plugin_id !== ''])`;
    expect(await outcomeOf(frame, read)).toEqual({ value: [200, true] });
  },

  'renews the handle by itself, over many of its lives': async (options) => {
    const bench = await openBench({ ...options, hasVirtualClock: true });
    const frame = await openApp(bench);
    await connected(frame);
    let handle = await frame.evaluate('ServiceBridge.getHandle()');
    for (let life = 2; life <= 13; life += 1) {
      await bench.page.clock.fastForward(226_000);
      await bench.eventually(() => bench.handles() >= life);
      const before = handle;
      await bench.eventually(async () => (handle = await frame.evaluate('ServiceBridge.getHandle()')) !== before);
    }
    expect(bench.handles()).toBe(13);
    expect(await outcomeOf(frame, `ServiceBridge.fetch('/installation').then(({ status }) => status)`)).toEqual({
      value: 200,
    });
  },

  'draws a question in the service alone, as plain text': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await connected(frame);
    const question = (): Promise<void> =>
      frame.evaluate(`void (globalThis.answer = ServiceBridge.confirm(${hostile}))`);
    const dialog = bench.page.getByRole('alertdialog');
    await question();
    await dialog.waitFor();
    const text = await dialog.innerText();
    expect(text).toContain('<img src=x onerror=alert(1)> حذف شود؟');
    expect(text).toContain(options.plugin.name);
    expect(text).toContain(new URL(options.plugin.origin).host);
    expect(text).toContain('fdp.exe');
    expect(await frame.evaluate(`document.querySelector('[role]')`)).toBeNull();
    const second = `Promise.race([ServiceBridge.confirm(${hostile}), new Promise((resolve) => setTimeout(resolve, 10_000))])`;
    expect(await outcomeOf(frame, second)).toMatchObject({ code: 'dialog_busy' });
    await dialog.getByRole('button').last().click();
    expect(await frame.evaluate('answer')).toBe(true);
    await question();
    await dialog.getByRole('button').first().click();
    expect(await frame.evaluate('answer')).toBe(false);
    await question();
    await dialog.waitFor();
    await bench.page.keyboard.press('Escape');
    expect(await frame.evaluate('answer')).toBe(false);
    await dialog.waitFor({ state: 'detached' });
  },

  'lets the person pick a person, and tells the plugin only this one': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await connected(frame);
    await frame.evaluate(`void (globalThis.picked = ServiceBridge.pickPerson({ title: 'Who?' }))`);
    const dialog = bench.page.getByRole('dialog');
    const choice = dialog.getByRole('option').first();
    const name = await choice.innerText();
    await choice.click();
    await dialog.getByRole('button').last().click();
    expect(await frame.evaluate('picked')).toEqual([{ id: expect.stringMatching(/^per_/), name }]);
    await frame.evaluate(`void (globalThis.picked = ServiceBridge.pickCase())`);
    await dialog.waitFor();
    await bench.page.keyboard.press('Escape');
    expect(await frame.evaluate('picked')).toBeNull();
  },

  'gives up when the service is silent': async (options) => {
    const frame = await openApp(await openBench(options));
    await takeOverHost(frame, '');
    const late = `new Promise((resolve) => setTimeout(() => resolve({ code: 'still waiting' }), 2_000))`;
    const connecting = `ServiceBridge.connect({ allowedOrigins: ['${system.instance}'], timeoutMs: 500 })`;
    expect(await outcomeOf(frame, `Promise.race([${connecting}, ${late}])`)).toMatchObject({ code: 'connect_timeout' });
    expect(await outcomeOf(frame, 'ServiceBridge.getHandle()')).toMatchObject({ code: 'not_connected' });
  },

  'refuses at once to work outside a frame': async (options) => {
    const { page, plugin } = await openBench(options);
    await page.goto(`${plugin.origin}/app?installation_id=${plugin.installationId}`);
    expect(await connect(page.mainFrame())).toMatchObject({ code: 'not_embedded' });
  },

  'sends the handle nowhere but to the API of the installation': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await connected(frame);
    for (const path of ['/../../../../session', 'https://other.example/', '/%2e%2e/v2', 'people'])
      expect(await outcomeOf(frame, `ServiceBridge.fetch('${path}').then(({ url }) => url)`)).toMatchObject({
        code: 'bad_params',
      });
  },

  'connects again after a reload, on a new port': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await connected(frame);
    await frame.evaluate('location.reload()');
    await eventuallyIn(bench, frame, `typeof ServiceBridge === 'object' && ServiceBridge.context === null`);
    await connected(frame);
    expect(await outcomeOf(frame, 'ServiceBridge.getHandle().then((handle) => handle.slice(0, 3))')).toEqual({
      value: 'kh_',
    });
    for (const nonce of ['first', 'second']) {
      await frame.evaluate(`parent.postMessage({ type: 'service:hello', v: 1, nonce: '${nonce}', sdk: '1' }, '*')`);
      await eventuallyIn(bench, frame, `received.some((one) => one.nonce === '${nonce}')`);
    }
    await frame.evaluate(`globalThis.answers = []; ['first', 'second'].forEach((nonce) => {
      const { port } = received.find((one) => one.nonce === nonce);
      port.onmessage = ({ data }) => answers.push([nonce, data.id, data.ok]);
      port.postMessage({ id: 7, method: 'ui.setTitle', params: { title: '' } });
    })`);
    await eventuallyIn(bench, frame, 'answers.length > 0');
    expect(await frame.evaluate('answers')).toEqual([['second', 7, true]]);
  },

  'keeps the plugin from navigating the window, and tells it no referrer': async (options) => {
    const bench = await openBench({ ...options, expectedProblems: ['Unsafe attempt to initiate navigation'] });
    const frame = await openApp(bench);
    await frame.evaluate(`(() => { try { top.location.href = '${options.otherSite}/'; } catch {} })()`);
    await connected(frame);
    expect(new URL(bench.page.url()).origin).toBe(system.instance);
    expect(await frame.evaluate('document.referrer')).toBe('');
    expect(options.plugin.requests.filter(({ referer }) => referer?.startsWith(system.instance))).toEqual([]);
  },
} satisfies Record<string, Check>;

export const checks = { ...useChecks, ...trustChecks };
export type CheckName = keyof typeof checks;
