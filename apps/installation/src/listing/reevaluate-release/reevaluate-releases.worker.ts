import type { FactMeta } from '@kushk/event-store';
import { BackgroundLoop, log } from '@kushk/runtime';
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
  private readonly loop = new BackgroundLoop({
    run: () => this.reevaluateAll(),
    everyMs: Infinity,
    retryMs: () => RETRY_AFTER_MS,
    failure: 'reevaluation of deferred releases failed',
  });

  constructor(
    private readonly deferred: DeferredReleases,
    private readonly evaluator: ReleaseEvaluator,
    private readonly installations: InstallationUpdater,
  ) {}

  /** Runs in the background, so that it does not delay the start of the service. */
  onApplicationBootstrap(): void {
    this.loop.start();
    this.loop.notify();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /**
   * A run may be interrupted. A release stays in the view until its installations have been updated, so the next run
   * continues with it.
   */
  private async reevaluateAll(): Promise<void> {
    for (const row of await this.deferred.findRunnable()) {
      if (this.loop.stopping.aborted) return;
      await this.reevaluate(row);
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
