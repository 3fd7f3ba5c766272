/** From the sign-in to the mailbox of development, at two gateways (docs/reference/notifications.md#e-mail). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSealingKey } from '@kushk/credentials';
import { eventually, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { HubBrowser } from './hub-browser.js';
import { startHub, type HubHarness } from './hub-harness.js';

const PREFERENCES = '/operator/v1/notifications/preferences';
const MAILS = '/operator/v1/dev/mails';
const wanted = { page: true, email: 'at_once' };
let hub: HubHarness;
let olga: HttpClient;
beforeAll(async () => {
  const contentKeys = JSON.stringify([newSealingKey()]);
  hub = await startHub({ environment: { KUSHK_ENVIRONMENT: 'development', KUSHK_CONTENT_KEYS: contentKeys } });
  olga = await hub.as('olga', 1);
});
afterAll(() => hub?.stop());

describe('the e-mails of the hub', () => {
  it('go to the verified address of the last sign-in, until the mail itself ends that', async () => {
    const email = async () => (await olga(PREFERENCES)).json['email'];
    expect(await email()).toBe('no_address');
    await new HubBrowser(hub).signIn({ subject: 'olga', email: 'olga@people.example' });
    await new HubBrowser(hub).signIn({ subject: 'zahra', email: 'zahra@people.example' });
    expect(await email()).toBe('mailbox');
    await olga(PREFERENCES, { method: 'PUT', json: { kinds: { key_expiring: wanted } } });
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    await olga('/operator/v1/publishers/acme/keys', { json: { label: 'Nightly', expires_at } });
    const mails = await eventually(async () => {
      const found = (await olga(MAILS)).json['mails'] as readonly Record<string, string>[];
      return found.length > 0 && found;
    });
    expect(mails).toMatchObject([{ to: 'olga@people.example', subject: 'هاب کوشک: ۱ اعلان تازه' }]);
    expect(statusAndCode(await (await hub.as('rita'))(MAILS))).toBe('403 auth.role_missing');

    const { pathname, search } = new URL(
      /https?:\S+unsubscribe\S+/.exec((mails as typeof mails & object)[0]!['text']!)![0],
    );
    const anyone = httpClient(hub.ports[0]!);
    const wayOf = async () =>
      ((await olga(PREFERENCES)).json['kinds'] as Record<string, typeof wanted>)['key_expiring'];
    expect([(await anyone(`${pathname}${search}`)).status, await wayOf()]).toEqual([200, wanted]);
    expect((await anyone(`${pathname}${search}x`, { method: 'POST' })).status).toBe(404);
    expect((await anyone(`${pathname}${search}`, { method: 'POST' })).status).toBe(200);
    expect(await wayOf()).toEqual({ page: true, email: 'off' });
    await new HubBrowser(hub).signIn({ subject: 'olga' });
    expect(await email()).toBe('no_address');
  });
});
