import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, installationAccess, type AccessEndedV1 } from '@kushk/contracts';
import { accessEndStatement, signDsse, type AccessEndStatement } from '@kushk/credentials';
import { hubKey, manifestOf, reviewerKey, statusChanged, untrustedKey } from '../../../test/hub.js';
import { InstallationHarness } from '../../../test/installation-harness.js';
import { OnAccessEndedHandler } from './on-access-ended.handler.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const at = '2026-11-28T10:00:00.000Z';

function signedBy(key: typeof hubKey, statement: AccessEndStatement): AccessEndedV1 {
  const { payloadType, payload } = accessEndStatement(statement);
  const { plugin_id, access_id } = statement;
  return { plugin_id, access_id, statement: signDsse(key, payloadType, payload) };
}
const receive = (end: AccessEndedV1) => harness.service.deliverTwice(OnAccessEndedHandler, end);
const publish = (id: string, version: string, more: object = {}) =>
  harness.receive(
    statusChanged(
      { ...manifestOf(id, version), ...more },
      { status: 'published', sequence: Date.now(), tier: 'private' },
    ),
  );
/** Enters a code for the organisation, as the gateway does after the hub has granted the access. */
async function enterCode(organisation_id: string, plugin_id: string): Promise<string> {
  const { service } = harness;
  const { access_id } = await service.reply(installationAccess.requestAccess, { organisation_id, plugin_id });
  const granted = { organisation_id, plugin_id, access_id, last4: 'wxyz', by: 'per_1' };
  await service.reply(installationAccess.grantAccess, granted);
  return access_id;
}
const offered = (organisation_id: string, plugin_id: string) =>
  harness.service.outcomeCode(installation.getListing, { organisation_id, plugin_id, version: null });

describe('the end of an access', () => {
  it('stops the offer for its organisation alone, and what is installed runs on without updates', async () => {
    const plugin_id = 'ir.acme.ended';
    await publish(plugin_id, '1.0.0');
    const ending = await enterCode('org_1', plugin_id);
    await enterCode('org_2', plugin_id);
    const [ended, active] = [await harness.install(plugin_id, 'org_1'), await harness.install(plugin_id, 'org_2')];
    await receive(signedBy(hubKey, { plugin_id, access_id: ending, at }));
    expect([await offered('org_1', plugin_id), await offered('org_2', plugin_id)]).toEqual([
      'store.plugin_not_found',
      'accepted',
    ]);
    await publish(plugin_id, '1.1.0');
    const shown = (of: typeof ended) => harness.service.reply(installation.getInstallation, of);
    expect(await shown(ended)).toMatchObject({ version: '1.0.0', version_pending: null, status: 'pending' });
    expect(await shown(active)).toMatchObject({ version: '1.1.0' });
    const next = await enterCode('org_1', plugin_id);
    expect(next).not.toBe(ending);
    expect(await shown(ended)).toMatchObject({ version: '1.1.0' });
    await receive(signedBy(hubKey, { plugin_id, access_id: ending, at }));
    expect(await offered('org_1', plugin_id)).toBe('accepted');
  });

  it('withdraws a version that waits for consent', async () => {
    const plugin_id = 'ir.acme.waiting';
    await publish(plugin_id, '1.0.0');
    const access_id = await enterCode('org_1', plugin_id);
    const installed = await harness.install(plugin_id, 'org_1');
    const scopes = { 'records.own': 'Keeps', 'wallet.consume': 'Sells', 'people.read': 'Assigns cases' };
    await publish(plugin_id, '1.1.0', { scopes });
    const shown = () => harness.service.reply(installation.getInstallation, installed);
    expect(await shown()).toMatchObject({ version: '1.0.0', version_pending: '1.1.0' });
    await receive(signedBy(hubKey, { plugin_id, access_id, at }));
    expect(await shown()).toMatchObject({ version: '1.0.0', version_pending: null });
  });

  it.each<[string, (end: AccessEndStatement) => AccessEndedV1]>([
    ['signed by an unknown key', (end) => signedBy(untrustedKey, end)],
    ['signed by a reviewer', (end) => signedBy(reviewerKey, end)],
    [
      'about another access',
      (end) => ({ ...signedBy(hubKey, { ...end, access_id: 'acc_x' }), access_id: end.access_id }),
    ],
    [
      'about another plugin',
      (end) => ({ ...signedBy(hubKey, { ...end, plugin_id: 'ir.x' }), plugin_id: end.plugin_id }),
    ],
  ])('changes nothing when its statement is %s', async (_case, make) => {
    const plugin_id = 'ir.acme.genuine';
    await publish(plugin_id, '1.0.0');
    const access_id = await enterCode('org_1', plugin_id);
    await receive(make({ plugin_id, access_id, at }));
    expect(await offered('org_1', plugin_id)).toBe('accepted');
  });

  it('is read from the log as it is live', async () => {
    expect(await harness.rebuild()).toMatchObject({ differences: [] });
  });
});
