import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceNotifications,
  workspaceRecords,
  type Actor,
  type NotificationPreferences,
  type NotificationResource,
  type PersonResource,
} from '@kushk/contracts';
import { rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { createCompany } from '../test/example-company.js';
import { requestedInstallation } from '../test/example-installation.js';
import { OnClockAdvancedHandler } from './clock/on-clock-advanced/on-clock-advanced.handler.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { OnBalanceLowHandler } from './notification/on-balance-low/on-balance-low.handler.js';
import { OnBudgetReachedHandler } from './notification/on-budget-reached/on-budget-reached.handler.js';
import { OnHealthReportedHandler } from './notification/on-health-reported/on-health-reported.handler.js';
import { OnInstallationSuspendedHandler } from './notification/on-installation-suspended/on-installation-suspended.handler.js';
import { OnVersionAbandonedHandler } from './notification/on-version-abandoned/on-version-abandoned.handler.js';
import { OnUpdateDroppedHandler } from './notification/on-update-dropped/on-update-dropped.handler.js';
import { OnUpdateWaitingHandler } from './notification/on-update-waiting/on-update-waiting.handler.js';
import { OnWalletFrozenHandler } from './notification/on-wallet-frozen/on-wallet-frozen.handler.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const installation_id = 'ins_notified';
const plugin_id = 'ir.acme.invoices';
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

const of = ({ id: person_id }: PersonResource) => ({ organisation_id, person_id });
const listed = (person: PersonResource, { limit = 50, cursor = null as string | null } = {}) =>
  service.reply(workspaceNotifications.listNotifications, { ...of(person), limit, cursor });
const kindsOf = async (person: PersonResource) => (await listed(person)).items.map(({ kind }) => kind);
const read = (person: PersonResource, until: string | null = null) =>
  service.reply(workspaceNotifications.markNotificationsRead, { ...of(person), until });
const low = (at: Date, available = '3') =>
  service.deliverTwice(OnBalanceLowHandler, {
    ...{ installation_id, organisation_id, available, threshold: '5' },
    at: at.toISOString(),
  });
const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);

let proposed = 0;
async function propose(record_id: string, assignee_id: string | null = null): Promise<string> {
  const { proposal } = await service.reply(workspace.makeProposal, {
    ...{ installation_id, organisation_id, person_id: null, base_revision: null, assignee_id },
    external_id: `notified-${(proposed += 1)}`,
    ...{ action: 'update', record_type: 'case', record_id, changes: { amount: '9' } },
    summary: `The amount found ${proposed}`,
  });
  return proposal.id;
}
const newCase = async (fields: object = {}): Promise<string> =>
  (
    await service.reply(workspaceRecords.createCase, {
      organisation_id,
      by: admin.id,
      fields: { title: 'Notified', amount: '7', ...fields },
    })
  ).id;
const actorOf = ({ id: person_id, role, name }: PersonResource): Actor => {
  return { kind: 'person', person_id, organisation_id, role, name };
};
const assign = (proposal_id: string, by: PersonResource, to: PersonResource) =>
  service.reply(workspace.assignProposal, { ...of(by), proposal_id, assignee_id: to.id }, actorOf(by));

