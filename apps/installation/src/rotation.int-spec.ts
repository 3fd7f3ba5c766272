import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, sealedFor, type InstallRequest } from '@kushk/contracts';
import { hashCredential, newSealingKey, unseal } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { manifestOf, pinnedKeys, wordOn } from '../test/hub.js';
import { installationStream } from './installation/installation.js';
import { InstallationModule } from './installation.module.js';
import { OnReleaseStatusChangedHandler } from './listing/on-release-status-changed/on-release-status-changed.handler.js';
import { installationStore } from './store.module.js';

const pepper = Buffer.alloc(32, 7);
const sealingKeys = [newSealingKey()];
const plugin = 'ir.acme.renewed';
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('installation', InstallationModule, {
    KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys),
    KUSHK_PEPPER: pepper.toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify(sealingKeys),
  });
  await service.deliverTwice(
    OnReleaseStatusChangedHandler,
    wordOn(manifestOf(plugin, '1.0.0'), { status: 'published', sequence: 1 }),
  );
});
afterAll(async () => {
  await service?.stop();
});

let keys = 0;
const idempotency = () => ({ scope: 'plugin', key: `k${(keys += 1)}`, input_hash: '' });
async function pending(organisation_id: string) {
  const request: InstallRequest = {
    organisation_id,
    by: 'per_1',
    plugin_id: plugin,
    version: null,
    plan: 'basic',
    settings: {},
    locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
    consent: { scopes: ['records.own', 'wallet.consume'], base_url: 'https://plugin.acme.ir' },
  };
  return { organisation_id, installation_id: (await service.reply(installation.install, request)).installation_id };
}
type One = Awaited<ReturnType<typeof pending>>;
const credentialsOf = (one: One) => service.reply(installation.readCredentials, { ...one, by: 'per_1' });
const good = (one: One, token: string | null) =>
  service.verdict(installation.authenticateToken, {
    installation_id: one.installation_id,
    token_hash: hashCredential(pepper, token!),
  });
const renew = (one: One, what: 'token' | 'signing_secret', overlap_seconds: number, key = idempotency()) =>
  service.reply(installation.rotateCredential, { ...one, what, overlap_seconds, idempotency: key });

describe('a renewed token', () => {
  it('works at once, is shown once, and the one before goes on for the overlap and no longer', async () => {
    const one = await pending('org_1');
    expect(await service.verdict(installation.rotateCredential, { ...one, what: 'token', overlap_seconds: 60 })).toBe(
      'installation.transition_invalid',
    );
    const { token: first } = await credentialsOf(one);
    const key = idempotency();
    const { token: second, signing_secret, previous_valid_until } = await renew(one, 'token', 60, key);
    expect([second, signing_secret]).toEqual([expect.stringMatching(/^ki_/), null]);
    expect(
      await service.ask(installation.rotateCredential, {
        ...one,
        what: 'token',
        overlap_seconds: 60,
        idempotency: key,
      }),
    ).toEqual({
      accepted: true,
      replayed: true,
      reply: { what: 'token', token: null, signing_secret: null, previous_valid_until },
    });
    expect([await good(one, first), await good(one, second)]).toEqual(['accepted', 'accepted']);
    expect((await service.reply(installation.getForHandle, one)).installation.token).toEqual({
      last4: second!.slice(-4),
    });

    const { token: third } = await renew(one, 'token', 0);
    expect(await Promise.all([first, second, third].map((token) => good(one, token)))).toEqual([
      'auth.token_invalid',
      'auth.token_invalid',
      'accepted',
    ]);
  });

  it('dies with the removal, and so does the one before', async () => {
    const one = await pending('org_2');
    const { token: first } = await credentialsOf(one);
    const { token: second } = await renew(one, 'token', 600);
    await service.reply(installation.removeInstallation, { ...one, by: 'per_1' });
    for (const token of [first, second]) expect(await good(one, token)).toBe('auth.token_invalid');
  });

  it('is refused to another organisation', async () => {
    const one = await pending('org_3');
    expect(
      await service.verdict(installation.rotateCredential, {
        ...one,
        organisation_id: 'org_4',
        what: 'token',
        overlap_seconds: 0,
      }),
    ).toBe('installation.not_found');
  });
});

describe('a renewed signing secret', () => {
  it('leaves the service under seal, with the time until which the one before signs on', async () => {
    const one = await pending('org_5');
    await credentialsOf(one);
    const { signing_secret, token, previous_valid_until } = await renew(one, 'signing_secret', 3_600);
    expect([token, signing_secret]).toEqual([null, expect.stringMatching(/^ks_/)]);
    const [fact] = (
      await service.app.get(EventStore).history(streamRef(installationStream, one.installation_id))
    ).slice(-1);
    if (fact?.type !== 'SigningSecretRotated') throw new Error('the secret was not renewed');
    expect(fact.data.previousUntil).toBe(previous_valid_until);
    expect(Date.parse(previous_valid_until) - Date.parse(fact.data.at)).toBe(3_600_000);
    expect(
      await unseal(sealingKeys, fact.data.sealedSigningSecret, sealedFor.signingSecret(one.installation_id)),
    ).toEqual({ secret: signing_secret });
  });
});

describe('the log', () => {
  it('makes the same state rows and views again', async () => {
    expect(
      (await rebuild({ ...installationStore, databaseUrl: service.databaseUrl, mode: 'compare' })).differences,
    ).toEqual([]);
  });
});
