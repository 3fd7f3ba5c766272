import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, sealedFor } from '@kushk/contracts';
import { unseal } from '@kushk/credentials';
import { InstallationHarness, type InstallationRef } from '../../../test/installation-harness.js';

const plugin = 'ir.acme.rotated';
const harness = new InstallationHarness();
beforeAll(async () => {
  await harness.start();
  await harness.publish(plugin);
});
afterAll(() => harness.stop());

const readCredentials = (installed: InstallationRef) => harness.service.reply(installation.readCredentials, installed);
const codeFor = (installed: InstallationRef, token: string | null) =>
  harness.service.outcomeCode(installation.authenticateToken, harness.lookupOf(installed, token));
const rotate = (
  installed: InstallationRef,
  what: 'token' | 'signing_secret',
  { overlap_seconds, idempotency = harness.idempotency() }: { overlap_seconds: number; idempotency?: RotationKey },
) => harness.service.reply(installation.rotateCredential, { ...installed, what, overlap_seconds, idempotency });
type RotationKey = ReturnType<InstallationHarness['idempotency']>;

describe('rotating a token', () => {
  it('is rejected before the plugin has its first credentials', async () => {
    const installed = await harness.install(plugin, 'org_0');
    const request = { ...installed, what: 'token' as const, overlap_seconds: 60 };
    expect(await harness.service.outcomeCode(installation.rotateCredential, request)).toBe(
      'installation.transition_invalid',
    );
  });

  it('returns the new token once; the new token is valid at once, the previous one until the overlap ends', async () => {
    const installed = await harness.install(plugin, 'org_1');
    const { token: first } = await readCredentials(installed);
    const idempotency = harness.idempotency();
    const {
      token: second,
      signing_secret,
      previous_valid_until,
    } = await rotate(installed, 'token', {
      overlap_seconds: 60,
      idempotency,
    });
    expect([second, signing_secret]).toEqual([expect.stringMatching(/^ki_/), null]);
    const repeated = { ...installed, what: 'token' as const, overlap_seconds: 60, idempotency };
    expect(await harness.service.request(installation.rotateCredential, repeated)).toEqual({
      accepted: true,
      replayed: true,
      reply: { what: 'token', token: null, signing_secret: null, previous_valid_until },
    });
    expect([await codeFor(installed, first), await codeFor(installed, second)]).toEqual(['accepted', 'accepted']);
    const { installation: found } = await harness.service.reply(installation.getForHandle, installed);
    expect(found.token).toEqual({ last4: second!.slice(-4) });

    const { token: third } = await rotate(installed, 'token', { overlap_seconds: 0 });
    expect(await Promise.all([first, second, third].map((token) => codeFor(installed, token)))).toEqual([
      'auth.token_invalid',
      'auth.token_invalid',
      'accepted',
    ]);
  });

  it('does not keep the new or the previous token valid after the installation is removed', async () => {
    const installed = await harness.install(plugin, 'org_2');
    const { token: first } = await readCredentials(installed);
    const { token: second } = await rotate(installed, 'token', { overlap_seconds: 600 });
    await harness.service.reply(installation.removeInstallation, installed);
    for (const token of [first, second]) expect(await codeFor(installed, token)).toBe('auth.token_invalid');
  });

  it('is rejected for another organisation', async () => {
    const installed = await harness.install(plugin, 'org_3');
    const foreign = { ...installed, organisation_id: 'org_4', what: 'token' as const, overlap_seconds: 0 };
    expect(await harness.service.outcomeCode(installation.rotateCredential, foreign)).toBe('installation.not_found');
  });
});

describe('a rotated signing secret', () => {
  it('is stored sealed, with the time until which calls are also signed with the previous secret', async () => {
    const installed = await harness.install(plugin, 'org_5');
    await readCredentials(installed);
    const rotated = await rotate(installed, 'signing_secret', { overlap_seconds: 3_600 });
    const { signing_secret, token, previous_valid_until } = rotated;
    expect([token, signing_secret]).toEqual([null, expect.stringMatching(/^ks_/)]);
    const fact = (await harness.factsOf(installed)).at(-1);
    if (fact?.type !== 'SigningSecretRotated') throw new Error('the secret was not rotated');
    expect(fact.data.previousUntil).toBe(previous_valid_until);
    expect(Date.parse(previous_valid_until) - Date.parse(fact.data.at)).toBe(3_600_000);
    const context = sealedFor.signingSecret(installed.installation_id);
    expect(await unseal(harness.sealingKeys, fact.data.sealedSigningSecret, context)).toEqual({
      secret: signing_secret,
    });
  });
});

describe('a rebuild from the log', () => {
  it('produces the same state and views as the live service', async () => {
    expect((await harness.rebuild()).differences).toEqual([]);
  });
});
