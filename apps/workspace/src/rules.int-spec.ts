import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceRecords,
  workspaceRules,
  type Actor,
  type DataOf,
  type installationFacts,
  type PersonResource,
  type ProposalResource,
  type RuleAction,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { proposalStream } from './proposal/proposal.js';
import { ruleSetStream } from './rule/rule-set.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const PLUGIN = 'ir.acme.calendar';
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
const times = { starts_at: '2026-12-01T06:30:00.000Z', ends_at: '2026-12-01T07:30:00.000Z' };
let service: ServiceUnderTest;
/** A second process of the service. It answers about half of the requests. */
let second: ServiceUnderTest;
let organisation_id: string;
let sara: PersonResource;
let ids = 0;

async function person(name: string, role: 'admin' | 'member'): Promise<PersonResource> {
  const subject = `${name}-${(ids += 1)}`;
  const by = sara.id;
  return await service.reply(workspace.addPerson, { organisation_id, issuer: 'https://id', subject, name, role, by });
}

beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  second = await startService('workspace', WorkspaceModule, {
    KUSHK_DATABASE_URL: service.databaseUrl,
    KUSHK_SCOPE: service.scope,
  });
  const made = await service.reply(workspace.createOrganisation, {
    name: 'شرکت نمونه',
    locale,
    admin: { issuer: 'https://id', subject: 'sara', name: 'سارا' },
  });
  organisation_id = made.organisation.id;
  sara = made.admin;
  const installed: DataOf<typeof installationFacts.installationRequested> = {
    installation_id: 'ins_1',
    organisation_id,
    plugin_id: PLUGIN,
    at: '2026-11-20T08:00:00.000Z',
    plan: null,
    api_base: '',
    sealed_signing_secret: '',
    capabilities: {
      plugin_id: PLUGIN,
      version: '1.0.0',
      kind: 'external',
      base_url: 'http://127.0.0.1:1',
      scopes: ['proposals.calendar_event', 'proposals.document'],
      records: [],
      proposals: ['calendar_event', 'document'].map((record_type) => ({
        record_type,
        actions: ['create', 'update'] as const,
      })),
      sources: [],
      events: [],
      services: [],
      plans: [],
    },
  };
  await service.deliverTwice(OnInstallationRequestedHandler, installed);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const both: readonly RuleAction[] = ['create', 'update'];
const makeRule = (by: PersonResource, plugin_id: string | null = PLUGIN, actions = both) =>
  service.reply(workspaceRules.makeRule, {
    ...{ organisation_id, by: by.id, plugin_id },
    record_type: 'calendar_event',
    actions,
  });
const revoke = (rule_id: string) => service.reply(workspaceRules.revokeRule, { organisation_id, by: sara.id, rule_id });
const remove = (removed: PersonResource) =>
  service.reply(workspace.removePerson, { organisation_id, person_id: removed.id, by: sara.id });
const rules = async () =>
  (await service.reply(workspaceRules.listRules, { organisation_id, limit: 200, cursor: null })).items;

async function propose(
  changes: { readonly [field: string]: string },
  more: { readonly record_type?: string; readonly record_id?: string; readonly base_revision?: number } = {},
): Promise<ProposalResource> {
  const made = await service.reply(workspace.makeProposal, {
    installation_id: 'ins_1',
    organisation_id,
    person_id: null,
    external_id: `event-${(ids += 1)}`,
    record_type: 'calendar_event',
    action: more.record_id === undefined ? 'create' : 'update',
    record_id: null,
    base_revision: null,
    changes,
    summary: 'A meeting found in a message',
    assignee_id: null,
    ...more,
  });
  return made.proposal;
}
const meeting = () => propose({ title: 'جلسه', ...times });

