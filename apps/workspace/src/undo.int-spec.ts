import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  instanceAudit,
  usageMonthOf,
  workspace,
  workspaceDecisions,
  workspaceRecords,
  type JsonObject,
  type PersonResource,
  type ProposalForPeople,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { createCompany, idempotency } from '../test/example-company.js';
import { requestedInstallation } from '../test/example-installation.js';
import { caseType } from './case/case.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { proposalStream } from './proposal/proposal.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const installation_id = 'ins_undo';
let service: ServiceUnderTest;
let events: EventStore;
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  events = service.app.get(EventStore);
  ({ organisation_id, admin, member } = await createCompany(service));
  await service.deliverTwice(
    OnInstallationRequestedHandler,
    requestedInstallation({ installation_id, organisation_id }),
  );
});
afterAll(async () => {
  await service.stop();
});

let proposed = 0;
interface Change {
  readonly record_type?: string;
  readonly record_id?: string | null;
  readonly changes: JsonObject;
}
async function propose({ record_type = 'case', record_id = null, changes }: Change): Promise<string> {
  const { proposal } = await service.reply(workspace.makeProposal, {
    ...{ installation_id, organisation_id, person_id: null, base_revision: null, assignee_id: null },
    external_id: `undo-${(proposed += 1)}`,
    action: record_id === null ? 'create' : 'update',
    ...{ record_type, record_id, changes, summary: 'The amount found' },
  });
  return proposal.id;
}
const of = (proposal_id: string, { id: person_id } = admin) => ({ organisation_id, person_id, proposal_id });
const applied = async (change: Change): Promise<ProposalForPeople> =>
  await service.reply(workspace.applyProposal, of(await propose(change)));
const undoOf = ({ id }: ProposalForPeople) => service.request(workspaceDecisions.undoProposal, of(id));
const refusedFor = (reason: string) => ({ refusal: { code: 'proposal.undo_refused', params: { reason } } });
const newCase = (title: string) =>
  service.reply(workspaceRecords.createCase, { organisation_id, by: admin.id, fields: { title, amount: '7' } });
const caseNow = (record_id: string) =>
  service.request(workspaceRecords.getCase, { organisation_id, person_id: admin.id, record_id });
const asAdmin = () => ({ kind: 'person', person_id: admin.id, organisation_id, role: 'admin', name: 'سارا' }) as const;

