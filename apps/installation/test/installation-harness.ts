/** The installation service and a simulated hub that publishes to it, for the tests with real servers. */
import {
  installation,
  type InstallRequest,
  type JsonObject,
  type ReleaseStatusChangedV1,
  type RequestIdempotency,
} from '@kushk/contracts';
import { hashCredential, newSealingKey } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild, type RebuildReport } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import pg from 'pg';
import { InstallationModule } from '../src/installation.module.js';
import { installationStream } from '../src/installation/installation.js';
import { OnInstallationReadyHandler } from '../src/installation/on-installation-ready/on-installation-ready.handler.js';
import { OnInstalledAnsweredHandler } from '../src/installation/on-installed-answered/on-installed-answered.handler.js';
import { OnWalletOpenedHandler } from '../src/installation/on-wallet-opened/on-wallet-opened.handler.js';
import { listingKey, listingStream, type Listing } from '../src/listing/listing.js';
import { OnReleaseStatusChangedHandler } from '../src/listing/on-release-status-changed/on-release-status-changed.handler.js';
import { installationStore } from '../src/store.module.js';
import { manifestOf, pinnedKeys, statusChanged } from './hub.js';

/** The organisation and the id that identify an installation in an admin's request. */
export interface InstallationRef {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly by: string;
}

const at = '2026-11-20T09:00:00.000Z';
const pepper = Buffer.alloc(32, 7);

export class InstallationHarness {
  readonly sealingKeys = [newSealingKey()];
  private idempotencyKeys = 0;
  private started: ServiceUnderTest | undefined;

  async start(): Promise<void> {
    this.started = await startService('installation', InstallationModule, {
      KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys),
      KUSHK_PEPPER: pepper.toString('base64url'),
      KUSHK_SEALING_KEYS: JSON.stringify(this.sealingKeys),
    });
  }

  async stop(): Promise<void> {
    await this.started?.stop();
  }

  get service(): ServiceUnderTest {
    if (this.started === undefined) throw new Error('the service is not started');
    return this.started;
  }

  get events(): EventStore {
    return this.service.app.get(EventStore);
  }

  /** A new idempotency key. */
  idempotency(): RequestIdempotency {
    this.idempotencyKeys += 1;
    return { scope: 'per_1', key: `k${this.idempotencyKeys}`, input_hash: '' };
  }

  /** Delivers a fact of the hub twice, as JetStream may do. */
  async receive(change: ReleaseStatusChangedV1): Promise<void> {
    await this.service.deliverTwice(OnReleaseStatusChangedHandler, change);
  }

  /** Publishes version 1.0.0 of a plugin and returns its manifest. */
  async publish(pluginId: string, changes: JsonObject = {}): Promise<JsonObject> {
    const manifest = manifestOf(pluginId, '1.0.0', changes);
    await this.receive(statusChanged(manifest, { status: 'published', sequence: 1 }));
    return manifest;
  }

  requestFor(plugin_id: string, organisation_id: string, more: Partial<InstallRequest> = {}): InstallRequest {
    return {
      organisation_id,
      by: 'per_1',
      plugin_id,
      version: null,
      plan: 'basic',
      settings: {},
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
      consent: { scopes: ['records.own', 'wallet.consume'], base_url: 'https://plugin.acme.ir' },
      ...more,
    };
  }

  async install(
    pluginId: string,
    organisation_id: string,
    more: Partial<InstallRequest> = {},
  ): Promise<InstallationRef> {
    const request = this.requestFor(pluginId, organisation_id, more);
    const { installation_id } = await this.service.reply(installation.install, request);
    return { organisation_id, installation_id, by: 'per_1' };
  }

  async walletOpened({ installation_id, organisation_id }: InstallationRef): Promise<void> {
    await this.service.deliverTwice(OnWalletOpenedHandler, { installation_id, organisation_id, at });
  }

  async workspaceReady({ installation_id }: InstallationRef): Promise<void> {
    await this.service.deliverTwice(OnInstallationReadyHandler, { installation_id, at });
  }

  async installedAnswered({ installation_id }: InstallationRef): Promise<void> {
    await this.service.deliverTwice(OnInstalledAnsweredHandler, { installation_id, version: null, at });
  }

  async statusOf(installed: InstallationRef): Promise<string> {
    return (await this.service.reply(installation.getInstallation, installed)).status;
  }

  /** The settings as the installation token sees them. */
  async pluginSettings(installed: InstallationRef) {
    return await this.service.reply(installation.getSettings, { ...installed, with_secrets: true });
  }

  async listingOf(pluginId: string, version = '1.0.0'): Promise<Listing> {
    return (await this.events.load(streamRef(listingStream, listingKey(pluginId, version)))).state;
  }

  async isListed(plugin_id: string): Promise<boolean> {
    const page = { organisation_id: 'org_1', limit: 200, cursor: null };
    const { items } = await this.service.reply(installation.listListings, page);
    return items.some((listing) => listing.plugin_id === plugin_id);
  }

  async factsOf({ installation_id }: InstallationRef) {
    return await this.events.history(streamRef(installationStream, installation_id));
  }

  async factTypesOf(installed: InstallationRef): Promise<string[]> {
    return (await this.factsOf(installed)).map(({ type }) => type);
  }

  lookupOf({ installation_id }: InstallationRef, token: string | null) {
    if (token === null) throw new Error('no token was given');
    return { installation_id, token_hash: hashCredential(pepper, token) };
  }

  /** Rebuilds the state and the views from the log and compares them with the live ones. */
  async rebuild(): Promise<RebuildReport> {
    return await rebuild({ ...installationStore, databaseUrl: this.service.databaseUrl, mode: 'compare' });
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.service.databaseUrl });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Everything that the service has stored, as one string. */
  async storedText(): Promise<string> {
    const [row] = await this.query<{ text: string }>(`select string_agg(row::text, E'\\n') as text from (
      select to_jsonb(e) as row from log_events e union all select to_jsonb(s) from log_streams s
      union all select to_jsonb(i) from log_idempotency i union all select to_jsonb(v) from installations v
      union all select to_jsonb(v) from installation_settings v) all_rows`);
    return row?.text ?? '';
  }
}
