import { Refused } from '@kushk/edge';

/**
 * The long polls in progress. When the gateway stops, they get a response at once, so that they do not delay the
 * shutdown.
 */
export class LongPolls {
  private readonly interrupts = new Set<() => void>();
  private isStopped = false;

  /**
   * Returns the result of `work`. If the gateway stops first, calls `onStop` and throws `service.unavailable` (503
   * with `Retry-After`), so that the client polls another gateway.
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

  /** Interrupts all long polls in progress, and each later one as soon as it starts. */
  stop(): void {
    this.isStopped = true;
    for (const interrupt of this.interrupts) interrupt();
  }
}