describe('the undo of an applied proposal', () => {
  it('changes proposal and record in one commit, once for its idempotency key, and leaves verdict and counters', async () => {
    const { id } = await newCase('Undone');
    const proposal = await applied({ record_id: id, changes: { amount: '12.5' } });
    const month = usageMonthOf(new Date());
    const counts = () => service.reply(workspace.monthlyProposals, { month, installation_ids: [installation_id] });
    const before = await counts();
    const undo = { ...of(proposal.id), idempotency: idempotency() };
    const undone = await service.request(workspaceDecisions.undoProposal, undo);
    expect(undone).toMatchObject({ reply: { status: 'applied', undone_at: expect.any(String) } });
    expect(await service.request(workspaceDecisions.undoProposal, undo)).toEqual({ ...undone, replayed: true });
    expect(await undoOf(proposal)).toMatchObject(refusedFor('undone'));
    expect(await caseNow(id)).toMatchObject({ reply: { amount: '7', revision: 3 } });
    const [taken] = (await events.history(streamRef(proposalStream, proposal.id))).slice(-1);
    const [edit] = (await events.history(streamRef(caseType.stream, id))).slice(-1);
    expect([taken!.type, edit!.type, edit!.at]).toEqual(['ProposalUndone', 'CaseEdited', taken!.at]);
    expect(await counts()).toEqual(before);
    const { undone_at, fields } = await service.reply(workspace.getProposal, of(proposal.id));
    expect(undone.accepted && undone.reply.undone_at).toEqual(undone_at);
    // Lists have it as well, and the history of the case has the proposal.
    const page = { limit: 1, cursor: null };
    const ofCase = { organisation_id, person_id: admin.id, record_id: id, ...page };
    const listed = await service.reply(workspace.listProposals, { ...ofCase, status: 'applied' });
    expect(listed.items).toMatchObject([{ undone_at }]);
    // A process of the last release stores rows without it.
    const store = (at: string | null) =>
      service.app.get(DataSource).query('update proposals set undone_at = $2 where stream_id = $1', [proposal.id, at]);
    await store(null);
    expect(await service.reply(workspace.getProposal, of(proposal.id))).toMatchObject({ undone_at });
    await store(undone_at);
    expect((await service.reply(workspaceRecords.listCaseHistory, ofCase)).items).toMatchObject([
      { action: 'case.edited', details: { fields: ['amount'], undone_proposal_id: proposal.id } },
    ]);
    expect(fields).toMatchObject([{ field: 'amount', former: '7', proposed: '12.5' }]);
  });

  it('makes other proposals about the same field fresh again, in the list, in the detail and when they are applied', async () => {
    const { id } = await newCase('Fresh again');
    const other = await propose({ record_id: id, changes: { amount: '15' } });
    const proposal = await applied({ record_id: id, changes: { amount: '12.5' } });
    const list = {
      organisation_id,
      person_id: admin.id,
      record_id: id,
      status: 'pending',
      limit: 1,
      cursor: null,
    } as const;
    const shown = async () => [
      (await service.reply(workspace.listProposals, list)).items[0]?.stale,
      (await service.reply(workspace.getProposal, of(other))).stale,
    ];
    expect(await shown()).toEqual([true, true]);
    expect((await undoOf(proposal)).accepted).toBe(true);
    expect(await shown()).toEqual([false, false]);
    expect(await service.reply(workspace.applyProposal, of(other))).toMatchObject({ status: 'applied' });
  });

  it('is done by exactly one of eight concurrent requests, and never over a concurrent edit', async () => {
    const { id } = await newCase('Raced');
    const proposal = await applied({ record_id: id, changes: { amount: '12.5' } });
    const edit = { organisation_id, by: admin.id, record_id: id, revision: 2, changes: { amount: '99' } };
    const [edited, ...undos] = await Promise.all([
      service.outcomeCode(workspaceRecords.editCase, edit, asAdmin()),
      ...Array.from({ length: 8 }, () => undoOf(proposal)),
    ]);
    const accepted = undos.filter((outcome) => outcome.accepted);
    expect(accepted).toHaveLength(edited === 'accepted' ? 0 : 1);
    expect(await caseNow(id)).toMatchObject({ reply: { amount: edited === 'accepted' ? '99' : '7', revision: 3 } });
  });

  it('deletes a created case, which the audit names, and after which it is like one that never existed', async () => {
    const proposal = await applied({ changes: { title: 'From an invoice' } });
    const record_id = proposal.record_id!;
    expect(await undoOf(proposal)).toMatchObject({ reply: { status: 'applied', record_id } });
    expect(await caseNow(record_id)).toMatchObject({ refusal: { code: 'case.not_found' } });
    const list = { organisation_id, person_id: admin.id, status: null, assignee_id: null, query: null };
    const { items } = await service.reply(workspaceRecords.listCases, { ...list, limit: 200, cursor: null });
    expect(items.map(({ id }) => id)).not.toContain(record_id);
    const filter = { subject: record_id, actor: null, action: null, on_behalf_of: null, from: null, to: null };
    const audit = { organisation_id, ...filter, before: null, limit: 50 };
    const entries = (await service.reply(instanceAudit.workspace, audit)).items;
    expect(entries.map(({ action, subject }) => [action, subject.name])).toEqual([
      ['case.deleted', 'From an invoice'],
      ['case.created', 'From an invoice'],
    ]);
    expect(await service.reply(workspace.getProposal, of(proposal.id))).toMatchObject({
      record_title: null,
      record_revision: null,
    });
    await expect(propose({ record_id, changes: { amount: '1' } })).rejects.toThrow('case.not_found');
  });

  it('keeps a created case to which a document, an event or another proposal refers', async () => {
    const by = admin.id;
    const times = { starts_at: '2026-12-01T10:00:00Z', ends_at: '2026-12-01T11:00:00Z' };
    const references: ((case_id: string) => Promise<unknown>)[] = [
      (case_id) =>
        service.reply(workspaceRecords.createDocument, { organisation_id, by, fields: { title: 'x', case_id } }),
      (case_id) =>
        service.reply(workspaceRecords.createCalendarEvent, {
          organisation_id,
          by,
          fields: { title: 'x', case_id, ...times },
        }),
      (record_id) => propose({ record_id, changes: { amount: '3' } }),
    ];
    for (const refer of references) {
      const proposal = await applied({ changes: { title: 'Referred to' } });
      await refer(proposal.record_id!);
      expect(await undoOf(proposal)).toMatchObject(refusedFor('referenced'));
      expect(await caseNow(proposal.record_id!)).toMatchObject({ reply: { title: 'Referred to' } });
    }
    const withProposal = await applied({ changes: { title: 'Proposed for' } });
    const changes = { title: 'x', case_id: withProposal.record_id!, ...times };
    await propose({ record_type: 'calendar_event', changes });
    expect(await undoOf(withProposal)).toMatchObject(refusedFor('referenced'));
  });

  it('belongs to the person who applied it, while that person sees the record', async () => {
    const { id } = await newCase('Ours');
    const proposal = await applied({ record_id: id, changes: { amount: '8' } });
    const byMember = await service.request(workspaceDecisions.undoProposal, of(proposal.id, member));
    expect(byMember).toMatchObject(refusedFor('other_person'));
    const hidden = { organisation_id, by: admin.id, record_id: id, revision: null };
    await service.reply(workspaceRecords.editCase, { ...hidden, changes: { member_ids: [admin.id] } }, asAdmin());
    expect(await service.outcomeCode(workspaceDecisions.undoProposal, of(proposal.id, member))).toBe(
      'proposal.not_found',
    );
    const foreign = { ...of(proposal.id), organisation_id: 'org_other' };
    expect(await service.outcomeCode(workspaceDecisions.undoProposal, foreign)).toBe('proposal.not_found');
    expect(await undoOf(proposal)).toMatchObject({ reply: { undone_at: expect.any(String) } });
  });
});

describe('rebuild from the log', () => {
  it('recreates the same states and views after undos', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
