import { forStream, streamRef } from '@kushk/decider';
import type { EventStore, FactMeta } from '@kushk/event-store';
import { accessKey, accessStream } from '../access/access.js';
import { listingKey, listingStream } from '../listing/listing.js';
import type { ListedVersion } from '../listing/listing.view.js';
import { syncSuspension } from '../listing/on-release-status-changed/sync-suspension.js';
import type { StoreCatalogue } from '../listing/store-catalogue.js';
import { rolloutStream } from '../rollout/rollout.js';
import { retryOnVersionConflict } from './expected-versions.js';
import { followVersion, isUpdate } from './follow-version/follow-version.js';
import { manifestRefOf, type VersionPreparation } from './follow-version/version-preparation.js';
import { followerOf, versionToFollow, type PlaceOf } from './follow-version/version-to-follow.js';
import { forEachConcurrently } from './for-each-concurrently.js';
import { refuseInactive } from './installation-decision.js';
import type { InstallationRow, Installations } from './installation.view.js';
import { installationStream, type ExistingInstallation } from './installation.js';

interface Dependencies {
  readonly events: EventStore;
  readonly catalogue: StoreCatalogue;
  readonly installations: Installations;
  readonly preparation: VersionPreparation;
  /** Returns the places of an installation in rollouts. */
  readonly placesOf: (installationId: string) => PlaceOf;
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

  /** Moves the installations of a plugin in all organisations to the newest listed version that each follows. */
  async followNewestVersion(pluginId: string, meta: FactMeta): Promise<void> {
    const { catalogue, installations, placesOf } = this.dependencies;
    for await (const page of installations.pagesOfPlugin(pluginId)) {
      const organisationIds = page.map(({ organisation_id }) => organisation_id);
      const listedFor = await catalogue.versionsFor(pluginId, organisationIds);
      const outdated = page.filter((row) => !isUpToDate(row, listedFor(row.organisation_id), placesOf(row.stream_id)));
      await forEachConcurrently(outdated, CONCURRENT_UPDATES, ({ stream_id, organisation_id: organisationId }) =>
        this.followOne({ organisationId, pluginId, installationId: stream_id }, listedFor(organisationId), meta),
      );
    }
  }

  /** Moves the installation of a plugin in one organisation to the newest version that it may run. */
  async followNewestVersionOf(organisationId: string, pluginId: string, meta: FactMeta): Promise<void> {
    for (const { stream_id } of await this.dependencies.installations.findOfPlugins(organisationId, [pluginId]))
      await this.followListed({ organisationId, pluginId, installationId: stream_id }, meta);
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
    await this.followListed(installation, meta);
  }

  /** Moves one installation to the newest listed version that it follows. */
  async followListed(target: Target, meta: FactMeta): Promise<void> {
    await this.followOne(target, await this.listed(target), meta);
  }

  private listed({ organisationId, pluginId }: Target): Promise<readonly ListedVersion[]> {
    return this.dependencies.catalogue.versions(organisationId, pluginId);
  }

  /** Reads the listed versions again only if they changed after `listed` was read. */
  private async followOne(target: Target, listed: readonly ListedVersion[], meta: FactMeta): Promise<void> {
    let known: readonly ListedVersion[] | null = listed;
    const attempt = async () => {
      const current = known ?? (await this.listed(target));
      known = null;
      return await this.follow(target, current, meta);
    };
    await retryOnVersionConflict(attempt, {
      maxAttempts: MAX_ATTEMPTS,
      giveUp: () => this.dependencies.busy(`installation ${target.installationId} changed during every attempt`),
    });
  }

  private async follow(target: Target, listed: readonly ListedVersion[], meta: FactMeta) {
    const { organisationId, pluginId, installationId } = target;
    const { events, preparation, placesOf, now } = this.dependencies;
    const placeOf = placesOf(installationId);
    const ref = streamRef(installationStream, installationId);
    // Loads of one turn of the event loop share one query.
    const { state } = await events.load(ref);
    if (state.status === 'absent' || state.status === 'removed') return refuseInactive(state);
    const prepared = await preparation.prepare(state, versionToFollow(listed, state, placeOf));
    const version = prepared.next?.grants.version ?? state.grants.version;
    const command = { ...prepared, place: placeOf(version), at: now().toISOString() };
    return await events.run({
      name: 'FollowVersion',
      streams: {
        installation: ref,
        listing: streamRef(listingStream, listingKey(pluginId, version)),
        rollout: streamRef(rolloutStream, listingKey(pluginId, version)),
        access: streamRef(accessStream, accessKey(organisationId, pluginId)),
      },
      decide: (states) => forStream('installation', followVersion(command, states)),
      meta,
    });
  }
}

/** Whether an installation runs the newest version that it follows, and waits for no other one. */
function isUpToDate(row: InstallationRow, listed: readonly ListedVersion[], placeOf: PlaceOf) {
  const newest = versionToFollow(listed, followerOf(row), placeOf);
  return row.pending_version === null && (newest === null || !isUpdate(manifestRefOf(newest), row.grants));
}
