import { setTimeout as pause } from 'node:timers/promises';
import { isClockSettling, onClockMoved } from './clock.js';
import { log } from './log.js';
import { Signal } from './signal.js';

/** A process has five seconds to shut down. */
const STOP_GRACE_MS = 3_000;
/** After a move of the test clock, what a task needs may only be there when another process has followed. */
const SETTLING_INTERVAL_MS = 2_000;

export interface BackgroundTask {
  readonly run: () => Promise<unknown>;
  /** Milliseconds from the start or the end of a run to the next run, if no notification arrives. */
  readonly everyMs: number | (() => number);
  /** Milliseconds until the next run after so many consecutive failures. Without it, a failure changes nothing. */
  readonly retryMs?: (failures: number) => number;
  /** The log message of a failed run, and its fields. */
  readonly failure: string;
  readonly logFields?: Readonly<Record<string, unknown>>;
}

/**
 * Runs a task at intervals, after each notification and after each move of the test clock. Runs never overlap. A run
 * that fails is logged, and repeated as the task says.
 */
export class BackgroundLoop {
  private readonly signal = new Signal();
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly task: BackgroundTask) {}

  /** Aborted when the loop stops. A long run ends early then. */
  get stopping(): AbortSignal {
    return this.stopped.signal;
  }

  /** The first run begins after the interval, or at once after `notify`. */
  start(): void {
    this.unsubscribe = onClockMoved(() => this.notify());
    this.running = this.repeat();
  }

  notify(): void {
    this.signal.notify();
  }

  /** Starts no further run. Resolves when the current one has ended, after three seconds at the latest. */
  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopped.abort();
    this.signal.notify();
    const grace = new AbortController();
    const timeout = pause(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([this.running, timeout]);
    grace.abort();
  }

  private async repeat(): Promise<void> {
    for (let failures = 0; !this.stopping.aborted;) {
      await this.wait(failures);
      if (!this.stopping.aborted) failures = (await this.succeeds()) ? 0 : failures + 1;
    }
  }

  private async wait(failures: number): Promise<void> {
    const { everyMs, retryMs } = this.task;
    // Notifications do not shorten the delay of a retry: under load they would turn an outage into a busy loop.
    if (failures > 0 && retryMs !== undefined)
      await pause(retryMs(failures), undefined, { signal: this.stopping }).catch(() => undefined);
    else {
      const waitMs = typeof everyMs === 'number' ? everyMs : everyMs();
      await this.signal.wait(isClockSettling() ? Math.min(waitMs, SETTLING_INTERVAL_MS) : waitMs);
    }
  }

  private async succeeds(): Promise<boolean> {
    const { run, failure, logFields } = this.task;
    try {
      await run();
      return true;
    } catch (err) {
      log.warn({ err, ...logFields }, failure);
      return false;
    }
  }
}
