/** Measures the time from the reply to the caller until JetStream acknowledges the fact, at 1,000 facts per second. */
import { calibratedRow } from './calibrated-row.js';
import { quantile } from './callers.js';
import { append, withRelay } from './relay-harness.js';
import type { Row } from './row.js';

const ratePerSecond = 1_000;
const durationMs = 6_000;
const warmUpFacts = 1_000;
const limitMs = 50;

export function run(): Promise<Row> {
  return withRelay(async ({ open, observed }) => {
    const opened = await open();
    const committedAt = new Map<number, number>();
    const acknowledgedAt = new Map<number, number>();
    observed.onAcknowledged = (number) => acknowledgedAt.set(number, performance.now());
    const running: Promise<unknown>[] = [];
    const startedAt = performance.now();
    for (let number = 0; ;) {
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > durationMs) break;
      for (const due = (elapsedMs / 1_000) * ratePerSecond; number < due; number += 1) {
        const current = number;
        running.push(append(opened, current).then(() => committedAt.set(current, performance.now())));
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(running);
    while (acknowledgedAt.size < committedAt.size) await new Promise((resolve) => setTimeout(resolve, 5));
    await opened.close();
    const lagsMs = [...committedAt]
      .filter(([number]) => number >= warmUpFacts)
      .map(([number, at]) => Math.max(0, (acknowledgedAt.get(number) as number) - at))
      .sort((a, b) => a - b);
    return calibratedRow({
      name: 'relay-lag',
      measured: quantile(lagsMs, 0.99),
      limit: limitMs,
      unit: 'ms (p99)',
      note: `at ${ratePerSecond} facts/s; p50 ${quantile(lagsMs, 0.5).toFixed(1)} ms`,
    });
  });
}
