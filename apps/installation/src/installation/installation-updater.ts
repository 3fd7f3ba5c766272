import { forStream, streamRef } from '@kushk/decider';
import type { EventStore, FactMeta } from '@kushk/event-store';
import { capabilitiesOf, type Manifest } from '@kushk/manifest';
import { listingKey, listingStream } from '../listing/listing.js';
import type { Manifests } from '../listing/listing.view.js';
import { syncSuspension } from '../listing/on-release-status-changed/sync-suspension.js';
import type { StoreCatalogue } from '../listing/store-catalogue.js';
import { expectedVersionsOf, retryOnVersionConflict } from './expected-versions.js';
import { followVersion, type FollowVersion } from './follow-version/follow-version.js';
import { needsConsent } from './follow-version/needs-consent.js';
import { grantsOf } from './install/manifest-terms.js';
import { refuseInactive } from './installation-decision.js';
import type { InstallationSecrets } from './installation-secrets.js';
import type { Installations } from './installation.view.js';
import { installationStream, type ActiveInstallation } from './installation.js';

interface Dependencies {
  readonly events: EventStore;
  readonly catalogue: StoreCatalogue;
  readonly manifests: Manifests;
  readonly installations: Installations;
  readonly secrets: InstallationSecrets;
  readonly now: () => Date;
  /** Creates the error for a command that met a version conflict in every attempt. */
  readonly busy: (message: string) => Error;
}
interface Release {
  readonly pluginId: string;
  readonly version: string;
}

const MAX_ATTEMPTS = 5;

/** Updates installations after a listing has changed. Repeating an update changes nothing. */
export class InstallationUpdater {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Suspends the installations of a release, or lifts their suspension, according to the current listing of the
   * release.
   */
  async syncSuspensions({ pluginId, version }: Release, meta: FactMeta): Promise<void> {
    const { events, installations, now } = this.dependencies;
    const command = { version, at: now().toISOString() };
    const rows = await installations.findByVersion(pluginId, version);
    await Promise.all(
      rows.map(({ stream_id }) =>
        events.run({
          name: 'SyncSuspension',
          streams: {
            installation: streamRef(installationStream, stream_id),
            listing: streamRef(listingStream, listingKey(pluginId, version)),
          },
          decide: (states) => forStream('installation', syncSuspension(command, states)),
          meta,
        }),
      ),
    );
  }

  /** Moves the installations of a plugin in all organisations to its newest listed version. */
  async followNewestVersion(pluginId: string, meta: FactMeta): Promise<void> {
    const rows = await this.dependencies.installations.findByPlugin(pluginId);
    await Promise.all(
      rows.map(({ stream_id }) =>
        retryOnVersionConflict(() => this.follow(pluginId, stream_id, meta), {
          maxAttempts: MAX_ATTEMPTS,
          giveUp: () => this.dependencies.busy(`installation ${stream_id} changed during every attempt to update it`),
        }),
      ),
    );
  }

  private async follow(pluginId: string, installationId: string, meta: FactMeta) {
    const { events, catalogue, manifests } = this.dependencies;
    const ref = streamRef(installationStream, installationId);
    const { state } = await events.load(ref);
    if (state.status === 'absent' || state.status === 'removed') return refuseInactive(state);
    const listing = await catalogue.findWithout(pluginId, state.declinedVersions);
    const next = listing === null ? null : await manifests.find(pluginId, listing.version);
    const command = await this.prepare(state, next);
    const listedVersion = next?.version ?? state.grants.version;
    return await events.run({
      name: 'FollowVersion',
      streams: { installation: ref, listing: streamRef(listingStream, listingKey(pluginId, listedVersion)) },
      decide: (states) => forStream('installation', followVersion(command, states)),
      meta,
    });
  }

  private async prepare(installation: ActiveInstallation, next: Manifest | null): Promise<FollowVersion> {
    const { manifests, secrets, now } = this.dependencies;
    const [expected, at] = [expectedVersionsOf(installation), now().toISOString()];
    const { installationId, pluginId, grants } = installation;
    const current = await manifests.find(pluginId, grants.version);
    if (next === null || current === null || next.version === current.version) return { expected, next: null, at };
    const settings = await secrets.unsealSettings(installationId, installation.settings);
    return {
      expected,
      at,
      next: {
        grants: grantsOf(next, grants.plan),
        capabilities: capabilitiesOf(next),
        settings: await secrets.sealSettings(installationId, next, settings),
        needsConsent: needsConsent(current, next, { plan: grants.plan, settings }),
      },
    };
  }
}
