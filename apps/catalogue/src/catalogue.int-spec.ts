import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, type Actor } from '@kushk/contracts';
import { checkCredential, hashCredential } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { rebuild } from '@kushk/event-store';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from './catalogue.module.js';
import { catalogueStore } from './store.module.js';

const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator'], name: 'Olga' };
const asOlga = { actor: olga, requestId: 'req_test' };
const pepper = Buffer.alloc(32, 7);

let service: ServiceUnderTest;
let broker: ServiceUnderTest['broker'];

beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule, {
    KUSHK_PEPPER: pepper.toString('base64url'),
    KUSHK_FIRST_OPERATOR: 'olga',
  });
  ({ broker } = service);
  for (const id of ['acme', 'beta'])
    replyOf(await broker.request(catalogue.addPublisher, { id, name: `${id} company` }, asOlga));
});
afterAll(() => service.stop());

function replyOf<Reply>(outcome: Outcome<Reply>): Reply {
  if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
  return outcome.reply;
}
describe('a publisher key', () => {
  it('is returned once, authenticates by its hash, and stops working when it is revoked', async () => {
    const request = {
      publisher_id: 'acme',
      label: 'CI',
      expires_at: null,
      idempotency: { scope: 'olga', key: 'issue-1', input_hash: 'h' },
    };
    const { key, secret } = replyOf(await broker.request(catalogue.issueKey, request, asOlga));
    if (!checkCredential('kp', secret)) throw new Error('no key');
    expect(replyOf(await broker.request(catalogue.issueKey, request, asOlga))).toEqual({ key, secret: null });
    const key_hash = hashCredential(pepper, secret);
    const known = replyOf(await broker.request(catalogue.authenticateKey, { key_hash }, asOlga));
    expect(known).toEqual({ publisher: { id: 'acme', name: 'acme company' }, key });
    expect(key).toMatchObject({ label: 'CI', last4: secret.slice(-4), last_used_at: null, revoked_at: null });
    const used = await eventually(
      async () => replyOf(await broker.request(catalogue.authenticateKey, { key_hash }, asOlga)).key.last_used_at,
    );
    expect(used).toMatch(/:00\.000Z$/);
    expect(await broker.request(catalogue.revokeKey, { publisher_id: 'beta', key_id: key.id }, asOlga)).toMatchObject({
      refusal: { code: 'key.not_found' },
    });
    for (const _again of [1, 2])
      replyOf(await broker.request(catalogue.revokeKey, { publisher_id: 'acme', key_id: key.id }, asOlga));
    expect(await broker.request(catalogue.authenticateKey, { key_hash }, asOlga)).toEqual({
      accepted: false,
      refusal: { code: 'auth.publisher_key_invalid', params: {} },
    });
    expect(replyOf(await broker.request(catalogue.listKeys, { publisher_id: 'acme' }, asOlga)).items).toMatchObject([
      { id: key.id, revoked_at: expect.any(String) },
    ]);
  });

  it('stops working when it expires', async () => {
    // A loaded machine may need seconds to issue or use the short key, so the long one shows that keys work until then.
    const issue = async (afterMs: number) => {
      const expires_at = new Date(Date.now() + afterMs).toISOString();
      const key = { publisher_id: 'beta', label: 'Short', expires_at };
      const issued = replyOf(await broker.request(catalogue.issueKey, key, asOlga));
      expect(issued.key.expires_at).toBe(expires_at);
      return issued;
    };
    const short = await eventually(() => issue(2_000));
    const long = await issue(3_600_000);
    const isAccepted = async ({ secret }: typeof short) =>
      (await broker.request(catalogue.authenticateKey, { key_hash: hashCredential(pepper, secret ?? '') }, asOlga))
        .accepted;
    await eventually(async () => !(await isAccepted(short)));
    expect(await isAccepted(long)).toBe(true);
    expect(
      await broker.request(
        catalogue.issueKey,
        { publisher_id: 'beta', label: 'Past', expires_at: short.key.expires_at },
        asOlga,
      ),
    ).toMatchObject({ refusal: { code: 'request.invalid' } });
  });
});

describe('the catalogue service', () => {
  it('authenticates only its staff, the first of whom the configuration names', async () => {
    expect(
      replyOf(await broker.request(catalogue.authenticateStaff, { issuer: 'https://sign-in', subject: 'olga' }, asOlga))
        .roles,
    ).toEqual(['operator']);
    expect(
      await broker.request(catalogue.authenticateStaff, { issuer: 'https://sign-in', subject: 'mallory' }, asOlga),
    ).toEqual({
      accepted: false,
      refusal: { code: 'auth.role_missing', params: { required: ['operator', 'reviewer', 'billing'] } },
    });
  });

  it('adds a publisher only once', async () => {
    expect(await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Another' }, asOlga)).toMatchObject({
      refusal: { code: 'catalogue.publisher_exists' },
    });
    expect(await broker.request(catalogue.addPublisher, { id: 'No Spaces', name: 'x' }, asOlga)).toMatchObject({
      refusal: { code: 'request.invalid' },
    });
    expect(replyOf(await broker.request(catalogue.listPublishers, {}, asOlga)).items.map(({ id }) => id)).toEqual([
      'acme',
      'beta',
    ]);
  });
});

describe('the stored views', () => {
  it('equal the views rebuilt from the event log', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(4);
  });
});
