import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  usageMonthOf,
  workspace,
  type DataOf,
  type installationFacts,
  type JsonObject,
  type RequestIdempotency,
  type PersonResource,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { caseStream } from './case/case.js';
import { installationStream } from './installation/installation.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { proposalStream } from './proposal/proposal.js';
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
  const made = await service.reply(workspace.createOrganisation, {
    name: 'شرکت نمونه',
    locale,
    admin: { issuer: 'https://sign-in', subject: 'sara', name: 'سارا' },
  });
  organisation_id = made.organisation.id;
  admin = made.admin;
  member = await service.reply(workspace.addPerson, {
    organisation_id,
    issuer: 'https://sign-in',
    subject: 'omid',
    name: 'امید',
    role: 'member',
    by: admin.id,
  });
});
afterAll(async () => {
  await service.stop();
});

let keys = 0;
const idempotency = (key = `k${(keys += 1)}`, input_hash = ''): RequestIdempotency => ({
  scope: 'test',
  key,
  input_hash,
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
async function known(installation_id: string): Promise<{ installation_id: string; organisation_id: string }> {
  await service.deliverTwice(OnInstallationRequestedHandler, requested(installation_id));
  return { installation_id, organisation_id };
}
const caseOf = (fields: { title: string; member_ids?: readonly string[] | null; amount?: string | null }) =>
  service.reply(workspace.createCase, {
    organisation_id,
    by: admin.id,
    description: null,
    due_on: null,
    assignee_id: null,
    amount: null,
    member_ids: null,
    ...fields,
  });
const proposal = (
  of: { installation_id: string; organisation_id: string },
  external_id: string,
  record_id: string | null,
  changes: JsonObject,
) => ({
  ...of,
  person_id: null,
  external_id,
  record_type: 'case',
  action: record_id === null ? ('create' as const) : ('update' as const),
  record_id,
  base_revision: null,
  changes,
  summary: 'The amount found',
  assignee_id: null,
});
const settle = (proposal_id: string, person = admin) => ({ organisation_id, person_id: person.id, proposal_id });
const asAdmin = () => ({ kind: 'person', person_id: admin.id, organisation_id, role: 'admin' }) as const;

describe('people', () => {
  it('are known by their sign-in, once per organisation', async () => {
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
    expect(await service.verdict(workspace.addPerson, again)).toBe('person.exists');
    expect(await service.verdict(workspace.addPerson, { ...again, organisation_id: 'org_none' })).toBe(
      'organisation.not_found',
    );
    expect(
      await service.verdict(workspace.authenticatePerson, {
        issuer: 'https://other',
        subject: 'omid',
        organisation_id: null,
      }),
    ).toBe('auth.role_missing');
  });

  it('must name their organisation where they belong to several', async () => {
    const other = await service.reply(workspace.createOrganisation, {
      name: 'Second',
      locale,
      admin: { issuer: 'https://sign-in', subject: 'sara', name: 'Sara' },
    });
    expect(
      await service.ask(workspace.authenticatePerson, {
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

  it('are out with the removal, and the last admin stays', async () => {
    const added = await service.reply(workspace.addPerson, {
      organisation_id,
      issuer: 'https://sign-in',
      subject: 'nima',
      name: 'Nima',
      role: 'admin',
      by: admin.id,
    });
    const request = { organisation_id, person_id: added.id, by: admin.id, idempotency: idempotency() };
    const removed = await service.ask(workspace.removePerson, request);
    expect(await service.ask(workspace.removePerson, request)).toEqual({ ...removed, replayed: true });
    expect(await service.verdict(workspace.removePerson, { organisation_id, person_id: added.id, by: admin.id })).toBe(
      'person.not_found',
    );
    expect(
      await service.verdict(workspace.authenticatePerson, {
        issuer: 'https://sign-in',
        subject: 'nima',
        organisation_id,
      }),
    ).toBe('auth.role_missing');
    expect(await service.verdict(workspace.removePerson, { organisation_id, person_id: admin.id, by: admin.id })).toBe(
      'person.last_admin',
    );
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
  it('are seen by their members and the admins, and by nobody without a name', async () => {
    const open = await caseOf({ title: 'Open to all' });
    const hidden = await caseOf({ title: 'For Sara only', member_ids: [admin.id] });
    const seenBy = async (person_id: string | null) =>
      (await service.reply(workspace.listCases, { organisation_id, person_id, limit: 200, cursor: null })).items.map(
        ({ id }) => id,
      );
    expect(await seenBy(admin.id)).toEqual(expect.arrayContaining([open.id, hidden.id]));
    for (const person_id of [member.id, null, 'per_nobody']) {
      expect(await seenBy(person_id)).toContain(open.id);
      expect(await seenBy(person_id)).not.toContain(hidden.id);
      expect(await service.verdict(workspace.getCase, { organisation_id, person_id, case_id: hidden.id })).toBe(
        'case.not_found',
      );
    }
    const edit = { organisation_id, by: member.id, case_id: hidden.id, revision: null, changes: { title: 'Mine' } };
    expect(
      await service.ask(workspace.editCase, edit, {
        kind: 'person',
        person_id: member.id,
        organisation_id,
        role: 'member',
      }),
    ).toMatchObject({ refusal: { code: 'case.not_found' } });
    expect(await service.verdict(workspace.editCase, { ...edit, organisation_id: 'org_other' })).toBe('case.not_found');
    await service.reply(workspace.editCase, { ...edit, by: admin.id, changes: { member_ids: [member.id] } }, asAdmin());
    expect(await seenBy(member.id)).toContain(hidden.id);
  });

  it('are edited over the revision that was seen, and name people who are there', async () => {
    const { id } = await caseOf({ title: 'Revised' });
    const edit = (revision: number | null, changes: JsonObject, key?: RequestIdempotency) => ({
      organisation_id,
      by: admin.id,
      case_id: id,
      revision,
      changes,
      ...(key && { idempotency: key }),
    });
    const request = edit(1, { title: 'Second' }, idempotency());
    const first = await service.ask(workspace.editCase, request, asAdmin());
    expect(first).toMatchObject({ reply: { title: 'Second', revision: 2 } });
    expect(await service.ask(workspace.editCase, request, asAdmin())).toEqual({ ...first, replayed: true });
    expect(await service.ask(workspace.editCase, edit(1, { title: 'Third' }), asAdmin())).toMatchObject({
      refusal: { code: 'case.revision_conflict', params: { revision: 2 } },
    });
    expect(await service.ask(workspace.editCase, edit(null, { assignee_id: 'per_nobody' }), asAdmin())).toMatchObject({
      refusal: { code: 'case.invalid', params: { problems: [{ code: 'person_unknown', path: '/assignee_id' }] } },
    });
    expect(await service.ask(workspace.editCase, edit(null, { salary: 1 }), asAdmin())).toMatchObject({
      refusal: { code: 'case.invalid' },
    });
  });
});

describe('records', () => {
  // Composed and decomposed, family emoji with joiners, what a path or pattern would read otherwise, and case.
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

  it('are told apart by external ids compared exactly', async () => {
    const of = { ...(await known('ins_exact')), type: 'invoice' };
    for (const [total, external_id] of exact.entries()) {
      expect(
        await service.reply(workspace.putRecord, { ...of, external_id, data: { total: `${total}` }, if_match: null }),
      ).toMatchObject({ external_id, created: true });
    }
    for (const [total, external_id] of exact.entries())
      expect((await service.reply(workspace.getRecord, { ...of, external_id })).data).toEqual({ total: `${total}` });
    await service.reply(workspace.deleteRecord, { ...of, external_id: 'é', if_match: null });
    expect(await service.verdict(workspace.getRecord, { ...of, external_id: 'é' })).toBe('record.not_found');
    expect(await service.verdict(workspace.getRecord, { ...of, external_id: 'e\u0301' })).toBe('accepted');
  });

  it('are refused where an external id is none, and not found under it', async () => {
    const of = { ...(await known('ins_wrong')), type: 'invoice' };
    for (const external_id of ['', 'x'.repeat(201), 'a\u0000b', '\ud800']) {
      expect(
        await service.verdict(workspace.putRecord, { ...of, external_id, data: { total: '1' }, if_match: null }),
      ).toBe('record.external_id_invalid');
      expect(await service.verdict(workspace.getRecord, { ...of, external_id })).toBe('record.not_found');
      expect(await service.verdict(workspace.deleteRecord, { ...of, external_id, if_match: null })).toBe(
        'record.not_found',
      );
    }
  });

  it('are listed page by page in the order of their bytes, each once, while others are written', async () => {
    const of = { ...(await known('ins_pages')), type: 'invoice' };
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
    expect(await service.verdict(workspace.listRecords, { ...of, limit: 10, cursor: 'no cursor' })).toBe(
      'cursor.invalid',
    );
    expect(await service.verdict(workspace.listRecords, { ...of, type: 'letter', limit: 10, cursor: null })).toBe(
      'record.type_not_found',
    );
  });

  it('take one of two writers who saw the same revision, and answer a repeat as before', async () => {
    const of = { ...(await known('ins_match')), type: 'invoice', external_id: 'inv-1' };
    const first = { ...of, data: { total: '1' }, if_match: null, idempotency: idempotency() };
    const made = await service.ask(workspace.putRecord, first);
    const verdicts = await Promise.all(
      ['2', '3'].map((total) => service.verdict(workspace.putRecord, { ...of, data: { total }, if_match: 1 })),
    );
    expect(verdicts.sort()).toEqual(['accepted', 'record.revision_conflict']);
    expect(await service.ask(workspace.putRecord, first)).toEqual({ ...made, replayed: true });
    const away = { ...of, if_match: 2, idempotency: idempotency() };
    expect(await service.ask(workspace.deleteRecord, away)).toMatchObject({ accepted: true, replayed: false });
    expect(await service.ask(workspace.deleteRecord, away)).toMatchObject({ accepted: true, replayed: true });
    expect(await service.verdict(workspace.deleteRecord, { ...of, if_match: null })).toBe('record.not_found');
  });

  it('are not there for another installation', async () => {
    const own = { ...(await known('ins_own')), type: 'invoice', external_id: 'inv-1' };
    await service.reply(workspace.putRecord, { ...own, data: { total: '1' }, if_match: null });
    expect(await service.verdict(workspace.getRecord, { ...own, ...(await known('ins_neighbour')) })).toBe(
      'record.not_found',
    );
  });
});

describe('a proposal', () => {
  it('changes the case when a person applies it, in the same commit, and not before', async () => {
    const of = await known('ins_apply');
    const { id } = await caseOf({ title: 'Invoice 7', amount: '1' });
    const request = { ...proposal(of, 'inv-7', id, { amount: '12.5' }), idempotency: idempotency() };
    const made = await service.ask(workspace.makeProposal, request);
    if (!made.accepted) throw new Error(made.refusal.code);
    expect(made.reply).toMatchObject({
      created: true,
      proposal: { status: 'pending', base_revision: 1, settled_by: null },
    });
    expect(await service.reply(workspace.makeProposal, { ...request, idempotency: idempotency() })).toEqual({
      ...made.reply,
      created: false,
    });
    expect(await service.ask(workspace.makeProposal, proposal(of, 'inv-7', id, { amount: '13' }))).toMatchObject({
      refusal: { code: 'proposal.external_id_exists' },
    });
    expect((await service.reply(workspace.getCase, { organisation_id, person_id: null, case_id: id })).amount).toBe(
      '1',
    );

    const apply = { ...settle(made.reply.proposal.id), idempotency: idempotency() };
    const applied = await service.ask(workspace.applyProposal, apply);
    expect(applied).toMatchObject({ reply: { status: 'applied', settled_by: 'person', installation_id: 'ins_apply' } });
    expect(await service.ask(workspace.applyProposal, apply)).toEqual({ ...applied, replayed: true });
    expect(await service.reply(workspace.getCase, { organisation_id, person_id: null, case_id: id })).toMatchObject({
      amount: '12.5',
      revision: 2,
    });
    const [verdict] = (await events.history(streamRef(proposalStream, made.reply.proposal.id))).slice(-1);
    const [change] = (await events.history(streamRef(caseStream, id))).slice(-1);
    expect(change).toMatchObject({
      type: 'CaseEdited',
      data: { by: { personId: admin.id, proposalId: made.reply.proposal.id } },
    });
    expect(change!.position - verdict!.position).toBeLessThan(10n);
    expect(change!.at).toEqual(verdict!.at);
    // A repeat of the submission still gets its first answer; a new one is a new proposal.
    expect(await service.ask(workspace.makeProposal, request)).toEqual({ ...made, replayed: true });
    expect(await service.reply(workspace.makeProposal, { ...request, idempotency: idempotency() })).toMatchObject({
      created: true,
      proposal: { base_revision: 2 },
    });
  });

  it('makes a case where it proposes a new one', async () => {
    const made = await service.reply(
      workspace.makeProposal,
      proposal(await known('ins_create'), 'new-1', null, { title: 'From an invoice', member_ids: [member.id] }),
    );
    const applied = await service.reply(workspace.applyProposal, settle(made.proposal.id));
    expect(
      await service.reply(workspace.getCase, { organisation_id, person_id: member.id, case_id: applied.record_id! }),
    ).toMatchObject({ title: 'From an invoice', revision: 1 });
  });

  it('is settled once by one of eight who click at the same moment', async () => {
    const { id } = await caseOf({ title: 'Raced' });
    const made = await service.reply(
      workspace.makeProposal,
      proposal(await known('ins_race'), 'r-1', id, { amount: '5' }),
    );
    const verdicts = await Promise.all(
      Array.from({ length: 8 }, (_each, n) =>
        n % 2 === 0
          ? service.verdict(workspace.applyProposal, settle(made.proposal.id))
          : service.verdict(workspace.rejectProposal, { ...settle(made.proposal.id), reason: null }),
      ),
    );
    expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'proposal.settled')).toHaveLength(7);
  });

  it('is stale over a newer edit, with both values, and can be rejected then with a reason that comes later', async () => {
    const of = await known('ins_stale');
    const { id } = await caseOf({ title: 'Stale', amount: '1' });
    const { proposal: made } = await service.reply(workspace.makeProposal, proposal(of, 's-1', id, { amount: '2' }));
    await service.reply(
      workspace.editCase,
      { organisation_id, by: admin.id, case_id: id, revision: null, changes: { amount: '3' } },
      asAdmin(),
    );
    expect(await service.ask(workspace.applyProposal, settle(made.id))).toMatchObject({
      refusal: {
        code: 'proposal.stale',
        params: { conflicts: [{ field: 'amount', proposed: '2', current: '3' }], revision: 2 },
      },
    });
    expect(await service.reply(workspace.rejectProposal, { ...settle(made.id), reason: null })).toMatchObject({
      status: 'rejected',
      reason: null,
      revision: 1,
    });
    expect(
      await service.reply(workspace.explainRejection, { ...settle(made.id), reason: 'مبلغ درست نیست' }),
    ).toMatchObject({
      reason: 'مبلغ درست نیست',
      revision: 2,
    });
    expect(await service.verdict(workspace.explainRejection, { ...settle(made.id), reason: ' ' })).toBe(
      'request.invalid',
    );
    const month = usageMonthOf(new Date());
    expect(
      (await service.reply(workspace.monthlyProposals, { month, installation_ids: [of.installation_id] })).items,
    ).toEqual([{ installation_id: 'ins_stale', applied: 0, rejected: 1 }]);
  });

  it('is seen and settled by those who see its case, through a handle too', async () => {
    const of = await known('ins_seen');
    const hidden = await caseOf({ title: 'Hidden', member_ids: [admin.id] });
    expect(
      await service.verdict(workspace.makeProposal, {
        ...proposal(of, 'h-0', hidden.id, { amount: '2' }),
        person_id: member.id,
      }),
    ).toBe('case.not_found');
    const { proposal: made } = await service.reply(
      workspace.makeProposal,
      proposal(of, 'h-1', hidden.id, { amount: '2' }),
    );
    const page = { status: null, limit: 200, cursor: null };
    const listed = async (person: PersonResource) =>
      (await service.reply(workspace.listProposals, { organisation_id, person_id: person.id, ...page })).items.map(
        ({ id }) => id,
      );
    const ofPlugin = async (person_id: string | null) =>
      (await service.reply(workspace.listProposalsOfPlugin, { ...of, person_id, ...page })).items.map(({ id }) => id);
    expect([await listed(admin), await ofPlugin(null), await ofPlugin(admin.id)]).toEqual([
      expect.arrayContaining([made.id]),
      [made.id],
      [made.id],
    ]);
    expect(await listed(member)).not.toContain(made.id);
    expect(await ofPlugin(member.id)).toEqual([]);
    expect(await service.verdict(workspace.getProposal, settle(made.id, member))).toBe('proposal.not_found');
    expect(await service.verdict(workspace.applyProposal, settle(made.id, member))).toBe('proposal.not_found');
    expect(await service.verdict(workspace.rejectProposal, { ...settle(made.id, member), reason: null })).toBe(
      'proposal.not_found',
    );
    expect(await service.verdict(workspace.applyProposal, { ...settle(made.id), organisation_id: 'org_other' })).toBe(
      'proposal.not_found',
    );
  });

  it('holds what the platform keeps, about people who are there', async () => {
    const of = await known('ins_rules');
    const { id } = await caseOf({ title: 'Rules' });
    const verdict = (more: object) =>
      service.verdict(workspace.makeProposal, { ...proposal(of, 'x', id, { amount: '2' }), ...more });
    expect(await verdict({ record_type: 'invoice' })).toBe('auth.scope_missing');
    for (const more of [
      { changes: { assignee_id: 'per_nobody' } },
      { changes: { amount: 'much' } },
      { assignee_id: 'per_nobody' },
      { summary: '' },
      { external_id: '' },
    ])
      expect(await verdict(more)).toBe('proposal.invalid');
    expect(await verdict({ external_id: '👾'.repeat(200) })).toBe('accepted');
  });
});

describe('an installation', () => {
  it('is noted once, follows its capabilities, and keeps nothing open after the removal', async () => {
    const of = { ...(await known('ins_life')), type: 'letter', external_id: 'l-1' };
    expect(await service.verdict(workspace.putRecord, { ...of, data: { total: '1' }, if_match: null })).toBe(
      'record.type_not_found',
    );
    await service.deliverTwice(OnCapabilitiesChangedHandler, requested('ins_life', ['invoice', 'letter']));
    expect(await service.verdict(workspace.putRecord, { ...of, data: { total: '1' }, if_match: null })).toBe(
      'accepted',
    );
    await service.deliverTwice(OnInstallationRemovedHandler, requested('ins_life'));
    await service.deliverTwice(OnCapabilitiesChangedHandler, requested('ins_life'));
    expect((await events.history(streamRef(installationStream, 'ins_life'))).map(({ type }) => type)).toEqual([
      'InstallationNoted',
      'CapabilitiesNoted',
      'InstallationEnded',
    ]);
    expect(await service.verdict(workspace.putRecord, { ...of, data: { total: '2' }, if_match: null })).toBe(
      'record.type_not_found',
    );
    expect(await service.verdict(workspace.makeProposal, proposal(of, 'x', null, { title: 'Late' }))).toBe(
      'installation.not_found',
    );
  });
});

describe('the log', () => {
  it('makes the same state rows and views again', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(80);
  });
});
