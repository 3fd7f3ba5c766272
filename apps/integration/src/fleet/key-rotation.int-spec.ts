import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JetStreamFactStream } from '@kushk/broker';
import {
  catalogue,
  catalogueFacts,
  review,
  subjectToken,
  type DsseEnvelope,
  type JsonObject,
  type ReleaseStatusChangedV1,
} from '@kushk/contracts';
import {
  canonicalDigest,
  newSigningKey,
  openApproval,
  publicJwk,
  releaseStatement,
  signDsse,
  statusStatement,
  type Jwk,
} from '@kushk/credentials';
import { newId } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const seconds = (at: number): number => Math.floor(at / 1000);
const withinMs = 60_000;
let fleet: FleetHarness;
let instance: InstanceUnderTest;
/** The first signing key of the reviewers; `second` is its successor. */
let first: Jwk;
const second = newSigningKey();
let rotatedAt: number;

beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0' });
  instance = fleet.instances[0]!;
  first = fleet.signingKeys.review;
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(() => fleet?.stop());

const manifestOf = (id: string): JsonObject => ({
  schema: '1',
  id,
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  base_url: 'https://plugin.acme.ir',
});

async function publish(id: string): Promise<DsseEnvelope> {
  const of = { plugin_id: id, version: '1.0.0', by: 'rita' };
  await fleet.hub.request(catalogue.submitRelease, {
    publisher_id: 'acme',
    manifest: manifestOf(id),
    requested_tier: '',
    notes: '',
  });
  await eventually(
    async () =>
      (await fleet.hub.request(review.listReviews, { status: 'submitted', limit: 100, cursor: null })).items.some(
        ({ plugin_id }) => plugin_id === id,
      ),
    withinMs,
  );
  await fleet.hub.request(review.takeReview, of);
  const { revision } = await fleet.hub.request(review.approveRelease, {
    ...of,
    tier: 'verified',
    notes: '',
    publish: true,
  });
  const read = { plugin_id: id, version: '1.0.0', after_review: revision };
  return await eventually(
    async () => (await fleet.hub.request(catalogue.getReleaseForStaff, read)).signature,
    withinMs,
  );
}
const isListed = async (id: string): Promise<boolean> =>
  (await instance.query('select 1 from listings where plugin_id = $1 and status = $2', [id, 'listed'])).length === 1;
const signedBy = ({ signatures }: DsseEnvelope) => signatures.map(({ keyid }) => keyid);
const reviewWith = (...keys: readonly Jwk[]) => fleet.hub.review.restart({ KUSHK_SIGNING_KEYS: JSON.stringify(keys) });
const pin = (...keys: readonly Jwk[]) =>
  instance.installation.restart({
    KUSHK_PINNED_HUB_KEYS: JSON.stringify({
      keys: [fleet.signingKeys.catalogue, ...keys].map((key) => publicJwk(key)),
    }),
  });

/** Publishes the facts of a release. Its approval is signed with `key` and contains `decidedAt` as its time. */
async function approvedWith(key: Jwk, decidedAt: number, id: string): Promise<void> {
  const manifest = manifestOf(id);
  const known = { plugin_id: id, version: '1.0.0', manifest_digest: canonicalDigest(manifest) };
  const statement = statusStatement({
    ...known,
    status: 'published',
    reason: null,
    sequence: 1,
    at: new Date().toISOString(),
  });
  const approval = releaseStatement({
    ...known,
    image: null,
    tier: 'verified',
    decided_at: new Date(decidedAt).toISOString(),
    previous: null,
    provenance: null,
  });
  const data: ReleaseStatusChangedV1 = {
    ...known,
    status: 'published',
    sequence: 1,
    plugin_api: '1.0',
    tier: 'verified',
    manifest,
    statement: signDsse(fleet.signingKeys.catalogue, statement.payloadType, statement.payload),
    approval: signDsse(key, approval.payloadType, approval.payload),
  } as ReleaseStatusChangedV1;
  const link = await fleet.hub.nats.link('catalogue');
  const stream = await JetStreamFactStream.create(link, { scope: 'hub', service: 'catalogue' });
  const streamId = `release-${id}@1.0.0`;
  const subject = `hub.${catalogueFacts.releaseStatusChanged.subject}.${subjectToken(streamId)}`;
  const { sequence } = await stream.end();
  await stream.publish(
    [
      {
        subject,
        eventId: newId('evt'),
        headers: { 'Kushk-Stream': streamId, 'Kushk-Cursor': '1:1' },
        body: JSON.stringify(data),
      },
    ],
    sequence,
  );
  await link.close();
}
async function refusalOf(id: string): Promise<string | undefined> {
  const [row] = await eventually(async () => {
    const rows = await instance.query<{ data: { problems: { code: string }[] } }>(
      `select data from log_events where type = 'ListingRefused' and stream_id = $1`,
      [`listing-${id}@1.0.0`],
    );
    return rows.length > 0 ? rows : null;
  }, withinMs);
  return row?.data.problems[0]?.code;
}

