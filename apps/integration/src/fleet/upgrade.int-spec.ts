import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, review, type JsonObject } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import { eventually } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const withinMs = 60_000;
let fleet: FleetHarness;
let one: InstanceUnderTest;
const register = (plugin_api: string) =>
  fleet.hub.request(catalogue.registerInstance, { id: 'i1', name: 'One', plugin_api });

beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0' });
  [one] = fleet.instances as [InstanceUnderTest];
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
  await register('1.0');
});
afterAll(() => fleet?.stop());

const of = (plugin_id: string) => ({ plugin_id, version: '1.0.0', by: 'rita' });
async function publish(id: string, plugin_api: string): Promise<void> {
  const manifest: JsonObject = {
    schema: '1',
    id,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api,
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
  };
  await fleet.hub.request(catalogue.submitRelease, { publisher_id: 'acme', manifest, requested_tier: '', notes: '' });
  await eventually(async () =>
    (await fleet.hub.request(review.listReviews, { status: 'submitted', limit: 100, cursor: null })).items.some(
      ({ plugin_id }) => plugin_id === id,
    ),
  );
  await fleet.hub.request(review.takeReview, of(id));
  const { revision } = await fleet.hub.request(review.approveRelease, {
    ...of(id),
    tier: 'verified',
    notes: '',
    publish: true,
  });
  await fleet.hub.request(catalogue.getReleaseForStaff, { ...of(id), after_review: revision });
}
const store = async () =>
  Object.fromEntries(
    (
      await one.query<{ plugin_id: string; status: string }>(
        'select plugin_id, status from listings order by plugin_id',
      )
    ).map(({ plugin_id, status }) => [plugin_id, status]),
  );
const fleetOf = async (plugin_id: string) =>
  (await fleet.hub.request(catalogue.getRelease, { publisher_id: null, plugin_id, version: '1.0.0' })).fleet;
/** Waits until the instance has processed `count` status statements. */
const statementsProcessed = (count: number) =>
  eventually(
    async () => (await one.query(`select 1 from log_events where type = 'StatusAccepted'`)).length === count,
    withinMs,
  );

describe('an upgraded instance', () => {
  it('lists the releases that its old plugin API did not support, except suspended and withdrawn ones', async () => {
    for (const [id, api] of [
      ['ir.acme.newer', '1.1'],
      ['ir.acme.newest', '1.2'],
      ['ir.acme.stopped', '1.1'],
      ['ir.acme.gone', '1.1'],
    ] as const)
      await publish(id, api);
    await fleet.hub.request(catalogue.suspendRelease, { ...of('ir.acme.stopped'), reason: 'It leaks' });
    await fleet.hub.request(catalogue.withdrawRelease, {
      ...of('ir.acme.gone'),
      publisher_id: null,
      reason: 'Replaced',
    });
    await statementsProcessed(6);
    expect(await store()).toEqual({});

    await one.installation.restart({ KUSHK_PLUGIN_API: '1.1' });
    await register('1.1');
    await eventually(async () => (await fleetOf('ir.acme.newer')).accepted === 1, withinMs);
    expect(await fleetOf('ir.acme.newer')).toEqual({ compatible: 1, accepted: 1, refused: [] });
    expect(await store()).toEqual({ 'ir.acme.newer': 'listed' });
    expect(await one.query('select version, plugin_api from deferred_releases')).toEqual([
      { version: '1.0.0', plugin_api: '1.2' },
    ]);

    await fleet.hub.request(catalogue.resumeRelease, of('ir.acme.stopped'));
    await eventually(async () => (await fleetOf('ir.acme.stopped')).accepted === 1, withinMs);
    expect(await store()).toEqual({ 'ir.acme.newer': 'listed', 'ir.acme.stopped': 'listed' });
  });

  it("lists a rejected release after the reviewer's key is pinned", async () => {
    const pin = (...keys: readonly (typeof fleet.signingKeys.review)[]) =>
      one.installation.restart({ KUSHK_PINNED_HUB_KEYS: JSON.stringify({ keys: keys.map(publicJwk) }) });
    const { catalogue: hubKey, review: reviewKey } = fleet.signingKeys;
    await pin(hubKey);
    await publish('ir.acme.unknown', '1.1');
    await eventually(async () => (await fleetOf('ir.acme.unknown')).refused.length === 1, withinMs);
    expect((await fleetOf('ir.acme.unknown')).refused).toMatchObject([{ problems: [{ code: 'signature.invalid' }] }]);
    await pin(hubKey, reviewKey);
    await eventually(async () => (await fleetOf('ir.acme.unknown')).accepted === 1, withinMs);
    expect(await store()).toMatchObject({ 'ir.acme.unknown': 'listed' });
  });
});
