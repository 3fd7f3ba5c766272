import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import { endpointStream } from '../endpoint/endpoint.js';
import { recordAnswer } from '../endpoint/record-answer/record-answer.js';
import { FeedNotifications } from '../feed/poll-events/feed-notifications.js';
import { DeliveryWorkerFactory } from './delivery-worker-factory.client.js';
import type { DeliveryWorker } from './delivery.worker.js';

/** The process has five seconds to shut down. Attempts that take longer are repeated after their lease expires. */
const STOP_GRACE_MS = 3_500;

/** The delivery workers of this process: one for events and one for lifecycle calls. */
@Injectable()
export class DeliveryWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly events: DeliveryWorker;
  private readonly lifecycle: DeliveryWorker;

  constructor(
    factory: DeliveryWorkerFactory,
    private readonly store: EventStore,
    private readonly feedNotifications: FeedNotifications,
  ) {
    this.events = factory.forEvents();
    this.lifecycle = factory.forLifecycleCalls((delivery, at) => this.recordLifecycleAnswer(delivery, at));
  }

  onApplicationBootstrap(): void {
    this.events.start();
    this.lifecycle.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.events.stop(STOP_GRACE_MS), this.lifecycle.stop(STOP_GRACE_MS)]);
  }

  /** Wakes the workers and the installation's long polls. Must be called after the commit that queued a delivery. */
  notify(installationId: string): void {
    this.feedNotifications.notify(installationId);
    this.events.notify(installationId);
    this.lifecycle.notify(installationId);
  }

  /** Another process, or a request of an admin, has changed the circuits of this installation. */
  refresh(installationId: string): void {
    this.feedNotifications.notify(installationId);
    this.events.refresh(installationId);
    this.lifecycle.refresh(installationId);
  }

  /** Queues one event or lifecycle call again and sends it at once. Returns false when it does not exist any more. */
  async redeliver(installationId: string, deliveryId: string): Promise<boolean> {
    return (
      (await this.events.redeliver(installationId, deliveryId)) ||
      (await this.lifecycle.redeliver(installationId, deliveryId))
    );
  }

  /** A plugin that accepted `installed` has its credentials, so events may be pushed to it. */
  private async recordLifecycleAnswer({ kind, installationId, deliveryId }: ClaimedDelivery, at: Date): Promise<void> {
    if (kind !== 'installed' && kind !== 'removed') return;
    await this.store.run({
      name: 'RecordAnswer',
      streams: { endpoint: streamRef(endpointStream, installationId) },
      decide: ({ endpoint }) => forStream('endpoint', recordAnswer(endpoint, { deliveryId, at: at.toISOString() })),
    });
    this.events.notify(installationId);
  }
}