describe('reviewer key rotation', () => {
  it('the first key signs while the second is already published and pinned', async () => {
    const next = { ...second, nbf: seconds(Date.now() + 3_600_000) };
    await Promise.all([reviewWith(first, next), pin(first, next)]);
    expect(signedBy(await publish('ir.acme.before'))).toEqual([first['kid']]);
    await eventually(() => isListed('ir.acme.before'), withinMs);
    const { keys } = await fleet.hub.request(review.signingKeys, {});
    expect(keys).toEqual([publicJwk(first), { ...publicJwk(second), nbf: next.nbf }]);
    expect(JSON.stringify(keys)).not.toContain(String(first['d']));
  });

  it('the second key signs after the first expires, and old signatures stay valid', async () => {
    rotatedAt = seconds(Date.now()) * 1000;
    const [ended, begun] = [
      { ...first, exp: seconds(rotatedAt) },
      { ...second, nbf: seconds(rotatedAt) },
    ];
    await Promise.all([reviewWith(publicJwk(ended), begun), pin(ended, begun)]);
    const signature = await publish('ir.acme.after');
    expect(signedBy(signature)).toEqual([second['kid']]);
    await eventually(() => isListed('ir.acme.after'), withinMs);
    const { keys } = await fleet.hub.request(review.signingKeys, {});
    const before = await fleet.hub.request(catalogue.getRelease, {
      publisher_id: null,
      plugin_id: 'ir.acme.before',
      version: '1.0.0',
    });
    expect(openApproval({ keys }, before.signature)).toMatchObject({ plugin_id: 'ir.acme.before', kid: first['kid'] });
  });

  it('an instance rejects approvals that were signed outside the validity period of their key', async () => {
    await approvedWith(first, rotatedAt + 1_000, 'ir.acme.late');
    await approvedWith(second, rotatedAt - 1_000, 'ir.acme.early');
    await approvedWith(first, rotatedAt - 1_000, 'ir.acme.intime');
    expect(await refusalOf('ir.acme.late')).toBe('signature.key_out_of_time');
    expect(await refusalOf('ir.acme.early')).toBe('signature.key_out_of_time');
    await eventually(() => isListed('ir.acme.intime'), withinMs);
  });

  it('an instance rejects new approvals by a revoked key, and keeps the releases that it accepted before', async () => {
    const revoked = {
      ...first,
      exp: seconds(rotatedAt),
      revoked: { revoked_at: seconds(Date.now()), reason: 'stolen' },
    };
    await pin(revoked, { ...second, nbf: seconds(rotatedAt) });
    await approvedWith(first, rotatedAt - 60_000, 'ir.acme.stolen');
    expect(await refusalOf('ir.acme.stolen')).toBe('signature.key_revoked');
    // The catalogue does not know the facts above and publishes nothing after them.
    await fleet.hub.nats.reset();
    await publish('ir.acme.unharmed');
    await eventually(() => isListed('ir.acme.unharmed'), withinMs);
    expect(await isListed('ir.acme.before')).toBe(true);
  });
});
