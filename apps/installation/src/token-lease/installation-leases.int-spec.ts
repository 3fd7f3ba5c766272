import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerConnection, ControlChannel, type LeaseHolder } from '@kushk/broker';
import { controlMessages, installation } from '@kushk/contracts';
import { eventually } from '@kushk/testing';
import { InstallationHarness } from '../../test/installation-harness.js';
import { StoredLeaseHolders } from './lease-holders.view.js';

const harness = new InstallationHarness();
let gateway: BrokerConnection;
beforeAll(async () => {
  await harness.start();
  gateway = await BrokerConnection.connect(harness.service.natsUrl, 'gateway');
});
afterAll(async () => {
  await gateway?.close();
  await harness.stop();
});

const holders = (): StoredLeaseHolders => harness.service.app.get(StoredLeaseHolders);
const listed = async (): Promise<readonly LeaseHolder[]> => await holders().list();

describe('the leases of an installation', () => {
  it('are revoked by a pause, by its replay and by a refused command', async () => {
    await harness.publish('ir.acme.leased');
    const installed = await harness.install('ir.acme.leased', 'org_leased');
    const revoked: (readonly string[] | null)[] = [];
    new ControlChannel(gateway, { scope: harness.service.scope }).subscribeAcknowledged(
      controlMessages.tokensRevoked,
      'gateway_1',
      (message) => void revoked.push(message?.installation_ids ?? null),
    );
    await gateway.nats.flush();
    const lookup = { token_hash: null, installation_id: installed.installation_id };
    const authenticate = (holder?: string) =>
      harness.service.reply(installation.authenticateTokens, {
        tokens: [lookup],
        ...(holder !== undefined && { lease_holder: holder }),
      });
    expect(await authenticate()).not.toHaveProperty('leases_ms');
    expect((await authenticate('gateway_1')).leases_ms).toEqual([1_900]);
    const pause = { ...installed, idempotency: harness.idempotency() };
    for (let sent = 1; sent <= 2; sent += 1) {
      expect(await harness.service.outcomeCode(installation.pauseInstallation, pause)).toBe('accepted');
      await eventually(() => revoked.length === sent);
    }
    const ofOther = { ...installed, organisation_id: 'org_other' };
    expect(await harness.service.outcomeCode(installation.pauseInstallation, ofOther)).toBe('installation.not_found');
    await eventually(() => revoked.length === 3);
    expect(revoked).toEqual(Array.from({ length: 3 }, () => [installed.installation_id]));
  });

  it('end by themselves when their gateway does not acknowledge, and later commands do not wait for it', async () => {
    await harness.publish('ir.acme.orphaned');
    const installed = await harness.install('ir.acme.orphaned', 'org_orphaned');
    const lookup = { token_hash: null, installation_id: installed.installation_id };
    await harness.service.reply(installation.authenticateTokens, { tokens: [lookup], lease_holder: 'stopped' });
    expect((await listed()).map(({ id }) => id)).toContain('stopped');
    expect(await harness.service.reply(installation.pauseInstallation, installed)).toMatchObject({ status: 'paused' });
    await eventually(async () => !(await listed()).some(({ id }) => id === 'stopped'), 30_000);
  });
});

describe('a gateway that stops in order', () => {
  it('is no longer waited for', async () => {
    const lookup = { token_hash: null, installation_id: 'ins_any' };
    await harness.service.reply(installation.authenticateTokens, { tokens: [lookup], lease_holder: 'leaving' });
    expect((await listed()).map(({ id }) => id)).toContain('leaving');
    await harness.service.reply(installation.endLeases, { lease_holder: 'leaving' });
    expect((await listed()).map(({ id }) => id)).not.toContain('leaving');
  });
});

describe('the list of lease holders', () => {
  it('keeps a holder that was listed again after it was retired', async () => {
    const find = async () => (await listed()).find(({ id }) => id === 'h');
    await holders().activate('h');
    const first = (await find())!;
    await holders().activate('h');
    expect(await find()).toEqual(first);
    await holders().remove(first);
    expect(await find()).toEqual(first);
    await holders().retire(first);
    expect(await find()).toEqual({ ...first, isRetired: true });
    await holders().activate('h');
    const second = (await find())!;
    expect(second).toMatchObject({ isRetired: false });
    expect(second.generation).not.toBe(first.generation);
    await holders().retire(first);
    await holders().remove(first);
    expect(await find()).toEqual(second);
    await holders().retire(second);
    await holders().remove(second);
    expect(await find()).toBeUndefined();
  });
});
