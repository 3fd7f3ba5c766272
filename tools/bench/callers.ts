/** Closed-loop load: each caller begins its next call when the last one has been answered. */

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

/** Calls `once` from all callers; counts what began and ended inside the window. `number` is unique per call. */
export async function underLoad(load: Load, once: (number: number) => Promise<unknown>): Promise<LoadResult> {
  const from = performance.now() + load.warmUpMs;
  const until = from + load.windowMs;
  const tookMs: number[] = [];
  let number = 0;
  const caller = async (): Promise<void> => {
    for (;;) {
      const startedAt = performance.now();
      if (startedAt >= until) return;
      number += 1;
      await once(number);
      const endedAt = performance.now();
      if (startedAt >= from && endedAt <= until) tookMs.push(endedAt - startedAt);
    }
  };
  await Promise.all(Array.from({ length: load.callers }, caller));
  tookMs.sort((a, b) => a - b);
  return {
    perSecond: tookMs.length / (load.windowMs / 1_000),
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
  };
}

/** The value below which the share `q` of the sorted values lies; 0 without values. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
