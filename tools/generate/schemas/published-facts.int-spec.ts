import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { Broker, BrokerConnection, createStreams } from '@kushk/broker';
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
import { CatalogueModule } from '../../../apps/catalogue/src/catalogue.module.js';
import { OnReleaseStatusChangedHandler } from '../../../apps/installation/src/listing/on-release-status-changed/on-release-status-changed.handler.js';
import { InstallationModule } from '../../../apps/installation/src/installation.module.js';
import { ReviewModule } from '../../../apps/review/src/review.module.js';
import { OnInstallationRequestedHandler } from '../../../apps/wallet/src/wallet/on-installation-requested/on-installation-requested.handler.js';
import { WalletModule } from '../../../apps/wallet/src/wallet.module.js';
import { factValidator } from './fact-validator.js';

const problemsOf = factValidator(resolve('docs/events'));
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
  base_url: 'http://127.0.0.1:1',
  scopes: { 'wallet.consume': 'Sells pages' },
  services: [{ key: 'ocr.page', names: { en: 'Page' }, unit: 'page' }],
  plans: [{ key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25' } }],
};

/** Returns the facts that a service has published so far. */
async function publishedBy(
  connection: BrokerConnection,
  stream: string,
): Promise<readonly { type: string; data: unknown }[]> {
  const manager = await jetstreamManager(connection.nats, { checkAPI: false });
  const { state } = await manager.streams.info(stream);
  const facts = [];
  for (let seq = 1; seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(stream, { seq });
    if (message !== null) facts.push({ type: message.header.get('Kushk-Type'), data: message.json() });
  }
  return facts;
}

/**
 * Waits until a service has published the expected number of facts and returns their types. Throws for a fact that
 * does not match its schema.
 */
async function publishedTypes(connection: BrokerConnection, stream: string, expected: number): Promise<string[]> {
  const facts = await eventually(async () => {
    const found = await publishedBy(connection, stream);
    return found.length >= expected && found;
  });
  for (const { type, data } of facts) expect(problemsOf(type, data)).toEqual([]);
  return facts.map(({ type }) => type);
}

describe('public facts of the hub', () => {
  let nats: FreshNats;
  let connection: BrokerConnection;
  const databases: FreshDatabase[] = [];
  const apps: INestMicroservice[] = [];

  beforeAll(async () => {
    nats = await freshNats();
    await createStreams({ url: nats.url, scope: 'hub' });
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
    connection = await BrokerConnection.connect(nats.url, 'test');
  });
  afterAll(async () => {
    await connection.close();
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all([...databases.map((database) => database.drop()), nats.stop()]);
  });

  it('match their schemas, from the submission of a release to its suspension', async () => {
    const broker = new Broker(connection, { scope: 'hub' });
    const target = { plugin_id: 'ir.acme.invoices', version: '1.0.0', by: 'rita' };
    await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, options);
    await broker.request(
      catalogue.submitRelease,
      { publisher_id: 'acme', manifest, requested_tier: 'verified', notes: '' },
      options,
    );
    await broker.request(review.takeReview, target, options);
    const approved = await broker.request(
      review.approveRelease,
      { ...target, tier: 'verified', notes: '', publish: true },
      options,
    );
    if (!approved.accepted) throw new Error(approved.refusal.code);
    await broker.request(catalogue.getReleaseForStaff, { ...target, after_review: approved.reply.revision }, options);
    await broker.request(catalogue.suspendRelease, { ...target, reason: 'It leaks' }, options);
    expect(await publishedTypes(connection, 'EVT_HUB_CATALOGUE', 3)).toEqual([
      'evt.catalogue.release.submitted.v1',
      'evt.catalogue.release.status-changed.v1',
      'evt.catalogue.release.status-changed.v1',
    ]);
    expect(await publishedTypes(connection, 'EVT_HUB_REVIEW', 2)).toEqual([
      'evt.review.review.taken.v1',
      'evt.review.release.approved.v1',
    ]);
  });
});

describe('public facts of an instance', () => {
  let installations: ServiceUnderTest;
  let wallets: ServiceUnderTest;
  let connection: BrokerConnection;

  beforeAll(async () => {
    [installations, wallets] = await Promise.all([
      startService('installation', InstallationModule, { KUSHK_PINNED_HUB_KEYS: '{"keys":[]}' }),
      startService('wallet', WalletModule),
    ]);
    connection = await BrokerConnection.connect(process.env['KUSHK_TEST_NATS_URL'] as string, 'test');
  });
  afterAll(async () => {
    await connection.close();
    await Promise.all([installations.stop(), wallets.stop()]);
  });

  it("match their schemas, from the listing of a plugin to its removal, including the wallet's facts", async () => {
    const byAdmin = { organisation_id: 'org_1', by: 'per_1' };
    // An instance publishes its evaluation of each release that it receives from a hub, even of a forged one. It
    // publishes none of a development release.
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
    const installed: InstallationForAdmin = await installations.reply(installation.install, {
      ...byAdmin,
      plugin_id: 'ir.acme.invoices',
      version: null,
      plan: 'basic',
      settings: {},
      consent,
      locale,
    });
    await installations.reply(installation.removeInstallation, {
      ...byAdmin,
      installation_id: installed.installation_id,
    });
    const stream = `EVT_${installations.scope}_INSTALLATION`.toUpperCase();
    expect(await publishedTypes(connection, stream, 4)).toEqual([
      'evt.installation.software.version-changed.v1',
      'evt.installation.listing.evaluated.v1',
      'evt.installation.installation.requested.v1',
      'evt.installation.installation.removed.v1',
    ]);

    const [, , requested] = await publishedBy(connection, stream);
    await wallets.deliverTwice(OnInstallationRequestedHandler, requested?.data as never);
    expect(await publishedTypes(connection, `EVT_${wallets.scope}_WALLET`.toUpperCase(), 1)).toEqual([
      'evt.wallet.wallet.opened.v1',
    ]);
  });

  it('do not match their schemas with an additional, a missing or a mistyped field', () => {
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