describe('the notifications of a person', () => {
  it('reach admins alone about a plugin, one for each kind and installation, however often a fact is delivered', async () => {
    await low(daysAgo(8));
    expect(await listed(admin)).toEqual({ items: [], next_cursor: null, unread: 0 });
    await low(daysAgo(2));
    await low(daysAgo(1), '2');
    const suspended = { installation_id, organisation_id, plugin_id, status: 'suspended', callable: false } as const;
    await service.deliverTwice(OnInstallationSuspendedHandler, { ...suspended, at: daysAgo(3).toISOString() });
    const paused = { ...suspended, status: 'paused', at: daysAgo(0).toISOString() } as const;
    await service.deliverTwice(OnInstallationSuspendedHandler, paused);
    const abandoned = { installation_id, version: '2.0.0', at: daysAgo(4).toISOString() };
    await service.deliverTwice(OnVersionAbandonedHandler, abandoned);
    const { items, unread } = await listed(admin);
    const nothing = { proposal_id: null, summary: null, count: null, version: null, available: null };
    const about = {
      ...nothing,
      threshold: null,
      service: null,
      id: expect.stringMatching(/^ntf_/),
      read: false,
      installation_id,
      plugin_id,
    };
    expect(items).toEqual([
      { ...about, kind: 'wallet_low', at: expect.any(String), available: '2', threshold: '5' },
      { ...about, kind: 'plugin_stopped', at: expect.any(String) },
      { ...about, kind: 'plugin_failing', at: expect.any(String), version: '2.0.0' },
    ] satisfies Partial<Record<keyof NotificationResource, unknown>>[]);
    expect(unread).toBe(3);
    expect(await listed(member)).toEqual({ items: [], next_cursor: null, unread: 0 });
  });

  it('page from the newest on, and are read up to a time', async () => {
    const first = await listed(admin, { limit: 2 });
    const second = await listed(admin, { limit: 2, cursor: first.next_cursor });
    expect([...first.items, ...second.items]).toEqual((await listed(admin)).items);
    expect([second.next_cursor, second.unread]).toEqual([null, 3]);
    await read(admin, first.items[1]!.at);
    expect((await listed(admin)).items.map((one) => one.read)).toEqual([false, true, true]);
    await read(admin);
    expect((await listed(admin)).unread).toBe(0);
  });

  it('name a proposal that another person or a plugin assigned, as long as it is pending and visible', async () => {
    const caseId = await newCase();
    const [byColleague, byPlugin, own] = [
      await propose(caseId),
      await propose(caseId, member.id),
      await propose(caseId),
    ];
    await assign(byColleague, admin, member);
    await assign(own, member, member);
    const { items, unread } = await listed(member);
    expect(items.map(({ kind, proposal_id }) => [kind, proposal_id])).toEqual([
      ['proposal_assigned', byColleague],
      ['proposal_assigned', byPlugin],
    ]);
    expect(items[0]).toMatchObject({
      installation_id,
      plugin_id,
      summary: expect.stringContaining('amount'),
      read: false,
    });
    expect(unread).toBe(2);
    await service.reply(workspace.applyProposal, { ...of(member), proposal_id: byColleague });
    expect((await listed(member)).items.map(({ proposal_id }) => proposal_id)).toEqual([byPlugin]);
    const { revision } = await service.reply(workspaceRecords.getCase, { ...of(admin), record_id: caseId });
    const edit = { organisation_id, by: admin.id, record_id: caseId, revision, changes: { member_ids: [admin.id] } };
    await service.reply(workspaceRecords.editCase, edit, actorOf(admin));
    expect(await kindsOf(member)).toEqual([]);
  });

  it('have one item for all proposals that wait for over a day', async () => {
    const [seen, hidden] = [await newCase(), await newCase({ member_ids: [admin.id] })];
    await propose(seen);
    await propose(hidden);
    expect(await kindsOf(member)).toEqual([]);
    await service.deliverTwice(OnClockAdvancedHandler, { ahead_seconds: 90_000, at: new Date().toISOString() });
    const { items } = await listed(member);
    expect(items).toMatchObject([{ kind: 'proposals_waiting', count: 1, read: false }]);
    expect((await listed(admin)).items[0]).toMatchObject({ kind: 'proposals_waiting', count: 2 });
    await read(member);
    expect((await listed(member)).unread).toBe(0);
  });

  it('reach admins about an update, silence, a reached budget, and a freeze by another person', async () => {
    const at = new Date(Date.now() + 90_000_000).toISOString();
    const common = { installation_id, organisation_id, at };
    await service.deliverTwice(OnUpdateWaitingHandler, { ...common, plugin_id, version: '3.0.0', by: null });
    await service.deliverTwice(OnHealthReportedHandler, { installation_id, at, state: 'silent', since: at });
    await service.deliverTwice(OnHealthReportedHandler, { installation_id, at, state: 'failing', since: at });
    await service.deliverTwice(OnBudgetReachedHandler, {
      ...{ ...common, service: 'ocr.page', month: '2026-11', budget: '50', left: '4' },
    });
    await service.deliverTwice(OnWalletFrozenHandler, { ...common, by: admin.id });
    const news = async () => (await listed(admin)).items.filter((item) => item.at === at);
    const [byKind, kinds] = [Object.groupBy(await news(), ({ kind }) => kind), (await news()).map(({ kind }) => kind)];
    expect(kinds.toSorted()).toEqual(['budget_reached', 'plugin_failing', 'plugin_silent', 'update_waiting']);
    expect(byKind.update_waiting).toMatchObject([{ installation_id, plugin_id, version: '3.0.0' }]);
    await service.deliverTwice(OnUpdateDroppedHandler, { ...common, plugin_id, version: '2.0.0' });
    expect((await news()).map(({ kind }) => kind)).toContain('update_waiting');
    const { capabilities } = requestedInstallation({ installation_id, organisation_id });
    await service.deliverTwice(OnCapabilitiesChangedHandler, {
      ...{ ...common, plugin_id, plan: null, capabilities: { ...capabilities, version: '3.0.0' } },
    });
    expect((await news()).map(({ kind }) => kind)).not.toContain('update_waiting');
    const offered = { installation_id: 'ins_declined', organisation_id, plugin_id, at, version: '3.0.0' };
    await service.deliverTwice(OnInstallationRequestedHandler, requestedInstallation(offered));
    await service.deliverTwice(OnUpdateWaitingHandler, { ...offered, by: null });
    expect((await news()).map(({ kind }) => kind)).toContain('update_waiting');
    await service.deliverTwice(OnUpdateDroppedHandler, offered);
    expect((await news()).map(({ kind }) => kind)).not.toContain('update_waiting');
    expect(byKind.plugin_failing).toMatchObject([{ version: null }]);
    expect(byKind.budget_reached).toMatchObject([{ service: 'ocr.page', available: '4', threshold: '50' }]);
    await service.deliverTwice(OnWalletFrozenHandler, {
      ...common,
      at: new Date(Date.parse(at) + 1).toISOString(),
      by: 'staff:platform',
    });
    expect(await kindsOf(admin)).toContain('wallet_frozen');
    expect(Object.keys((await listed(admin)).items[0]!)).not.toContain('by');
  });

  it('are not listed or counted for a kind that the person does not want', async () => {
    const set = (person: PersonResource, kinds: NotificationPreferences) =>
      service.reply(workspaceNotifications.setNotificationPreferences, { ...of(person), kinds }, actorOf(person));
    const [shown, hidden] = [{ page: true, email: 'off' } as const, { page: false, email: 'off' } as const];
    const unread = async () => (await listed(admin)).unread;
    const [before, expected] = [await unread(), { wallet_frozen: hidden, plugin_silent: shown }];
    expect((await set(admin, { wallet_frozen: hidden })).kinds).toMatchObject(expected);
    expect(await kindsOf(admin)).not.toContain('wallet_frozen');
    expect(await unread()).toBe(before - 1);
    const ofMember = await service.reply(workspaceNotifications.getNotificationPreferences, of(member));
    expect(ofMember).toEqual({ kinds: { proposal_assigned: shown, proposals_waiting: shown }, email: 'off' });
    expect((await set(admin, {})).kinds).toMatchObject({ wallet_frozen: shown });
    expect(await unread()).toBe(before);
  });

  it('equal those of a rebuild, and omit what only admins see once the person is no admin any more', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    await service.reply(workspace.changePerson, {
      ...{ organisation_id, by: admin.id, person_id: member.id, name: null, role: 'admin' },
    });
    expect(await kindsOf(member)).toEqual(expect.arrayContaining(await kindsOf(admin)));
    await service.reply(workspace.changePerson, {
      ...{ organisation_id, by: member.id, person_id: admin.id, name: null, role: 'member' },
    });
    expect(await kindsOf(admin)).toEqual(['proposals_waiting']);
  });
});
