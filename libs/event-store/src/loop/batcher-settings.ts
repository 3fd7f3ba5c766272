/** What a command batcher needs, and its timing. */
import type { QueueLimits } from './command-queue.js';
import type { BatchConnection } from '../postgres/connection.js';
import type { PendingFact } from './decide-batch.js';
import type { StoreLog, StoreMeasure } from '../definition.js';
import type { ViewWriter } from '../views/view-sql.js';

export interface BatcherTiming {
  /** How often overdue commands are rejected. */
  readonly expireEveryMs: number;
  /** Backoff delay before the next attempt while the database is unavailable. */
  readonly unavailablePauseMs: number;
}

export const defaultTiming: BatcherTiming = { expireEveryMs: 250, unavailablePauseMs: 100 };

export interface CommandBatcherSettings {
  readonly connection: BatchConnection;
  readonly views: readonly ViewWriter[];
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
  /** Maximum of waiting commands; beyond it a command of the tenant with the most is rejected with `StoreBusy`. */
  readonly queueLimits: QueueLimits;
  /** A command without a result after this time is rejected with `StoreUnavailable`. */
  readonly deadlineMs: number;
  /** Called after each commit that stored facts. */
  readonly onCommit: (xid: bigint, facts: readonly PendingFact[]) => void;
  readonly timing?: BatcherTiming;
  /** The fewest commands of a batch that is decided ahead. Tests set it to a small number. */
  readonly fewestAhead?: number;
}
