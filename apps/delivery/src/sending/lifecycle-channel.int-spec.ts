import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sealedFor } from '@kushk/contracts';
import { issuerJwk, newCredential, seal, verifyIssuer } from '@kushk/credentials';
import { forStream, streamRef } from '@kushk/decider';
import { responses, eventually, freshDatabase, type FreshDatabase, type RecordingPlugin } from '@kushk/testing';
import {
  DeliveryWorkerHarness,
  type FactsAfterRegistration,
  type TwoProcesses,
} from '../../test/delivery-worker-harness.js';
import { CancelledCalls } from '../delivery/cancelled-calls.view.js';
import { Retention } from '../delivery/retention.view.js';
import { endpointStream } from '../endpoint/endpoint.js';
import { recordAnswer } from '../endpoint/record-answer/record-answer.js';
import { lifecycleChannel } from './channels.js';

let database: FreshDatabase;
let harness: DeliveryWorkerHarness;

// A database per test: the deliveries that a test leaves in the queue would be sent during the next one.
beforeEach(async () => {
  database = await freshDatabase('delivery');
  harness = await DeliveryWorkerHarness.on(database.url);
});
afterEach(async () => {
  await harness.close();
  await database.drop();
});

const received = (plugin: RecordingPlugin, count: number): Promise<true> =>
  eventually(() => plugin.events.length >= count) as Promise<true>;

