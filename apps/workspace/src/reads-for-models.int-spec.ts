/** The lists that only the MCP server reads: cases with the open ones first, and a search in a plugin's own records. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspace, workspaceRecords, type PersonResource } from '@kushk/contracts';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { createCompany } from '../test/example-company.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { WorkspaceModule } from './workspace.module.js';

let service: ServiceUnderTest;
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  ({ organisation_id, admin, member } = await createCompany(service));
});
afterAll(() => service.stop());

describe('cases with the open ones first', () => {
  const titles = new Map<string, string>();
  const list = async (filter: object = {}, person: PersonResource | null = admin) =>
    await service.reply(workspaceRecords.listOpenCasesFirst, {
      ...{ organisation_id, person_id: person?.id ?? null, limit: 2, cursor: null },
      ...{ status: null, assignee_id: null, query: null, ...filter },
    });
  const pages = async (filter: object = {}, person: PersonResource | null = admin): Promise<string[]> => {
    const read: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await list({ ...filter, cursor }, person);
      read.push(page.items.map(({ id }) => titles.get(id)).join(' '));
      if (page.next_cursor === null) return read;
      cursor = page.next_cursor;
    }
  };

  beforeAll(async () => {
    const given = [
      { title: 'open1', status: 'open' },
      { title: 'closed1', status: 'closed' },
      { title: 'open2', status: 'open', assignee_id: admin.id },
      { title: 'closed2', status: 'closed', assignee_id: admin.id },
      { title: 'open3', status: 'open', member_ids: [admin.id] },
    ];
    for (const { title, ...fields } of given) {
      const made = { ...fields, title: `پرونده ${title}` };
      const { id } = await service.reply(workspaceRecords.createCase, { organisation_id, by: admin.id, fields: made });
      titles.set(id, title);
    }
  });

  it.each([[{}], [{ query: 'پرونده' }]])(
    'come in pages, each case once and the newest first, with %j',
    async (filter) => {
      expect(await pages(filter)).toEqual(['open3 open2', 'open1 closed2', 'closed1']);
      expect(await pages({ ...filter, limit: 3 })).toEqual(['open3 open2 open1', 'closed2 closed1']);
      expect(await pages({ ...filter, status: 'closed' })).toEqual(['closed2 closed1']);
      expect(await pages({ ...filter, assignee_id: admin.id })).toEqual(['open2 closed2']);
    },
  );

  it('are those that the reader sees', async () => {
    expect(await pages({}, member)).toEqual(['open2 open1', 'closed2 closed1']);
    expect(await pages({}, null)).toEqual(['open2 open1', 'closed2 closed1']);
  });

  it('say on the first page how many there are, when that is cheap', async () => {
    const first = await list();
    expect(first.total).toBe(5);
    expect((await list({ cursor: first.next_cursor })).total).toBeUndefined();
    expect((await list({}, member)).total).toBe(4);
    expect((await list({ query: 'پرونده' })).total).toBeUndefined();
    expect((await list({ query: 'open2' })).total).toBe(1);
  });

  it('have cursors of their own', async () => {
    const request = { organisation_id, person_id: null, limit: 2, cursor: 'Y2FzXzE', assignee_id: null, query: null };
    expect(await service.outcomeCode(workspaceRecords.listOpenCasesFirst, { ...request, status: null })).toBe(
      'cursor.invalid',
    );
  });
});

describe('people of given ids', () => {
  it('are listed alone', async () => {
    const request = { organisation_id, ids: [member.id, 'per_nobody'], limit: 10, cursor: null };
    expect((await service.reply(workspace.listPeople, request)).items.map(({ id }) => id)).toEqual([member.id]);
  });
});

describe("a search in a plugin's own records", () => {
  const of = { installation_id: 'ins_search', type: 'tender' };
  const search = async (query: string, more: object = {}) => {
    const request = { ...of, organisation_id, query, limit: 50, cursor: null, ...more };
    const { items, next_cursor } = await service.reply(workspace.searchRecords, request);
    return { found: items.map(({ external_id }) => external_id), next_cursor };
  };

  beforeAll(async () => {
    await service.deliverTwice(OnInstallationRequestedHandler, {
      ...{ installation_id: of.installation_id, organisation_id, plugin_id: 'ir.acme.tenders' },
      ...{ at: '2026-11-20T08:00:00.000Z', plan: null, api_base: '', sealed_signing_secret: '' },
      capabilities: {
        ...{ plugin_id: 'ir.acme.tenders', version: '1.0.0', kind: 'external', base_url: 'http://127.0.0.1:1' },
        ...{ scopes: ['records.own'], records: [{ type: of.type, schema: { type: 'object' } }] },
        ...{ proposals: [], sources: [], events: [], services: [], plans: [] },
      },
    });
    const data = {
      't-1': { title: 'مناقصهٔ راه‌سازی', budget: 1_250 },
      't-2': { title: 'مناقصه پل', lots: [{ text: 'بتن' }] },
      'bridge-3': { title: 'x', note: null },
    };
    for (const [external_id, one] of Object.entries(data))
      await service.reply(workspace.putRecord, { ...of, organisation_id, external_id, data: one, if_match: null });
  });

  it.each([
    ['مناقصة', ['t-1', 't-2']],
    ['مناقصه راهسازی', ['t-1']],
    ['۱۲۵۰', ['t-1']],
    ['بتن پل', ['t-2']],
    ['bridge', ['bridge-3']],
    ['title', []],
    ['!', []],
  ])('finds %s in the texts, numbers and external ids of the records', async (query, expected) => {
    expect(await search(query)).toEqual({ found: expected, next_cursor: null });
  });

  it('goes on after the last record of a page', async () => {
    const first = await search('مناقصه', { limit: 1 });
    expect(first.found).toEqual(['t-1']);
    expect(await search('مناقصه', { limit: 1, cursor: first.next_cursor })).toEqual({
      found: ['t-2'],
      next_cursor: null,
    });
    expect((await search('مناقصه', { max_bytes: 1 })).found).toEqual(['t-1']);
  });

  it('is of one installation and of a declared type', async () => {
    const request = { ...of, organisation_id, query: 'مناقصه', limit: 50, cursor: null };
    expect(await service.outcomeCode(workspace.searchRecords, { ...request, type: 'letter' })).toBe(
      'record.type_not_found',
    );
    expect(await service.outcomeCode(workspace.searchRecords, { ...request, installation_id: 'ins_other' })).toBe(
      'record.type_not_found',
    );
  });
});
