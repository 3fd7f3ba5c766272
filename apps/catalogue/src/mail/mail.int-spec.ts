import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueMails,
  catalogueMembers,
  catalogueNotifications,
  type Actor,
  type HubNotificationPreferences,
} from '@kushk/contracts';
import { newSealingKey, newSigningKey } from '@kushk/credentials';
import { lastDigestAt, MailWorker } from '@kushk/mail';
import { staffIdOf } from '@kushk/staff';
import { decodedBody, MailReceiver, startService, unfolded, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { CatalogueModule } from '../catalogue.module.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const issuer = 'https://sign-in.example';
const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator'], name: 'Olga' };
const atOnce = { key_expiring: { page: false, email: 'at_once' } } as const;
const mails = new MailReceiver();
const { received } = mails;
/** Two processes of the service on one database. */
let services: readonly [ServiceUnderTest, ServiceUnderTest];
/** Ahead of the real time, so that everything is newer than the preferences. It only goes forward. */
let time = Date.now() + MINUTE_MS;

beforeAll(async () => {
  await mails.listen();
  const environment = {
    KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
    KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
    KUSHK_FIRST_OPERATOR: 'olga',
    KUSHK_SMTP_URL: mails.urlFrom('kushk@hub.example'),
    KUSHK_CONTENT_KEYS: JSON.stringify([newSealingKey()]),
    KUSHK_BASE_URL: 'https://hub.example',
  };
  const first = await startService('catalogue', CatalogueModule, environment);
  const same = { KUSHK_SCOPE: first.scope, KUSHK_DATABASE_URL: first.databaseUrl };
  services = [first, await startService('catalogue', CatalogueModule, { ...environment, ...same })];
  await first.reply(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, olga);
  for (const subject of ['olga', 'sara']) await join(subject);
  await first.reply(catalogue.addStaff, { subject: 'omid', name: 'Omid', roles: ['operator'], by: 'olga' }, olga);
  for (const subject of ['olga', 'omid', 'sara', 'zahra']) await signIn(subject);
});
afterAll(async () => {
  for (const service of services ?? []) await service.stop();
  await mails.close();
});
beforeEach(async () => {
  // What an earlier test left is settled.
  await pass(90 * MINUTE_MS);
  received.length = 0;
});

const join = (subject: string) =>
  services[0].reply(catalogueMembers.addMember, { publisher_id: 'acme', subject, name: subject, by: 'olga' }, olga);
const signIn = (subject: string) =>
  services[0].reply(catalogueMails.storeMailAddress, { issuer, subject, address: `${subject}@people.example` });
const run = (at = time) => Promise.all(services.map(({ app }) => app.get(MailWorker).run(new Date(at))));
async function pass(ms: number): Promise<void> {
  time += ms;
  await run();
}
const asStaff = (subject: string, kinds: HubNotificationPreferences) =>
  services[0].reply(
    catalogueNotifications.setPreferencesOfStaff,
    { subject, roles: ['operator'], kinds },
    { kind: 'staff', subject, roles: ['operator'], name: subject },
  );
const asMember = (subject: string, kinds: HubNotificationPreferences) =>
  services[0].reply(catalogueNotifications.setPreferencesOfMember, { subject, kinds });
/** A key that begins to need attention now, in the time of this test: after the last digest at every hour of a day. */
async function issueEndingKey(): Promise<void> {
  const expires_at = new Date(time + 30 * DAY_MS).toISOString();
  await services[0].reply(catalogue.issueKey, { publisher_id: 'acme', label: 'Nightly', expires_at }, olga);
}
const receivers = () => received.flatMap(({ to }) => to);
const addresses = () =>
  services[0].app
    .get(DataSource)
    .query<{ subject: string; sealed: string }[]>('select subject, sealed from mail_addresses order by subject');

describe('notifications of the hub by e-mail', () => {
  it('reach each subscriber once, with kinds and counts alone, although two processes send them', async () => {
    await asStaff('olga', atOnce);
    await asMember('sara', { key_expiring: { page: true, email: 'daily' } });
    await issueEndingKey();
    await issueEndingKey();
    await run();
    await run();
    expect(receivers()).toEqual(['olga@people.example']);
    expect(mails.subjects()).toEqual(['هاب کوشک: ۲ اعلان تازه']);
    const body = decodedBody(received[0]!.raw);
    expect(body).toContain('اعتبار کلیدی رو به پایان است: ۲');
    expect(body).toContain('https://hub.example/notifications\r\n');
    expect(body).not.toMatch(/Nightly|acme/i);
    expect(unfolded(received[0]!.raw)).toMatch(/^List-Unsubscribe: <https:\/\/hub\.example\/unsubscribe\?token=/m);

    time = lastDigestAt(new Date(time)).getTime() + DAY_MS;
    await run();
    await run();
    expect(receivers().slice(1)).toEqual(['sara@people.example']);
    expect(mails.subjects()[1]).toBe('هاب کوشک: ۲ اعلان در گزارش روزانه');
    expect(decodedBody(received[1]!.raw)).toContain('https://hub.example/portal/acme/notifications');
    await asMember('sara', {});
  });

  it('do not reach a person without a role, and the address is deleted', async () => {
    expect((await addresses()).map(({ subject }) => subject)).toEqual(['olga', 'omid', 'sara']);
    expect(JSON.stringify(await addresses())).not.toContain('people.example');
    await asStaff('olga', {});
    await asStaff('omid', atOnce);
    await asMember('sara', atOnce);
    await mails.close();
    await issueEndingKey();
    await run();
    await services[0].reply(catalogue.removeStaff, { id: staffIdOf('omid'), by: 'olga' }, olga);
    const { items } = await services[0].reply(catalogueMembers.listMembers, {
      publisher_id: 'acme',
      cursor: null,
      limit: 50,
    });
    const { id } = items.find(({ subject }) => subject === 'sara')!;
    await services[0].reply(catalogueMembers.removeMember, { publisher_id: 'acme', id, by: 'olga' }, olga);
    await mails.listen();
    await pass(90 * MINUTE_MS);
    expect([receivers(), (await addresses()).map(({ subject }) => subject)]).toEqual([[], ['olga']]);
    await signIn('omid');
    expect(await addresses()).toHaveLength(1);
  });

  it('end with the token of a mail, as staff and as a member', async () => {
    await asStaff('olga', atOnce);
    await asMember('olga', atOnce);
    await issueEndingKey();
    await run();
    await run();
    expect(receivers()).toEqual(['olga@people.example', 'olga@people.example']);
    const token = mails.unsubscribeToken(0);
    const refused = await services[0].outcomeCode(catalogueMails.unsubscribe, { token: `${token}x` });
    expect(refused).toBe('subscription.not_found');
    for (const _ of [1, 2]) await services[0].reply(catalogueMails.unsubscribe, { token });
    await issueEndingKey();
    await pass(90 * MINUTE_MS);
    expect(received).toHaveLength(2);
    for (const roles of [['operator'] as const, null]) {
      const { kinds, email } = await services[0].reply(catalogueNotifications.getPreferences, {
        subject: 'olga',
        roles,
      });
      expect([kinds.key_expiring, email]).toEqual([{ page: false, email: 'off' }, 'ready']);
    }
  });
});
