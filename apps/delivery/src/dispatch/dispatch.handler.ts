/** The couriers of this process, started and stopped with it, and the bell by which everything else wakes them. */
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, log, now, type Config } from '@kushk/runtime';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { endpointStream } from '../endpoint/endpoint.js';
import { recordAnswer } from '../endpoint/record-answer/record-answer.js';
import { FeedWatch } from '../feed/poll-events/feed-watch.handler.js';
import { guardedConnector, ownAddresses, systemResolve } from '../outbound/connector.handler.js';
import { Secrets } from '../outbound/secrets.handler.js';
import { Sender } from '../outbound/sender.handler.js';
import { CallQueue, type ClaimedCall } from './call-queue.view.js';
import type { Channel } from './channel.js';
import { eventChannel, lifecycleChannel } from './channels.js';
import { Courier } from './courier.handler.js';
import { Retention } from './retention.view.js';

/** Contract §7: over DNS, connect, TLS, headers and body. */
const DEADLINE_MS = 10_000;
const ANSWER_READ_BYTES = 64 * 1024;
/** The process has five seconds to stop; calls that last longer are made again after their lease. */
const STOP_PATIENCE_MS = 3_500;
const SWEEP_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;

@Injectable()
export class Dispatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly events: Courier;
  private readonly lifecycle: Courier;
  private readonly senders: readonly Sender[];
  private sweeper: NodeJS.Timeout | undefined;
  private forgottenAtMs = 0;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly store: EventStore,
    private readonly watch: FeedWatch,
    private readonly retention: Retention,
    queue: CallQueue,
  ) {
    const secrets = new Secrets(config.sealingKeys);
    const issuer = { origin: config.serviceOrigin, signingKey: config.signingKey, sealingKeys: config.sealingKeys };
    const channels = [
      eventChannel(secrets),
      lifecycleChannel(secrets, issuer, (call, at) => this.answered(call, at)),
    ] as const;
    const connector = guardedConnector(
      { production: config.environment === 'production', ownAddresses: ownAddresses() },
      systemResolve(),
    );
    // Pools of their own: a host that is slow to take events must not hold up the credentials of a new installation.
    const senders = channels.map(
      ({ limits }) =>
        new Sender(
          { deadlineMs: DEADLINE_MS, maxBodyBytes: ANSWER_READ_BYTES, overlong: 'cut', connections: limits.perHost },
          connector,
        ),
    );
    const courier = (channel: Channel, sender: Sender | undefined): Courier =>
      new Courier(channel, {
        queue,
        deadlineMs: DEADLINE_MS,
        now: () => now().getTime(),
        random: Math.random,
        send: (call) => sender?.send(call) ?? Promise.reject(new Error('the channel has no sender')),
      });
    this.senders = senders;
    this.events = courier(channels[0], senders[0]);
    this.lifecycle = courier(channels[1], senders[1]);
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.events.start(), this.lifecycle.start()]);
    this.sweeper = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.all([this.events.stop(STOP_PATIENCE_MS), this.lifecycle.stop(STOP_PATIENCE_MS)]);
    await Promise.all(this.senders.map((sender) => sender.close()));
  }

  /** Something new has been committed for this installation: pushes and long polls look at once. */
  wake(installationId: string): void {
    this.watch.ring(installationId);
    this.events.wake(installationId);
    this.lifecycle.wake(installationId);
  }

  /** A person wants calls to go on: ends a stop by 410 and closes an open circuit. */
  resume(installationId: string): void {
    this.watch.ring(installationId);
    this.events.resume(installationId);
    this.lifecycle.wake(installationId);
  }

  private async answered(call: ClaimedCall, at: Date): Promise<void> {
    if (call.kind !== 'installed') return;
    await this.store.run({
      name: 'RecordAnswer',
      streams: { endpoint: streamRef(endpointStream, call.installationId) },
      decide: ({ endpoint }) => under('endpoint', recordAnswer(endpoint, at.toISOString())),
    });
    this.events.wake(call.installationId);
  }

  private async sweep(): Promise<void> {
    try {
      const at = now();
      await this.retention.endPointless(at);
      if (at.getTime() - this.forgottenAtMs < FORGET_EVERY_MS) return;
      await this.retention.forgetOld(at);
      this.forgottenAtMs = at.getTime();
    } catch (error) {
      log.warn({ error }, 'old deliveries could not be swept');
    }
  }
}
