import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type JsonObject, type ReplyOf } from '@kushk/contracts';
import { manifestOf, statusChanged } from '../../test/hub.js';
import { InstallationHarness } from '../../test/installation-harness.js';

const harness = new InstallationHarness();
const organisation_id = 'org_1';
const scopes = { 'records.own': 'Stores', 'wallet.consume': 'Sells' };

beforeAll(async () => {
  await harness.start();
  await harness.publish('ir.acme.invoices', { names: { en: 'Invoices', fa: 'فاکتورهای آکمه' } });
  await harness.publish('ir.acme.payroll', {
    names: { fa: 'حقوق و دستمزد' },
    summaries: { fa: 'فیش حقوقی را می‌سازد' },
    plans: [{ key: 'basic', rates: { run: '4', slip: '0.25' } }],
    services: [
      { key: 'run', names: { en: 'Run' }, unit: 'month' },
      { key: 'slip', names: { en: 'Payslip' }, unit: 'slip' },
    ],
  });
});
afterAll(() => harness.stop());

const found = async (filter: { query?: string; installed?: boolean }) => {
  const request = { organisation_id, limit: 50, cursor: null, ...filter };
  const { items } = await harness.service.reply(installation.listListings, request);
  return items.map(({ plugin_id }) => plugin_id);
};

describe('the search of the store', () => {
  it('finds names and summaries in any spelling of Persian, publishers and ids', async () => {
    expect(await found({ query: 'فاكتورهاي' })).toEqual(['ir.acme.invoices']);
    expect(await found({ query: 'می سازد' })).toEqual(['ir.acme.payroll']);
    expect(await found({ query: 'acme INVO' })).toEqual(['ir.acme.invoices']);
    expect(await found({ query: 'acme' })).toEqual(['ir.acme.invoices', 'ir.acme.payroll']);
    expect(await found({ query: '!!' })).toEqual([]);
  });

  it('lists what the organisation has installed, with its state, and the lowest rate', async () => {
    const { installation_id } = await harness.install('ir.acme.payroll', organisation_id);
    expect(await found({ installed: true })).toEqual(['ir.acme.payroll']);
    expect(await found({ installed: false, query: 'acme' })).toEqual(['ir.acme.invoices']);
    const listing = await harness.service.reply(installation.getListing, {
      organisation_id,
      plugin_id: 'ir.acme.payroll',
      version: null,
    });
    expect(listing).toMatchObject({
      installation_id,
      installation: { status: 'pending', version: '1.0.0', version_pending: null },
      lowest_rate: { service: 'slip', unit: 'slip', rate: '0.25' },
      unavailable: null,
    });
  });
});

describe('the orders of the store', () => {
  /** All plugins of the organisation, two at a time. */
  const ordered = async (order: object) => {
    const ids: string[] = [];
    for (let cursor: string | null = null; ;) {
      const request = { organisation_id, limit: 2, cursor, ...order };
      const page: ReplyOf<typeof installation.listListings> = await harness.service.reply(
        installation.listListings,
        request,
      );
      ids.push(...page.items.map(({ plugin_id }) => plugin_id.replace('ir.acme.', '')));
      if (page.next_cursor === null) return ids;
      cursor = page.next_cursor;
    }
  };

  beforeAll(async () => {
    const publish = async (id: string, version: string, more: { names: JsonObject; stated: string }) => {
      const manifest = manifestOf(`ir.acme.${id}`, version, { names: more.names });
      await harness.receive(statusChanged(manifest, { status: 'published', sequence: 1, stated: more.stated }));
    };
    await publish('files', '1.0.0', { names: { en: 'alpha', fa: 'آرشیو' }, stated: '2026-11-21T09:00:00.000Z' });
    await publish('files', '1.1.0', { names: { en: 'Files', fa: 'پرونده‌ها' }, stated: '2026-11-23T09:00:00.000Z' });
    await publish('letters', '2.0.0', { names: { en: 'éditions' }, stated: '2026-11-22T09:00:00.000Z' });
  });

  it('are by the name of the last version in a language, in the order of its alphabet', async () => {
    // In the order of code points پ comes after all letters of Arabic. A name that is missing is the English one.
    expect(await ordered({ sort: 'name', language: 'fa' })).toEqual(['letters', 'files', 'payroll', 'invoices']);
    expect(await ordered({ sort: 'name', language: 'en' })).toEqual(['letters', 'files', 'invoices', 'payroll']);
    expect(await ordered({ sort: 'name', language: 'fa', query: 'acme', tier: 'verified' })).toHaveLength(4);
    expect(await ordered({ sort: 'name', language: 'fa', query: 'پرونده' })).toEqual(['files']);
  });

  it('are by the last version, the newest first', async () => {
    expect(await ordered({ sort: 'newest' })).toEqual(['files', 'letters', 'payroll', 'invoices']);
    expect(await ordered({})).toEqual(['files', 'invoices', 'letters', 'payroll']);
  });

  it('each have cursors of their own', async () => {
    const orders = [
      {},
      { sort: 'newest' },
      { sort: 'name', language: 'en' },
      { sort: 'name', language: 'fa' },
    ] as const;
    for (const [from, order] of orders.entries()) {
      const request = { organisation_id, limit: 1, ...order };
      const { next_cursor: cursor } = await harness.service.reply(installation.listListings, {
        ...request,
        cursor: null,
      });
      for (const [to, other] of orders.entries()) {
        const code = harness.service.outcomeCode(installation.listListings, { ...request, ...other, cursor });
        if (from !== to && to !== 0) expect(await code).toBe('cursor.invalid');
      }
      const listed = { organisation_id, limit: 1, cursor };
      if (from !== 0)
        expect(await harness.service.outcomeCode(installation.listListings, listed)).toBe('cursor.invalid');
    }
  });
});

