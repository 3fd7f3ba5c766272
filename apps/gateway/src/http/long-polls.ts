import { Refused } from '@kushk/edge';

/** Long polls in progress. They must neither delay a gateway that stops nor lose their response. */
export class LongPolls {
  private readonly interrupts = new Set<() => void>();
  private isStopped = false;

  /**
   * The result of `work`. When the gateway stops first, it calls `onStop` and throws `service.unavailable` (503 with
   * `Retry-After`), so that the client polls another gateway.
   */
  async run<T>(work: Promise<T>, onStop: () => void): Promise<T> {
    let interrupt = (): void => undefined;
    const interrupted = new Promise<never>((_resolve, reject) => {
      interrupt = () => {
        onStop();
        reject(Refused.unavailable('gateway'));
      };
    });
    this.interrupts.add(interrupt);
    if (this.isStopped) interrupt();
    try {
      return await Promise.race([work, interrupted]);
    } finally {
      this.interrupts.delete(interrupt);
    }
  }

  /** Interrupts all long polls, and each later one at once. */
  stop(): void {
    this.isStopped = true;
    for (const interrupt of this.interrupts) interrupt();
  }
}
