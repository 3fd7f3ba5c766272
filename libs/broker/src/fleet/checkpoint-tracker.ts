import type { ConsumerCheckpoint, ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { log } from '@kushk/runtime';

const saveAfterMs = 200;

/** Checkpoint of a stream before its first fact is processed. */
export const streamStart: ConsumerCheckpoint = { sequence: 0, eventId: '' };

/** A fact in flight: from the call of `begin` until the checkpoint passes the fact. */
export interface TrackedFact {
  readonly eventId: string;
  isProcessed: boolean;
}

/**
 * Tracks which facts of a stream are in flight. The checkpoint is the last fact up to which every fact is processed.
 * It is saved shortly after it advances, so after a crash a few facts are processed again. This is harmless because
 * their effects are idempotent.
 */
export class CheckpointTracker {
  /** Facts in flight by sequence, in stream order. */
  private readonly tracked = new Map<number, TrackedFact>();
  private current = streamStart;
  private saved = streamStart;
  private saveTimer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly consumer: string,
    private readonly checkpoints: ConsumerCheckpoints,
  ) {}

  get checkpoint(): ConsumerCheckpoint {
    return this.current;
  }

  /** Number of facts for which `begin` was called and which the checkpoint has not passed yet. */
  get inFlight(): number {
    return this.tracked.size;
  }

  /**
   * Discards the facts in flight, loads the saved checkpoint and continues there. Rejects while the store cannot be
   * read.
   */
  async load(): Promise<void> {
    const checkpoint = (await this.checkpoints.load(this.consumer)) ?? streamStart;
    this.tracked.clear();
    this.continueAt(checkpoint);
  }

  /** Whether the store may have lost effects of facts that the checkpoint has passed. Call `load` then. */
  async isLost(): Promise<boolean> {
    return !(await this.checkpoints.isCurrent(this.consumer));
  }

  /** Discards the facts in flight and starts over at the beginning of the stream. */
  restart(): void {
    this.tracked.clear();
    this.continueAt(streamStart);
  }

  /** Call it for each fact in stream order. */
  begin(sequence: number, eventId: string): TrackedFact {
    const fact = { eventId, isProcessed: false };
    this.tracked.set(sequence, fact);
    return fact;
  }

  complete(fact: TrackedFact): void {
    fact.isProcessed = true;
    for (const [sequence, { eventId, isProcessed }] of this.tracked) {
      if (!isProcessed) break;
      this.tracked.delete(sequence);
      this.current = { sequence, eventId };
    }
    this.saveSoon();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.saveTimer) clearTimeout(this.saveTimer);
    await this.save();
  }

  private continueAt(checkpoint: ConsumerCheckpoint): void {
    this.current = checkpoint;
    this.saved = checkpoint;
  }

  private saveSoon(): void {
    this.saveTimer ??= setTimeout(() => void this.save(), saveAfterMs);
  }

  private async save(): Promise<void> {
    this.saveTimer = null;
    const checkpoint = this.current;
    if (checkpoint === this.saved) return;
    try {
      // Facts whose effects the store has lost are processed again, from its own checkpoint.
      if (await this.checkpoints.save(this.consumer, checkpoint)) this.saved = checkpoint;
    } catch (error) {
      log.warn({ consumer: this.consumer, err: error }, 'checkpoint could not be saved');
      if (!this.isStopped) this.saveSoon();
    }
  }
}
