import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type JsonObject, type PageRequest } from '@kushk/contracts';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { manifestOf, pinnedKeys, wordOn } from '../test/hub.js';
import { OnInstallationReadyHandler } from './installation/on-installation-ready/on-installation-ready.handler.js';
import { OnInstalledAnsweredHandler } from './installation/on-installed-answered/on-installed-answered.handler.js';
import { OnWalletOpenedHandler } from './installation/on-wallet-opened/on-wallet-opened.handler.js';
import { InstallationModule } from './installation.module.js';
import { OnReleaseStatusChangedHandler } from './listing/on-release-status-changed/on-release-status-changed.handler.js';

const organisation_id = 'org_1';
const at = '2026-11-20T09:00:00.000Z';
/** A manifest may be as large as the body of its submission, 1 MiB; so many of these pass what NATS carries, 8 MiB. */
const plugins = Array.from({ length: 10 }, (_, index) => `ir.acme.large${index}`);
/** In the order in which the manifest has them: the list has an order of its own. */
const tools = ['n', 'm', 'l', 'k', 'j', 'i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'];
const input_schema: JsonObject = { type: 'object', description: 'x'.repeat(65_000) };

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('installation', InstallationModule, {
    KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys),
  });
  for (const id of plugins) await publish(id);
});
afterAll(async () => {
  await service.stop();
});

async function publish(id: string): Promise<void> {
  const manifest = manifestOf(id, '1.0.0', {
    tools: tools.map((name) => ({ name, description: 'Finds', input_schema })),
  });
  await service.deliverTwice(OnReleaseStatusChangedHandler, wordOn(manifest, { status: 'published', sequence: 1 }));
}
async function installed(plugin_id: string): Promise<string> {
  const { installation_id } = await service.reply(installation.install, {
    organisation_id,
    by: 'per_1',
    plugin_id,
    version: null,
    plan: 'basic',
    settings: {},
    consent: { scopes: ['records.own', 'wallet.consume'], base_url: 'https://plugin.acme.ir' },
    locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  });
  await service.deliverTwice(OnWalletOpenedHandler, { installation_id, organisation_id, at });
  await service.deliverTwice(OnInstallationReadyHandler, { installation_id, at });
  await service.deliverTwice(OnInstalledAnsweredHandler, { installation_id, at });
  return installation_id;
}
/** All items of a list, page by page, and how many pages that were. */
async function walk<Item>(
  ask: (page: PageRequest) => Promise<{ readonly items: readonly Item[]; readonly next_cursor: string | null }>,
  limit: number,
) {
  const items: Item[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly Item[]; readonly next_cursor: string | null } = await ask({ limit, cursor });
    items.push(...page.items);
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor !== null);
  return { items, pages };
}

describe('the store of many large plugins', () => {
  it('is listed by what one chooses by, and shows a manifest where one plugin is asked for', async () => {
    const { items } = await service.reply(installation.listListings, { organisation_id, limit: 200, cursor: null });
    expect(items.map(({ plugin_id }) => plugin_id)).toEqual(plugins);
    expect(items[0]).toEqual({
      plugin_id: plugins[0],
      version: '1.0.0',
      tier: 'verified',
      kind: 'external',
      publisher: 'acme',
      names: { en: 'Invoices' },
      summaries: {},
      scopes: ['records.own', 'wallet.consume'],
      plans: [
        { key: 'basic', names: { en: 'Basic' } },
        { key: 'pro', names: { en: 'Pro' } },
      ],
      published_at: expect.any(String),
      installation_id: null,
    });
    const whole = await service.reply(installation.getListing, { organisation_id, plugin_id: plugins[0]! });
    expect(whole).toEqual({ ...items[0], manifest: expect.objectContaining({ id: plugins[0] }) });
  });

  it('comes in pages that leave nothing out and repeat nothing', async () => {
    const { items, pages } = await walk(
      (page) => service.reply(installation.listListings, { organisation_id, ...page }),
      3,
    );
    expect({ ids: items.map(({ plugin_id }) => plugin_id), pages }).toEqual({ ids: plugins, pages: 4 });
    expect(await service.verdict(installation.listListings, { organisation_id, limit: 3, cursor: 'made up' })).toBe(
      'cursor.invalid',
    );
  });

  it('has tools whose list is no larger than a reply can carry', async () => {
    const ids: string[] = [];
    for (const id of plugins) ids.push(await installed(id));
    const { items, pages } = await walk(
      (page) => service.reply(installation.listTools, { organisation_id, ...page }),
      200,
    );
    expect(items.map(({ installation_id, name }) => `${installation_id} ${name}`)).toEqual(
      ids.sort().flatMap((id) => tools.toReversed().map((name) => `${id} ${name}`)),
    );
    expect(pages).toBeGreaterThan(1);
    const [first, second] = await Promise.all(
      [null, 'made up'].map((cursor) => service.ask(installation.listTools, { organisation_id, limit: 1, cursor })),
    );
    expect(first).toMatchObject({ reply: { items: [{ name: 'a' }], next_cursor: expect.any(String) } });
    expect(second).toMatchObject({ refusal: { code: 'cursor.invalid' } });
  });
});
