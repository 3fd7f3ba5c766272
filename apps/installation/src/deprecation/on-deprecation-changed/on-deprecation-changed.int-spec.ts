import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type DeprecationChangedV1 } from '@kushk/contracts';
import { deprecationStatement, signDsse, type DeprecationStatement } from '@kushk/credentials';
import { hubKey, reviewerKey, untrustedKey } from '../../../test/hub.js';
import { InstallationHarness } from '../../../test/installation-harness.js';
import { OnDeprecationChangedHandler } from './on-deprecation-changed.handler.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const at = '2026-11-28T10:00:00.000Z';
const deprecation = { reason: 'Replaced', successor: 'ir.acme.bills' };

function signedBy(key: typeof hubKey, statement: DeprecationStatement): DeprecationChangedV1 {
  const { payloadType, payload } = deprecationStatement(statement);
  const { plugin_id, sequence } = statement;
  return { plugin_id, sequence, statement: signDsse(key, payloadType, payload) };
}
const receive = (change: DeprecationChangedV1) => harness.service.deliverTwice(OnDeprecationChangedHandler, change);
const shown = async (plugin_id: string) =>
  (await harness.service.reply(installation.getListing, { organisation_id: 'org_1', plugin_id, version: null }))
    .deprecation;

describe('a statement about a deprecation', () => {
  it('is shown until a newer one ends it; an older one changes nothing', async () => {
    const plugin_id = 'ir.acme.deprecated';
    await harness.publish(plugin_id);
    expect(await shown(plugin_id)).toBeNull();
    const first = signedBy(hubKey, { plugin_id, deprecation, sequence: 1, at });
    await receive(first);
    expect(await shown(plugin_id)).toEqual({ ...deprecation, since: at });
    await receive(signedBy(hubKey, { plugin_id, deprecation: null, sequence: 2, at }));
    expect(await shown(plugin_id)).toBeNull();
    await receive(first);
    expect(await shown(plugin_id)).toBeNull();
  });

  it.each<[string, (plugin_id: string) => DeprecationChangedV1]>([
    ['signed by an unknown key', (plugin_id) => signedBy(untrustedKey, { plugin_id, deprecation, sequence: 1, at })],
    ['signed by a reviewer', (plugin_id) => signedBy(reviewerKey, { plugin_id, deprecation, sequence: 1, at })],
    [
      'about another plugin',
      (plugin_id) => ({ ...signedBy(hubKey, { plugin_id: 'ir.acme.x', deprecation, sequence: 1, at }), plugin_id }),
    ],
    [
      'of another sequence',
      (plugin_id) => ({ ...signedBy(hubKey, { plugin_id, deprecation, sequence: 1, at }), sequence: 9 }),
    ],
  ])('changes nothing when it is %s', async (_case, make) => {
    const plugin_id = 'ir.acme.genuine';
    await harness.publish(plugin_id);
    await receive(make(plugin_id));
    expect(await shown(plugin_id)).toBeNull();
  });
});
