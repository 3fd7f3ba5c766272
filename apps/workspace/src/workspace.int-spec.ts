import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceRecords,
  type DataOf,
  type installationFacts,
  type JsonObject,
  type RequestIdempotency,
  type PersonResource,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { createCompany, idempotency } from '../test/example-company.js';
import { installationStream } from './installation/installation.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { recordKey, recordStream } from './record/record.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
let service: ServiceUnderTest;
let events: EventStore;
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  events = service.app.get(EventStore);
  ({ organisation_id, admin, member } = await createCompany(service));
});
afterAll(async () => {
  await service.stop();
});

const schema: JsonObject = {
  type: 'object',
  properties: { total: { type: 'string' } },
  required: ['total'],
  additionalProperties: false,
};
function requested(
  installation_id: string,
  types = ['invoice'],
): DataOf<typeof installationFacts.installationRequested> {
  return {
    installation_id,
    organisation_id,
    plugin_id: 'ir.acme.invoices',
    at: '2026-11-20T08:00:00.000Z',
    plan: null,
    api_base: '',
    sealed_signing_secret: '',
    capabilities: {
      plugin_id: 'ir.acme.invoices',
      version: '1.0.0',
      kind: 'external',
      base_url: 'http://127.0.0.1:1',
      scopes: ['records.own', 'proposals.case'],
      records: types.map((type) => ({ type, schema })),
      proposals: [{ record_type: 'case', actions: ['create', 'update'] }],
      sources: [],
      events: [],
      services: [],
      plans: [],
    },
  };
}
async function installed(installation_id: string): Promise<{ installation_id: string; organisation_id: string }> {
  await service.deliverTwice(OnInstallationRequestedHandler, requested(installation_id));
  return { installation_id, organisation_id };
}
const caseOf = (fields: { title: string; member_ids?: readonly string[] | null; amount?: string | null }) =>
  service.reply(workspaceRecords.createCase, { organisation_id, by: admin.id, fields });
const asAdmin = () => ({ kind: 'person', person_id: admin.id, organisation_id, role: 'admin', name: 'سارا' }) as const;

describe('people', () => {
  it('belong to an organisation only once per sign-in identity', async () => {
    expect(
      await service.reply(workspace.authenticatePerson, {
        issuer: 'https://sign-in',
        subject: 'sara',
        organisation_id: null,
      }),
    ).toMatchObject({ organisation: { id: organisation_id, name: 'شرکت نمونه' }, person: { role: 'admin' } });
    const again = {
      organisation_id,
      issuer: 'https://sign-in',
      subject: 'omid',
      name: 'Omid',
      role: 'member' as const,
      by: admin.id,
    };
    expect(await service.outcomeCode(workspace.addPerson, again)).toBe('person.exists');
    expect(await service.outcomeCode(workspace.addPerson, { ...again, organisation_id: 'org_none' })).toBe(
      'organisation.not_found',
    );
    expect(
      await service.outcomeCode(workspace.authenticatePerson, {
        issuer: 'https://other',
        subject: 'omid',
        organisation_id: null,
      }),
    ).toBe('auth.role_missing');
  });

  it('must name the organisation when they belong to several', async () => {
    const other = await service.reply(workspace.createOrganisation, {
      name: 'Second',
      locale,
      admin: { issuer: 'https://sign-in', subject: 'sara', name: 'Sara' },
    });
    expect(
      await service.request(workspace.authenticatePerson, {
        issuer: 'https://sign-in',
        subject: 'sara',
        organisation_id: null,
      }),
    ).toMatchObject({
      refusal: {
        code: 'organisation.required',
        params: { organisations: expect.arrayContaining([organisation_id, other.organisation.id]) },
      },
    });
    expect(
      await service.reply(workspace.authenticatePerson, {
        issuer: 'https://sign-in',
        subject: 'sara',
        organisation_id: other.organisation.id,
      }),
    ).toMatchObject({ person: { id: other.admin.id } });
  });

  it('lose access when they are removed; the last admin cannot be removed', async () => {
    const added = await service.reply(workspace.addPerson, {
      organisation_id,
      issuer: 'https://sign-in',
      subject: 'nima',
      name: 'Nima',
      role: 'admin',
      by: admin.id,
    });
    const request = { organisation_id, person_id: added.id, by: admin.id, idempotency: idempotency() };
    const removed = await service.request(workspace.removePerson, request);
    expect(await service.request(workspace.removePerson, request)).toEqual({ ...removed, replayed: true });
    expect(
      await service.outcomeCode(workspace.removePerson, { organisation_id, person_id: added.id, by: admin.id }),
    ).toBe('person.not_found');
    expect(
      await service.outcomeCode(workspace.authenticatePerson, {
        issuer: 'https://sign-in',
        subject: 'nima',
        organisation_id,
      }),
    ).toBe('auth.role_missing');
    expect(
      await service.outcomeCode(workspace.removePerson, { organisation_id, person_id: admin.id, by: admin.id }),
    ).toBe('person.last_admin');
    expect(
      (
        await service.reply(workspace.addPerson, {
          organisation_id,
          issuer: 'https://sign-in',
          subject: 'nima',
          name: 'Nima',
          role: 'member',
          by: admin.id,
        })
      ).id,
    ).not.toBe(added.id);
  });
});

