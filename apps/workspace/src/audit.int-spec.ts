import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditEntries } from '@kushk/audit';
import {
  instanceAudit,
  workspace,
  workspaceRecords,
  workspaceRules,
  type Actor,
  type AuditEntry,
  type AuditRequest,
  type PersonResource,
} from '@kushk/contracts';
import { accept, streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { personStream, type PersonFact } from './person/person.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
let service: ServiceUnderTest;
let organisation_id: string;
let sara: PersonResource;
const actorOf = ({ id, name, role }: PersonResource): Actor => ({
  kind: 'person',
  person_id: id,
  organisation_id,
  role,
  name,
});
const everything: Omit<AuditRequest, 'organisation_id'> = {
  actor: null,
  action: null,
  subject: null,
  on_behalf_of: null,
  from: null,
  to: null,
  before: null,
  limit: 200,
};
const list = async (filters: Partial<AuditRequest> = {}) =>
  await service.reply(instanceAudit.workspace, { organisation_id, ...everything, ...filters });
const entries = async (filters: Partial<AuditRequest> = {}) => (await list(filters)).items;
const actions = (listed: readonly AuditEntry[]) => listed.map(({ action }) => action);

beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule, { KUSHK_FIRST_PLATFORM_ADMIN: 'niloufar' });
  const staff: Actor = { kind: 'staff', subject: 'niloufar', roles: ['platform_admin'], name: 'نیلوفر' };
  const made = await service.reply(
    workspace.createOrganisation,
    { name: 'شرکت نمونه', locale, admin: { issuer: 'https://id', subject: 'sara', name: 'سارا' } },
    staff,
  );
  organisation_id = made.organisation.id;
  sara = made.admin;
});
afterAll(() => service.stop());

const openCase = (title: string) =>
  service.reply(workspaceRecords.createCase, { organisation_id, by: sara.id, fields: { title } }, actorOf(sara));

