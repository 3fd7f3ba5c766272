import { setTimeout as pause } from 'node:timers/promises';
import { Signal } from '@kushk/runtime';

/** The first backoff delay after a failed step; it doubles with each consecutive failure. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 3_000;

export interface LoopStep {
  readonly run: () => Promise<void>;
  /** Milliseconds until the next run if no notification arrives. */
  readonly idleMs: () => number;
  readonly onFailure: (error: unknown, retryInMs: number) => void;
}

/** Runs a step repeatedly: after each notification, and at the latest after its idle time. */
export class BackgroundLoop {
  private readonly signal = new Signal();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly step: LoopStep) {}

  start(): void {
    this.running = this.repeat();
  }

  notify(): void {
    this.signal.notify();
  }

  /** Stops the loop. Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.signal.notify();
    await this.running;
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    let retryMs = 0;
    while (!signal.aborted) {
      try {
        await this.step.run();
        retryMs = 0;
        if (!signal.aborted) await this.signal.wait(this.step.idleMs());
      } catch (error) {
        retryMs = Math.min(Math.max(FIRST_RETRY_MS, retryMs * 2), MAX_RETRY_MS);
        this.step.onFailure(error, retryMs);
        // Notifications do not shorten the backoff delay: under load they would turn an outage into a busy loop.
        await pause(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
