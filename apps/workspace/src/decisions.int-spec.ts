import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceDecisions,
  workspaceRecords,
  type PersonResource,
  type ProposalDecision,
  type ProposalFilter,
  type RequestIdempotency,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { createCompany, idempotency } from '../test/example-company.js';
import { requestedInstallation } from '../test/example-installation.js';
import { caseType } from './case/case.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { WorkspaceModule } from './workspace.module.js';

const installation_id = 'ins_many';
let service: ServiceUnderTest;
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  ({ organisation_id, admin, member } = await createCompany(service));
  await service.deliverTwice(
    OnInstallationRequestedHandler,
    requestedInstallation({ installation_id, organisation_id }),
  );
});
afterAll(async () => {
  await service.stop();
});

const asAdmin = () => ({ kind: 'person', person_id: admin.id, organisation_id, role: 'admin', name: 'سارا' }) as const;
const newCase = async (member_ids: readonly string[] | null = null): Promise<string> =>
  (
    await service.reply(workspaceRecords.createCase, {
      ...{ organisation_id, by: admin.id },
      fields: { title: 'Rent', amount: '7', member_ids },
    })
  ).id;
const edit = (record_id: string, changes: object) =>
  service.reply(
    workspaceRecords.editCase,
    { organisation_id, by: admin.id, record_id, revision: null, changes } as never,
    asAdmin(),
  );
async function proposed(record_id: string, assignee_id: string | null = null, amount = '12.5'): Promise<string> {
  const { proposal } = await service.reply(workspace.makeProposal, {
    ...{ installation_id, organisation_id, person_id: null, base_revision: null, assignee_id },
    ...{ external_id: randomUUID(), action: 'update', record_type: 'case', record_id, summary: 'The amount found' },
    changes: { amount },
  });
  return proposal.id;
}
const amountOf = async (record_id: string) =>
  (await service.reply(workspaceRecords.getCase, { organisation_id, person_id: admin.id, record_id })).amount;
const NOTHING = { ids: null, filter: null, before: null, expected_count: null, reason: null };
interface Selected {
  readonly ids?: readonly string[];
  readonly filter?: ProposalFilter;
  readonly before?: string;
  readonly expected_count?: number;
  readonly action?: 'apply' | 'reject';
  readonly reason?: string;
  readonly idempotency?: RequestIdempotency;
}
const request = (selected: Selected, { id: person_id } = admin) => ({
  ...{ organisation_id, person_id, action: 'apply' as const },
  ...NOTHING,
  ...selected,
});
const decide = async (selected: Selected, person = admin): Promise<readonly ProposalDecision[]> =>
  (await service.reply(workspaceDecisions.decideProposals, request(selected, person))).items;
const codes = (items: readonly ProposalDecision[]) => items.map(({ outcome, code }) => code ?? outcome);
const statusOf = async (proposal_id: string, { id: person_id } = admin) =>
  (await service.reply(workspace.getProposal, { organisation_id, person_id, proposal_id })).status;
const now = (): string => new Date().toISOString();