describe('cases', () => {
  it('are visible only to their members and to admins, unless they have no members', async () => {
    const open = await caseOf({ title: 'Open to all' });
    const hidden = await caseOf({ title: 'For Sara only', member_ids: [admin.id] });
    const seenBy = async (person_id: string | null) =>
      (
        await service.reply(workspaceRecords.listCases, {
          organisation_id,
          person_id,
          limit: 200,
          cursor: null,
          status: null,
          assignee_id: null,
          query: null,
        })
      ).items.map(({ id }) => id);
    expect(await seenBy(admin.id)).toEqual(expect.arrayContaining([open.id, hidden.id]));
    for (const person_id of [member.id, null, 'per_nobody']) {
      expect(await seenBy(person_id)).toContain(open.id);
      expect(await seenBy(person_id)).not.toContain(hidden.id);
      expect(
        await service.outcomeCode(workspaceRecords.getCase, { organisation_id, person_id, record_id: hidden.id }),
      ).toBe('case.not_found');
    }
    const edit = { organisation_id, by: member.id, record_id: hidden.id, revision: null, changes: { title: 'Mine' } };
    expect(
      await service.request(workspaceRecords.editCase, edit, {
        kind: 'person',
        person_id: member.id,
        organisation_id,
        role: 'member',
        name: 'امید',
      }),
    ).toMatchObject({ refusal: { code: 'case.not_found' } });
    expect(await service.outcomeCode(workspaceRecords.editCase, { ...edit, organisation_id: 'org_other' })).toBe(
      'case.not_found',
    );
    await service.reply(
      workspaceRecords.editCase,
      { ...edit, by: admin.id, changes: { member_ids: [member.id] } },
      asAdmin(),
    );
    expect(await seenBy(member.id)).toContain(hidden.id);
  });

  it('reject an edit that is based on another revision or names people outside the organisation', async () => {
    const { id } = await caseOf({ title: 'Revised' });
    const edit = (revision: number | null, changes: JsonObject, key?: RequestIdempotency) => ({
      organisation_id,
      by: admin.id,
      record_id: id,
      revision,
      changes,
      ...(key && { idempotency: key }),
    });
    const request = edit(1, { title: 'Second' }, idempotency());
    const first = await service.request(workspaceRecords.editCase, request, asAdmin());
    expect(first).toMatchObject({ reply: { title: 'Second', revision: 2 } });
    expect(await service.request(workspaceRecords.editCase, request, asAdmin())).toEqual({ ...first, replayed: true });
    expect(await service.request(workspaceRecords.editCase, edit(1, { title: 'Third' }), asAdmin())).toMatchObject({
      refusal: { code: 'case.revision_conflict', params: { revision: 2 } },
    });
    expect(
      await service.request(workspaceRecords.editCase, edit(null, { assignee_id: 'per_nobody' }), asAdmin()),
    ).toMatchObject({
      refusal: { code: 'case.invalid', params: { problems: [{ code: 'person_unknown', path: '/assignee_id' }] } },
    });
    expect(await service.request(workspaceRecords.editCase, edit(null, { salary: 1 }), asAdmin())).toMatchObject({
      refusal: { code: 'case.invalid' },
    });
  });
});

