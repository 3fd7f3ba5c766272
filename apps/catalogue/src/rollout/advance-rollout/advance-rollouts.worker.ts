import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { BackgroundLoop, log, now } from '@kushk/runtime';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { pluginStream } from '../../plugin/plugin.js';
import type { ReleaseChanges } from '../../release/release-changes.js';
import type { StatusSigner } from '../../signing/status-signer.js';
import { releaseKey } from '../../release/release.js';
import { rolloutRef } from '../rollout-change.js';
import type { Rollouts } from '../rollouts.view.js';
import { advanceRollout } from './advance-rollout.js';

const RUN_EVERY_MS = 1_000;

interface Dependencies {
  readonly store: EventStore;
  readonly rollouts: Rollouts;
  readonly signer: StatusSigner;
  readonly changes: ReleaseChanges;
}

/**
 * Moves rollouts whose stage has ended, and ends those that a newer version supersedes. Several processes may run this
 * worker: what another process has moved does not change again.
 */
export class AdvanceRolloutsWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.advanceDue(),
    everyMs: RUN_EVERY_MS,
    failure: 'moving rollouts failed',
  });

  constructor(private readonly dependencies: Dependencies) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** A failure of one rollout does not stop the others; the next run retries it. */
  private async advanceDue(): Promise<void> {
    for (const { plugin_id, version } of await this.dependencies.rollouts.toAdvance(now())) {
      if (this.loop.stopping.aborted) return;
      try {
        await this.advance(plugin_id, version);
      } catch (err) {
        log.error({ err, plugin_id, version }, 'moving a rollout failed');
      }
    }
  }

  private async advance(pluginId: string, version: string): Promise<void> {
    const { store, rollouts, signer, changes } = this.dependencies;
    const figures = (await rollouts.find(releaseKey(pluginId, version)))?.figures ?? null;
    const change = { pluginId, version, figures, at: now().toISOString(), signRollout: signer.signRollout };
    const outcome = await store.run({
      name: 'AdvanceRollout',
      streams: { rollout: rolloutRef(pluginId, version), plugin: streamRef(pluginStream, pluginId) },
      decide: (states) => advanceRollout(change, states),
      meta: { actor: { kind: 'system' } },
    });
    if (!outcome.accepted || !outcome.reply) return;
    changes.notify(pluginId, version);
    log.info({ plugin_id: pluginId, version }, 'rollout moved');
  }
}
