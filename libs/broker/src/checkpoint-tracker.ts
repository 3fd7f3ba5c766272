import type { ConsumerCheckpoint, ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { log } from '@kushk/runtime';

const saveAfterMs = 200;

/** The checkpoint before the first fact of a stream. */
export const streamStart: ConsumerCheckpoint = { sequence: 0, eventId: '' };

/** A fact in flight, from `begin` to the moment when the checkpoint passes it. */
export interface TrackedFact {
  readonly eventId: string;
  isProcessed: boolean;
}

/**
 * Tracks which facts of a stream are in flight, and moves the checkpoint up to the last fact before which every fact is
 * processed. Saves the checkpoint shortly after it moved: after a crash a few facts are processed again, and their
 * effects are idempotent.
 */
export class CheckpointTracker {
  /** By sequence, in the order of the stream. */
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

  /** Number of facts between `begin` and the checkpoint. */
  get inFlight(): number {
    return this.tracked.size;
  }

  /** Continues at the saved checkpoint. Rejects while the store cannot be read. */
  async load(): Promise<void> {
    this.continueAt((await this.checkpoints.load(this.consumer)) ?? streamStart);
  }

  /** Forgets the facts in flight and starts at the beginning of the stream. */
  restart(): void {
    this.tracked.clear();
    this.continueAt(streamStart);
  }

  /** Call it in the order of the stream. */
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

  /** Saves the checkpoint. */
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
      await this.checkpoints.save(this.consumer, checkpoint);
      this.saved = checkpoint;
    } catch (error) {
      log.warn({ consumer: this.consumer, err: error }, 'checkpoint could not be saved');
      if (!this.isStopped) this.saveSoon();
    }
  }
}
