/** Pages of plugins inside the service (docs/reference/bridge.md), in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { eventually, httpClient } from '@kushk/testing';
import { admin, unique } from '../parties/parties.js';
import { granted } from '../parties/client.js';
import { system } from '../system/the-system.js';
import { openApp, openBench, openPanels, connected, eventuallyIn, pluginFrame } from './bridge-bench.js';
import { checks, type CheckName } from './bridge-checks.js';
import { buildChanged, mutations, hiddenAncestorOrigins, type Mutation } from './bridge-mutations.js';
import { expectNoAxeViolations, Opened, openPage, settled } from './browser.js';
import { EmbeddedPlugin, startOtherSite } from './embedded-plugin.js';
import { runConcurrently, WORKERS } from './run-concurrently.js';

/** A check waits for a free worker. */
const QUEUE_TIMEOUT_MS = 180_000;
/** What a broken bridge does not do is not waited for as long as what the real one does. */
const BROKEN_TIMEOUT_MS = 4_000;

let plugin: EmbeddedPlugin;
let otherSite: Awaited<ReturnType<typeof startOtherSite>>;
/** One for each worker: a check reads what its own plugin was asked for. Most have a host of their own. */
let plugins: readonly EmbeddedPlugin[];

beforeAll(async () => {
  const hosts = ['localhost', ...Array.from({ length: WORKERS - 1 }, () => `${unique('p')}.localhost`)];
  [otherSite, plugins] = await Promise.all([
    startOtherSite(),
    Promise.all(hosts.map((host) => EmbeddedPlugin.installed(host))),
  ]);
  plugin = plugins[0]!;
});
afterAll(async () => {
  await Promise.all(plugins.map((one) => one.remove()));
  await Promise.all([...plugins, otherSite].map((one) => one.stop()));
});

/** What a check needs besides the service's own scripts. */
const variants: Partial<Record<CheckName, Parameters<typeof buildChanged>[0]>> = {
  'believes no parent that it does not allow, in browsers that hide ancestorOrigins': [hiddenAncestorOrigins],
  'connects again after a reload, on a new port': [hiddenAncestorOrigins],
};
const names = Object.keys(checks) as readonly CheckName[];

/** Runs a check, with a bridge that lacks a guard or with the service's own. */
async function runCheck(name: CheckName, own: EmbeddedPlugin, change?: Mutation): Promise<void> {
  const scripts = await buildChanged([...(variants[name] ?? []), ...(change === undefined ? [] : [change])]);
  const opened = new Opened();
  const broken = change !== undefined && { expectedProblems: [''], timeoutMs: BROKEN_TIMEOUT_MS };
  try {
    await checks[name]({ plugin: own, otherSite: otherSite.origin, scripts, opened, ...broken });
  } finally {
    await opened.close();
  }
}

describe('the bridge', () => {
  const outcome = runConcurrently(names, (name, worker) => runCheck(name, plugins[worker]!));
  it.each(names)('%s', (name) => outcome(name), QUEUE_TIMEOUT_MS);
});

describe('a bridge without', () => {
  const outcome = runConcurrently(mutations, (change, worker) => runCheck(change.caughtBy, plugins[worker]!, change));
  it.each(mutations)(
    '$guard is noticed',
    async (change) => {
      await expect(outcome(change)).rejects.toThrow();
    },
    QUEUE_TIMEOUT_MS,
  );
});

