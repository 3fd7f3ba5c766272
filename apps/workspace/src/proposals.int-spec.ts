import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  usageMonthOf,
  workspace,
  workspaceRecords,
  type DataOf,
  type installationFacts,
  type JsonObject,
  type PersonResource,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { createCompany, idempotency } from '../test/example-company.js';
import { caseType } from './case/case.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { proposalStream } from './proposal/proposal.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

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

function requested(installation_id: string): DataOf<typeof installationFacts.installationRequested> {
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
      records: [],
      proposals: ['case', 'document', 'calendar_event', 'ledger'].map((record_type) => ({
        record_type,
        actions: ['create', 'update'] as const,
      })),
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
interface Change {
  readonly record_type?: string;
  readonly record_id: string | null;
  readonly changes: JsonObject;
  readonly summary?: string;
  readonly base_revision?: number;
}
const proposal = (of: { installation_id: string; organisation_id: string; external_id: string }, change: Change) => ({
  ...of,
  person_id: null,
  record_type: 'case',
  action: change.record_id === null ? ('create' as const) : ('update' as const),
  base_revision: null,
  ...change,
  summary: change.summary ?? 'The amount found',
  assignee_id: null,
});
const settling = (proposal_id: string, person = admin) => ({ organisation_id, person_id: person.id, proposal_id });
const asAdmin = () => ({ kind: 'person', person_id: admin.id, organisation_id, role: 'admin', name: 'سارا' }) as const;

describe('a proposal', () => {
  it('can be read and withdrawn by its plugin alone, which then may propose again under the same external id', async () => {
    const of = await installed('ins_withdraw');
    const other = await installed('ins_withdraw_other');
    const { id } = await caseOf({ title: 'Invoice 8', amount: '1' });
    const make = (amount: string) =>
      service.reply(
        workspace.makeProposal,
        proposal({ ...of, external_id: 'inv-8' }, { record_id: id, changes: { amount } }),
      );
    const made = await make('2');
    const own = { ...of, person_id: null, proposal_id: made.proposal.id };
    expect(await service.reply(workspace.getProposalOfPlugin, own)).toEqual(made.proposal);
    for (const query of [workspace.getProposalOfPlugin, workspace.withdrawProposal])
      expect(await service.outcomeCode(query, { ...own, ...other })).toBe('proposal.not_found');
    const withdrawn = await service.reply(workspace.withdrawProposal, own);
    expect(withdrawn).toMatchObject({ status: 'withdrawn', settled_by: null, settled_at: null });
    expect(await service.reply(workspace.getProposalOfPlugin, own)).toEqual(withdrawn);
    expect(await service.outcomeCode(workspace.applyProposal, settling(made.proposal.id))).toBe('proposal.settled');
    const again = await make('3');
    expect(again).toMatchObject({ created: true, proposal: { status: 'pending' } });
    await service.reply(workspace.applyProposal, settling(again.proposal.id));
    expect(await service.outcomeCode(workspace.withdrawProposal, { ...own, proposal_id: again.proposal.id })).toBe(
      'proposal.settled',
    );
  });

  it('changes the case only when a person applies it, in one commit', async () => {
    const of = await installed('ins_apply');
    const { id } = await caseOf({ title: 'Invoice 7', amount: '1' });
    const request = {
      ...proposal({ ...of, external_id: 'inv-7' }, { record_id: id, changes: { amount: '12.5' } }),
      idempotency: idempotency(),
    };
    const made = await service.request(workspace.makeProposal, request);
    if (!made.accepted) throw new Error(made.refusal.code);
    expect(made.reply).toMatchObject({
      created: true,
      proposal: { status: 'pending', base_revision: 1, settled_by: null },
    });
    expect(await service.reply(workspace.makeProposal, { ...request, idempotency: idempotency() })).toEqual({
      ...made.reply,
      created: false,
    });
    expect(
      await service.request(
        workspace.makeProposal,
        proposal({ ...of, external_id: 'inv-7' }, { record_id: id, changes: { amount: '13' } }),
      ),
    ).toMatchObject({
      refusal: { code: 'proposal.external_id_exists' },
    });
    expect(
      (await service.reply(workspaceRecords.getCase, { organisation_id, person_id: null, record_id: id })).amount,
    ).toBe('1');

    const apply = { ...settling(made.reply.proposal.id), idempotency: idempotency() };
    const applied = await service.request(workspace.applyProposal, apply);
    expect(applied).toMatchObject({ reply: { status: 'applied', settled_by: 'person', installation_id: 'ins_apply' } });
    expect(await service.request(workspace.applyProposal, apply)).toEqual({ ...applied, replayed: true });
    expect(
      await service.reply(workspaceRecords.getCase, { organisation_id, person_id: null, record_id: id }),
    ).toMatchObject({
      amount: '12.5',
      revision: 2,
    });
    const [outcome] = (await events.history(streamRef(proposalStream, made.reply.proposal.id))).slice(-1);
    const [change] = (await events.history(streamRef(caseType.stream, id))).slice(-1);
    expect(change).toMatchObject({
      type: 'CaseEdited',
      data: { by: { personId: admin.id, proposalId: made.reply.proposal.id } },
    });
    expect(change!.position - outcome!.position).toBeLessThan(10n);
    expect(change!.at).toEqual(outcome!.at);
    // A repeated request returns its first reply; a request with a new idempotency key makes a new proposal.
    expect(await service.request(workspace.makeProposal, request)).toEqual({ ...made, replayed: true });
    expect(await service.reply(workspace.makeProposal, { ...request, idempotency: idempotency() })).toMatchObject({
      created: true,
      proposal: { base_revision: 2 },
    });
  });

  it('creates the proposed case when a person applies it', async () => {
    const made = await service.reply(
      workspace.makeProposal,
      proposal(
        { ...(await installed('ins_create')), external_id: 'new-1' },
        { record_id: null, changes: { title: 'From an invoice', member_ids: [member.id] } },
      ),
    );
    const applied = await service.reply(workspace.applyProposal, settling(made.proposal.id));
    expect(
      await service.reply(workspaceRecords.getCase, {
        organisation_id,
        person_id: member.id,
        record_id: applied.record_id!,
      }),
    ).toMatchObject({ title: 'From an invoice', revision: 1 });
  });

  it('creates and changes documents and events of the calendar as well', async () => {
    const of = await installed('ins_types');
    const make = (external_id: string, change: Change) =>
      service.request(workspace.makeProposal, proposal({ ...of, external_id }, change));
    const apply = async (external_id: string, change: Change) => {
      const made = await make(external_id, change);
      if (!made.accepted) throw new Error(made.refusal.code);
      return (await service.reply(workspace.applyProposal, settling(made.reply.proposal.id))).record_id!;
    };
    const title = 'بازبینی قرارداد';
    const event = await apply('event', {
      record_type: 'calendar_event',
      record_id: null,
      changes: { title, starts_at: '2026-12-01T10:00:00+03:30', ends_at: '2026-12-01T11:00:00+03:30' },
    });
    await apply('move', {
      record_type: 'calendar_event',
      record_id: event,
      changes: { ends_at: '2026-12-01T12:00:00+03:30' },
    });
    const reader = { organisation_id, person_id: admin.id };
    expect(await service.reply(workspaceRecords.getCalendarEvent, { ...reader, record_id: event })).toMatchObject({
      title,
      starts_at: '2026-12-01T06:30:00.000Z',
      ends_at: '2026-12-01T08:30:00.000Z',
      revision: 2,
    });
    const ends = { record_type: 'calendar_event', record_id: event, changes: { ends_at: '2026-12-01T01:00:00Z' } };
    expect(await make('early', ends)).toMatchObject({
      refusal: { code: 'proposal.invalid', params: { problems: [{ path: '/changes/ends_at' }] } },
    });
    const document = await apply('document', {
      record_type: 'document',
      record_id: null,
      changes: { title: 'فاکتور', text: 'مبلغ', member_ids: [admin.id] },
    });
    expect(document).toMatch(/^doc_/);
    const hidden = await make('hidden', { record_type: 'document', record_id: document, changes: { text: 'مبلغ نو' } });
    const list = { organisation_id, person_id: member.id, limit: 200, cursor: null, status: null };
    const { items } = await service.reply(workspace.listProposals, list);
    expect(hidden.accepted && items.map(({ id }) => id).includes(hidden.reply.proposal.id)).toBe(false);
    expect(items.map(({ record_id }) => record_id)).toContain(event);
  });

  it('is settled by exactly one of eight concurrent requests', async () => {
    const { id } = await caseOf({ title: 'Raced' });
    const made = await service.reply(
      workspace.makeProposal,
      proposal({ ...(await installed('ins_race')), external_id: 'r-1' }, { record_id: id, changes: { amount: '5' } }),
    );
    const verdicts = await Promise.all(
      Array.from({ length: 8 }, (_each, n) =>
        n % 2 === 0
          ? service.outcomeCode(workspace.applyProposal, settling(made.proposal.id))
          : service.outcomeCode(workspace.rejectProposal, { ...settling(made.proposal.id), reason: null }),
      ),
    );
    expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'proposal.settled')).toHaveLength(7);
  });

  it('conflicts with a newer edit of the same field; it can then be rejected, and the reason can be added later', async () => {
    const of = await installed('ins_stale');
    const { id } = await caseOf({ title: 'Stale', amount: '1' });
    const { proposal: made } = await service.reply(
      workspace.makeProposal,
      proposal({ ...of, external_id: 's-1' }, { record_id: id, changes: { amount: '2' } }),
    );
    await service.reply(
      workspaceRecords.editCase,
      { organisation_id, by: admin.id, record_id: id, revision: null, changes: { amount: '3' } },
      asAdmin(),
    );
    const list = { organisation_id, person_id: admin.id, status: null, record_id: id, limit: 50, cursor: null };
    expect(await service.reply(workspace.listProposals, list)).toMatchObject({
      items: [{ id: made.id, record_title: 'Stale', stale: true, settler_id: null }],
    });
    expect(await service.reply(workspace.getProposal, settling(made.id))).toMatchObject({
      stale: true,
      fields: [{ field: 'amount', base: '1', current: '3', proposed: '2', stale: true }],
    });
    expect(await service.request(workspace.applyProposal, settling(made.id))).toMatchObject({
      refusal: {
        code: 'proposal.stale',
        params: { conflicts: [{ field: 'amount', proposed: '2', current: '3' }], revision: 2 },
      },
    });
    expect(await service.reply(workspace.rejectProposal, { ...settling(made.id), reason: null })).toMatchObject({
      status: 'rejected',
      reason: null,
      revision: 1,
      settler_id: admin.id,
    });
    expect(await service.reply(workspace.listProposals, list)).toMatchObject({ items: [{ stale: false }] });
    expect(
      await service.reply(workspace.explainRejection, { ...settling(made.id), reason: 'مبلغ درست نیست' }),
    ).toMatchObject({
      reason: 'مبلغ درست نیست',
      revision: 2,
    });
    expect(await service.outcomeCode(workspace.explainRejection, { ...settling(made.id), reason: ' ' })).toBe(
      'request.invalid',
    );
    const month = usageMonthOf(new Date());
    expect(
      (await service.reply(workspace.monthlyProposals, { month, installation_ids: [of.installation_id] })).items,
    ).toEqual([{ installation_id: 'ins_stale', applied: 0, rejected: 1 }]);
  });

  it('is found by plugin, type, staleness, age and words, the oldest first as well, page by page', async () => {
    const of = await installed('ins_found');
    const { id } = await caseOf({ title: 'كتاب ۱۲ كاغذ', amount: '1' });
    const make = async (external_id: string, more: Change & { readonly summary: string }): Promise<string> =>
      (await service.reply(workspace.makeProposal, proposal({ ...of, external_id }, more))).proposal.id;
    const edited = await make('f-1', { record_id: id, changes: { amount: '2' }, summary: 'مبلغ فاکتور' });
    await service.reply(
      workspaceRecords.editCase,
      { organisation_id, by: admin.id, record_id: id, revision: null, changes: { amount: '3' } },
      asAdmin(),
    );
    const fresh = await make('f-2', { record_id: id, changes: { amount: '4' }, summary: 'می\u200Cخواهد 50%' });
    const list = { organisation_id, person_id: admin.id, status: 'pending', limit: 1, record_id: id } as const;
    const found = async (filter: object): Promise<string[]> => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: readonly { id: string }[]; next_cursor: string | null } = await service.reply(
          workspace.listProposals,
          { ...list, ...filter, cursor },
        );
        ids.push(...page.items.map((item) => item.id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return ids;
    };
    // The plugin had not read the edit when it proposed.
    const unread = await make('f-3', { record_id: id, base_revision: 1, changes: { amount: '5' }, summary: 'x' });
    expect(await found({ stale: true })).toEqual([unread, edited]);
    expect(await service.reply(workspace.getProposal, settling(unread))).toMatchObject({ stale: true });
    await service.reply(workspace.rejectProposal, { ...settling(unread), reason: null });
    expect(await found({})).toEqual([fresh, edited]);
    expect(await found({ sort: 'oldest' })).toEqual([edited, fresh]);
    expect(await found({ stale: true })).toEqual([edited]);
    expect(await found({ record_type: 'document' })).toEqual([]);
    expect(await found({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    for (const [q, ids] of [
      ['کتاب 12', [fresh, edited]],
      ['مبلغ فاكتور', [edited]],
      ['میخواهد', [fresh]],
      ['0%', [fresh]],
      ['F-1', [edited]],
      ['کتاب دفتر', []],
    ] as const) {
      expect([q, await found({ q })]).toEqual([q, ids]);
      expect([q, await found({ q, stale: true })]).toEqual([q, ids.filter((one) => one === edited)]);
    }
  });

  it('is visible to people who can see its case, and to plugins that use the handles of these people', async () => {
    const of = await installed('ins_seen');
    const hidden = await caseOf({ title: 'Hidden', member_ids: [admin.id] });
    expect(
      await service.outcomeCode(workspace.makeProposal, {
        ...proposal({ ...of, external_id: 'h-0' }, { record_id: hidden.id, changes: { amount: '2' } }),
        person_id: member.id,
      }),
    ).toBe('case.not_found');
    const change = proposal({ ...of, external_id: 'h-1' }, { record_id: hidden.id, changes: { amount: '2' } });
    // The person of the handle left after the gateway checked it: without a person, a plugin sees every case.
    expect(await service.outcomeCode(workspace.makeProposal, { ...change, person_id: 'per_left' })).toBe(
      'auth.handle_invalid',
    );
    expect(await service.outcomeCode(workspace.makeProposal, { ...change, assignee_id: member.id })).toBe(
      'proposal.invalid',
    );
    const counted = async ({ id: person_id }: PersonResource) =>
      (await service.reply(workspace.countInbox, { organisation_id, person_id })).proposals;
    const ofCases = { organisation_id, person_id: admin.id, record_type: 'case', q: 'h-1' };
    const before = [await counted(admin), await counted(member)];
    const { proposal: made } = await service.reply(workspace.makeProposal, { ...change, assignee_id: admin.id });
    expect([await counted(admin), await counted(member)]).toEqual([
      { all: before[0]!.all + 1, mine: before[0]!.mine + 1 },
      before[1],
    ]);
    expect(await service.reply(workspace.countInbox, ofCases)).toEqual({ proposals: { all: 1, mine: 1 }, sources: 0 });
    expect((await service.reply(workspace.countInbox, { ...ofCases, plugin_id: 'ir.other' })).proposals.all).toBe(0);
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
    expect(await service.outcomeCode(workspace.getProposal, settling(made.id, member))).toBe('proposal.not_found');
    expect(await service.outcomeCode(workspace.applyProposal, settling(made.id, member))).toBe('proposal.not_found');
    expect(await service.outcomeCode(workspace.rejectProposal, { ...settling(made.id, member), reason: null })).toBe(
      'proposal.not_found',
    );
    expect(
      await service.outcomeCode(workspace.applyProposal, { ...settling(made.id), organisation_id: 'org_other' }),
    ).toBe('proposal.not_found');
  });

  it('is rejected when it has an unknown record type, invalid fields or unknown people', async () => {
    const of = await installed('ins_rules');
    const { id } = await caseOf({ title: 'Rules' });
    const verdict = (more: object) =>
      service.outcomeCode(workspace.makeProposal, {
        ...proposal({ ...of, external_id: 'x' }, { record_id: id, changes: { amount: '2' } }),
        ...more,
      });
    const startingAt = (starts_at: string) => ({
      record_type: 'calendar_event',
      action: 'create',
      record_id: null,
      changes: { title: 'Meeting', starts_at, ends_at: '2026-12-05T10:00:00Z' },
    });
    expect(await verdict({ record_type: 'invoice' })).toBe('auth.scope_missing');
    for (const more of [
      { changes: { assignee_id: 'per_nobody' } },
      { changes: { amount: 'much' } },
      { changes: { amount: 1e21 } },
      { changes: { due_on: '1405-09-14' } },
      startingAt('2026-02-31T09:00:00Z'),
      startingAt('Dec 5 2026'),
      { assignee_id: 'per_nobody' },
      { summary: '' },
      { external_id: '' },
    ])
      expect(await verdict(more)).toBe('proposal.invalid');
    expect(await verdict({ external_id: '👾'.repeat(200) })).toBe('accepted');
  });

  it('is rejected after the removal of the installation', async () => {
    const of = await installed('ins_removed');
    await service.deliverTwice(OnInstallationRemovedHandler, requested('ins_removed'));
    expect(
      await service.outcomeCode(
        workspace.makeProposal,
        proposal({ ...of, external_id: 'x' }, { record_id: null, changes: { title: 'Late' } }),
      ),
    ).toBe('installation.not_found');
  });
});

describe('rebuild from the log', () => {
  it('recreates the same states and views', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(30);
  });
});
