import type { FactMeta } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InstallationUpdater } from '../../installation/installation-updater.js';
import { ReleaseEvaluator } from '../evaluate-release/release-evaluator.js';
import { DeferredReleases, type DeferredReleaseRow } from '../listing.view.js';

const RETRY_AFTER_MS = 5_000;
const bySystem: FactMeta = { actor: { kind: 'system' } };

/**
 * After an upgrade to a higher `plugin_api`, or when another key is pinned, an instance can list releases that it
 * rejected before. The hub does not resend its status statements, so the instance evaluates the stored ones again
 * when it starts.
 */
@Injectable()
export class ReevaluateReleasesWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private retryTimer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly deferred: DeferredReleases,
    private readonly evaluator: ReleaseEvaluator,
    private readonly installations: InstallationUpdater,
  ) {}

  /** Runs in the background, so that it does not delay the start of the service. */
  onApplicationBootstrap(): void {
    void this.reevaluateAll();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.retryTimer);
  }

  /**
   * A run may be interrupted. A release stays in the view until its installations have been updated, so the next run
   * continues with it.
   */
  private async reevaluateAll(): Promise<void> {
    try {
      for (const row of await this.deferred.findRunnable()) {
        if (this.isStopped) return;
        await this.reevaluate(row);
      }
    } catch (err) {
      if (this.isStopped) return;
      log.warn({ err, retry_in_ms: RETRY_AFTER_MS }, 'reevaluation of deferred releases failed');
      this.retryTimer = setTimeout(() => void this.reevaluateAll(), RETRY_AFTER_MS);
    }
  }

  private async reevaluate({ plugin_id, version, plugin_api }: DeferredReleaseRow): Promise<void> {
    const release = { pluginId: plugin_id, version };
    if (!(await this.evaluator.reevaluate(release, bySystem))) return;
    await this.installations.followNewestVersion(plugin_id, bySystem);
    await this.evaluator.confirmApplied(release, bySystem);
    log.info({ plugin_id, version, plugin_api }, 'deferred release listed');
  }
}
