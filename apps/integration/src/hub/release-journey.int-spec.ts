import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Broker, BrokerModule, BrokerConnection, createStreams } from '@kushk/broker';
import {
  catalogue,
  catalogueFacts,
  review,
  type JsonObject,
  type ReleaseResource,
  type ReleaseStatusChangedV1,
  type ReviewReply,
} from '@kushk/contracts';
import { canonicalDigest, newSigningKey, openApproval, openStatusStatement, verifyDsse } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import { eventually, freshDatabase, freshNats, type FreshDatabase, type FreshNats } from '@kushk/testing';
import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { ReviewModule } from '../../../review/src/review.module.js';

const options = {
  // There is no sign-in here, so no caller has a role.
  actor: { kind: 'system' } as const,
  requestId: 'req_test',
};
const manifest: JsonObject = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices', fa: 'فاکتورها' },
  base_url: 'https://plugin.acme.ir',
};

/** The status changes that an instance of the fleet consumes from the hub. */
const statusChanges: ReleaseStatusChangedV1[] = [];
@Controller()
class Fleet {
  @EventPattern<string>(catalogueFacts.releaseStatusChanged.subject, { reaction: 'on-release-status-changed' })
  react(data: ReleaseStatusChangedV1): void {
    statusChanges.push(data);
  }
}
@Module({ imports: [BrokerModule], controllers: [Fleet] })
class FleetModule {}

let nats: FreshNats;
let link: BrokerConnection;
let broker: Broker;
const databases: FreshDatabase[] = [];
const services: INestMicroservice[] = [];

async function start(name: ProcessName, module: Type, scope = 'hub'): Promise<void> {
  const database = await freshDatabase(name);
  databases.push(database);
  const app = await createService(
    module,
    readConfig({
      KUSHK_SERVICE: name,
      KUSHK_SCOPE: scope,
      KUSHK_ENVIRONMENT: 'test',
      KUSHK_DATABASE_URL: database.url,
      KUSHK_NATS_URL: nats.url,
      KUSHK_HEALTH_PORT: '1',
      KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
      KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
    }),
  );
  services.push(app);
  await app.listen();
}

beforeAll(async () => {
  nats = await freshNats();
  await createStreams({ url: nats.url, scope: 'i1', services: ['wallet'] });
  await createStreams({ url: nats.url, scope: 'hub' });
  await Promise.all([
    start('catalogue', CatalogueModule),
    start('review', ReviewModule),
    start('wallet', FleetModule, 'i1'),
  ]);
  link = await BrokerConnection.connect(nats.url, 'test');
  broker = new Broker(link, { scope: 'hub' });
  yes(await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, options));
});
afterAll(async () => {
  await link.close();
  await Promise.all(services.map((app) => app.close()));
  await Promise.all([...databases.map((database) => database.drop()), nats.stop()]);
});

function yes<Reply>(outcome: Outcome<Reply>): Reply {
  if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
  return outcome.reply;
}
/** Resolves when the release is in the queue of the reviewers. */
async function submit(version: string): Promise<ReleaseResource> {
  const submission = { publisher_id: 'acme', manifest: { ...manifest, version }, requested_tier: 'verified' } as const;
  const release = yes(await broker.request(catalogue.submitRelease, { ...submission, notes: 'نسخهٔ نخست' }, options));
  await eventually(async () =>
    yes(await broker.request(review.listReviews, { status: 'submitted', limit: 10, cursor: null }, options)).items.some(
      (one) => one.version === version,
    ),
  );
  return release;
}
const target = (version: string) => ({ plugin_id: 'ir.acme.invoices', version, by: 'rita' });
const after = async ({ plugin_id, version, revision }: ReviewReply, status: string) => {
  const read = { plugin_id, version, after_review: revision };
  return await eventually(async () => {
    const release = yes(await broker.request(catalogue.getReleaseForStaff, read, options));
    return release.status === status && release;
  });
};
const keysOf = async (type: typeof catalogue.signingKeys) => yes(await broker.request(type, {}, options));

