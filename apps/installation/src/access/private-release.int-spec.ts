import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type Tier } from '@kushk/contracts';
import { accept, streamRef } from '@kushk/decider';
import { manifestOf, statusChanged } from '../../test/hub.js';
import { accessGranted } from '../../test/example-access.js';
import { InstallationHarness } from '../../test/installation-harness.js';
import { accessKey, accessStream, type AccessFact } from './access.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const publish = async (id: string, version: string, tier: Tier) =>
  harness.receive(statusChanged(manifestOf(id, version), { status: 'published', sequence: Date.now(), tier }));
const record = async (organisationId: string, pluginId: string, ...facts: readonly AccessFact[]) =>
  harness.events.run({
    name: 'RecordAccess',
    streams: { access: streamRef(accessStream, accessKey(organisationId, pluginId)) },
    decide: () => accept({ access: facts }, null),
    meta: { actor: { kind: 'system' } },
  });
const grant = async (organisationId: string, pluginId: string) => {
  const parties = { accessId: `acc_${organisationId}_${pluginId}`, organisationId, pluginId };
  await record(organisationId, pluginId, { type: 'AccessRequested', data: { ...parties, at: '' } }, accessGranted);
};
/** Everything that an organisation learns about a plugin from the store. */
async function seenBy(organisation_id: string, plugin_id: string) {
  const { service } = harness;
  const page = { limit: 50, cursor: null };
  const list = async (filter: { query?: string; installed?: boolean }) =>
    (await service.reply(installation.listListings, { organisation_id, ...page, ...filter })).items;
  return {
    list: await list({}),
    search: await list({ query: 'Invoices' }),
    installed: await list({ installed: true }),
    get: await service.outcomeCode(installation.getListing, { organisation_id, plugin_id, version: null }),
    getVersion: await service.outcomeCode(installation.getListing, { organisation_id, plugin_id, version: '1.0.0' }),
    versions: await service.outcomeCode(installation.listVersions, { organisation_id, plugin_id, ...page }),
    install: await service.outcomeCode(installation.install, harness.requestFor(plugin_id, organisation_id)),
  };
}

describe('a private release', () => {
  it('does not exist for an organisation without access, in every list, search, count and command', async () => {
    const before = await seenBy('org_1', 'ir.acme.absent');
    await publish('ir.acme.private', '1.0.0', 'private');
    await grant('org_2', 'ir.acme.private');
    expect(await seenBy('org_1', 'ir.acme.private')).toEqual(before);
    expect(await seenBy('org_1', 'ir.acme.private')).toMatchObject({ list: [], get: 'store.plugin_not_found' });
    expect(await seenBy('org_2', 'ir.acme.private')).toMatchObject({
      list: [{ plugin_id: 'ir.acme.private' }],
      search: [{ plugin_id: 'ir.acme.private' }],
      get: 'accepted',
      versions: 'accepted',
      install: 'accepted',
    });
  });

  it('of a plugin with other releases is offered and followed only with access', async () => {
    const id = 'ir.acme.mixed';
    await publish(id, '1.0.0', 'verified');
    await grant('org_2', id);
    const [withoutAccess, customer] = [await harness.install(id, 'org_1'), await harness.install(id, 'org_2')];
    await publish(id, '1.1.0', 'private');
    const version = async (installed: typeof withoutAccess) =>
      (await harness.service.reply(installation.getInstallation, installed)).version;
    expect([await version(withoutAccess), await version(customer)]).toEqual(['1.0.0', '1.1.0']);
    const newest = async (organisation_id: string) =>
      (await harness.service.reply(installation.getListing, { organisation_id, plugin_id: id, version: null })).version;
    expect([await newest('org_1'), await newest('org_2')]).toEqual(['1.0.0', '1.1.0']);
  });

  it('is read from the log as it is live', async () => {
    expect(await harness.rebuild()).toMatchObject({ differences: [] });
  });
});
