import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A moment on both clocks of a process. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Clock and timers of a process. Property tests replace them. */
export interface LeaseClock {
  now(): Moment;
  /** Resolves after `ms`, or rejects when `signal` is aborted. Does not keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after this turn of the event loop. */
  nextTurn(): Promise<void>;
}

export const processClock: LeaseClock = {
  now: () => ({ monotonicMs: performance.now(), wallMs: Date.now() }),
  sleep: (ms, signal) => sleep(ms, undefined, { ref: false, ...(signal && { signal }) }),
  nextTurn: () => nextTurn(),
};

/**
 * The time between two moments in milliseconds, at least. The monotonic clock stands still while a virtual machine is
 * suspended, and the wall clock may be set back; a lease has ended when it has ended on one of them.
 */
export function elapsedMs(since: Moment, now: Moment): number {
  return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
}
