import { BackgroundLoop } from '@kushk/runtime';
import type { DataSource } from 'typeorm';
import { StoreUnavailable } from '../command.js';

/** Two clocks that a time service sets differ by milliseconds. */
const toleranceMs = 2_000;
const compareEveryMs = 5_000;

/** Reads the clock that never jumps, in milliseconds; its start means nothing. */
export type Monotonic = () => number;
/** Reads the clock of this process, in milliseconds since 1970. */
export type Wall = () => number;

/**
 * Compares the clock of this process with the one of PostgreSQL. Facts carry the time of the process that stored them
 * for ever, so a process whose clock is wrong stores none. Between two comparisons a jump shows by the monotonic clock.
 */
export class ClockComparison {
  private readonly loop: BackgroundLoop;
  private last: { readonly wallMs: number; readonly monotonicMs: number; readonly differenceMs: number } | null = null;

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly clocks: { readonly wall: Wall; readonly monotonic: Monotonic } = {
      wall: Date.now,
      monotonic: () => performance.now(),
    },
  ) {
    this.loop = new BackgroundLoop({
      run: () => this.compare(),
      everyMs: compareEveryMs,
      failure: 'clocks not compared',
    });
  }

  start(): void {
    this.loop.start();
    this.loop.notify();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Throws `StoreUnavailable` when the clocks differ by more than two seconds. Passes before the first comparison. */
  require(): void {
    if (this.last === null) return;
    const { wallMs, monotonicMs, differenceMs } = this.last;
    const { wall, monotonic } = this.clocks;
    const nowMs = differenceMs + (wall() - wallMs) - (monotonic() - monotonicMs);
    if (Math.abs(nowMs) > toleranceMs)
      throw new StoreUnavailable(
        `the clock of this process is ${Math.abs(Math.round(nowMs / 1_000))} s ${nowMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's`,
      );
  }

  /** Half of the time that the answer takes counts as the way back. What that leaves uncertain is no difference. */
  async compare(): Promise<void> {
    const { wall, monotonic } = this.clocks;
    const sentMs = monotonic();
    const [row] = await this.database.query<[{ ms: string }]>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms',
    );
    const [wallMs, monotonicMs] = [wall(), monotonic()];
    const uncertainMs = (monotonicMs - sentMs) / 2;
    const differenceMs = wallMs - uncertainMs - Number(row.ms);
    const certainMs = Math.sign(differenceMs) * Math.max(0, Math.abs(differenceMs) - uncertainMs);
    this.last = { wallMs, monotonicMs, differenceMs: certainMs };
  }
}
