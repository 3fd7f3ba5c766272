/** Runs the catalogue on real servers, with the publishers `acme` and `beta`, and plays the part of the reviewers. */
import { afterAll, beforeAll } from '@jest/globals';
import { catalogue, type Actor, type JsonObject, type ReleaseResource } from '@kushk/contracts';
import { newSigningKey, releaseStatement, signDsse } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from '../src/catalogue.module.js';
import { OnReleaseApprovedHandler } from '../src/release/on-release-approved/on-release-approved.handler.js';
import { OnReviewTakenHandler } from '../src/release/on-review-taken/on-review-taken.handler.js';

const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator'], name: 'Olga' };
export const asOlga = { actor: olga, requestId: 'req_test' };
const pepper = Buffer.alloc(32, 7);
const reviewersKey = newSigningKey();

export function replyOf<Reply>(outcome: Outcome<Reply>): Reply {
  if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
  return outcome.reply;
}

export function manifestOf(id: string, version: string, more: JsonObject = {}): JsonObject {
  return {
    schema: '1',
    id,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices', fa: 'فاکتورها' },
    base_url: 'https://plugin.acme.ir',
    ...more,
  };
}

/** The fact of a step in the review of version 1.0.0. Steps are counted from 1. */
export function step(pluginId: string, revision: number) {
  return {
    plugin_id: pluginId,
    version: '1.0.0',
    revision,
    at: '2026-11-20T09:00:00.000Z',
    by: 'rita',
    by_name: 'Rita',
  };
}

export function approval(release: ReleaseResource) {
  const { payloadType, payload } = releaseStatement({
    plugin_id: release.plugin_id,
    version: release.version,
    manifest_digest: release.manifest_digest,
    image: null,
    tier: 'verified',
    decided_at: '2026-11-20T09:00:00.000Z',
    previous: null,
    provenance: null,
  });
  return signDsse(reviewersKey, payloadType, payload);
}

export class CatalogueHarness {
  /** The key with which the catalogue signs status statements. */
  readonly hubKey = newSigningKey();
  service!: ServiceUnderTest;
  private readonly keyIds = new Map<string, string>();

  get broker(): ServiceUnderTest['broker'] {
    return this.service.broker;
  }

  /** `environment` adds to the configuration. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    this.service = await startService('catalogue', CatalogueModule, {
      KUSHK_PEPPER: pepper.toString('base64url'),
      KUSHK_SIGNING_KEY: JSON.stringify(this.hubKey),
      KUSHK_FIRST_OPERATOR: 'olga',
      ...environment,
    });
    for (const id of ['acme', 'beta']) {
      replyOf(await this.broker.request(catalogue.addPublisher, { id, name: `${id} company` }, asOlga));
      const key = { publisher_id: id, label: 'CI', expires_at: null };
      this.keyIds.set(id, replyOf(await this.broker.request(catalogue.issueKey, key, asOlga)).key.id);
    }
  }

  keyId(publisherId: string): string {
    return this.keyIds.get(publisherId)!;
  }

  /** The options of a request with the key of a publisher. */
  asPublisher(id = 'acme') {
    const actor: Actor = { kind: 'publisher', publisher_id: id, key_id: this.keyId(id), name: `${id} company` };
    return { ...asOlga, actor };
  }

  readonly submit = (manifest: JsonObject, publisherId = 'acme') =>
    this.broker.request(
      catalogue.submitRelease,
      { publisher_id: publisherId, manifest, requested_tier: 'verified', notes: null },
      this.asPublisher(publisherId),
    );

  readonly get = async (pluginId: string, version: string) =>
    replyOf(
      await this.broker.request(catalogue.getRelease, { publisher_id: null, plugin_id: pluginId, version }, asOlga),
    );

  /** Delivers the facts of a review that approves version 1.0.0, each of them twice. */
  readonly approve = async (release: ReleaseResource, publish: boolean): Promise<void> => {
    await this.service.deliverTwice(OnReviewTakenHandler, step(release.plugin_id, 1));
    await this.service.deliverTwice(OnReleaseApprovedHandler, {
      ...step(release.plugin_id, 2),
      tier: 'verified' as const,
      notes: 'Well done',
      publish,
      approval: approval(release),
    });
  };
}

/** Starts one catalogue for a spec file. */
export function catalogueHarness(): CatalogueHarness {
  const harness = new CatalogueHarness();
  beforeAll(() => harness.start());
  afterAll(() => harness.service.stop());
  return harness;
}
