import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Broker, BrokerModule, BrokerConnection } from '@kushk/broker';
import {
  catalogue,
  catalogueFacts,
  review,
  type JsonObject,
  type ReleaseResource,
  type ReleaseStatusChangedV1,
  type ReviewReply,
} from '@kushk/contracts';
import { canonicalDigest, newSigningKey, openApproval, openStatus, verifyDsse } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import { eventually, freshDatabase, freshNats, type FreshDatabase, type FreshNats } from '@kushk/testing';
import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { ReviewModule } from '../../../review/src/review.module.js';

const asked = {
  actor: { kind: 'staff', subject: 'rita', roles: ['operator', 'reviewer'] } as const,
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

/** What an instance of the fleet hears from the hub. */
const heard: ReleaseStatusChangedV1[] = [];
@Controller()
class Fleet {
  @EventPattern<string>(catalogueFacts.releaseStatusChanged.subject, { reaction: 'on-release-status-changed' })
  react(data: ReleaseStatusChangedV1): void {
    heard.push(data);
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
  await Promise.all([
    start('catalogue', CatalogueModule),
    start('review', ReviewModule),
    start('wallet', FleetModule, 'i1'),
  ]);
  link = await BrokerConnection.connect(nats.url, 'test');
  broker = new Broker(link, { scope: 'hub' });
  yes(await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, asked));
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
const submit = async (version: string): Promise<ReleaseResource> =>
  yes(
    await broker.request(
      catalogue.submitRelease,
      { publisher_id: 'acme', manifest: { ...manifest, version }, requested_tier: 'verified', notes: 'نسخهٔ نخست' },
      asked,
    ),
  );
const target = (version: string) => ({ plugin_id: 'ir.acme.invoices', version, by: 'rita' });
const after = async ({ plugin_id, version, revision }: ReviewReply) =>
  yes(await broker.request(catalogue.getReleaseForStaff, { plugin_id, version, after_review: revision }, asked));
const keysOf = async (type: typeof catalogue.signingKeys) => yes(await broker.request(type, {}, asked));

describe('catalogue and review together', () => {
  it('take a release from submitted to published, with a signature that verifies', async () => {
    expect(await submit('1.0.0')).toMatchObject({ status: 'submitted', tier: null, signature: null });
    expect(await after(yes(await broker.request(review.takeReview, target('1.0.0'), asked)))).toMatchObject({
      status: 'in_review',
    });
    const approving = { ...target('1.0.0'), tier: 'community' as const, notes: 'Well done', publish: false };
    const approved = await after(yes(await broker.request(review.approveRelease, approving, asked)));
    expect(approved).toMatchObject({
      status: 'approved',
      tier: 'community',
      review_notes: 'Well done',
      published_at: null,
      manifest: { ...manifest, version: '1.0.0' },
    });
    const published = yes(await broker.request(catalogue.publishRelease, target('1.0.0'), asked));
    expect(published).toMatchObject({ status: 'published', tier: 'community' });

    const desk = await keysOf(review.signingKeys);
    expect(verifyDsse(desk, published.signature)).not.toBeNull();
    expect(openApproval(desk, published.signature)).toMatchObject({
      plugin_id: 'ir.acme.invoices',
      version: '1.0.0',
      tier: 'community',
      manifest_digest: canonicalDigest({ ...manifest, version: '1.0.0' }),
      previous: null,
    });
    expect(openApproval(await keysOf(catalogue.signingKeys), published.signature)).toBeNull();
  });

  it('publish at once where the reviewer asked for it, and compare the next version with it', async () => {
    yes(await broker.request(review.takeReview, (await submit('1.1.0'), target('1.1.0')), asked));
    const published = await after(
      yes(
        await broker.request(
          review.approveRelease,
          { ...target('1.1.0'), tier: 'verified', notes: '', publish: true },
          asked,
        ),
      ),
    );
    expect(published).toMatchObject({
      status: 'published',
      tier: 'verified',
      diff: { previous: '1.0.0', class: 'none', changes: [] },
    });
    expect(openApproval(await keysOf(review.signingKeys), published.signature)).toMatchObject({ previous: '1.0.0' });
  });

  it('tell the fleet every change of status in order, signed by the hub', async () => {
    yes(await broker.request(catalogue.suspendRelease, { ...target('1.1.0'), reason: 'It leaks' }, asked));
    yes(await broker.request(catalogue.resumeRelease, target('1.1.0'), asked));
    yes(
      await broker.request(
        catalogue.withdrawRelease,
        { ...target('1.0.0'), publisher_id: null, reason: 'Replaced' },
        asked,
      ),
    );
    const hub = await keysOf(catalogue.signingKeys);
    await eventually(() => heard.length >= 5);
    expect(
      heard
        .map(({ statement }) => openStatus(hub, statement))
        .map((word) => [word?.version, word?.status, word?.sequence, word?.reason]),
    ).toEqual([
      ['1.0.0', 'published', 1, null],
      ['1.1.0', 'published', 2, null],
      ['1.1.0', 'suspended', 3, 'It leaks'],
      ['1.1.0', 'published', 4, null],
      ['1.0.0', 'withdrawn', 5, 'Replaced'],
    ]);
    expect(openApproval(await keysOf(review.signingKeys), heard[0]?.approval)?.manifest_digest).toBe(
      canonicalDigest(heard[0]?.manifest),
    );
  });

  it('close the desk for a release that its publisher has taken back', async () => {
    await submit('1.2.0');
    yes(await broker.request(review.takeReview, target('1.2.0'), asked));
    yes(
      await broker.request(
        catalogue.withdrawRelease,
        { ...target('1.2.0'), publisher_id: 'acme', reason: 'A mistake', by: 'acme' },
        asked,
      ),
    );
    const closed = await eventually(
      async () =>
        yes(await broker.request(review.listReviews, { status: 'withdrawn', limit: 10, cursor: null }, asked)).items[0],
    );
    expect(closed).toMatchObject({ plugin_id: 'ir.acme.invoices', version: '1.2.0' });
  });

  it('give a rejected release its note, and keep it rejected', async () => {
    await submit('1.3.0');
    yes(await broker.request(review.takeReview, target('1.3.0'), asked));
    expect(
      await after(
        yes(await broker.request(review.rejectRelease, { ...target('1.3.0'), notes: 'Asks for too much' }, asked)),
      ),
    ).toMatchObject({ status: 'rejected', review_notes: 'Asks for too much' });
    expect(await broker.request(catalogue.publishRelease, target('1.3.0'), asked)).toMatchObject({
      refusal: { code: 'catalogue.transition_invalid', params: { from: 'rejected', to: 'published', allowed: [] } },
    });
  });
});
