import type { ConsumerPosition, ConsumerPositions } from '@kushk/event-store/fact-stream';
import { log, measure } from '@kushk/runtime';

/** What JetStream knows of a consumer and its stream. */
export interface ConsumerProgress {
  /** Identifies the stream in its current epoch. */
  readonly stream: string;
  /** Sequence of the oldest message in the stream. */
  readonly first: number;
  /** Sequence of the newest message, read before the other fields. */
  readonly last: number;
  /** Sequence up to which every message is acknowledged. */
  readonly ackFloor: number;
  /** Number of messages that are not acknowledged or not delivered yet. */
  readonly outstanding: number;
}

/**
 * Stores the position of a consumer in the service's database. An acknowledgement in JetStream means that the effect
 * of a fact was committed; a restore, or the promotion of a standby, may have lost that commit. It took the position in
 * the database back as well, so facts are delivered again from there.
 */
export class PositionRecorder {
  constructor(
    private readonly consumer: string,
    private readonly positions: ConsumerPositions,
  ) {}

  /**
   * Stores how far the consumer has come. Returns the position after which facts must be delivered again when the
   * database server may have lost effects, otherwise null. Call `restart` when they are.
   */
  async follow(progress: ConsumerProgress): Promise<ConsumerPosition | null> {
    const { stream, first, last, ackFloor, outstanding } = progress;
    const saved = await this.positions.load(this.consumer);
    const isSameStream = saved?.stream === stream;
    if (isSameStream) this.reportRemoved(saved.sequence, first);
    if (saved !== null && !saved.isCurrent) {
      // A reset, or retention, has removed what is before the first message.
      const position = { stream, sequence: Math.max(isSameStream ? saved.sequence : 0, first - 1) };
      if (position.sequence < ackFloor) return position;
      await this.restart(position);
      return null;
    }
    const sequence = Math.max(ackFloor, outstanding === 0 ? last : first - 1);
    if (!isSameStream || sequence > saved.sequence) await this.positions.save(this.consumer, { stream, sequence });
    return null;
  }

  async restart(position: ConsumerPosition): Promise<void> {
    await this.positions.restart(this.consumer, position);
  }

  /** Retention removes messages also when a consumer has not received them. */
  private reportRemoved(position: number, first: number): void {
    const removed = first - 1 - position;
    if (removed <= 0) return;
    measure.factsRemoved(this.consumer, removed);
    log.error(
      { consumer: this.consumer, sequence: position, first, removed },
      'retention removed facts before they were processed: "kushk-deploy streams reset" publishes them again',
    );
  }
}
