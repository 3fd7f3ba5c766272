/** Access codes over the links of a fleet: organisations of two instances race for the uses of one code. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueAccess,
  hubGateway,
  installation,
  installationAccess,
  review,
  type JsonObject,
} from '@kushk/contracts';
import { eventually } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const plugin_id = 'ir.acme.private';
const ofPlugin = { publisher_id: 'acme', plugin_id };
let fleet: FleetHarness;

const manifest: JsonObject = {
  schema: '1',
  id: plugin_id,
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  base_url: 'https://plugin.acme.ir',
};

interface Organisation {
  readonly id: string;
  readonly instance: InstanceUnderTest;
}
const isSeenBy = async ({ id: organisation_id, instance }: Organisation): Promise<boolean> =>
  (await instance.request(installation.listListings, { organisation_id, limit: 50, cursor: null })).items.length > 0;
/** Enters a code as the gateway of the instance does. Returns whether the organisation got access. */
async function enter({ id: organisation_id, instance }: Organisation, code: string): Promise<boolean> {
  const { access_id } = await instance.request(installationAccess.requestAccess, { organisation_id, plugin_id });
  try {
    await instance.request(hubGateway.redeemAccessCode, { code, access_id });
  } catch {
    return false;
  }
  const granted = { organisation_id, plugin_id, access_id, last4: code.slice(-4), by: 'per_1' };
  await instance.request(installationAccess.grantAccess, granted);
  return true;
}

beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0', i2: '1.0' }, { usage: true });
  const { hub } = fleet;
  const of = { plugin_id, version: '1.0.0', by: 'rita' };
  await hub.request(catalogue.addPublisher, { id: 'acme', name: 'acme' });
  await hub.request(catalogue.submitRelease, { publisher_id: 'acme', manifest, requested_tier: '', notes: '' });
  await eventually(
    async () =>
      (await hub.request(review.listReviews, { status: 'submitted', limit: 100, cursor: null })).items.length > 0,
  );
  await hub.request(review.takeReview, of);
  await hub.request(review.approveRelease, { ...of, tier: 'private', notes: '', publish: true });
  for (const { query } of fleet.instances)
    await eventually(async () => (await query('select from listings')).length === 1);
});
afterAll(() => fleet?.stop());

describe('an access code with three uses', () => {
  it('gives access to exactly three of twenty organisations that race for it, and the hub learns of none', async () => {
    const organisations = fleet.instances.flatMap((instance) =>
      Array.from({ length: 10 }, (_, number): Organisation => ({ id: `org_${instance.id}_${number}`, instance })),
    );
    const request = { ...ofPlugin, label: 'Pilot', uses: 3, expires_at: null };
    const { code } = await fleet.hub.request(catalogueAccess.createAccessCode, request);
    const [first] = fleet.instances;
    expect(await first!.request(hubGateway.findAccessCode, { code: code! })).toEqual({ plugin_id });
    expect(await Promise.all(organisations.map(isSeenBy))).toEqual(organisations.map(() => false));
    // Each organisation sends it twice, as over two gateways.
    const results = await Promise.all(
      organisations.map(async (organisation) => {
        const [once, again] = await Promise.all([enter(organisation, code!), enter(organisation, code!)]);
        return once || again;
      }),
    );
    expect(results.filter(Boolean)).toHaveLength(3);
    expect(await Promise.all(organisations.map(isSeenBy))).toEqual(results);
    const page = { limit: 50, cursor: null };
    const { items } = await fleet.hub.request(catalogueAccess.listAccessCodes, { ...ofPlugin, ...page });
    expect(items).toMatchObject([{ uses: 3, used: 3 }]);
  });
});

describe('an access that the publisher ends', () => {
  it('ends when its instance is back, and on no other instance', async () => {
    const { hub, instances } = fleet;
    const [ending, other] = instances.map((instance): Organisation => ({ id: `org_${instance.id}_last`, instance }));
    const request = { ...ofPlugin, label: 'Both', uses: 2, expires_at: null };
    const { code } = await hub.request(catalogueAccess.createAccessCode, request);
    for (const organisation of [ending!, other!]) expect(await enter(organisation, code!)).toBe(true);
    const known = { organisation_id: ending!.id, plugin_id };
    const { access_id } = await ending!.instance.request(installationAccess.requestAccess, known);
    await ending!.instance.services.stop();
    await hub.request(catalogueAccess.endAccess, { ...ofPlugin, access_id, by: 'key_1' });
    await ending!.instance.services.start();
    await eventually(async () => !(await isSeenBy(ending!)), 30_000);
    expect(await isSeenBy(other!)).toBe(true);
    const page = { limit: 50, cursor: null };
    const { items } = await hub.request(catalogueAccess.listAccesses, { ...ofPlugin, ...page });
    expect(items.filter(({ ended_at }) => ended_at !== null).map(({ id }) => id)).toEqual([access_id]);
    expect(JSON.stringify(items)).not.toContain(ending!.id);
  });
});
