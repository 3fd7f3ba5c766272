import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerConnection } from '@kushk/broker';
import {
  catalogue,
  catalogueFacts,
  installation,
  reportsStream,
  review,
  subjectToken,
  type JsonObject,
  type ReleaseStatusChangedV1,
} from '@kushk/contracts';
import { canonicalDigest, newSigningKey, releaseStatement, signDsse, statusStatement } from '@kushk/credentials';
import { newId, readiness, SOFTWARE_VERSION } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { jetstream } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const withinMs = 60_000;
let fleet: FleetHarness;
let one: InstanceUnderTest;
let two: InstanceUnderTest;

beforeAll(async () => {
  fleet = await startFleet({ i1: '1.1', i2: '1.0' });
  [one, two] = fleet.instances as [InstanceUnderTest, InstanceUnderTest];
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(() => fleet?.stop());

const manifestOf = (id: string, version: string, plugin_api = '1.0'): JsonObject => ({
  schema: '1',
  id,
  version,
  publisher: 'acme',
  kind: 'external',
  plugin_api,
  names: { en: 'Invoices' },
  base_url: 'https://plugin.acme.ir',
});
const of = (plugin_id: string, version: string) => ({ plugin_id, version, by: 'rita' });

async function publish(id: string, version: string, plugin_api?: string): Promise<void> {
  await fleet.hub.request(catalogue.submitRelease, {
    publisher_id: 'acme',
    manifest: manifestOf(id, version, plugin_api),
    requested_tier: '',
    notes: '',
  });
  await eventually(async () => {
    const { items } = await fleet.hub.request(review.listReviews, { status: 'submitted', limit: 100, cursor: null });
    return items.some((item) => item.plugin_id === id && item.version === version);
  });
  await fleet.hub.request(review.takeReview, of(id, version));
  const { revision } = await fleet.hub.request(review.approveRelease, {
    ...of(id, version),
    tier: 'verified',
    notes: '',
    publish: true,
  });
  const read = { plugin_id: id, version, after_review: revision };
  await eventually(
    async () => (await fleet.hub.request(catalogue.getReleaseForStaff, read)).status === 'published',
    withinMs,
  );
}
/** The statuses of a plugin's listings in the instance's plugin store, by version. */
async function storeOf(instance: InstanceUnderTest, pluginId: string): Promise<Record<string, string>> {
  const rows = await instance.query<{ version: string; status: string }>(
    'select version, status from listings where plugin_id = $1',
    [pluginId],
  );
  return Object.fromEntries(rows.map(({ version, status }) => [version, status]));
}
const untilStore = (instance: InstanceUnderTest, pluginId: string, store: Record<string, string>) =>
  eventually(async () => {
    expect(await storeOf(instance, pluginId)).toEqual(store);
    return true;
  }, withinMs);
const fleetOf = async (pluginId: string, version: string) =>
  (await fleet.hub.request(catalogue.getRelease, { publisher_id: null, plugin_id: pluginId, version })).fleet;
/** The facts of one type about a plugin, in the order of the instance's log. */
async function logged(instance: InstanceUnderTest, type: string, pluginId: string): Promise<Record<string, unknown>[]> {
  const rows = await instance.query<{ data: Record<string, unknown> }>(
    'select data from log_events where type = $1 and stream_id like $2 order by xid, position',
    [type, `%-${pluginId}@%`],
  );
  return rows.map(({ data }) => data);
}

describe('a fleet of two instances with separate NATS servers', () => {
  it('shows the version of the software of each instance, which crosses the link after the first start', async () => {
    await eventually(async () => {
      const { items } = await fleet.hub.request(catalogue.listInstances, { limit: 50, cursor: null });
      return items.length > 0 && items.every(({ software_version: version }) => version === SOFTWARE_VERSION);
    }, withinMs);
  });

  it('lists a published release on both instances and reports the acceptance to the hub', async () => {
    await publish('ir.acme.both', '1.0.0');
    for (const instance of [one, two]) await untilStore(instance, 'ir.acme.both', { '1.0.0': 'listed' });
    await eventually(async () => (await fleetOf('ir.acme.both', '1.0.0')).accepted === 2, withinMs);
    expect(await fleetOf('ir.acme.both', '1.0.0')).toEqual({ compatible: 2, accepted: 2, refused: [] });
  });

  it('lists a release only on compatible instances', async () => {
    await publish('ir.acme.newer', '1.0.0', '1.1');
    await untilStore(one, 'ir.acme.newer', { '1.0.0': 'listed' });
    await eventually(async () => (await logged(two, 'ListingRefused', 'ir.acme.newer')).length === 1, withinMs);
    await untilStore(two, 'ir.acme.newer', {});
    await eventually(async () => (await fleetOf('ir.acme.newer', '1.0.0')).accepted === 1, withinMs);
    expect((await fleetOf('ir.acme.newer', '1.0.0')).compatible).toBe(1);
  });

  it('processes, in order, the status changes that were published while an instance was down', async () => {
    const id = 'ir.acme.away';
    await publish(id, '1.0.0');
    await untilStore(two, id, { '1.0.0': 'listed' });
    await two.services.stop();
    await two.nats.stop();
    await publish(id, '1.1.0');
    await fleet.hub.request(catalogue.suspendRelease, { ...of(id, '1.0.0'), reason: 'It leaks' });
    await publish(id, '1.2.0');
    await fleet.hub.request(catalogue.withdrawRelease, { ...of(id, '1.1.0'), publisher_id: null, reason: 'Replaced' });
    await fleet.hub.request(catalogue.resumeRelease, of(id, '1.0.0'));
    await fleet.hub.request(catalogue.suspendRelease, { ...of(id, '1.0.0'), reason: 'It leaks again' });
    await untilStore(one, id, { '1.0.0': 'suspended', '1.1.0': 'withdrawn', '1.2.0': 'listed' });
    await two.nats.start();
    await two.services.start();
    await eventually(async () => (await logged(two, 'StatusAccepted', id)).length === 7, withinMs);
    expect(await storeOf(two, id)).toEqual({ '1.0.0': 'suspended', '1.1.0': 'withdrawn', '1.2.0': 'listed' });
    // Statements about one release stay in order. Statements about different releases may be processed in any order.
    const statements = await two.query<{ stream_id: string; sequence: number }>(
      `select stream_id, (data ->> 'sequence')::float8 as sequence from log_events where type = 'StatusAccepted' and stream_id like $1 order by xid, position`,
      [`status_statement-${id}@%`],
    );
    const sequences = statements.map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(
      Object.fromEntries(
        ['1.0.0', '1.1.0', '1.2.0'].map((version) => [
          version,
          statements
            .filter(({ stream_id }) => stream_id === `status_statement-${id}@${version}`)
            .map(({ sequence }) => sequence),
        ]),
      ),
    ).toEqual({
      '1.0.0': [0, 2, 5, 6].map((index) => sequences[index]),
      '1.1.0': [1, 4].map((index) => sequences[index]),
      '1.2.0': [sequences[3]],
    });
    expect(
      (
        await two.query<{ type: string }>(`select type from log_events where stream_id = $1 order by version`, [
          `listing-${id}@1.0.0`,
        ])
      ).map(({ type }) => type),
    ).toEqual(['ListingAccepted', 'ListingSuspended', 'ListingResumed', 'ListingSuspended']);
    await eventually(async () => (await fleetOf(id, '1.0.0')).accepted === 2, withinMs);
  });

  it('keeps working while the hub is down and catches up when the hub is back', async () => {
    await fleet.hub.nats.stop();
    const { items } = await one.request(installation.listListings, {
      organisation_id: 'org_any',
      limit: 50,
      cursor: null,
    });
    expect(items.map(({ plugin_id }) => plugin_id)).toContain('ir.acme.both');
    expect((await readiness()).details['releases on-release-status-changed']).toMatch(/^current: \d+ processed/);
    await fleet.hub.nats.start();
    await eventually(
      async () => await fleet.hub.request(catalogue.listInstances, { limit: 50, cursor: null }).catch(() => null),
    );
    await publish('ir.acme.after', '1.0.0');
    for (const instance of [one, two]) await untilStore(instance, 'ir.acme.after', { '1.0.0': 'listed' });
    await eventually(async () => (await fleetOf('ir.acme.after', '1.0.0')).accepted === 2, withinMs);
  });
});

describe('a compromised hub broker', () => {
  let link: BrokerConnection;
  beforeAll(async () => {
    link = await fleet.hub.nats.link('catalogue');
  });
  afterAll(() => link?.close());

  /** Publishes a forged fact to the hub's stream in the format of the relay. */
  async function publishForged(data: ReleaseStatusChangedV1): Promise<void> {
    const streamId = `release-${data.plugin_id}@${data.version}`;
    const all = headers();
    for (const [name, value] of Object.entries({
      'Kushk-Stream': streamId,
      'Kushk-Type': catalogueFacts.releaseStatusChanged.subject,
      'Kushk-At': new Date().toISOString(),
      'Kushk-Cursor': '1:1',
    }))
      all.set(name, value);
    await jetstream(link.nats).publish(
      `hub.${catalogueFacts.releaseStatusChanged.subject}.${subjectToken(streamId)}`,
      JSON.stringify(data),
      { headers: all, msgID: newId('evt') },
    );
  }
  /** The status change of a release, signed with the given keys. */
  function signedStatusChange(
    pluginId: string,
    {
      status = 'published',
      sequence = 1,
      signedSequence = sequence,
      hubKey = fleet.signingKeys.catalogue,
      reviewKey = fleet.signingKeys.review,
    }: Partial<{
      status: 'published' | 'withdrawn';
      sequence: number;
      signedSequence: number;
      hubKey: ReturnType<typeof newSigningKey>;
      reviewKey: ReturnType<typeof newSigningKey>;
    }> = {},
  ): ReleaseStatusChangedV1 {
    const manifest = manifestOf(pluginId, '1.0.0');
    const at = '2026-11-20T09:00:00.000Z';
    const known = { plugin_id: pluginId, version: '1.0.0', manifest_digest: canonicalDigest(manifest) };
    const statement = statusStatement({
      ...known,
      status,
      reason: status === 'published' ? null : 'Forged',
      sequence: signedSequence,
      at,
    });
    const approval = releaseStatement({
      ...known,
      image: null,
      tier: 'verified',
      decided_at: at,
      previous: null,
      provenance: null,
    });
    return {
      ...known,
      status,
      sequence,
      plugin_api: '1.0',
      tier: 'verified',
      manifest,
      statement: signDsse(hubKey, statement.payloadType, statement.payload),
      approval: signDsse(reviewKey, approval.payloadType, approval.payload),
    } as ReleaseStatusChangedV1;
  }
  const refusals = async (instance: InstanceUnderTest, pluginId: string) =>
    (await logged(instance, 'StatementRefused', pluginId)).map(
      ({ problems }) => (problems as { code: string }[])[0]?.code,
    );

  it('cannot make an instance list a release that no reviewer has signed', async () => {
    await publishForged(signedStatusChange('ir.acme.forged', { reviewKey: newSigningKey() }));
    await publishForged(signedStatusChange('ir.acme.sound'));
    for (const instance of [one, two]) {
      await untilStore(instance, 'ir.acme.sound', { '1.0.0': 'listed' });
      expect(await storeOf(instance, 'ir.acme.forged')).toEqual({});
      expect(await logged(instance, 'ListingRefused', 'ir.acme.forged')).toMatchObject([
        { problems: [{ code: 'signature.invalid' }] },
      ]);
      expect(await storeOf(instance, 'ir.acme.both')).toEqual({ '1.0.0': 'listed' });
      const subject = `${instance.id}.evt.installation.listing.evaluated.v1.${subjectToken('listing-ir.acme.forged@1.0.0')}`;
      const report = await eventually(async () => {
        const answer = await link.nats.request(
          `$JS.API.STREAM.MSG.GET.${reportsStream}`,
          JSON.stringify({ last_by_subj: subject }),
          { timeout: 2_000 },
        );
        return answer.json<{ readonly message?: { readonly data: string } }>().message ?? null;
      }, withinMs);
      expect(JSON.parse(Buffer.from(report.data, 'base64').toString())).toMatchObject({
        plugin_id: 'ir.acme.forged',
        accepted: false,
        problems: [{ code: 'signature.invalid' }],
      });
    }
  });

  it("cannot change a release's status with a replayed, unsigned or renumbered status statement", async () => {
    const id = 'ir.acme.replayed';
    const published = signedStatusChange(id);
    await publishForged(published);
    await publishForged(signedStatusChange(id, { status: 'withdrawn', sequence: 2, hubKey: newSigningKey() }));
    await publishForged(signedStatusChange(id, { status: 'withdrawn', sequence: 99, signedSequence: 2 }));
    await publishForged({
      ...signedStatusChange(id, { status: 'withdrawn', sequence: 3 }),
      statement: { ...published.statement, signatures: [] },
    });
    await publishForged(published);
    for (const instance of [one, two]) {
      await eventually(async () => {
        expect(await refusals(instance, id)).toEqual([
          'statement.unsigned',
          'statement.unsigned',
          'statement.unsigned',
          'statement.stale',
        ]);
        return true;
      }, withinMs);
      expect(await storeOf(instance, id)).toEqual({ '1.0.0': 'listed' });
    }
  });

  it('cannot stop an instance from listing genuine releases after a reset of the stream', async () => {
    await fleet.hub.nats.reset();
    await publish('ir.acme.later', '1.0.0');
    for (const instance of [one, two]) await untilStore(instance, 'ir.acme.later', { '1.0.0': 'listed' });
  });
});
