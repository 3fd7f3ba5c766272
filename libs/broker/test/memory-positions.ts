import type { ConsumerPosition, ConsumerPositions } from '@kushk/event-store/fact-stream';

/** The position of one consumer, in memory. */
export class MemoryPositions implements ConsumerPositions {
  saved: ConsumerPosition | null = null;
  isCurrent = true;

  /** The position stays, and the effects after it may be lost. */
  serverRestarted(to = this.saved): void {
    this.saved = to;
    this.isCurrent = false;
  }

  load(): Promise<(ConsumerPosition & { readonly isCurrent: boolean }) | null> {
    return Promise.resolve(this.saved && { ...this.saved, isCurrent: this.isCurrent });
  }
  save(_consumer: string, position: ConsumerPosition): Promise<void> {
    if (this.isCurrent) this.saved = position;
    return Promise.resolve();
  }
  restart(_consumer: string, position: ConsumerPosition): Promise<void> {
    [this.saved, this.isCurrent] = [position, true];
    return Promise.resolve();
  }
}
