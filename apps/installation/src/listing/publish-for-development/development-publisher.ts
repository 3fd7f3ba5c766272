import { streamRef, type Outcome } from '@kushk/decider';
import type { EventStore, FactMeta } from '@kushk/event-store';
import type { Manifest } from '@kushk/manifest';
import type { Config } from '@kushk/runtime';
import type { Evaluator } from '@kushk/runtime/evaluation';
import type { InstallationUpdater } from '../../installation/installation-updater.js';
import { statusStatementKey, statusStatementStream } from '../../status-statement/status-statement.js';
import type { ReleaseEvaluator } from '../evaluate-release/release-evaluator.js';
import { listingKey, listingStream } from '../listing.js';
import { checkManifest, checkPublication } from './check-publication.js';
import { signForDevelopment } from './sign-for-development.js';

interface Dependencies {
  readonly events: EventStore;
  readonly releases: ReleaseEvaluator;
  readonly evaluator: Evaluator;
  readonly installations: InstallationUpdater;
  readonly config: Config;
  readonly now: () => Date;
}
interface PublishedRelease {
  readonly pluginId: string;
  readonly version: string;
}

/**
 * Publishes a release without review, on this instance only. The release is signed with the instance's own key and
 * evaluated like a release of the hub.
 */
export class DevelopmentPublisher {
  constructor(private readonly dependencies: Dependencies) {}

  /** Publishing the same content again changes nothing. Other content replaces it, and installations follow. */
  async publish(content: unknown, meta: FactMeta): Promise<Outcome<PublishedRelease>> {
    const { events, config, evaluator } = this.dependencies;
    const { pluginApi, environment } = config;
    const checked = await checkManifest(content, { production: environment === 'production', pluginApi }, evaluator);
    if (!checked.accepted) return checked;
    const manifest = checked.reply;
    const { id: pluginId, version } = manifest;
    const ref = streamRef(listingStream, listingKey(pluginId, version));
    const publication = checkPublication(manifest, (await events.load(ref)).state);
    if (!publication.accepted) return publication;
    if (publication.reply.isNew) {
      await this.publishSigned(manifest, meta);
      // The hub may have published its release of this version at the same time, which takes precedence.
      const result = checkPublication(manifest, (await events.load(ref)).state);
      if (!result.accepted) return result;
    }
    return { accepted: true, reply: { pluginId, version }, replayed: false };
  }

  private async publishSigned(manifest: Manifest, meta: FactMeta): Promise<void> {
    const { events, releases, installations, config, now } = this.dependencies;
    const key = statusStatementKey(manifest.id, manifest.version, 'development');
    const { state: statement } = await events.load(streamRef(statusStatementStream, key));
    const signed = signForDevelopment(manifest, {
      signingKey: config.signingKey,
      sequence: statement.sequence + 1,
      at: now().toISOString(),
    });
    await releases.evaluate(signed, 'development', { meta });
    await installations.followNewestVersion(manifest.id, meta);
  }
}
