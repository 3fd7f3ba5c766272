import { log } from '@kushk/runtime';

/** What `FlowControl` pauses: `DurableConsumer`. */
interface Delivery {
  readonly source: { readonly durable: string };
  pauseDelivery(): Promise<void>;
  resumeDelivery(): Promise<void>;
}

/**
 * Bounds the bytes of the facts that a process holds: it pauses the delivery above the limit, and resumes it when half
 * of the limit is processed. The server counts only messages.
 */
export class FlowControl {
  private bytes = 0;
  private isPaused = false;
  private changing: Promise<void> = Promise.resolve();

  constructor(
    private readonly delivery: Delivery,
    private readonly maxBytes: number,
  ) {}

  received(bytes: number): void {
    this.bytes += bytes;
    if (!this.isPaused && this.bytes > this.maxBytes) this.change(true);
  }

  ended(bytes: number): void {
    this.bytes -= bytes;
    if (this.isPaused && this.bytes <= this.maxBytes / 2) this.change(false);
  }

  /** Resolves when the last change has been sent. */
  async settled(): Promise<void> {
    await this.changing;
  }

  private change(isPaused: boolean): void {
    this.isPaused = isPaused;
    const { delivery } = this;
    this.changing = this.changing
      .then(() => (isPaused ? delivery.pauseDelivery() : delivery.resumeDelivery()))
      // The consumer may have been lost. The check of the consumer raises the limit again once it is not paused.
      .catch((error: unknown) => log.debug({ consumer: delivery.source.durable, err: error }, 'flow control failed'));
  }
}
