/** What a command batcher needs, and its timing. */
import type { BatchExecutor } from './batch-executor.js';
import type { QueueLimits } from './command-queue.js';
import type { BatchConnection } from '../postgres/connection.js';
import type { PendingFact } from './decide-batch.js';
import type { StoreLog, StoreMeasure } from '../definition.js';

export interface BatcherTiming {
  /** How often overdue commands are rejected. */
  readonly expireEveryMs: number;
  /** Backoff delay before the next attempt while the database is unavailable. */
  readonly unavailablePauseMs: number;
}

export const defaultTiming: BatcherTiming = { expireEveryMs: 250, unavailablePauseMs: 100 };

export interface CommandBatcherSettings {
  readonly connection: BatchConnection;
  /** Not shared with another batcher: it may cache the states of its connection. */
  readonly executor: BatchExecutor;
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
  /** Maximum of waiting commands; beyond it a command of the tenant with the most is rejected with `StoreBusy`. */
  readonly queueLimits: QueueLimits;
  /** A command without a result after this time is rejected with `StoreUnavailable`. */
  readonly deadlineMs: number;
  /** Called after each commit that stored facts. */
  readonly onCommit: (xid: bigint, facts: readonly PendingFact[]) => void;
  readonly timing?: BatcherTiming;
}
