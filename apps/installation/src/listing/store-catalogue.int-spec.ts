import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type JsonObject, type PageRequest } from '@kushk/contracts';
import pg from 'pg';
import { InstallationHarness } from '../../test/installation-harness.js';

const harness = new InstallationHarness();
const organisation_id = 'org_1';
/**
 * A manifest may be as large as the body of its submission, 1 MiB. Ten such manifests exceed the maximum NATS message
 * size of 8 MiB.
 */
const plugins = Array.from({ length: 10 }, (_, index) => `ir.acme.large${index}`);
/** The tools in the order of the manifest, which differs from the sorted order of the list. */
const tools = ['n', 'm', 'l', 'k', 'j', 'i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'];
const input_schema: JsonObject = { type: 'object', description: 'x'.repeat(65_000) };

beforeAll(async () => {
  await harness.start();
  const largeTools = tools.map((name) => ({ name, description: 'Finds', input_schema }));
  for (const id of plugins) await harness.publish(id, { tools: largeTools });
});
afterAll(() => harness.stop());

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Reads a list page by page. Returns all items and the number of pages. */
async function readAll<Item>(readPage: (page: PageRequest) => Promise<PageOf<Item>>, limit: number) {
  const items: Item[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const page: PageOf<Item> = await readPage({ limit, cursor });
    items.push(...page.items);
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor !== null);
  return { items, pages };
}

describe('a store with large manifests', () => {
  it('lists plugins without their manifests and returns the manifest with a single plugin', async () => {
    const page = { organisation_id, limit: 200, cursor: null };
    const { items } = await harness.service.reply(installation.listListings, page);
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
      lowest_rate: { service: 'ocr.page', names: { en: 'Page' }, unit: 'page', rate: '0.1' },
      published_at: expect.any(String),
      unavailable: null,
      deprecation: null,
      installation_id: null,
      installation: null,
    });
    const request = { organisation_id, plugin_id: plugins[0]! };
    const listing = await harness.service.reply(installation.getListing, request);
    expect(listing).toEqual({
      ...items[0],
      manifest: expect.objectContaining({ id: plugins[0] }),
      provenance: null,
    });
  });

  it('lists every plugin exactly once across several pages', async () => {
    const { items, pages } = await readAll(
      (page) => harness.service.reply(installation.listListings, { organisation_id, ...page }),
      3,
    );
    expect({ ids: items.map(({ plugin_id }) => plugin_id), pages }).toEqual({ ids: plugins, pages: 4 });
  });

  it('rejects a cursor that it did not create', async () => {
    const request = { organisation_id, limit: 3, cursor: 'made up' };
    expect(await harness.service.outcomeCode(installation.listListings, request)).toBe('cursor.invalid');
    expect(await harness.service.outcomeCode(installation.listTools, request)).toBe('cursor.invalid');
  });

  it('ends a page of tools early when the page would exceed the maximum reply size', async () => {
    const ids: string[] = [];
    for (const id of plugins) {
      const installed = await harness.install(id, organisation_id);
      await harness.walletOpened(installed);
      await harness.workspaceReady(installed);
      await harness.installedAnswered(installed);
      ids.push(installed.installation_id);
    }
    const { items, pages } = await readAll(
      (page) => harness.service.reply(installation.listTools, { organisation_id, ...page }),
      200,
    );
    expect(items.map(({ installation_id, name }) => `${installation_id} ${name}`)).toEqual(
      ids.sort().flatMap((id) => tools.toReversed().map((name) => `${id} ${name}`)),
    );
    expect(pages).toBeGreaterThan(1);
    const first = await harness.service.reply(installation.listTools, { organisation_id, limit: 1, cursor: null });
    expect(first).toMatchObject({ items: [{ name: 'a' }], next_cursor: expect.any(String) });
  });

  it('lists the tools that follow many installations without tools', async () => {
    const client = new pg.Client({ connectionString: harness.service.databaseUrl });
    await client.connect();
    await client.query(`
      insert into installations select (jsonb_populate_record(null::installations, to_jsonb(i) || jsonb_build_object(
        'stream_id', 'ins_00' || n, 'plugin_id', 'ir.acme.none', 'token_hash', null, 'previous_token_hash', null))).*
      from (select * from installations limit 1) i cross join generate_series(1, 200) n`);
    await client.end();
    const readPage = (page: PageRequest) => harness.service.reply(installation.listTools, { organisation_id, ...page });
    expect(await readPage({ limit: 200, cursor: null })).toEqual({ items: [], next_cursor: expect.any(String) });
    expect((await readAll(readPage, 200)).items).toHaveLength(plugins.length * tools.length);
  });
});
