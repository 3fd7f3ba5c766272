/**
 * Measures how many facts per second the relay publishes from a backlog in the log until JetStream acknowledges them,
 * against a bare publisher that only sends messages of the same size and keeps as many unacknowledged.
 */
import { withRelay } from './relay-harness.js';
import type { Row } from './row.js';

const backlog = 100_000;
/** The relay also reads the log, translates each fact and stores its position. */
const GOAL = 0.15;

export function run(): Promise<Row> {
  return withRelay(async ({ open, fill, observed, publishBare }) => {
    await fill(backlog);
    const before = await publishBare(backlog);
    const done = new Promise<void>((resolve) => {
      observed.onAcknowledged = () => observed.acknowledged === backlog && resolve();
    });
    const opened = await open();
    await done;
    const perSecond = backlog / ((performance.now() - observed.startedAt) / 1_000);
    await opened.close();
    // The bare publisher runs before and after, so that temporary load on the machine affects both.
    const bare = (before + (await publishBare(backlog))) / 2;
    const ratio = perSecond / bare;
    return {
      name: 'relay',
      measured: Math.round(perSecond),
      rival: bare,
      ratio,
      goal: GOAL,
      unit: 'facts/s',
      ok: ratio >= GOAL,
      note: `backlog of ${backlog.toLocaleString('en')} facts; a bare pipelined publisher`,
    };
  });
}
