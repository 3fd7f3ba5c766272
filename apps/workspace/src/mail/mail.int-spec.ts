import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceMails,
  workspaceNotifications,
  workspaceRecords,
  type Actor,
  type NotificationPreferences,
  type PersonResource,
} from '@kushk/contracts';
import { newSealingKey } from '@kushk/credentials';
import { lastDigestAt, Mails, MailWorker } from '@kushk/mail';
import { decodedBody, MailReceiver, startService, unfolded, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { createCompany } from '../../test/example-company.js';
import { requestedInstallation } from '../../test/example-installation.js';
import { OnInstallationRequestedHandler } from '../installation/on-installation-requested/on-installation-requested.handler.js';
import { OnBalanceLowHandler } from '../notification/on-balance-low/on-balance-low.handler.js';
import { OnUpdateWaitingHandler } from '../notification/on-update-waiting/on-update-waiting.handler.js';
import { WorkspaceModule } from '../workspace.module.js';

const installation_id = 'ins_mailed';
const MINUTE_MS = 60_000;
const mails = new MailReceiver();
const { received } = mails;

/** Two processes of the service on one database. */
let services: readonly [ServiceUnderTest, ServiceUnderTest];
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;
/** Ahead of the real time, so that everything is newer than the preferences. It only goes forward. */
let time = Date.now() + MINUTE_MS;

beforeAll(async () => {
  await mails.listen();
  const environment = {
    KUSHK_SMTP_URL: mails.urlFrom('kushk@i1.example'),
    KUSHK_CONTENT_KEYS: JSON.stringify([newSealingKey()]),
    KUSHK_SERVICE_ORIGIN: 'https://i1.example',
  };
  const first = await startService('workspace', WorkspaceModule, environment);
  const same = { KUSHK_SCOPE: first.scope, KUSHK_DATABASE_URL: first.databaseUrl };
  services = [first, await startService('workspace', WorkspaceModule, { ...environment, ...same })];
  ({ organisation_id, admin, member } = await createCompany(first));
  await first.deliverTwice(OnInstallationRequestedHandler, requestedInstallation({ installation_id, organisation_id }));
  for (const person of [admin, member]) {
    const [identity] = await database().query<{ issuer: string; subject: string }[]>(
      'select issuer, subject from people where stream_id = $1',
      [person.id],
    );
    const address = `${person === admin ? 'admin' : 'member'}@company.example`;
    await first.reply(workspaceMails.storeMailAddress, { ...identity!, address });
  }
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await mails.close();
});
beforeEach(async () => {
  // What an earlier test left is settled.
  await pass(90 * MINUTE_MS);
  received.length = 0;
});

const database = () => services[0].app.get(DataSource);
const run = (at = time) => Promise.all(services.map(({ app }) => app.get(MailWorker).run(new Date(at))));
async function pass(ms: number): Promise<void> {
  time += ms;
  await run();
}
const of = ({ id: person_id }: PersonResource) => ({ organisation_id, person_id });
const actorOf = ({ id: person_id, role, name }: PersonResource): Actor => {
  return { kind: 'person', person_id, organisation_id, role, name };
};
const want = (person: PersonResource, kinds: NotificationPreferences) =>
  services[0].reply(workspaceNotifications.setNotificationPreferences, { ...of(person), kinds }, actorOf(person));
const atOnce = { page: true, email: 'at_once' } as const;
const daily = { page: true, email: 'daily' } as const;
async function low(): Promise<void> {
  time += 1_000;
  const at = new Date(time).toISOString();
  const fact = { installation_id, organisation_id, available: '3', threshold: '5', at };
  await services[0].deliverTwice(OnBalanceLowHandler, fact);
}

let proposed = 0;
async function proposeTo(person: PersonResource) {
  const fields = { title: 'Mailed', amount: '7' };
  const { id: record_id } = await services[0].reply(workspaceRecords.createCase, {
    ...{ organisation_id, by: admin.id, fields },
  });
  const { proposal } = await services[0].reply(workspace.makeProposal, {
    ...{ installation_id, organisation_id, person_id: null, base_revision: null, assignee_id: person.id },
    ...{ action: 'update', record_type: 'case', record_id, changes: { amount: '9' } },
    external_id: `mailed-${(proposed += 1)}`,
    summary: 'A text of a record',
  });
  return { record_id, proposal_id: proposal.id };
}

describe('notifications by e-mail', () => {
  it('are sent once by two processes, to whom they are for, as kinds and counts', async () => {
    await want(admin, { wallet_low: atOnce });
    await want(member, { wallet_low: atOnce, proposal_assigned: atOnce });
    time += 10 * MINUTE_MS;
    await proposeTo(member);
    await low();
    await run();
    await run();
    // The loop of a process may have sent the proposal, which is older, before.
    expect(new Set(received.flatMap(({ to }) => to))).toEqual(
      new Set(['admin@company.example', 'member@company.example']),
    );
    const toMember = received.filter(({ to }) => to[0] === 'member@company.example');
    const [ofMember, ...others] = toMember;
    expect(others).toEqual([]);
    const texts = decodedBody(ofMember!.raw);
    expect(texts).toContain('پیشنهادی به شما واگذار شد: ۱');
    expect(texts).not.toContain('موجودی');
    expect(texts).not.toContain('A text of a record');
    expect(unfolded(ofMember!.raw)).toMatch(/^List-Unsubscribe: <https:\/\/i1\.example\/unsubscribe\?token=/m);
    expect(ofMember!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(JSON.stringify(await database().query('select * from mail_addresses'))).not.toContain('company.example');
  });

  it('are not sent for what the person may no longer see, or that is settled', async () => {
    await want(member, { proposal_assigned: atOnce });
    await mails.close();
    const { record_id, proposal_id } = await proposeTo(member);
    const other = await proposeTo(member);
    time += 10 * MINUTE_MS;
    await run();
    await services[0].reply(workspace.applyProposal, { ...of(member), proposal_id });
    const { revision } = await services[0].reply(workspaceRecords.getCase, {
      ...of(admin),
      record_id: other.record_id,
    });
    const edit = { organisation_id, by: admin.id, record_id: other.record_id, revision };
    await services[0].reply(
      workspaceRecords.editCase,
      { ...edit, changes: { member_ids: [admin.id] } },
      actorOf(admin),
    );
    await mails.listen();
    await pass(90 * MINUTE_MS);
    expect([record_id !== other.record_id, received]).toEqual([true, []]);
  });

  it('are sent when the server is back, once, and by another process when the first one was killed', async () => {
    await want(admin, { wallet_low: atOnce });
    await mails.close();
    await low();
    await run();
    await mails.listen();
    await run();
    expect(received).toEqual([]);
    await pass(2 * MINUTE_MS);
    await pass(90 * MINUTE_MS);
    expect(received).toHaveLength(1);

    await low();
    const killed = services[0].app.get(Mails);
    await database().query(
      `insert into mails (mail_id, person_id, way, created_at, due_at, attempts)
       values ('killed', $1, 'at_once', $2, $2, 0)`,
      [admin.id, new Date(time)],
    );
    await database().query(
      `insert into mailed_notifications (person_id, notification_id, at, mail_id)
       select $1, notice_id, at, 'killed' from notices where kind = 'wallet_low'`,
      [admin.id],
    );
    expect(await killed.claim(new Date(time))).toMatchObject({ mail_id: 'killed' });
    await run();
    expect(received).toHaveLength(1);
    await pass(6 * MINUTE_MS);
    await pass(6 * MINUTE_MS);
    expect(received).toHaveLength(2);
    expect(received[1]!.raw).toContain('Message-ID: <killed@i1.example>');
  });

  it('are at most 20 in an hour, and the rest is in one mail', async () => {
    await want(admin, { wallet_low: atOnce, update_waiting: atOnce });
    for (let sent = 0; sent < 21; sent += 1) {
      await low();
      await run();
    }
    const at = new Date((time += 1_000)).toISOString();
    const update = { installation_id, organisation_id, plugin_id: 'ir.acme.invoices', version: '2.0.0', by: null, at };
    await services[0].deliverTwice(OnUpdateWaitingHandler, update);
    await run();
    expect(received).toHaveLength(20);
    await pass(61 * MINUTE_MS);
    expect(mails.subjects().slice(20)).toEqual(['کوشک: ۲ اعلان تازه']);
  });

  it('are in a digest of the day, and end with the token of a mail', async () => {
    await want(admin, { wallet_low: daily });
    const digestAt = lastDigestAt(new Date(time)).getTime() + 24 * 60 * MINUTE_MS;
    await low();
    await run(digestAt - 1);
    expect(received).toEqual([]);
    time = digestAt;
    await run();
    await run();
    expect(mails.subjects()).toEqual(['کوشک: ۱ اعلان در گزارش روزانه']);
    const token = mails.unsubscribeToken(0);
    const refused = await services[0].outcomeCode(workspaceMails.unsubscribe, { token: `${token}x` });
    expect(refused).toBe('subscription.not_found');
    for (const _ of [1, 2]) await services[0].reply(workspaceMails.unsubscribe, { token });
    await low();
    await pass(48 * 60 * MINUTE_MS);
    expect(received).toHaveLength(1);
    const { kinds, email } = await services[0].reply(workspaceNotifications.getNotificationPreferences, of(admin));
    expect([kinds.wallet_low, email]).toEqual([{ page: true, email: 'off' }, 'ready']);
  });

  it('are given up for an address that the server refuses, and not sent without one', async () => {
    await want(admin, { wallet_low: atOnce });
    mails.refusal = { responseCode: 550 };
    await low();
    await run();
    mails.refusal = null;
    await pass(90 * MINUTE_MS);
    expect(received).toEqual([]);
    const [identity] = await database().query<{ issuer: string; subject: string }[]>(
      'select issuer, subject from people where stream_id = $1',
      [admin.id],
    );
    await services[0].reply(workspaceMails.storeMailAddress, { ...identity!, address: null });
    await low();
    await pass(MINUTE_MS);
    expect(received).toEqual([]);
    const { email } = await services[0].reply(workspaceNotifications.getNotificationPreferences, of(admin));
    expect(email).toBe('no_address');
  });
});
