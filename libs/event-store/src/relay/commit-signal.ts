import { Signal } from '@kushk/runtime/signal';

/** Notifies the relay of commits in this process. */
export class CommitSignal {
  private readonly signal = new Signal();
  private latest = 0n;

  /** The newest transaction of this process that stored facts. */
  get latestXid(): bigint {
    return this.latest;
  }

  notify(xid: bigint): void {
    if (xid > this.latest) this.latest = xid;
    this.signal.notify();
  }

  /** Ends the current or the next wait although nothing was committed. */
  interrupt(): void {
    this.signal.notify();
  }

  /** Waits for a commit. Resolves with true when a transaction was committed, with false after the timeout. */
  wait(timeoutMs: number): Promise<boolean> {
    return this.signal.wait(timeoutMs);
  }
}