describe('records', () => {
  // External ids with composed and decomposed forms, joined emoji, characters that are special in paths and patterns,
  // and different letter case.
  const exact = [
    'é',
    'e\u0301',
    '👨‍👩‍👧',
    'a/b',
    'a%2Fb',
    '../..',
    '%',
    '*',
    'inv 7',
    'INV-7',
    'inv-7',
    '۷',
    'ك',
    'ک',
    '👾'.repeat(200),
  ];

  it('are identified by their external id, which is compared exactly', async () => {
    const of = { ...(await installed('ins_exact')), type: 'invoice' };
    for (const [total, external_id] of exact.entries()) {
      expect(
        await service.reply(workspace.putRecord, { ...of, external_id, data: { total: `${total}` }, if_match: null }),
      ).toMatchObject({ external_id, created: true });
    }
    for (const [total, external_id] of exact.entries())
      expect((await service.reply(workspace.getRecord, { ...of, external_id })).data).toEqual({ total: `${total}` });
    await service.reply(workspace.deleteRecord, { ...of, external_id: 'é', if_match: null });
    expect(await service.outcomeCode(workspace.getRecord, { ...of, external_id: 'é' })).toBe('record.not_found');
    expect(await service.outcomeCode(workspace.getRecord, { ...of, external_id: 'e\u0301' })).toBe('accepted');
  });

  it('cannot be written, read or deleted with an invalid external id', async () => {
    const of = { ...(await installed('ins_wrong')), type: 'invoice' };
    for (const external_id of ['', 'x'.repeat(201), 'a\u0000b', '\ud800']) {
      expect(
        await service.outcomeCode(workspace.putRecord, { ...of, external_id, data: { total: '1' }, if_match: null }),
      ).toBe('record.external_id_invalid');
      expect(await service.outcomeCode(workspace.getRecord, { ...of, external_id })).toBe('record.not_found');
      expect(await service.outcomeCode(workspace.deleteRecord, { ...of, external_id, if_match: null })).toBe(
        'record.not_found',
      );
    }
  });

  it('are listed in pages in byte order, each exactly once, while other records are written', async () => {
    const of = { ...(await installed('ins_pages')), type: 'invoice' };
    const ids = Array.from({ length: 23 }, (_each, n) => `inv-${String(n).padStart(2, '0')}`);
    await Promise.all(
      ids.map((external_id) =>
        service.reply(workspace.putRecord, { ...of, external_id, data: { total: '1' }, if_match: null }),
      ),
    );
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: readonly { external_id: string }[]; next_cursor: string | null } = await service.reply(
        workspace.listRecords,
        { ...of, limit: 10, cursor },
      );
      listed.push(...page.items.map(({ external_id }) => external_id));
      cursor = page.next_cursor;
      await service.reply(workspace.putRecord, {
        ...of,
        external_id: `a-${listed.length}`,
        data: { total: '1' },
        if_match: null,
      });
    } while (cursor !== null);
    expect(listed).toEqual(ids);
    expect(await service.outcomeCode(workspace.listRecords, { ...of, limit: 10, cursor: 'no cursor' })).toBe(
      'cursor.invalid',
    );
    expect(await service.outcomeCode(workspace.listRecords, { ...of, type: 'letter', limit: 10, cursor: null })).toBe(
      'record.type_not_found',
    );
  });

  it('are listed in pages of few bytes when they are large', async () => {
    const of = { ...(await installed('ins_large')), type: 'invoice' };
    const total = 'x'.repeat(900_000);
    for (const external_id of ['a', 'b', 'c'])
      await service.reply(workspace.putRecord, { ...of, external_id, data: { total }, if_match: null });
    const first = await service.reply(workspace.listRecords, { ...of, limit: 200, cursor: null });
    expect(first.items.map(({ external_id }) => external_id)).toEqual(['a', 'b']);
    const second = await service.reply(workspace.listRecords, { ...of, limit: 200, cursor: first.next_cursor });
    expect(second.items.map(({ external_id }) => external_id)).toEqual(['c']);
    expect(second.next_cursor).toBeNull();
  });

  it('change nothing when the same data is written again, although their state has only its hash', async () => {
    const of = { ...(await installed('ins_same')), type: 'invoice', external_id: 'inv-1' };
    const write = (total: string) => service.reply(workspace.putRecord, { ...of, data: { total }, if_match: null });
    const first = await write('x'.repeat(900_000));
    expect(await write('x'.repeat(900_000))).toEqual({ ...first, created: false });
    const stored = await events.load(streamRef(recordStream, recordKey('ins_same', 'invoice', 'inv-1')));
    expect(stored).toMatchObject({ version: 1, state: { data: null, revision: 1 } });
    expect(await write('y')).toMatchObject({ revision: 2, created: false });
    expect((await service.reply(workspace.getRecord, of)).data).toEqual({ total: 'y' });
  });

  it('accept one of two concurrent writes to the same revision, and return the first reply to a repeated request', async () => {
    const of = { ...(await installed('ins_match')), type: 'invoice', external_id: 'inv-1' };
    const first = { ...of, data: { total: '1' }, if_match: null, idempotency: idempotency() };
    const made = await service.request(workspace.putRecord, first);
    const verdicts = await Promise.all(
      ['2', '3'].map((total) => service.outcomeCode(workspace.putRecord, { ...of, data: { total }, if_match: 1 })),
    );
    expect(verdicts.sort()).toEqual(['accepted', 'record.revision_conflict']);
    expect(await service.request(workspace.putRecord, first)).toEqual({ ...made, replayed: true });
    const deletion = { ...of, if_match: 2, idempotency: idempotency() };
    expect(await service.request(workspace.deleteRecord, deletion)).toMatchObject({ accepted: true, replayed: false });
    expect(await service.request(workspace.deleteRecord, deletion)).toMatchObject({ accepted: true, replayed: true });
    expect(await service.outcomeCode(workspace.deleteRecord, { ...of, if_match: null })).toBe('record.not_found');
  });

  it('cannot be read by another installation', async () => {
    const own = { ...(await installed('ins_own')), type: 'invoice', external_id: 'inv-1' };
    await service.reply(workspace.putRecord, { ...own, data: { total: '1' }, if_match: null });
    expect(await service.outcomeCode(workspace.getRecord, { ...own, ...(await installed('ins_other')) })).toBe(
      'record.not_found',
    );
  });
});

