import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { KeyResource } from '@kushk/contracts';
import { eventually, httpClient, statusAndCode } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

const KEYS = '/operator/v1/publishers/acme/keys';
const toTheMinute = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/;

let hub: HubHarness;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.stop());

async function issue(body: object): Promise<{ key: KeyResource; secret: string }> {
  const issued = await hub.staff(KEYS, { json: body });
  expect([issued.status, issued.json['code']]).toEqual([201, undefined]);
  const created = issued.json as unknown as { key: KeyResource; secret: string };
  expect(issued.headers['location']).toBe(`${KEYS}/${created.key.id}`);
  return created;
}
const listed = async (id: string) =>
  ((await hub.staff(KEYS)).json['items'] as KeyResource[]).find((key) => key.id === id);
const me = (gateway: number, secret: string) =>
  httpClient(hub.ports[gateway]!, { authorization: `Bearer ${secret}` })('/developer/v1/me');

describe('publisher keys', () => {
  it('are listed with label, expiry and the minute of their last use, but without their secret', async () => {
    const { key, secret } = await issue({ label: 'نسخه‌ساز', expires_at: '2999-01-01T00:00:00+03:30' });
    expect(await listed(key.id)).toEqual({
      ...key,
      label: 'نسخه‌ساز',
      last4: secret.slice(-4),
      expires_at: '2998-12-31T20:30:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect((await me(0, secret)).status).toBe(200);
    const used = await eventually(async () => (await listed(key.id))?.last_used_at);
    expect(used).toMatch(toTheMinute);
    expect(Date.now() - Date.parse(used ?? '')).toBeLessThan(120_000);
    expect((await hub.staff(KEYS)).text).not.toContain(secret.slice(3, -4));
  });

  it('stop working on every gateway from the first request after their revocation', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { key, secret } = await issue({ label: `round ${attempt}` });
      expect((await Promise.all([me(0, secret), me(1, secret)])).map(({ status }) => status)).toEqual([200, 200]);
      expect((await hub.staff(`${KEYS}/${key.id}`, { method: 'DELETE' })).status).toBe(204);
      expect((await Promise.all([me(0, secret), me(1, secret)])).map(statusAndCode)).toEqual(
        Array(2).fill('401 auth.publisher_key_invalid'),
      );
    }
  });

  it('stop working when they expire', async () => {
    const at = (ms: number) => new Date(ms).toISOString();
    // On a busy machine this time may be over before the key is issued.
    const { ends, secret } = await eventually(async () => {
      const soon = Date.now() + 3_000;
      return { ends: soon, ...(await issue({ label: 'short', expires_at: at(soon) })) };
    });
    const long = await issue({ label: 'long', expires_at: at(ends + 3_600_000) });
    const refused = await eventually(async () => {
      const answered = await me(1, secret);
      return answered.status === 401 ? answered : null;
    });
    expect((await me(1, long.secret)).status).toBe(200);
    expect(statusAndCode(refused)).toBe('401 auth.publisher_key_invalid');
    expect(Date.now()).toBeGreaterThanOrEqual(ends);
  });

  it('of another publisher give the same 404 as keys that do not exist', async () => {
    const { key } = await issue({ label: 'mine' });
    await hub.staff('/operator/v1/publishers', { json: { id: 'beta', name: 'Beta' } });
    const answers = await Promise.all([
      hub.staff(`/operator/v1/publishers/beta/keys/${key.id}`, { method: 'DELETE' }),
      hub.staff(`${KEYS}/key_nothing`, { method: 'DELETE' }),
    ]);
    expect(answers.map(statusAndCode)).toEqual(['404 key.not_found', '404 key.not_found']);
    expect(statusAndCode(await hub.staff('/operator/v1/publishers/nobody/keys'))).toBe('404 publisher.not_found');
    expect((await listed(key.id))?.revoked_at).toBeNull();
  });

  it.each([
    ['a past end', { label: 'x', expires_at: '2020-01-01T00:00:00Z' }],
    ['an end that is no time', { label: 'x', expires_at: 'tomorrow' }],
    ['an end after the last year', { label: 'x', expires_at: '9999-12-31T23:59:59-12:00' }],
    ['a day that is none', { label: 'x', expires_at: '2999-02-30T00:00:00Z' }],
    ['no label', {}],
    ['a blank label', { label: ' ' }],
    ['a label of NUL', { label: 'a\u0000' }],
  ])('are not issued for a request with %s', async (_, body) => {
    expect(statusAndCode(await hub.staff(KEYS, { json: body }))).toMatch(
      /^4(00 request\.malformed|22 request\.invalid)$/,
    );
  });
});
