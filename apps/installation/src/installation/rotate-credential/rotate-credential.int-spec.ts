import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, sealedFor, type RequestIdempotency } from '@kushk/contracts';
import { newCredential, unseal } from '@kushk/credentials';
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
interface Rotation {
  readonly what: 'token' | 'signing_secret';
  /** The token with which the plugin rotates. */
  readonly token: string | null;
  readonly overlap_seconds: number;
  readonly idempotency?: RequestIdempotency;
}
function rotationOf(installed: InstallationRef, { token, ...rotation }: Rotation) {
  const { token_hash } = harness.lookupOf(installed, token);
  return { ...installed, idempotency: harness.idempotency(), ...rotation, token_hash };
}
const rotate = (installed: InstallationRef, rotation: Rotation) =>
  harness.service.reply(installation.rotateCredential, rotationOf(installed, rotation));
const rotationCode = (installed: InstallationRef, rotation: Rotation) =>
  harness.service.outcomeCode(installation.rotateCredential, rotationOf(installed, rotation));

describe('rotating a token', () => {
  it('is rejected before the plugin has its first credentials', async () => {
    const installed = await harness.install(plugin, 'org_0');
    const rotation = { what: 'token', token: newCredential('ki'), overlap_seconds: 60 } as const;
    expect(await rotationCode(installed, rotation)).toBe('installation.transition_invalid');
  });

  it('returns the new token once; the new token is valid at once, the previous one until the overlap ends', async () => {
    const installed = await harness.install(plugin, 'org_1');
    const { token: first } = await readCredentials(installed);
    const idempotency = harness.idempotency();
    const rotation = { what: 'token', token: first, overlap_seconds: 60, idempotency } as const;
    const { token: second, signing_secret, previous_valid_until } = await rotate(installed, rotation);
    expect([second, signing_secret]).toEqual([expect.stringMatching(/^ki_/), null]);
    const repeated = rotationOf(installed, rotation);
    expect(await harness.service.request(installation.rotateCredential, repeated)).toEqual({
      accepted: true,
      replayed: true,
      reply: { what: 'token', token: null, signing_secret: null, previous_valid_until },
    });
    expect([await codeFor(installed, first), await codeFor(installed, second)]).toEqual(['accepted', 'accepted']);
    const lookup = { token_hash: null, installation_id: installed.installation_id };
    expect(await harness.service.reply(installation.authenticateTokens, { tokens: [lookup] })).toMatchObject({
      results: [{ installation: { token: { last4: second!.slice(-4) } } }],
    });

    const { token: third } = await rotate(installed, { what: 'token', token: second, overlap_seconds: 0 });
    expect(await Promise.all([first, second, third].map((token) => codeFor(installed, token)))).toEqual([
      'auth.token_invalid',
      'auth.token_invalid',
      'accepted',
    ]);
  });

  it('does not keep the new or the previous token valid after the installation is removed', async () => {
    const installed = await harness.install(plugin, 'org_2');
    const { token: first } = await readCredentials(installed);
    const { token: second } = await rotate(installed, { what: 'token', token: first, overlap_seconds: 600 });
    await harness.service.reply(installation.removeInstallation, installed);
    for (const token of [first, second]) expect(await codeFor(installed, token)).toBe('auth.token_invalid');
  });

  it('is rejected for another organisation', async () => {
    const installed = await harness.install(plugin, 'org_3');
    const foreign = { ...installed, organisation_id: 'org_4' };
    const rotation = { what: 'token', token: newCredential('ki'), overlap_seconds: 0 } as const;
    expect(await rotationCode(foreign, rotation)).toBe('installation.not_found');
  });

  it('is rejected with a superseded token, which may still be used', async () => {
    const installed = await harness.install(plugin, 'org_6');
    const { token: first } = await readCredentials(installed);
    const { token: second } = await rotate(installed, { what: 'token', token: first, overlap_seconds: 600 });
    for (const what of ['token', 'signing_secret'] as const)
      expect(await rotationCode(installed, { what, token: first, overlap_seconds: 600 })).toBe('auth.token_superseded');
    expect([await codeFor(installed, first), await codeFor(installed, second)]).toEqual(['accepted', 'accepted']);
    expect(await rotationCode(installed, { what: 'token', token: second, overlap_seconds: 600 })).toBe('accepted');
  });
});

describe('a rotated signing secret', () => {
  it('is stored sealed, with the time until which calls are also signed with the previous secret', async () => {
    const installed = await harness.install(plugin, 'org_5');
    const { token } = await readCredentials(installed);
    const rotated = await rotate(installed, { what: 'signing_secret', token, overlap_seconds: 3_600 });
    const { signing_secret, previous_valid_until } = rotated;
    expect([rotated.token, signing_secret]).toEqual([null, expect.stringMatching(/^ks_/)]);
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