describe('an installation', () => {
  it('is added once, updates its record types when its capabilities change, and declares none after its removal', async () => {
    const of = { ...(await installed('ins_life')), type: 'letter', external_id: 'l-1' };
    expect(await service.outcomeCode(workspace.putRecord, { ...of, data: { total: '1' }, if_match: null })).toBe(
      'record.type_not_found',
    );
    expect(await service.request(workspace.listRecords, { ...of, limit: 10, cursor: null })).toMatchObject({
      refusal: { code: 'record.type_not_found', params: { type: 'letter', types: ['invoice'] } },
    });
    await service.deliverTwice(OnCapabilitiesChangedHandler, requested('ins_life', ['invoice', 'letter']));
    expect(await service.outcomeCode(workspace.putRecord, { ...of, data: { total: '1' }, if_match: null })).toBe(
      'accepted',
    );
    await service.deliverTwice(OnInstallationRemovedHandler, requested('ins_life'));
    await service.deliverTwice(OnCapabilitiesChangedHandler, requested('ins_life'));
    expect((await events.history(streamRef(installationStream, 'ins_life'))).map(({ type }) => type)).toEqual([
      'InstallationAdded',
      'CapabilitiesChanged',
      'InstallationRemoved',
    ]);
    expect(await service.outcomeCode(workspace.putRecord, { ...of, data: { total: '2' }, if_match: null })).toBe(
      'record.type_not_found',
    );
  });
});

describe('rebuild from the log', () => {
  it('recreates the same states and views', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(50);
  });
});