describe('catalogue and review', () => {
  it('move a release from submitted to published, with a valid signature', async () => {
    expect(await submit('1.0.0')).toMatchObject({ status: 'submitted', tier: null, signature: null });
    await after(yes(await broker.request(review.takeReview, target('1.0.0'), options)), 'in_review');
    const approving = { ...target('1.0.0'), tier: 'community' as const, notes: 'Well done', publish: false };
    const approved = await after(yes(await broker.request(review.approveRelease, approving, options)), 'approved');
    expect(approved).toMatchObject({
      tier: 'community',
      review_notes: 'Well done',
      published_at: null,
      manifest: { ...manifest, version: '1.0.0' },
    });
    const published = yes(await broker.request(catalogue.publishRelease, target('1.0.0'), options));
    expect(published).toMatchObject({ status: 'published', tier: 'community' });

    const reviewKeys = await keysOf(review.signingKeys);
    expect(verifyDsse(reviewKeys, published.signature)).not.toBeNull();
    expect(openApproval(reviewKeys, published.signature)).toMatchObject({
      plugin_id: 'ir.acme.invoices',
      version: '1.0.0',
      tier: 'community',
      manifest_digest: canonicalDigest({ ...manifest, version: '1.0.0' }),
      previous: null,
    });
    expect(openApproval(await keysOf(catalogue.signingKeys), published.signature)).toBeNull();
  });

  it('publish a release at once if it is approved with `publish`, and diff it with the previous version', async () => {
    yes(await broker.request(review.takeReview, (await submit('1.1.0'), target('1.1.0')), options));
    const published = await after(
      yes(
        await broker.request(
          review.approveRelease,
          { ...target('1.1.0'), tier: 'verified', notes: '', publish: true },
          options,
        ),
      ),
      'published',
    );
    expect(published).toMatchObject({
      tier: 'verified',
      diff: { previous: '1.0.0', class: 'none', changes: [] },
    });
    expect(openApproval(await keysOf(review.signingKeys), published.signature)).toMatchObject({ previous: '1.0.0' });
  });

  it('publish every status change with its number, signed by the hub', async () => {
    yes(await broker.request(catalogue.suspendRelease, { ...target('1.1.0'), reason: 'It leaks' }, options));
    yes(await broker.request(catalogue.resumeRelease, target('1.1.0'), options));
    yes(
      await broker.request(
        catalogue.withdrawRelease,
        { ...target('1.0.0'), publisher_id: null, reason: 'Replaced' },
        options,
      ),
    );
    const hub = await keysOf(catalogue.signingKeys);
    await eventually(() => statusChanges.length >= 5);
    // The changes of two releases may arrive in either order.
    const statements = statusChanges.map(({ statement }) => openStatusStatement(hub, statement));
    expect(
      statements
        .sort((a, b) => Number(a?.sequence) - Number(b?.sequence))
        .map((statement) => [statement?.version, statement?.status, statement?.reason]),
    ).toEqual([
      ['1.0.0', 'published', null],
      ['1.1.0', 'published', null],
      ['1.1.0', 'suspended', 'It leaks'],
      ['1.1.0', 'published', null],
      ['1.0.0', 'withdrawn', 'Replaced'],
    ]);
    expect(new Set(statements.map((statement) => statement?.sequence)).size).toBe(5);
    expect(openApproval(await keysOf(review.signingKeys), statusChanges[0]?.approval)?.manifest_digest).toBe(
      canonicalDigest(statusChanges[0]?.manifest),
    );
  });

  it('close the review when the publisher withdraws the release', async () => {
    await submit('1.2.0');
    yes(await broker.request(review.takeReview, target('1.2.0'), options));
    yes(
      await broker.request(
        catalogue.withdrawRelease,
        { ...target('1.2.0'), publisher_id: 'acme', reason: 'A mistake', by: 'acme' },
        options,
      ),
    );
    const closed = await eventually(
      async () =>
        yes(await broker.request(review.listReviews, { status: 'withdrawn', limit: 10, cursor: null }, options))
          .items[0],
    );
    expect(closed).toMatchObject({ plugin_id: 'ir.acme.invoices', version: '1.2.0' });
  });

  it("return the reviewer's notes with a rejected release, which cannot be published", async () => {
    await submit('1.3.0');
    yes(await broker.request(review.takeReview, target('1.3.0'), options));
    const rejecting = { ...target('1.3.0'), notes: 'Asks for too much' };
    const rejected = await after(yes(await broker.request(review.rejectRelease, rejecting, options)), 'rejected');
    expect(rejected.review_notes).toBe('Asks for too much');
    expect(await broker.request(catalogue.publishRelease, target('1.3.0'), options)).toMatchObject({
      refusal: { code: 'catalogue.transition_invalid', params: { from: 'rejected', to: 'published', allowed: [] } },
    });
  });
});
