import type { ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { log } from '@kushk/runtime';

const checkpoint = 'epoch of the hub';

/**
 * Follows the epoch of the hub's facts. A new epoch says that the hub's database or its JetStream went back in time, so
 * the hub may have lost facts that this instance has forwarded. They are forwarded again, from the first; the catalogue
 * knows by their event ids which ones it has recorded.
 */
export class HubEpoch {
  /** The epoch in which every fact was forwarded; null before it is loaded. */
  private known: number | null = null;

  constructor(
    private readonly checkpoints: ConsumerCheckpoints,
    private readonly forwardAgain: () => Promise<void>,
  ) {}

  /** Loads the epoch again: the database may have gone back in time. */
  reload(): void {
    this.known = null;
  }

  /** Never rejects. Call it again with the same epoch: it may not have succeeded. */
  async follow(epoch: number): Promise<void> {
    try {
      this.known ??= (await this.checkpoints.load(checkpoint))?.sequence ?? 0;
      if (epoch <= this.known) return;
      await this.forwardAgain();
      this.known = (await this.checkpoints.save(checkpoint, { sequence: epoch, eventId: '' })) ? epoch : null;
      log.warn({ epoch }, 'the hub went back in time, facts are forwarded to it again');
    } catch (error) {
      log.debug({ epoch, err: error }, 'facts could not be forwarded again');
    }
  }
}