describe('many proposals that a person decides together', () => {
  it('get an answer each, and a stale one is not overwritten', async () => {
    const [fresh, stale, hidden] = [await newCase(), await newCase(), await newCase([admin.id])];
    const ids = [await proposed(fresh), await proposed(stale), await proposed(hidden), 'prp_nothing'];
    const settled = await proposed(await newCase());
    await edit(stale, { amount: '99' });
    await service.reply(workspace.rejectProposal, {
      ...{ organisation_id, person_id: admin.id, proposal_id: settled, reason: null },
    });
    const items = await decide({ ids: [...ids, settled] }, member);
    expect(items.map(({ id }) => id)).toEqual([...ids, settled]);
    expect(codes(items)).toEqual([
      'applied',
      'proposal.stale',
      'proposal.not_found',
      'proposal.not_found',
      'proposal.settled',
    ]);
    expect([await amountOf(fresh), await amountOf(stale), await amountOf(hidden)]).toEqual(['12.5', '99', '7']);
    expect(await statusOf(ids[1]!)).toBe('pending');
  });

  it('are decided in the order of the request: of those that change the same field, the first one is applied', async () => {
    const record_id = await newCase();
    const ids: string[] = [];
    for (let amount = 1; amount <= 12; amount += 1) ids.unshift(await proposed(record_id, null, String(amount)));
    const items = await decide({ ids });
    expect(codes(items)).toEqual(['applied', ...ids.slice(1).map(() => 'proposal.stale')]);
    expect(await amountOf(record_id)).toBe('12');
  });

  it('are those of the list that match the filter and that the person saw, or nothing is decided', async () => {
    const [shared, hidden] = [await newCase(), await newCase([admin.id])];
    const seen = [await proposed(shared, member.id), await proposed(await newCase(), member.id)];
    const before = now();
    const later = await proposed(await newCase(), member.id);
    await proposed(hidden);
    const selection = { filter: { assignee_id: member.id }, before, action: 'reject' as const };
    for (const expected_count of [1, 3])
      expect(
        await service.request(workspaceDecisions.decideProposals, request({ ...selection, expected_count }, member)),
      ).toMatchObject({ refusal: { code: 'request.selection_changed', params: { expected_count } } });
    const items = await decide({ ...selection, expected_count: 2, reason: 'Not ours' }, member);
    expect(items.map(({ id }) => id).sort()).toEqual([...seen].sort());
    expect(codes(items)).toEqual(['rejected', 'rejected']);
    expect(await statusOf(later)).toBe('pending');
    for (const filter of [{ record_type: 'document' }, { stale: true }, { q: 'elsewhere' }]) {
      const narrower = { ...selection, before: now(), filter: { ...selection.filter, ...filter }, expected_count: 1 };
      expect(await service.outcomeCode(workspaceDecisions.decideProposals, request(narrower, member))).toBe(
        'request.selection_changed',
      );
    }
    const ofHidden = { filter: { record_id: hidden }, before: now(), expected_count: 1 };
    expect(await service.outcomeCode(workspaceDecisions.decideProposals, request(ofHidden, member))).toBe(
      'request.selection_changed',
    );
    expect(codes(await decide({ ...ofHidden, filter: { ...ofHidden.filter, plugin_id: 'ir.acme.invoices' } }))).toEqual(
      ['applied'],
    );
  });

  it('are decided once for their idempotency key, also when several requests with it arrive at once', async () => {
    const cases = await Promise.all(Array.from({ length: 20 }, () => newCase()));
    for (const id of cases) await proposed(id, admin.id);
    const selection = { filter: { assignee_id: admin.id }, before: now(), expected_count: 20 };
    const repeated = { ...selection, idempotency: idempotency() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(repeated)));
    for (const items of answers) expect(codes(items)).toEqual(Array(20).fill('applied'));
    expect(await decide(repeated)).toEqual(answers[0]);
    const events = service.app.get(EventStore);
    for (const id of cases) expect(await events.history(streamRef(caseType.stream, id))).toHaveLength(2);
  });

  it('are decided to the end when a request that was cut off is repeated with its key', async () => {
    const ids = [await proposed(await newCase(), member.id), await proposed(await newCase(), member.id)];
    const key = idempotency();
    // What the process had stored when it stopped: the selection, and the first decision.
    const events = service.app.get(EventStore);
    const ofPart = (part: string) => ({ scope: key.scope, key: `${key.key}/${part}`, inputHash: key.input_hash });
    await events.storeReply(ofPart('selection'), ids);
    await service.reply(workspace.applyProposal, {
      ...{ organisation_id, person_id: admin.id, proposal_id: ids[0]! },
      idempotency: { ...key, key: `${key.key}/${ids[0]}` },
    });
    const selection = { filter: { assignee_id: member.id }, before: now(), expected_count: 2 };
    const items = await decide({ ...selection, idempotency: key });
    expect(items.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'applied']));
  });

  it('are refused one by one when the person loses the role meanwhile', async () => {
    const left = await service.reply(workspace.addPerson, {
      ...{ organisation_id, issuer: 'https://sign-in', subject: 'left', name: 'Left', role: 'member' as const },
      by: admin.id,
    });
    const id = await proposed(await newCase());
    await service.reply(workspace.removePerson, { organisation_id, person_id: left.id, by: admin.id }, asAdmin());
    const actor = { kind: 'person', person_id: left.id, organisation_id, role: 'member', name: 'Left' } as const;
    const outcome = await service.request(workspaceDecisions.decideProposals, request({ ids: [id] }, left), actor);
    expect(outcome).toMatchObject({ reply: { items: [{ outcome: 'refused' }] } });
    expect(await statusOf(id)).toBe('pending');
  });

  it('are at most 500, which are decided within the deadline of a request', async () => {
    const cases = await Promise.all(Array.from({ length: 50 }, () => newCase()));
    const record = (n: number) => cases[n % cases.length]!;
    const ids: string[] = [];
    for (let n = 0; n < 500; n += 50)
      ids.push(...(await Promise.all(Array.from({ length: 50 }, (_each, k) => proposed(record(n + k))))));
    const startedMs = performance.now();
    const items = await decide({ ids });
    process.stderr.write(`500 decisions: ${Math.round(performance.now() - startedMs)} ms\n`);
    expect(new Set(codes(items))).toEqual(new Set(['applied']));
    expect(items).toHaveLength(500);
  });
});
