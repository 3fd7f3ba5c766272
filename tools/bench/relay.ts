/**
 * Measures how many facts per second the relay publishes from a backlog in the log until JetStream acknowledges them.
 */
import { withRelay } from './relay-harness.js';
import type { Row } from './row.js';

const backlog = 100_000;
const goalPerSecond = 30_000;

export function run(): Promise<Row> {
  return withRelay(async ({ open, fill, observed }) => {
    await fill(backlog);
    const done = new Promise<void>((resolve) => {
      observed.onAcknowledged = () => observed.acknowledged === backlog && resolve();
    });
    const opened = await open();
    await done;
    const perSecond = backlog / ((performance.now() - observed.startedAt) / 1_000);
    await opened.close();
    const ratio = perSecond / goalPerSecond;
    return {
      name: 'relay',
      measured: Math.round(perSecond),
      rival: goalPerSecond,
      ratio,
      goal: 1,
      unit: 'facts/s',
      ok: ratio >= 1,
      note: `backlog of ${backlog} facts`,
    };
  });
}