describe('a rule', () => {
  it('applies a matching proposal at once and in one commit, and stops with its revocation', async () => {
    const before = await meeting();
    const rule = await makeRule(sara);
    expect(await rules()).toEqual([{ ...rule, plugin_id: PLUGIN, created_by: sara.id }]);
    const applied = await meeting();
    expect(applied).toMatchObject({ status: 'applied', settled_by: 'rule', record_id: expect.stringMatching(/^cal_/) });
    const facts = await service.app.get(EventStore).history(streamRef(proposalStream, applied.id));
    expect(facts.map(({ type }) => type)).toEqual(['ProposalMade', 'ProposalApplied']);
    expect(facts[0]!.at).toEqual(facts[1]!.at);
    const own = { organisation_id, person_id: sara.id };
    expect(await service.reply(workspace.getProposal, { ...own, proposal_id: applied.id })).toMatchObject({
      settled_by: 'rule',
      rule_id: rule.id,
    });
    expect(
      await service.reply(workspaceRecords.getCalendarEvent, { ...own, record_id: applied.record_id! }),
    ).toMatchObject({ title: 'جلسه', revision: 1 });
    // What was pending when the rule was made was left to people, and stays so.
    expect(await service.reply(workspace.getProposal, { ...own, proposal_id: before.id })).toMatchObject({
      status: 'pending',
    });
    await revoke(rule.id);
    for (let n = 0; n < 6; n += 1) expect(await meeting()).toMatchObject({ status: 'pending', settled_by: null });
    expect(await rules()).toEqual([]);
  });

  it('applies only the actions that its admin named, whatever an update of the plugin adds', async () => {
    const rule = await makeRule(sara, PLUGIN, ['create']);
    expect(rule.actions).toEqual(['create']);
    const { status, record_id } = await meeting();
    expect(status).toBe('applied');
    const change = { title: 'changed without a person' };
    expect(await propose(change, { record_id: record_id! })).toMatchObject({ status: 'pending', settled_by: null });
    await revoke(rule.id);
  });

  it('never overwrites: a proposal over a newer edit waits for a person', async () => {
    const rule = await makeRule(sara, null);
    const { record_id } = await meeting();
    const stale = { record_id: record_id!, base_revision: 1 };
    expect(await propose({ title: 'First' }, stale)).toMatchObject({ status: 'applied' });
    expect(await propose({ title: 'Second' }, stale)).toMatchObject({ status: 'pending', settled_by: null });
    expect(await propose({ title: 'Third' }, { record_id: record_id! })).toMatchObject({ status: 'applied' });
    await revoke(rule.id);
  });

  it('is refused for a type that is not low-risk, twice for one plugin, and from a member', async () => {
    const member = await person('نیما', 'member');
    const make = (more: object, actor?: Actor) =>
      service.outcomeCode(
        workspaceRules.makeRule,
        { organisation_id, by: sara.id, plugin_id: PLUGIN, record_type: 'calendar_event', actions: both, ...more },
        actor,
      );
    const asMember: Actor = { kind: 'person', person_id: member.id, organisation_id, role: 'admin', name: 'نیما' };
    expect(await make({ record_type: 'document' })).toBe('request.invalid');
    expect(await make({ actions: [] })).toBe('request.invalid');
    expect(await make({ by: member.id }, asMember)).toBe('auth.role_missing');
    expect(await make({})).toBe('accepted');
    expect(await make({})).toBe('rule.exists');
    expect(await propose({ title: 'A document', text: '' }, { record_type: 'document' })).toMatchObject({
      status: 'pending',
    });
    for (const { id } of await rules()) await revoke(id);
  });

  // Each attempt races proposals with the end of the rule. The log is the arbiter: nothing was applied after the end.
  it.each(['revocation', 'removal of its author'] as const)(
    'applies nothing after its end by %s, on either process',
    async (end) => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const omid = await person('امید', 'admin');
        const rule = await makeRule(omid);
        const ending = end === 'revocation' ? () => revoke(rule.id) : () => remove(omid);
        const raced = await Promise.all([meeting(), meeting(), ending().then(() => null), meeting(), meeting()]);
        const late = await Promise.all([meeting(), meeting()]);
        expect(late.map(({ status }) => status)).toEqual(['pending', 'pending']);
        const events = service.app.get(EventStore);
        const ended = (await events.history(streamRef(ruleSetStream, organisation_id))).at(-1)!;
        expect([ended.type, ended.data]).toEqual([
          end === 'revocation' ? 'RuleRevoked' : 'RuleEnded',
          expect.objectContaining({ ruleId: rule.id }),
        ]);
        for (const made of raced) {
          if (made?.status !== 'applied') continue;
          const settled = (await events.history(streamRef(proposalStream, made.id))).at(-1)!;
          expect(settled.position).toBeLessThan(ended.position);
        }
      }
    },
  );
});

describe('an assignment', () => {
  it('puts a proposal into the list of the colleague, until the colleague leaves', async () => {
    const nima = await person('نیما', 'member');
    const { id } = await meeting();
    const assign = { organisation_id, person_id: sara.id, proposal_id: id };
    const mine = async (status: 'pending' | null) =>
      (
        await service.reply(workspace.listProposals, {
          organisation_id,
          person_id: nima.id,
          assignee_id: nima.id,
          status,
          limit: 200,
          cursor: null,
        })
      ).items.map((proposal) => proposal.id);
    expect(await mine(null)).toEqual([]);
    expect(await service.reply(workspace.assignProposal, { ...assign, assignee_id: nima.id })).toMatchObject({
      assignee_id: nima.id,
      status: 'pending',
    });
    expect([await mine(null), await mine('pending')]).toEqual([[id], [id]]);
    await remove(nima);
    expect(await service.reply(workspace.getProposal, assign)).toMatchObject({ assignee_id: null, status: 'pending' });
    expect(await service.outcomeCode(workspace.assignProposal, { ...assign, assignee_id: nima.id })).toBe(
      'request.invalid',
    );
  });
});

describe('rebuild from the log', () => {
  it('recreates the same states and views', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