describe('the lifecycle channel', () => {
  const LIFECYCLE = '/service/lifecycle';

  function startLifecycleWorkers(): Promise<TwoProcesses> {
    const channel = lifecycleChannel(harness.secrets, harness.issuer, async (delivery, at) => {
      await harness.opened.store.run({
        name: 'RecordAnswer',
        streams: { endpoint: streamRef(endpointStream, delivery.installationId) },
        decide: ({ endpoint }) =>
          forStream('endpoint', recordAnswer(endpoint, { deliveryId: delivery.deliveryId, at: at.toISOString() })),
      });
    });
    return harness.startProcesses({ channel });
  }
  const released: FactsAfterRegistration = async (secret, installationId) => {
    const body = JSON.stringify({
      event: 'installed',
      installation_id: installationId,
      api_base: 'http://x',
      token: newCredential('ki'),
      signing_secret: secret,
      scopes: [],
      settings: {},
    });
    const sealedBody = await seal(harness.issuer.sealingKeys, { body }, sealedFor.lifecycle(installationId));
    return [
      {
        type: 'LifecycleCallQueued',
        data: { deliveryId: `cal_${installationId}`, event: 'installed', sealedBody, at: new Date().toISOString() },
      },
    ];
  };

  it('sends the same credentials until the plugin accepts them; events are sent only after that', async () => {
    const { plugin, installationId } = await harness.installPlugin(released);
    plugin.respond(LIFECYCLE, responses.status(503), responses.status(200));
    const [worker, events] = [await startLifecycleWorkers(), await harness.startProcesses()];
    await harness.appendEvent(installationId, 'inv-1');
    worker.notify(installationId);
    events.notify(installationId);
    await eventually(async () => (await harness.attempts(`cal_${installationId}`)).length === 1);
    expect(plugin.events).toHaveLength(0);
    harness.advanceClock(6_000);
    worker.notify(installationId);
    await received(plugin, 1);
    const [first, second] = plugin.callsTo(LIFECYCLE);
    expect(second?.body).toEqual(first?.body);
    expect(second?.signature).toBe('valid');
    const issuer = verifyIssuer(
      { keys: [issuerJwk(harness.issuer.signingKey, [harness.issuer.origin])] },
      { signature: second?.headers['service-issuer-signature'], body: second?.body ?? '' },
      { aud: 'ir.acme.invoices', nowSeconds: Math.floor(harness.now() / 1_000) },
    );
    expect(issuer).toMatchObject({ iss: harness.issuer.origin, aud: 'ir.acme.invoices' });
    expect(
      (await harness.opened.store.history(streamRef(endpointStream, installationId))).map((fact) => fact.type),
    ).toEqual(['EndpointRegistered', 'LifecycleCallQueued', 'InstalledAnswered']);
  });

  it('is called once when the plugin returns 410, until an admin resumes it', async () => {
    const { plugin, installationId } = await harness.installPlugin(released);
    const other = await harness.installPlugin(released);
    plugin.respond(LIFECYCLE, responses.status(410));
    const processes = await startLifecycleWorkers();
    processes.notify(installationId);
    await eventually(
      async () => (await harness.circuitStore.load('lifecycle')).get(installationId)?.state === 'stopped',
    );
    harness.advanceClock(3_600_000);
    processes.notify(installationId);
    processes.notify(other.installationId);
    await other.plugin.call(LIFECYCLE);
    await eventually(async () => (await harness.queued(other.installationId)).length === 0);
    expect(plugin.calls).toHaveLength(1);
    expect(await harness.queued(installationId)).toMatchObject([{ attempt: 1, failures: 0, dead_at: null }]);
    plugin.respond(LIFECYCLE, responses.status(200));
    await processes.resume(installationId);
    await eventually(async () => (await harness.queued(installationId)).length === 0);
    expect(plugin.calls).toHaveLength(2);
  });

  it('is retried for a day, becomes a dead letter, and is sent again when an admin resumes it', async () => {
    const { plugin, installationId } = await harness.installPlugin(released);
    plugin.respond(LIFECYCLE, responses.status(503));
    const processes = await startLifecycleWorkers();
    await eventually(async () => {
      // Only between calls, because otherwise the lease of the call in flight would expire.
      if ((await harness.attempts(`cal_${installationId}`)).length === plugin.calls.length) {
        harness.advanceClock(3_700_000);
        processes.notify(installationId);
      }
      return (await harness.queued(installationId))[0]?.dead_at;
    }, 45_000);
    const attempts = plugin.calls.length;
    expect(attempts).toBeGreaterThan(20);
    plugin.respond(LIFECYCLE, responses.status(200));
    await processes.resume(installationId);
    await eventually(async () => (await harness.queued(installationId)).length === 0);
    expect(plugin.calls.at(-1)?.body).toEqual(plugin.calls[0]?.body);
  });

  it('sends no credentials while the installation is suspended', async () => {
    const suspendedBefore: FactsAfterRegistration = async (secret, installationId) => [
      ...(await released(secret, installationId)),
      { type: 'AvailabilityChanged', data: { availability: 'suspended', callsAllowed: false, at: '' } },
    ];
    const [suspended, other] = [await harness.installPlugin(suspendedBefore), await harness.installPlugin(released)];
    const worker = await startLifecycleWorkers();
    worker.notify(suspended.installationId);
    worker.notify(other.installationId);
    await other.plugin.call(LIFECYCLE);
    expect(await harness.attempts(`cal_${suspended.installationId}`)).toEqual([]);
    await harness.record(suspended.installationId, [
      { type: 'AvailabilityChanged', data: { availability: 'pending', callsAllowed: true, at: '' } },
    ]);
    worker.notify(suspended.installationId);
    expect((await suspended.plugin.call(LIFECYCLE)).json['event']).toBe('installed');
    expect(suspended.plugin.calls).toHaveLength(1);
  });

  it('stores secrets only in sealed form', async () => {
    const { installationId, secret } = await harness.installPlugin(released);
    const [{ dump }] = await harness.opened.dataSource.query<[{ dump: string }]>(
      `select (select string_agg(q::text, '') from delivery_queue q where installation_id = $1) || (select string_agg(e::text, '') from log_events e) || (select string_agg(e::text, '') from endpoints e) as dump`,
      [installationId],
    );
    expect(dump).toContain(installationId);
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain('ki_');
  });

  it('sends the removed call signed with the existing secret, and drops waiting events', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(LIFECYCLE, responses.status(500), responses.status(200));
    await harness.appendEvent(installationId, 'inv-1');
    await harness.record(installationId, [
      { type: 'EndpointRemoved', data: { deliveryId: `cal_${installationId}`, at: new Date().toISOString() } },
    ]);
    const [worker, events] = [await startLifecycleWorkers(), await harness.startProcesses()];
    events.notify(installationId);
    worker.notify(installationId);
    await eventually(async () => (await harness.attempts(`cal_${installationId}`)).length === 1);
    harness.advanceClock(6_000);
    worker.notify(installationId);
    await eventually(async () => (await harness.attempts(`cal_${installationId}`)).length === 2);
    expect(plugin.callsTo(LIFECYCLE).map((call) => [call.body.toString(), call.signature])).toEqual([
      ['{"event":"removed"}', 'valid'],
      ['{"event":"removed"}', 'valid'],
    ]);
    expect(plugin.events).toHaveLength(0);
    await new Retention(harness.opened.dataSource).deleteObsolete(new Date(harness.now()));
    await eventually(async () => (await harness.queued(installationId)).length === 0);
  });

  it('never repeats a call that newer credentials have superseded', async () => {
    const { plugin, installationId } = await harness.installPlugin(released);
    plugin.respond(LIFECYCLE, responses.status(503));
    const processes = await startLifecycleWorkers();
    processes.notify(installationId);
    await eventually(async () => (await harness.queued(installationId))[0]?.failures === 1);
    const sealedBody = await seal(
      harness.issuer.sealingKeys,
      { body: '{"event":"installed","token":"new"}' },
      sealedFor.lifecycle(installationId),
    );
    const at = new Date().toISOString();
    const renewed = { deliveryId: `cal_new_${installationId}`, event: 'installed', sealedBody, at } as const;
    await harness.record(installationId, [{ type: 'LifecycleCallQueued', data: renewed }]);
    for (const _retry of [1, 2, 3]) {
      const attempts = plugin.calls.length;
      harness.advanceClock(3_700_000);
      processes.notify(installationId);
      await eventually(async () => (await harness.attempts(renewed.deliveryId)).length >= attempts);
    }
    await new CancelledCalls(harness.opened.dataSource).delete(installationId, new Date(harness.now()));
    expect((await harness.queued(installationId)).map((call) => call.delivery_id)).toEqual([renewed.deliveryId]);
    expect(await harness.attempts(`cal_${installationId}`)).toHaveLength(1);
    expect(plugin.calls.slice(1).map((call) => call.json['token'])).toEqual(plugin.calls.slice(1).map(() => 'new'));
  });

  it('skips installed when the plugin already has its credentials, and still sends removed', async () => {
    const { plugin, installationId } = await harness.installPlugin(released);
    await harness.record(installationId, [
      { type: 'CredentialsHandedOver', data: { at: new Date().toISOString() } },
      { type: 'EndpointRemoved', data: { deliveryId: `cal_gone_${installationId}`, at: new Date().toISOString() } },
    ]);
    const worker = await startLifecycleWorkers();
    worker.notify(installationId);
    await plugin.call(LIFECYCLE);
    expect(plugin.calls.map((call) => call.json['event'])).toEqual(['removed']);
  });
});