describe('the versions of a plugin', () => {
  it('are compared with the version before them, the highest first', async () => {
    const more = {
      scopes: { ...scopes, 'cases.read': 'Finds the case' },
      plans: [
        { key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.5' } },
        { key: 'pro', names: { en: 'Pro' }, rates: { 'ocr.page': '0.1' } },
      ],
    };
    const [first, second] = [manifestOf('ir.acme.steps', '1.9.0'), manifestOf('ir.acme.steps', '1.10.0', more)];
    await harness.receive(statusChanged(first, { status: 'published', sequence: 1 }));
    await harness.receive(statusChanged(second, { status: 'published', sequence: 2 }));
    const request = { organisation_id, plugin_id: 'ir.acme.steps' };
    const { items } = await harness.service.reply(installation.listVersions, { ...request, limit: 50, cursor: null });
    expect(items).toMatchObject([
      {
        version: '1.10.0',
        previous: '1.9.0',
        class: 'consent',
        changes: expect.arrayContaining([
          { path: '/scopes/cases.read', change: 'added' },
          { path: '/plans/basic/rates/ocr.page', change: 'changed', rate: { before: '0.25', after: '0.5' } },
        ]),
      },
      { version: '1.9.0', previous: null, class: null, changes: [] },
    ]);
    const page = await harness.service.reply(installation.listVersions, { ...request, limit: 1, cursor: null });
    const rest = { ...request, limit: 1, cursor: page.next_cursor };
    expect((await harness.service.reply(installation.listVersions, rest)).items).toEqual([items[1]]);
  });
});

describe('a container plugin on an instance without containers', () => {
  it('is listed as unavailable and cannot be installed', async () => {
    const image = `registry.example/acme/box@sha256:${'a'.repeat(64)}`;
    await harness.publish('ir.acme.box', { kind: 'instance', base_url: undefined, image, egress: [] } as never);
    const [listed] = (
      await harness.service.reply(installation.listListings, {
        organisation_id,
        query: 'box',
        limit: 1,
        cursor: null,
      })
    ).items;
    expect(listed).toMatchObject({ plugin_id: 'ir.acme.box', unavailable: 'containers.not_available' });
    const request = harness.requestFor('ir.acme.box', organisation_id);
    expect(await harness.service.outcomeCode(installation.install, request)).toBe('containers.not_available');
  });
});

describe('the manifest of an installation', () => {
  it('is that of the installed version, and of no other organisation', async () => {
    const installed = await harness.install('ir.acme.invoices', 'org_2');
    const request = { organisation_id: 'org_2', installation_id: installed.installation_id, version: null };
    expect(await harness.service.reply(installation.getManifest, request)).toMatchObject({
      version: '1.0.0',
      manifest: { id: 'ir.acme.invoices' },
    });
    const codeOf = (more: object) =>
      harness.service.outcomeCode(installation.getManifest, { ...request, ...more } as never);
    expect(await codeOf({ version: '9.0.0' })).toBe('installation.version_not_found');
    expect(await codeOf({ organisation_id })).toBe('installation.not_found');
  });
});

describe('settings with a revision', () => {
  it('are changed only while the revision is the same', async () => {
    const installed = await harness.install('ir.acme.invoices', 'org_3');
    const change = { ...installed, settings: {}, revision: 1 };
    expect((await harness.service.reply(installation.changeSettings, change)).settings_revision).toBe(2);
    expect(await harness.service.outcomeCode(installation.changeSettings, change)).toBe(
      'installation.revision_conflict',
    );
  });
});
