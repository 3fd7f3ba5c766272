import { RECORDED_BODY_BYTES } from '@kushk/contracts';
import { now, realNow, type Config } from '@kushk/runtime';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { AttemptLog } from '../delivery/attempt-log.view.js';
import type { DeliveryQueue } from '../delivery/delivery-queue.view.js';
import type { PluginConnector } from '../outbound/plugin-connector.client.js';
import { PluginClient } from '../outbound/plugin.client.js';
import { Sender } from '../outbound/sender.client.js';
import { SigningSecrets } from '../outbound/signing-secrets.js';
import type { Channel } from './channel.js';
import { eventChannel, lifecycleChannel } from './channels.js';
import { DeliveryWorker } from './delivery.worker.js';

/** The deadline of one attempt, which covers name lookup, connection, TLS, headers and body. */
const DEADLINE_MS = 10_000;
/** An attempt that takes longer than this occupies a slot of the slow endpoints (in-flight-counter.ts). */
const SLOW_AFTER_MS = 500;
const MAX_RESPONSE_BYTES = 64 * 1024;
/**
 * Secrets are redacted before the response is cut to the stored bytes, so more bytes than those are read until then: a
 * secret that the cut divides would not be recognized.
 */
const SAMPLE_FACTOR = 2;

interface Dependencies {
  readonly config: Config;
  readonly queue: DeliveryQueue;
  readonly attemptLog: AttemptLog;
  readonly connector: PluginConnector;
}

/** Builds the delivery workers. Each has its own connections to plugins. */
export class DeliveryWorkerFactory implements OnApplicationShutdown {
  private readonly senders: Sender[] = [];
  private readonly secrets: SigningSecrets;

  constructor(private readonly dependencies: Dependencies) {
    this.secrets = new SigningSecrets(dependencies.config.sealingKeys);
  }

  forEvents(): DeliveryWorker {
    return this.workerFor(eventChannel(this.secrets));
  }

  /** `onSuccess` runs after a plugin has returned 2xx to an `installed` or `removed` call. */
  forLifecycleCalls(onSuccess: NonNullable<Channel['onSuccess']>): DeliveryWorker {
    const { serviceOrigin, signingKey, sealingKeys } = this.dependencies.config;
    return this.workerFor(
      lifecycleChannel(this.secrets, { origin: serviceOrigin, signingKey, sealingKeys }, onSuccess),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.close()));
  }

  /**
   * Each channel has its own connection pools, so that a host that accepts events slowly does not delay credentials.
   */
  private workerFor(channel: Channel): DeliveryWorker {
    const { queue, attemptLog, connector } = this.dependencies;
    const { connect, devCalls } = connector;
    const sender = new Sender(
      {
        deadlineMs: DEADLINE_MS,
        maxBodyBytes: MAX_RESPONSE_BYTES,
        storedBodyBytes:
          SAMPLE_FACTOR * Math.max(channel.storedResponseBytes, devCalls === null ? 0 : RECORDED_BODY_BYTES),
        onOversize: 'truncate',
        connections: channel.limits.perHost,
      },
      connect,
    );
    this.senders.push(sender);
    return new DeliveryWorker(channel, {
      queue,
      attemptLog,
      plugins: new PluginClient(channel.name, sender, devCalls),
      deadlineMs: DEADLINE_MS,
      slowAfterMs: SLOW_AFTER_MS,
      now: () => now().getTime(),
      realNow: () => realNow().getTime(),
      random: Math.random,
    });
  }
}
