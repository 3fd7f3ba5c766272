import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { Broker, BrokerConnection } from '@kushk/broker';
import { catalogue, installation, review, type InstallationForAdmin, type JsonObject } from '@kushk/contracts';
import { newSigningKey } from '@kushk/credentials';
import { createService, readConfig } from '@kushk/runtime';
import {
  eventually,
  freshDatabase,
  freshNats,
  startService,
  type FreshDatabase,
  type FreshNats,
  type ServiceUnderTest,
} from '@kushk/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import type { INestMicroservice } from '@nestjs/common';
import { CatalogueModule } from '../../apps/catalogue/src/catalogue.module.js';
import { OnReleaseStatusChangedHandler } from '../../apps/installation/src/listing/on-release-status-changed/on-release-status-changed.handler.js';
import { InstallationModule } from '../../apps/installation/src/installation.module.js';
import { ReviewModule } from '../../apps/review/src/review.module.js';
import { OnInstallationRequestedHandler } from '../../apps/wallet/src/wallet/on-installation-requested/on-installation-requested.handler.js';
import { WalletModule } from '../../apps/wallet/src/wallet.module.js';
import { factValidator } from './fact-validator.js';

const problemsOf = factValidator(resolve('docs/events'));
const staff = {
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
  base_url: 'http://127.0.0.1:1',
  scopes: { 'wallet.consume': 'Sells pages' },
  services: [{ key: 'ocr.page', names: { en: 'Page' }, unit: 'page' }],
  plans: [{ key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25' } }],
};

/** What a service has published so far. */
async function publishedBy(
  link: BrokerConnection,
  stream: string,
): Promise<readonly { type: string; data: unknown }[]> {
  const manager = await jetstreamManager(link.connection, { checkAPI: false });
  const { state } = await manager.streams.info(stream);
  const facts = [];
  for (let seq = 1; seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(stream, { seq });
    if (message !== null) facts.push({ type: message.header.get('Kushk-Type'), data: message.json() });
  }
  return facts;
}

/**
 * The types that were published, once all that are expected are there. Fails on the first one that breaks its schema.
 */
async function typesOnceThere(link: BrokerConnection, stream: string, expected: number): Promise<string[]> {
  const facts = await eventually(async () => {
    const found = await publishedBy(link, stream);
    return found.length >= expected && found;
  });
  for (const { type, data } of facts) expect(problemsOf(type, data)).toEqual([]);
  return facts.map(({ type }) => type);
}

describe('public facts of the hub', () => {
  let nats: FreshNats;
  let link: BrokerConnection;
  const databases: FreshDatabase[] = [];
  const apps: INestMicroservice[] = [];

  beforeAll(async () => {
    nats = await freshNats();
    const modules = { catalogue: CatalogueModule, review: ReviewModule } as const;
    await Promise.all(
      (['catalogue', 'review'] as const).map(async (name) => {
        const database = await freshDatabase(name);
        databases.push(database);
        const app = await createService(
          modules[name],
          readConfig({
            KUSHK_SERVICE: name,
            KUSHK_SCOPE: 'hub',
            KUSHK_ENVIRONMENT: 'test',
            KUSHK_DATABASE_URL: database.url,
            KUSHK_NATS_URL: nats.url,
            KUSHK_HEALTH_PORT: '1',
            KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
            KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
          }),
        );
        apps.push(app);
        await app.listen();
      }),
    );
    link = await BrokerConnection.connect(nats.url, 'test');
  });
  afterAll(async () => {
    await link.close();
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all([...databases.map((database) => database.drop()), nats.stop()]);
  });

  it('fit their schemas, from the submission of a release to its suspension', async () => {
    const broker = new Broker(link, { scope: 'hub' });
    const target = { plugin_id: 'ir.acme.invoices', version: '1.0.0', by: 'rita' };
    await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, staff);
    await broker.request(
      catalogue.submitRelease,
      { publisher_id: 'acme', manifest, requested_tier: 'verified', notes: '' },
      staff,
    );
    await broker.request(review.takeReview, target, staff);
    const approved = await broker.request(
      review.approveRelease,
      { ...target, tier: 'verified', notes: '', publish: true },
      staff,
    );
    if (!approved.accepted) throw new Error(approved.refusal.code);
    await broker.request(catalogue.getReleaseForStaff, { ...target, after_review: approved.reply.revision }, staff);
    await broker.request(catalogue.suspendRelease, { ...target, reason: 'It leaks' }, staff);
    expect(await typesOnceThere(link, 'EVT_HUB_CATALOGUE', 3)).toEqual([
      'evt.catalogue.release.submitted.v1',
      'evt.catalogue.release.status-changed.v1',
      'evt.catalogue.release.status-changed.v1',
    ]);
    expect(await typesOnceThere(link, 'EVT_HUB_REVIEW', 2)).toEqual([
      'evt.review.review.taken.v1',
      'evt.review.release.approved.v1',
    ]);
  });
});

describe('public facts of an instance', () => {
  let installations: ServiceUnderTest;
  let wallets: ServiceUnderTest;
  let link: BrokerConnection;

  beforeAll(async () => {
    [installations, wallets] = await Promise.all([
      startService('installation', InstallationModule, { KUSHK_PINNED_HUB_KEYS: '{"keys":[]}' }),
      startService('wallet', WalletModule),
    ]);
    link = await BrokerConnection.connect(process.env['KUSHK_TEST_NATS_URL'] as string, 'test');
  });
  afterAll(async () => {
    await link.close();
    await Promise.all([installations.stop(), wallets.stop()]);
  });

  it('fit their schemas, from the offer to the removal, and so does the answer of the wallet', async () => {
    const of = { organisation_id: 'org_1', by: 'per_1' };
    // What a developer puts into the store is nobody else's business; what the hub seems to say is judged and reported.
    const unsigned = { payloadType: 'application/json', payload: '', signatures: [] };
    const forged = {
      plugin_id: 'ir.acme.invoices',
      version: '9.0.0',
      status: 'published',
      sequence: 1,
      plugin_api: '1.0',
      tier: 'verified',
      manifest,
      statement: unsigned,
      approval: unsigned,
    } as const;
    await installations.deliverTwice(OnReleaseStatusChangedHandler, forged);
    await installations.reply(installation.publishForDevelopment, { manifest, by: 'per_1' });
    const consent = { scopes: ['wallet.consume'], base_url: 'http://127.0.0.1:1' };
    const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
    const made: InstallationForAdmin = await installations.reply(installation.install, {
      ...of,
      plugin_id: 'ir.acme.invoices',
      version: null,
      plan: 'basic',
      settings: {},
      consent,
      locale,
    });
    await installations.reply(installation.removeInstallation, { ...of, installation_id: made.installation_id });
    const stream = `EVT_${installations.scope}_INSTALLATION`.toUpperCase();
    expect(await typesOnceThere(link, stream, 3)).toEqual([
      'evt.installation.listing.evaluated.v1',
      'evt.installation.installation.requested.v1',
      'evt.installation.installation.removed.v1',
    ]);

    const [, requested] = await publishedBy(link, stream);
    await wallets.deliverTwice(OnInstallationRequestedHandler, requested?.data as never);
    expect(await typesOnceThere(link, `EVT_${wallets.scope}_WALLET`.toUpperCase(), 1)).toEqual([
      'evt.wallet.wallet.opened.v1',
    ]);
  });

  it('would not fit with a field too many, one too few, or of another type', () => {
    const opened = { installation_id: 'ins_1', organisation_id: 'org_1', at: '2026-11-20T12:00:00.000Z' };
    const type = 'evt.wallet.wallet.opened.v1';
    expect(problemsOf(type, opened)).toEqual([]);
    expect(problemsOf(type, { ...opened, signing_secret: 'ks_' })).toEqual([
      `${type} / must NOT have additional properties`,
    ]);
    expect(problemsOf(type, { ...opened, at: undefined })).toEqual([`${type} / must have required property 'at'`]);
    expect(problemsOf(type, { ...opened, at: 7 })).toEqual([`${type} /at must be string`]);
    expect(problemsOf('evt.wallet.wallet.lost.v1', opened)).toEqual(['evt.wallet.wallet.lost.v1 has no schema']);
  });
});
