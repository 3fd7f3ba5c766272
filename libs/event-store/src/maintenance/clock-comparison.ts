import { BackgroundLoop } from '@kushk/runtime';
import type { DataSource } from 'typeorm';
import { StoreUnavailable } from '../command.js';
import type { StoreMeasure } from '../definition.js';

/** Two clocks that a time service sets differ by milliseconds. */
const toleranceMs = 2_000;
const compareEveryMs = 5_000;

/**
 * Compares the clock of this process with the one of PostgreSQL. Facts carry the time of the process that stored them
 * for ever, so a process whose clock is wrong stores none. Between two comparisons a jump shows by the monotonic clock.
 */
export class ClockComparison {
  private readonly loop: BackgroundLoop;
  private last: { readonly wallMs: number; readonly monotonicMs: number; readonly differenceMs: number } | null = null;

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly measure: Pick<StoreMeasure, 'clockOffsetMs'>,
    /** In milliseconds; `monotonic` never jumps, and its start means nothing. */
    private readonly clocks: { readonly wall: () => number; readonly monotonic: () => number } = {
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

  /** The first comparison precedes the first command. */
  async start(): Promise<void> {
    await this.compare();
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Throws `StoreUnavailable` when the clocks differ by more than two seconds. */
  check(): void {
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
    this.measure.clockOffsetMs(certainMs);
  }
}
