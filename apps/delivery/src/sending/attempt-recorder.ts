/** Collects finished attempts and records them in one statement, which reduces the number of commits under load. */
import type { AttemptLog, FinishedAttempt, RecordedAttempts } from '../delivery/attempt-log.view.js';
import type { ChannelName } from '../delivery/queued-delivery.view.js';
import type { CircuitPolicy } from './circuit.js';

interface RecordedAttempt {
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
    private readonly attemptLog: Pick<AttemptLog, 'record'>,
    private readonly policy: CircuitPolicy,
  ) {}

  add(attempt: FinishedAttempt): void {
    this.finished.push(attempt);
  }

  /** Records all attempts added since the last call. When it rejects, the next call records them again. */
  async flush(): Promise<{
    readonly attempts: readonly RecordedAttempt[];
    readonly circuits: RecordedAttempts['circuits'];
  }> {
    if (this.finished.length === 0) return { attempts: [], circuits: new Map() };
    const attempts = this.finished;
    this.finished = [];
    try {
      const { leased, circuits } = await this.attemptLog.record(this.channel, attempts, this.policy);
      return {
        attempts: attempts.map((attempt) => ({ attempt, leaseHeld: leased.has(attempt.deliveryId) })),
        circuits,
      };
    } catch (error) {
      this.finished = [...attempts, ...this.finished];
      throw error;
    }
  }
}
