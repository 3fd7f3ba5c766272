/** A closed-loop load generator: each caller starts its next call when its previous call has returned. */

export interface Load {
  readonly callers: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
}
export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Counts the calls that both start and end within the time window. `number` is unique per call. */
export async function underLoad(load: Load, call: (number: number) => Promise<unknown>): Promise<LoadResult> {
  const from = performance.now() + load.warmUpMs;
  const until = from + load.windowMs;
  const durationsMs: number[] = [];
  let number = 0;
  const caller = async (): Promise<void> => {
    for (;;) {
      const startedAt = performance.now();
      if (startedAt >= until) return;
      number += 1;
      await call(number);
      const endedAt = performance.now();
      if (startedAt >= from && endedAt <= until) durationsMs.push(endedAt - startedAt);
    }
  };
  await Promise.all(Array.from({ length: load.callers }, caller));
  durationsMs.sort((a, b) => a - b);
  return {
    perSecond: durationsMs.length / (load.windowMs / 1_000),
    p50Ms: quantile(durationsMs, 0.5),
    p99Ms: quantile(durationsMs, 0.99),
  };
}

/** Returns the quantile `q` of sorted values, or 0 when there are none. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
