import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { BackgroundLoop, log, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { pluginStream } from '../../plugin/plugin.js';
import { ReleaseChanges } from '../../release/release-changes.js';
import { StatusSigner } from '../../signing/status-signer.js';
import { rolloutRef } from '../rollout-change.js';
import { Rollouts } from '../rollouts.view.js';
import { advanceRollout } from './advance-rollout.js';

const RUN_EVERY_MS = 1_000;

/**
 * Moves rollouts whose stage has ended, and ends those that a newer version supersedes. Several processes may run this
 * worker: what another process has moved does not change again.
 */
@Injectable()
export class AdvanceRolloutsWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.advanceDue(),
    everyMs: RUN_EVERY_MS,
    failure: 'moving rollouts failed',
  });

  constructor(
    private readonly store: EventStore,
    private readonly rollouts: Rollouts,
    private readonly signer: StatusSigner,
    private readonly changes: ReleaseChanges,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** A failure of one rollout does not stop the others; the next run retries it. */
  private async advanceDue(): Promise<void> {
    for (const { plugin_id, version } of await this.rollouts.toAdvance(now())) {
      if (this.loop.stopping.aborted) return;
      try {
        await this.advance(plugin_id, version);
      } catch (err) {
        log.error({ err, plugin_id, version }, 'moving a rollout failed');
      }
    }
  }

  private async advance(pluginId: string, version: string): Promise<void> {
    const change = { pluginId, version, at: now().toISOString(), signRollout: this.signer.signRollout };
    const outcome = await this.store.run({
      name: 'AdvanceRollout',
      streams: { rollout: rolloutRef(pluginId, version), plugin: streamRef(pluginStream, pluginId) },
      decide: (states) => advanceRollout(change, states),
      meta: { actor: { kind: 'system' } },
    });
    if (!outcome.accepted || !outcome.reply) return;
    this.changes.notify(pluginId, version);
    log.info({ plugin_id: pluginId, version }, 'rollout moved');
  }
}
