/** Collects finished attempts and records them in one statement, which reduces the number of commits under load. */
import type { DeliveryQueue, FinishedAttempt } from '../delivery/delivery-queue.view.js';
import type { ChannelName } from '../delivery/queued-delivery.view.js';

export interface RecordedAttempt {
  readonly attempt: FinishedAttempt;
  /**
   * False when the lease had expired and another worker had claimed the delivery, so this attempt did not change it.
   */
  readonly leaseHeld: boolean;
}

export class AttemptRecorder {
  private finished: FinishedAttempt[] = [];

  constructor(
    private readonly channel: ChannelName,
    private readonly queue: Pick<DeliveryQueue, 'recordAttempts'>,
  ) {}

  add(attempt: FinishedAttempt): void {
    this.finished.push(attempt);
  }

  /** Records all attempts added since the last call. When it rejects, the next call records them again. */
  async flush(): Promise<readonly RecordedAttempt[]> {
    if (this.finished.length === 0) return [];
    const attempts = this.finished;
    this.finished = [];
    try {
      const leased = await this.queue.recordAttempts(this.channel, attempts);
      return attempts.map((attempt) => ({ attempt, leaseHeld: leased.has(attempt.deliveryId) }));
    } catch (error) {
      this.finished = [...attempts, ...this.finished];
      throw error;
    }
  }
}
