/** A closed-loop load generator: each caller starts its next call when its previous call has returned. */

import { setTimeout } from 'node:timers/promises';
import { cpuMs } from './processes.js';

export interface Load {
  readonly callers: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** The processes that do the work; their descendants count as well. */
  readonly pids?: () => readonly number[];
}
export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processor time of one call over the processes `pids`, in microseconds; 0 without `pids`. */
  readonly cpuUs: number;
}

/** Counts the calls that both start and end within the time window. `number` is unique per call. */
export async function underLoad(load: Load, call: (number: number) => Promise<unknown>): Promise<LoadResult> {
  const from = performance.now() + load.warmUpMs;
  const until = from + load.windowMs;
  const durationsMs: number[] = [];
  let number = 0;
  let ended = 0;
  const caller = async (): Promise<void> => {
    for (;;) {
      const startedAt = performance.now();
      if (startedAt >= until) return;
      number += 1;
      await call(number);
      const endedAt = performance.now();
      if (endedAt >= from && endedAt <= until) ended += 1;
      if (startedAt >= from && endedAt <= until) durationsMs.push(endedAt - startedAt);
    }
  };
  const [usedMs] = await Promise.all([processorTimeIn(load), ...Array.from({ length: load.callers }, caller)]);
  durationsMs.sort((a, b) => a - b);
  return {
    perSecond: durationsMs.length / (load.windowMs / 1_000),
    p50Ms: quantile(durationsMs, 0.5),
    p95Ms: quantile(durationsMs, 0.95),
    p99Ms: quantile(durationsMs, 0.99),
    cpuUs: (usedMs / Math.max(ended, 1)) * 1_000,
  };
}

/** The processor time that the processes use in the window, in milliseconds. */
async function processorTimeIn({ warmUpMs, windowMs, pids }: Load): Promise<number> {
  if (pids === undefined) return 0;
  await setTimeout(warmUpMs);
  const before = cpuMs(pids());
  await setTimeout(windowMs);
  return cpuMs(pids()) - before;
}

/** Returns the quantile `q` of sorted values, or 0 when there are none. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
