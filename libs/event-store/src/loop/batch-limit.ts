/**
 * How large a batch may be. A batch that PostgreSQL could not finish in time, or that reads or writes too many bytes,
 * halves the limit; every batch that succeeds at the limit doubles it again.
 */
import type { QueueLimits } from './command-queue.js';

/** The largest batch: number of commands, and bytes of their inputs. */
export const largestBatch: QueueLimits = { commands: 512, bytes: 1024 * 1024 };

/** Maximum size of the stream states that one batch reads, as text. A batch of one command has no limit. */
export const maxReadBytes = 4 * 1024 * 1024;
/** Maximum size of the rows that one batch writes. A batch of one command has no limit. */
export const maxWrittenBytes = 16 * 1024 * 1024;

/** The batch reads or writes too much for one transaction. It is split, like a batch that takes too long. */
export class BatchTooLarge extends Error {
  override readonly name = 'BatchTooLarge';
}

export class BatchLimit {
  current: QueueLimits = largestBatch;

  shrinkBelow(batch: QueueLimits): void {
    this.current = {
      commands: Math.max(1, Math.floor(Math.min(batch.commands, this.current.commands) / 2)),
      bytes: Math.max(1, Math.floor(Math.min(batch.bytes, this.current.bytes) / 2)),
    };
  }

  /** Doubles the limit after a batch that reached at least half of it. */
  grow(batch: QueueLimits): void {
    const { commands, bytes } = this.current;
    if (commands === largestBatch.commands && bytes === largestBatch.bytes) return;
    if (batch.commands * 2 < commands && batch.bytes * 2 < bytes) return;
    this.current = {
      commands: Math.min(largestBatch.commands, commands * 2),
      bytes: Math.min(largestBatch.bytes, bytes * 2),
    };
  }
}