describe('the pages of a plugin', () => {
  it('are loaded when a person opens them, and three panels work side by side', async () => {
    const bench = await openBench({ plugin, as: 'admin' });
    const seen = plugin.requests.length;
    await openPanels(bench, ['a']);
    expect(plugin.requests.slice(seen).map(({ path }) => path)).not.toContain('/b');
    await bench.page.getByRole('button', { name: `${plugin.name} Panel B` }).click();
    await bench.page.getByRole('button', { name: `${plugin.name} Panel C` }).click();
    const all = await Promise.all(['/a', '/b', '/c'].map((path) => pluginFrame(bench, path)));
    const contexts = await Promise.all(all.map((frame) => connected(frame)));
    expect(contexts.map(({ panel }) => panel)).toEqual(['a', 'b', 'c']);
    expect(new Set(contexts.map(({ record }) => JSON.stringify(record))).size).toBe(1);
    await Promise.all(all.map((frame) => frame.evaluate('ServiceBridge.getHandle()')));
    const question = `void (globalThis.answer = ServiceBridge.confirm({ title: 'Go on?' }))`;
    await all[1]!.evaluate(question);
    await bench.page.getByRole('alertdialog').getByRole('button').last().click();
    expect(await all[1]!.evaluate('answer')).toBe(true);
    await all[2]!.evaluate('ServiceBridge.resize(600)');
    await eventuallyIn(bench, bench.page, `[...document.querySelectorAll('iframe')].at(-1).offsetHeight === 600`);
    const foreign = bench.addresses.filter(
      (one) => !/ (?:https?:\/\/(?:127\.0\.0\.1|localhost):|data:|blob:)/.test(one),
    );
    expect(foreign).toEqual([]);
  });

  it('lead the person only to pages of the service', async () => {
    const bench = await openBench({ plugin, as: 'admin' });
    const [panel] = await openPanels(bench, ['a']);
    await connected(panel!);
    await panel!.evaluate(`ServiceBridge.navigate({ record: { type: 'case', id: '../../store' } })`);
    await bench.page.waitForURL('**/cases/..%2F..%2Fstore');
    const app = await openApp(bench);
    await connected(app);
    await app.evaluate(`ServiceBridge.setTitle('Invoice <b>7</b>')`);
    await eventually(async () => ((await bench.page.title()).startsWith('Invoice <b>7</b>') ? true : undefined));
  });

  it('ask before unsaved changes are left', async () => {
    const bench = await openBench({ plugin, language: 'en' });
    const app = await openApp(bench);
    await connected(app);
    await app.evaluate('ServiceBridge.setDirty(true)');
    // The page answers in the order of its messages: once it has given a handle, it knows of the changes.
    await app.evaluate('ServiceBridge.getHandle()');
    await bench.page.getByRole('link', { name: 'Cases' }).first().click();
    const dialog = bench.page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Stay on the page' }).click();
    expect(bench.page.url()).toContain('/apps/');
    expect(await app.evaluate('ServiceBridge.context.surface')).toBe('app');
  });

  it('lose handle and dialog when the person signs out in another tab', async () => {
    const bench = await openBench({ plugin, ownSession: true, expectedProblems: ['401'] });
    const frame = await openApp(bench);
    await connected(frame);
    const handle = await frame.evaluate<string>('ServiceBridge.getHandle()');
    const outcomes: unknown[] = [];
    await bench.page.exposeFunction('report', (...outcome: unknown[]) => outcomes.push(outcome));
    // The page may remove the frame at any time after the end, so nothing is evaluated in it any more.
    await frame.evaluate(`
      const failed = (what) => ({ code }) => void report(what, code);
      ServiceBridge.onDisconnect(failed('connection'));
      void ServiceBridge.confirm({ title: 'Delete?' }).catch(failed('confirm'))
        .then(() => ServiceBridge.getHandle()).catch(failed('handle'))`);
    const question = bench.page.getByRole('alertdialog').filter({ hasText: 'Delete?' });
    await question.waitFor();
    const tab = await bench.page.context().newPage();
    await tab.goto(`${system.instance}/people`);
    const post = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }`;
    await tab.evaluate(
      `fetch('/session/sign-out', ${post}).then(() => new BroadcastChannel('kushk-session').postMessage('ended'))`,
    );
    await question.waitFor({ state: 'detached' });
    await eventually(() => outcomes.length === 3);
    expect(outcomes.toSorted()).toEqual(['confirm', 'connection', 'handle'].map((what) => [what, 'session_ended']));
    const send = httpClient(Number(new URL(system.instance).port));
    const headers = { authorization: `Bearer ${handle}`, origin: plugin.origin };
    expect((await send(`/i/${plugin.installationId}/plugin/v1/installation`, { headers })).status).toBe(401);
  });

  it('end when an admin removes the plugin: its app and its open panel say so, and the handle is worth nothing', async () => {
    const removed = await EmbeddedPlugin.installed(`${unique('p')}.localhost`);
    const [app, panel] = await Promise.all([
      openBench({ plugin: removed, language: 'en' }),
      openBench({ plugin: removed, language: 'en', as: 'admin' }),
    ]);
    const frame = await openApp(app);
    await connected(frame);
    const handle = await frame.evaluate<string>('ServiceBridge.getHandle()');
    const send = httpClient(Number(new URL(system.instance).port));
    const headers = { authorization: `Bearer ${handle}`, origin: removed.origin };
    const read = () => send(`/i/${removed.installationId}/plugin/v1/installation`, { headers });
    expect((await read()).status).toBe(200);
    await frame.evaluate(`void ServiceBridge.confirm({ title: 'Delete?' }).catch(() => undefined)`);
    const question = app.page.getByRole('alertdialog').filter({ hasText: 'Delete?' });
    await question.waitFor();
    const [beside] = await openPanels(panel, ['a']);
    await connected(beside!);
    await removed.remove();
    await app.page.getByRole('heading', { level: 1, name: 'This plugin is not available' }).waitFor();
    await panel.page.getByText('This plugin is not available').waitFor();
    await question.waitFor({ state: 'detached' });
    for (const { page } of [app, panel]) expect(await page.locator('iframe').count()).toBe(0);
    await eventually(async () => (await read()).status === 401);
    await removed.stop();
  });

  it.each([
    ['open', 'frame_ancestors_missing'],
    ['wide', 'frame_ancestors_wide'],
    ['other', 'frame_ancestors_other'],
    ['moved', 'redirected'],
  ])('are not embedded when something is wrong with them: panel %s, %s', async (key, code) => {
    const check = granted(await admin.get(`/installations/${plugin.installationId}/page?panel=${key}`));
    expect(check).toMatchObject({ origin: plugin.origin, problem: { code } });
  });

  it('tell the admin in words what is wrong, and members whom to tell', async () => {
    const asAdmin = await openBench({ plugin, as: 'admin', language: 'en' });
    await openPanels(asAdmin, []);
    await asAdmin.page.getByRole('button', { name: `${plugin.name} Open` }).click();
    const notice = asAdmin.page.getByRole('alert');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('does not declare that only Kushk may show it');
    expect(await asAdmin.page.locator('iframe').count()).toBe(0);
    const asMember = await openBench({ plugin, language: 'en' });
    await asMember.page.goto(asAdmin.page.url());
    await asMember.page.getByRole('button', { name: `${plugin.name} Open` }).click();
    await asMember.page.getByRole('alert').waitFor();
    expect(await asMember.page.getByRole('alert').innerText()).toContain(
      'An admin of your organisation sees the details',
    );
    expect(await asMember.page.getByRole('alert').innerText()).not.toContain(plugin.origin);
  });

  it('are shown by no other site, and neither is the service', async () => {
    const expectedProblems = ['frame-ancestors', 'Refused to frame', 'ERR_BLOCKED_BY_RESPONSE'];
    const { page } = await openBench({ plugin, expectedProblems });
    const framed = [
      `${plugin.origin}/app?installation_id=${plugin.installationId}`,
      `${system.instance}/frames/${plugin.installationId}/app`,
      `${system.instance}/apps/${plugin.installationId}`,
    ];
    for (const address of framed) {
      await page.goto(`${otherSite.origin}/?frame=${encodeURIComponent(address)}`);
      await page.waitForLoadState('load');
      const [, frame] = page.frames();
      expect(await frame!.evaluate('document.body?.innerText ?? ""')).not.toMatch(/Plugin|کوشک/);
      expect(frame!.url()).toMatch(/^(chrome-error:|about:neterror)/);
    }
  });
});

describe('the sample plugin', () => {
  it.each([
    ['fa', 'light', 1280, '۱۸۴٬۱۵۰٬۰۰۰', 'باز کردن پرونده'],
    ['en', 'dark', 390, '184,150,000', 'Open the case'],
  ] as const)(
    'shows its invoices in %s, %s, %i px, in the colours of the service',
    async (...[language, theme, width, amount, open]) => {
      const installation = await sampleInstallation();
      const page = await openPage({ as: 'admin', path: `/apps/${installation}`, language, theme, width });
      const frame = await eventually(() => page.frames().find((one) => one.url().includes('/pages/app')));
      await frame.getByText(amount).first().waitFor();
      await settled(page);
      const colours = `getComputedStyle(document.documentElement)`;
      const surface = await page.evaluate(`(() => {
      const probe = document.createElement('span');
      probe.style.color = 'var(--surface)';
      document.body.append(probe);
      return getComputedStyle(probe).color;
    })()`);
      expect(await frame.evaluate(`${colours}.backgroundColor`)).toBe(surface);
      expect(await frame.evaluate('document.documentElement.dir')).toBe(language === 'fa' ? 'rtl' : 'ltr');
      expect(await frame.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await expectNoAxeViolations(page);
      await frame.getByRole('button', { name: open }).first().click();
      await page.waitForURL(/\/cases\/cas_[^/]+#panel=/);
      const panel = await eventually(() => page.frames().find((one) => one.url().includes('/pages/case')));
      await panel.getByRole('listitem').first().waitFor();
      await expectNoAxeViolations(page);
    },
  );
});

describe('the files of the bridge', () => {
  it('are served to pages of any origin, compressed, with the published integrity', async () => {
    const { version, integrity } = (await (await fetch(`${system.instance}/sdk/integrity.json`)).json()) as {
      version: string;
      integrity: Record<string, string>;
    };
    const [name] = Object.keys(integrity);
    expect(name).toBe(`bridge-${version}.js`);
    for (const [file, cache] of [
      ['bridge.js', 'public, max-age=300'],
      ['bridge.mjs', 'public, max-age=300'],
      ['bridge.d.ts', 'public, max-age=300'],
      ['fonts.css', 'public, max-age=300'],
      [name!, 'public, max-age=31536000, immutable'],
    ] as const) {
      const response = await fetch(`${system.instance}/sdk/${file}`, { headers: { 'accept-encoding': 'br' } });
      expect([file, response.status, Object.fromEntries(response.headers)]).toEqual([
        file,
        200,
        expect.objectContaining({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
          'cache-control': cache,
          etag: expect.any(String),
          'content-encoding': 'br',
        }),
      ]);
      const known = { 'if-none-match': response.headers.get('etag')! };
      expect((await fetch(`${system.instance}/sdk/${file}`, { headers: known })).status).toBe(304);
    }
    const reference = readFileSync(new URL('../../../../docs/reference/bridge.md', import.meta.url), 'utf8');
    expect(reference).toContain(integrity[name!]);
  });
});

async function sampleInstallation(): Promise<string> {
  const { items } = granted(await admin.get('/pages'));
  const found = (items as { installation_id: string; plugin_id: string }[]).find(
    ({ plugin_id }) => plugin_id === system.samplePlugin.id,
  );
  return found!.installation_id;
}
