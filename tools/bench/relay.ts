/** Facts per second from a backlog in the log to JetStream's acknowledgement. The limit is the goal. */
import { withRelay } from './relay-rig.js';
import type { Row } from './row.js';

const backlog = 100_000;
const goalPerSecond = 30_000;

export function run(): Promise<Row> {
  return withRelay(async ({ open, fill, watched }) => {
    await fill(backlog);
    const done = new Promise<void>((resolve) => {
      watched.onAcknowledged = () => watched.acknowledged === backlog && resolve();
    });
    const opened = await open();
    await done;
    const perSecond = backlog / ((performance.now() - watched.startedAt) / 1_000);
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
