import { forStream, streamRef } from '@kushk/decider';
import type { EventStore, FactMeta } from '@kushk/event-store';
import { capabilitiesOf, sameJson, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { accessKey, accessStream } from '../access/access.js';
import { listingKey, listingStream } from '../listing/listing.js';
import type { ListingRow, ManifestRef, Manifests } from '../listing/listing.view.js';
import { syncSuspension } from '../listing/on-release-status-changed/sync-suspension.js';
import { newestWithout, type StoreCatalogue } from '../listing/store-catalogue.js';
import { submittedSettings } from './change-settings/submitted-settings.js';
import { expectedVersionsOf, retryOnVersionConflict } from './expected-versions.js';
import { followVersion, isUpdate, type FollowVersion } from './follow-version/follow-version.js';
import { mustConsent } from './follow-version/must-consent.js';
import { forEachConcurrently } from './for-each-concurrently.js';
import { grantsOf } from './install/manifest-terms.js';
import { refuseInactive } from './installation-decision.js';
import type { InstallationSecrets } from './installation-secrets.js';
import type { InstallationRow, Installations } from './installation.view.js';
import { installationStream, type ActiveInstallation, type ExistingInstallation } from './installation.js';

interface Dependencies {
  readonly events: EventStore;
  readonly catalogue: StoreCatalogue;
  readonly manifests: Manifests;
  readonly installations: Installations;
  readonly secrets: InstallationSecrets;
  readonly evaluator: Evaluator;
  readonly now: () => Date;
  /** Creates the error for a command that met a version conflict in every attempt. */
  readonly busy: (message: string) => Error;
}
interface Target {
  readonly organisationId: string;
  readonly pluginId: string;
  readonly installationId: string;
}
interface Release {
  readonly pluginId: string;
  readonly version: string;
}

const MAX_ATTEMPTS = 5;
/**
 * How many installations are updated at a time. A plugin may have many thousand installations, and the command queue
 * also serves all other requests. Settings have up to a megabyte, so this bounds memory too.
 */
const CONCURRENT_UPDATES = 16;

/**
 * Updates installations after a listing has changed, page by page. Repeating an update changes nothing, so an
 * interrupted update is repeated from the start.
 */
export class InstallationUpdater {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Suspends the installations of a release, or lifts their suspension, according to the current listing of the
   * release.
   */
  async syncSuspensions({ pluginId, version }: Release, meta: FactMeta): Promise<void> {
    const { events, installations, now } = this.dependencies;
    const listing = streamRef(listingStream, listingKey(pluginId, version));
    const { state } = await events.load(listing);
    if (state.status !== 'suspended' && state.status !== 'listed') return;
    const command = { version, at: now().toISOString() };
    for await (const page of installations.pagesOfPlugin(pluginId, version)) {
      const outdated = page.filter(({ status }) => (status === 'suspended') !== (state.status === 'suspended'));
      await forEachConcurrently(outdated, CONCURRENT_UPDATES, ({ stream_id }) =>
        events.run({
          name: 'SyncSuspension',
          streams: { installation: streamRef(installationStream, stream_id), listing },
          decide: (states) => forStream('installation', syncSuspension(command, states)),
          meta,
        }),
      );
    }
  }

  /** Moves the installations of a plugin in all organisations to its newest listed version. */
  async followNewestVersion(pluginId: string, meta: FactMeta): Promise<void> {
    const { catalogue, installations } = this.dependencies;
    for await (const page of installations.pagesOfPlugin(pluginId)) {
      const organisationIds = page.map(({ organisation_id }) => organisation_id);
      const offeredTo = await catalogue.offers(pluginId, organisationIds);
      const outdated = page.filter((row) => !isUpToDate(row, offeredTo(row.organisation_id)));
      await forEachConcurrently(outdated, CONCURRENT_UPDATES, ({ stream_id, organisation_id: organisationId }) =>
        this.followOne({ organisationId, pluginId, installationId: stream_id }, offeredTo(organisationId), meta),
      );
    }
  }

  /** Moves the installation of a plugin in one organisation to the newest version that it may run. */
  async followNewestVersionOf(organisationId: string, pluginId: string, meta: FactMeta): Promise<void> {
    for (const { stream_id } of await this.dependencies.installations.findOfPlugins(organisationId, [pluginId])) {
      const target = { organisationId, pluginId, installationId: stream_id };
      await this.followOne(target, await this.offered(target), meta);
    }
  }

  /** Applies to one installation what happened to releases while its plugin moved to another version. */
  async catchUp(installation: ExistingInstallation, meta: FactMeta): Promise<void> {
    const { installationId, pluginId, grants } = installation;
    const { events, now } = this.dependencies;
    const listing = streamRef(listingStream, listingKey(pluginId, grants.version));
    const command = { version: grants.version, at: now().toISOString() };
    await events.run({
      name: 'SyncSuspension',
      streams: { installation: streamRef(installationStream, installationId), listing },
      decide: (states) => forStream('installation', syncSuspension(command, states)),
      meta,
    });
    await this.followOne(installation, await this.offered(installation), meta);
  }

  private async offered({ organisationId, pluginId }: Target): Promise<readonly ListingRow[]> {
    return (await this.dependencies.catalogue.offers(pluginId, [organisationId]))(organisationId);
  }

  /** Reads the listed versions again only if they changed after `offered` was read. */
  private async followOne(target: Target, offered: readonly ListingRow[], meta: FactMeta): Promise<void> {
    let known: readonly ListingRow[] | null = offered;
    const attempt = async () => {
      const current = known ?? (await this.offered(target));
      known = null;
      return await this.follow(target, current, meta);
    };
    await retryOnVersionConflict(attempt, {
      maxAttempts: MAX_ATTEMPTS,
      giveUp: () => this.dependencies.busy(`installation ${target.installationId} changed during every attempt`),
    });
  }

  private async follow(target: Target, offered: readonly ListingRow[], meta: FactMeta) {
    const { organisationId, pluginId, installationId } = target;
    const { events } = this.dependencies;
    const ref = streamRef(installationStream, installationId);
    // Loads of one turn of the event loop share one query.
    const { state } = await events.load(ref);
    if (state.status === 'absent' || state.status === 'removed') return refuseInactive(state);
    const command = await this.prepare(state, newestWithout(offered, state.declinedVersions));
    const listedVersion = command.next?.grants.version ?? state.grants.version;
    return await events.run({
      name: 'FollowVersion',
      streams: {
        installation: ref,
        listing: streamRef(listingStream, listingKey(pluginId, listedVersion)),
        access: streamRef(accessStream, accessKey(organisationId, pluginId)),
      },
      decide: (states) => forStream('installation', followVersion(command, states)),
      meta,
    });
  }

  private async prepare(installation: ActiveInstallation, listing: ListingRow | null): Promise<FollowVersion> {
    const { manifests, now } = this.dependencies;
    const unchanged = { expected: expectedVersionsOf(installation), next: null, at: now().toISOString() };
    const { pluginId, grants } = installation;
    if (listing === null || !isUpdate(manifestRefOf(listing), grants)) return unchanged;
    const [current, next] = await Promise.all([
      manifests.find(pluginId, grants),
      manifests.find(pluginId, manifestRefOf(listing)),
    ]);
    if (current === null || next === null) return unchanged;
    return { ...unchanged, next: await this.nextVersion(installation, { current, next, listing }) };
  }

  private async nextVersion(
    { installationId, grants, settings: stored }: ActiveInstallation,
    { current, next, listing }: { readonly current: Manifest; readonly next: Manifest; readonly listing: ListingRow },
  ): Promise<NonNullable<FollowVersion['next']>> {
    const { secrets, evaluator } = this.dependencies;
    const before = await secrets.storedSettings(installationId, stored);
    const completed = await submittedSettings(next, { sent: null, stored: before }, evaluator);
    const { problems } = completed;
    return {
      grants: grantsOf(next, { plan: grants.plan, manifestDigest: listing.manifest_digest }),
      capabilities: capabilitiesOf(next),
      settings: await secrets.sealSettings(installationId, completed),
      settingsChanged: !sameJson(completed.settings, before.settings),
      needsConsent: await mustConsent(current, next, { plan: grants.plan, problems, evaluator }),
    };
  }
}

function manifestRefOf({ version, manifest_digest }: ListingRow): ManifestRef {
  return { version, manifestDigest: manifest_digest };
}

/** Whether an installation runs the newest version that it may run, and waits for no other one. */
function isUpToDate({ grants, pending_version, declined_versions }: InstallationRow, offered: readonly ListingRow[]) {
  const newest = newestWithout(offered, declined_versions);
  return pending_version === null && (newest === null || !isUpdate(manifestRefOf(newest), grants));
}
