/**
 * Who may speak to whom over the bridge (docs/reference/bridge.md, Messages), as checks that each open a page of their
 * own: messages of other windows, other origins and earlier connections change nothing.
 */
import { expect } from '@jest/globals';
import { isFirefox } from '../../../../tools/check/browser/chromium.js';
import { system } from '../system/the-system.js';
import {
  changeTheme,
  connect,
  connected,
  documentAround,
  eventuallyIn,
  openApp,
  openBench,
  openPanels,
  outcomeOf,
  pluginFrame,
  takeOverHost,
  type Check,
} from './bridge-bench.js';

/** Newer than every message of the service. */
const forged = `{ type: 'service:init', v: 1, reason: 'change', seq: 1e6, context: { forged: true } }`;

export const trustChecks = {
  'says nothing to a parent that the page does not allow': async (options) => {
    const frame = await openApp(await openBench(options));
    const other = `ServiceBridge.connect({ allowedOrigins: ['https://other.example'] })`;
    expect(await outcomeOf(frame, other)).toEqual({ code: 'origin_not_allowed', params: { origin: system.instance } });
    // Firefox does not tell the page its parent, so there the hello asks for it.
    expect(await documentAround(frame).evaluate(`received.filter(({ type }) => type === 'service:hello').length`)).toBe(
      isFirefox ? 1 : 0,
    );
    for (const wrong of ['[]', `['*']`, `['https://kushk.ir/']`, `'https://kushk.ir'`, `['kushk.ir']`])
      expect(await outcomeOf(frame, `ServiceBridge.connect({ allowedOrigins: ${wrong} })`)).toMatchObject({
        code: 'bad_options',
      });
  },

  'believes no parent that it does not allow, in browsers that hide ancestorOrigins': async (options) => {
    const frame = await openApp(await openBench(options));
    const other = `ServiceBridge.connect({ allowedOrigins: ['https://other.example'], timeoutMs: 10_000 })`;
    expect(await outcomeOf(frame, other)).toEqual({ code: 'origin_not_allowed', params: { origin: system.instance } });
    expect(await documentAround(frame).evaluate(`received.some(({ type }) => type === 'service:hello')`)).toBe(true);
  },

  'ignores an init of another window, even of one of the service': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    const { person } = await connected(frame);
    await bench.page.evaluate(`frames[0].frames[0].postMessage(${forged}, '*')`);
    await eventuallyIn(bench, frame, `received.some(({ seq }) => seq === 1e6)`);
    await changeTheme(bench, frame, 'dark');
    expect(await frame.evaluate('ServiceBridge.context.person')).toEqual(person);
    expect(await frame.evaluate('ServiceBridge.context.theme.mode')).toBe('dark');
  },

  'ignores an answer to another hello': async (options) => {
    const frame = await openApp(await openBench(options));
    await takeOverHost(frame, `post({ reason: 'connect', nonce: 'wrong', seq: 1e6 }, [new MessageChannel().port2]);`);
    expect(await connect(frame, 'timeoutMs: 500')).toMatchObject({ code: 'connect_timeout' });
  },

  'ignores an answer without a port, and an older context': async (options) => {
    const bench = await openBench(options);
    const frame = await openApp(bench);
    await connected(frame);
    await changeTheme(bench, frame, 'dark');
    const old = `{ type: 'service:init', v: 1, reason: 'change', seq: 0, context: { forged: true } }`;
    await documentAround(frame).evaluate(
      `document.querySelector('iframe').contentWindow.postMessage(${old}, '${options.plugin.origin}')`,
    );
    await eventuallyIn(bench, frame, `received.some(({ seq }) => seq === 0)`);
    expect(await frame.evaluate('ServiceBridge.context.forged')).toBeUndefined();
    await frame.evaluate('ServiceBridge.disconnect()');
    await takeOverHost(frame, `post({ reason: 'connect', nonce: hello.nonce, seq: 1e6 });`);
    expect(await connect(frame, 'timeoutMs: 500')).toMatchObject({ code: 'connect_timeout' });
  },

  'ignores an init of another page of the plugin': async (options) => {
    const bench = await openBench({ ...options, as: 'admin' });
    const [a, b] = await openPanels(bench, ['a', 'b']);
    const { person } = await connected(a!);
    await b!.evaluate(`for (let at = 0; at < top.length; at += 1) top[at].frames[0]?.postMessage(${forged}, '*')`);
    await eventuallyIn(bench, a!, `received.some(({ seq }) => seq === 1e6)`);
    await changeTheme(bench, a!, 'dark');
    expect(await a!.evaluate('[ServiceBridge.context.person, ServiceBridge.context.theme.mode]')).toEqual([
      person,
      'dark',
    ]);
  },

  'answers no hello of another window, even of the same plugin': async (options) => {
    const bench = await openBench({ ...options, as: 'admin' });
    const [a, b] = await openPanels(bench, ['a', 'b']);
    await connected(a!);
    const index = bench.page.frames().indexOf(documentAround(a!));
    expect(index).toBeGreaterThan(0);
    const hello = `{ type: 'service:hello', v: 1, nonce: 'forged', sdk: '1' }`;
    await b!.evaluate(`for (let at = 0; at < top.length; at += 1) top[at].postMessage(${hello}, '*')`);
    await eventuallyIn(bench, documentAround(a!), `received.some(({ nonce }) => nonce === 'forged')`);
    await changeTheme(bench, a!, 'dark');
    expect(await a!.evaluate(`received.filter(({ reason }) => reason === 'connect').length`)).toBe(1);
    expect(await outcomeOf(a!, 'ServiceBridge.getHandle().then((handle) => handle.slice(0, 3))')).toEqual({
      value: 'kh_',
    });
  },

  'tells nothing to another page in the frame, and says that the plugin did not start': async (options) => {
    const expectedProblems = ["Failed to execute 'postMessage' on 'DOMWindow'", ...(options.expectedProblems ?? [])];
    const bench = await openBench({ ...options, hasVirtualClock: true, expectedProblems });
    const frame = await openApp(bench);
    await connected(frame);
    // The policy of the frame document lets nothing else in. This document has another origin nevertheless: none.
    await frame.evaluate(`location.href = '/sandboxed?'`);
    const other = await pluginFrame(bench, '/sandboxed');
    expect(await other.evaluate('origin')).toBe('null');
    await other.evaluate(`parent.postMessage({ type: 'service:hello', v: 1, nonce: 'n', sdk: '1' }, '*')`);
    await eventuallyIn(bench, documentAround(other), `received.some(({ nonce }) => nonce === 'n')`);
    await bench.page.clock.fastForward(11_000);
    await bench.page.getByRole('status').filter({ hasText: options.plugin.name }).waitFor();
    await bench.page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
    await eventuallyIn(bench, documentAround(other), `document.documentElement.style.colorScheme === 'dark'`);
    expect(await other.evaluate('received')).toEqual([]);
  },

  'gives a site that opens it no window to speak to': async (options) => {
    const { page, plugin } = await openBench(options);
    await page.goto(`${options.otherSite}/`);
    const popup = page.context().waitForEvent('page');
    const address = `${system.instance}/apps/${plugin.installationId}`;
    await page.evaluate(`globalThis.opened = window.open('${address}')`);
    const frame = await pluginFrame({ page: await popup, plugin }, '/app');
    await connected(frame);
    const hello = `{ type: 'service:hello', v: 1, nonce: 'foreign', sdk: '1' }`;
    await page.evaluate(`opened.postMessage(${hello}, '*')`);
    expect(await page.evaluate('[opened.closed, opened.length]')).toEqual([true, 0]);
    await expect(page.evaluate('opened[0].length')).rejects.toThrow(isFirefox ? 'undefined' : 'SecurityError');
    expect(await page.evaluate('received')).toEqual([]);
  },
} satisfies Record<string, Check>;
