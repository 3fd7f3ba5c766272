import { log, measure, registerDetail } from '@kushk/runtime';
import {
  describeReplication,
  replicationStatusOf,
  type ReplicationProgress,
  type ReplicationStatus,
} from './replication-status.js';

/** How often the metrics are set. */
const measureEveryMs = 1_000;

/**
 * Reports the status of a replication in the details of the health check, in metrics and in the log. A bad status is
 * logged at every check, the recovery only once.
 */
export class ReplicationReporter {
  private progress: ReplicationProgress = { processed: 0, head: 0, respondedAt: Date.now(), advancedAt: Date.now() };
  private status: ReplicationStatus = 'current';
  private timers: readonly NodeJS.Timeout[] = [];
  private unregisterDetail: () => void = () => undefined;

  constructor(
    private readonly consumer: string,
    private readonly staleAfterMs: number,
  ) {}

  start(): void {
    this.timers = [
      setInterval(() => this.check(), this.staleAfterMs),
      setInterval(() => this.measure(), measureEveryMs),
    ];
    this.unregisterDetail = registerDetail(this.consumer, () =>
      describeReplication(this.progress, Date.now(), this.staleAfterMs),
    );
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.unregisterDetail();
  }

  /** Call it at the start: every fact up to `sequence` is already processed. */
  startedAt(sequence: number): void {
    this.progress = { ...this.progress, processed: sequence, head: sequence };
  }

  /** Call it after a fact was processed. Every fact up to `sequence` is now processed. */
  processed(sequence: number): void {
    this.progress = { ...this.progress, processed: sequence, advancedAt: Date.now() };
  }

  /** Call it after the stream has responded. The last message of the stream has the sequence `head`. */
  responded(head: number): void {
    const now = Date.now();
    const { processed, advancedAt } = this.progress;
    const knownHead = Math.max(head, processed);
    const isCurrent = processed >= knownHead;
    this.progress = { processed, head: knownHead, respondedAt: now, advancedAt: isCurrent ? now : advancedAt };
    // Reports the recovery at once instead of at the next check.
    if (this.status === 'unreachable') this.check();
  }

  private check(): void {
    const now = Date.now();
    const { processed, head, respondedAt } = this.progress;
    const status = replicationStatusOf(this.progress, now, this.staleAfterMs);
    const silentMs = status === 'unreachable' ? now - respondedAt : 0;
    const fields = { consumer: this.consumer, status, processed, head, silent_ms: silentMs };
    if (status === 'stalled') log.error(fields, 'replication stalled');
    else if (status === 'unreachable') log.warn(fields, 'replication source unreachable');
    else if (this.status === 'stalled' || this.status === 'unreachable') log.info(fields, 'replication recovered');
    this.status = status;
  }

  private measure(): void {
    const now = Date.now();
    const { processed, head, respondedAt } = this.progress;
    const isStalled = replicationStatusOf(this.progress, now, this.staleAfterMs) === 'stalled';
    measure.replication(this.consumer, { lag: head - processed, silentMs: now - respondedAt, isStalled });
  }
}
