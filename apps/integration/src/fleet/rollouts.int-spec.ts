/** A rollout over real links: two instances, one of which is away while stages pass. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { catalogue, hubClock, installation, review, type Json, type JsonObject } from '@kushk/contracts';
import { installationAlias, PLACES, rolloutPlace } from '@kushk/credentials';
import { eventually } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const withinMs = 60_000;
const PLUGIN = 'ir.acme.rolled';
const ORGANISATIONS = 20;
/** The pepper of every instance of the harness. */
const peppers = [Buffer.alloc(32, 7)];
let fleet: FleetHarness;
let one: InstanceUnderTest;
let two: InstanceUnderTest;
beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0', i2: '1.0' });
  [one, two] = fleet.instances as [InstanceUnderTest, InstanceUnderTest];
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(() => fleet?.stop());

async function publish(version: string, rollout: Json = null): Promise<void> {
  const manifest: JsonObject = {
    schema: '1',
    id: PLUGIN,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
  };
  await fleet.hub.request(catalogue.submitRelease, { publisher_id: 'acme', manifest, rollout });
  const of = { plugin_id: PLUGIN, version, by: 'rita' };
  await eventually(() =>
    fleet.hub.request(review.takeReview, of).then(
      () => true,
      () => false,
    ),
  );
  await fleet.hub.request(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: true });
}

async function install(instance: InstanceUnderTest): Promise<void> {
  for (let number = 1; number <= ORGANISATIONS; number += 1) {
    const request = {
      organisation_id: `org_${number}`,
      by: 'per_1',
      plugin_id: PLUGIN,
      version: null,
      plan: null,
      settings: {},
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const,
      consent: { scopes: [], base_url: 'https://plugin.acme.ir' },
    };
    await eventually(() => instance.request(installation.install, request).catch(() => null), withinMs);
  }
}
/** The version of every installation, with its place in the rollout of 1.1.0. */
async function placed(instance: InstanceUnderTest) {
  const rows = await instance.query<{ stream_id: string; version: string }>(
    'select stream_id, version from installations',
  );
  return rows.map(({ stream_id, version }) => ({
    place: rolloutPlace(installationAlias(peppers, stream_id), '1.1.0'),
    version,
  }));
}
/** Waits until exactly the installations below this percentage have moved. */
const untilMoved = (instance: InstanceUnderTest, percent: number) =>
  eventually(async () => {
    const all = await placed(instance);
    expect(all).toHaveLength(ORGANISATIONS);
    expect(all.filter(({ version }) => version === '1.1.0')).toEqual(
      all.filter(({ place }) => place < (percent / 100) * PLACES),
    );
    return true;
  }, withinMs);
const rollout = async () =>
  (await fleet.hub.request(catalogue.getRelease, { publisher_id: null, plugin_id: PLUGIN, version: '1.1.0' })).rollout;

it('moves the installations of every instance by stages; one that was away joins the current stage', async () => {
  await publish('1.0.0');
  for (const instance of [one, two]) await install(instance);
  await publish('1.1.0', {
    stages: [
      { percent: 20, hours: 24 },
      { percent: 60, hours: 24 },
      { percent: 100, hours: 0 },
    ],
  });
  for (const instance of [one, two]) await untilMoved(instance, 20);
  await two.services.stop();
  await two.nats.stop();
  await fleet.hub.request(hubClock.advanceClock, { advance: 'PT24H' });
  await untilMoved(one, 60);
  const halt = { publisher_id: 'acme', plugin_id: PLUGIN, version: '1.1.0', reason: 'It fails', by: 'key_1' } as const;
  expect((await fleet.hub.request(catalogue.changeRollout, { ...halt, action: 'halt' })).rollout.percent).toBe(60);
  await fleet.hub.request(hubClock.advanceClock, { advance: 'P3D' });
  await two.nats.start();
  await two.services.start();
  // The first instance has the halt, and the clock does not move it on.
  expect(await rollout()).toMatchObject({ state: 'halted', percent: 60 });
  await untilMoved(one, 60);
  await fleet.hub.request(catalogue.changeRollout, { ...halt, action: 'resume' });
  for (const instance of [one, two]) await untilMoved(instance, 60);
  await fleet.hub.request(hubClock.advanceClock, { advance: 'PT24H' });
  for (const instance of [one, two]) await untilMoved(instance, 100);
  expect(await rollout()).toMatchObject({ state: 'complete', percent: 100 });
}, 180_000);