describe('the audit of the workspace', () => {
  it('has what people did, the newest first, with the names of that time', async () => {
    const { id } = await openCase('Before');
    const edit = { organisation_id, by: sara.id, record_id: id, revision: null };
    const changes = { title: 'After', description: 'confidential' };
    await service.reply(workspaceRecords.editCase, { ...edit, changes }, actorOf({ ...sara, name: 'سارا کریمی' }));
    const [edited, created, ...older] = await entries();
    expect(created).toMatchObject({
      actor: { kind: 'person', id: sara.id, name: 'سارا' },
      action: 'case.created',
      subject: { type: 'case', id, name: 'Before' },
      installation_id: null,
    });
    expect(edited).toMatchObject({
      actor: { kind: 'person', id: sara.id, name: 'سارا کریمی' },
      action: 'case.edited',
      subject: { type: 'case', id, name: 'After' },
      details: { fields: ['description', 'title'], revision: 2 },
    });
    expect(actions(older).toSorted()).toEqual(['organisation.created', 'person.added']);
    expect(older[0]!.actor).toEqual({ kind: 'staff', id: 'niloufar', name: 'نیلوفر' });
    expect(JSON.stringify(await entries())).not.toContain('confidential');
  });

  it('is of one organisation, and the entries of the staff are of none', async () => {
    await service.reply(workspace.addStaff, { subject: 'omid', name: 'امید', roles: ['billing'], by: 'niloufar' });
    // The configuration added niloufar.
    expect(actions(await entries({ organisation_id: null }))).toEqual(['staff.added', 'staff.added']);
    expect(await entries({ organisation_id: 'org_other' })).toEqual([]);
    expect(actions(await entries())).not.toContain('staff.added');
  });

  it('names the plugin and the person for whom it acted, and leaves out what it did by itself', async () => {
    const plugin: Actor = {
      kind: 'plugin',
      installation_id: 'ins_1',
      organisation_id,
      plugin_id: 'ir.acme.invoices',
      on_behalf_of: null,
      on_behalf_of_name: null,
    };
    const at = new Date().toISOString();
    // The audit takes the caller from the command, whichever command it is.
    const nima = { personId: 'per_nima', organisationId: organisation_id, issuer: 'https://id', subject: 'nima' };
    const added: PersonFact = { type: 'PersonAdded', data: { ...nima, name: 'نیما', role: 'member', at } };
    await service.app.get(EventStore).run({
      name: 'AddNima',
      streams: { person: streamRef(personStream, nima.personId) },
      decide: () => accept({ person: [added] }, null),
      meta: { actor: { ...plugin, on_behalf_of: sara.id, on_behalf_of_name: 'سارا' } },
    });
    const [entry] = await entries({ on_behalf_of: sara.id });
    expect(entry).toMatchObject({
      actor: { kind: 'plugin', id: 'ir.acme.invoices', name: 'ir.acme.invoices' },
      installation_id: 'ins_1',
      details: { role: 'member', on_behalf_of: { id: sara.id, name: 'سارا' } },
    });
  });

  it('filters by actor, action, subject and time, and by several of them', async () => {
    const { id } = await openCase('Filtered');
    const [newest] = await entries();
    expect(await entries({ subject: id })).toEqual([newest]);
    expect(await entries({ action: 'case.created', actor: sara.id, subject: id })).toEqual([newest]);
    expect(await entries({ action: 'case.edited', subject: id })).toEqual([]);
    expect(await entries({ actor: 'per_nobody' })).toEqual([]);
    const { at } = newest!;
    expect(await entries({ from: at, subject: id })).toEqual([newest]);
    expect(await entries({ to: at, subject: id })).toEqual([]);
    const all = await entries();
    expect([...(await entries({ from: at })), ...(await entries({ to: at }))]).toEqual(all);
  });

  it('pages without a gap, also when a page examines many entries and finds few', async () => {
    for (let n = 0; n < 12; n += 1) await openCase(`Page ${n}`);
    await service.reply(workspaceRules.makeRule, {
      organisation_id,
      by: sara.id,
      plugin_id: null,
      record_type: 'calendar_event',
      actions: ['create'],
    });
    const reader = service.app.get(AuditEntries);
    const paged = async (filters: Partial<AuditRequest>, maxExamined: number) => {
      const found: AuditEntry[] = [];
      for (let before: string | null = null, pages = 1; ; pages += 1) {
        const request = { organisation_id, ...everything, ...filters, before, limit: 2 };
        const page = await reader.list(request, maxExamined);
        found.push(...page.items);
        if (page.searched_to === null) return { found, pages };
        before = page.searched_to;
      }
    };
    const all = await entries();
    expect((await paged({}, 1_000)).found).toEqual(all);
    expect((await paged({ sort: 'oldest' }, 1_000)).found).toEqual(all.toReversed());
    const rare = await paged({ actor: sara.id, action: 'case.edited' }, 4);
    expect(rare.found).toEqual(all.filter(({ action, actor }) => action === 'case.edited' && actor.id === sara.id));
    expect(rare.pages).toBeGreaterThan(3);
    const oldest = await paged({ actor: sara.id, action: 'case.edited', sort: 'oldest' }, 4);
    expect(oldest.found).toEqual(rare.found.toReversed());
    expect(oldest.pages).toBeGreaterThan(3);
  });

  it('finds entries by the names of what they are about, of who acted and of the action', async () => {
    const { id } = await openCase('Searched');
    const [entry] = await entries({ subject: id });
    const named = (q: string) => entries({ q, limit: 3 });
    expect(await named(id.toUpperCase())).toEqual([entry]);
    expect((await named('سارا case.created'))[0]).toEqual(entry);
    expect(await named('nobody')).toEqual([]);
  });

  it('is the same when it is rebuilt from the log', async () => {
    const before = await entries();
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(before.length).toBeGreaterThan(15);
  });
});
