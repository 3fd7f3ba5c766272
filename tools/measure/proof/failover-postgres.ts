import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { postgresPair } from './postgres-standby.js';
import { atMost, type Proof } from './proof.js';
import { withReplicas } from './replicated-system.js';
import { isAcknowledged } from './write-load.js';

const perSecond = 40;
const loadMs = { normal: 20_000, quick: 6_000 };
/** What an operator, or a program such as Patroni, takes to decide. */
const promotedAfterMs = 4_000;
const acknowledgedWithinMs = 10_000;

export const proof: Proof = {
  title: 'PostgreSQL is killed under load and its synchronous standby promoted; the processes know both servers',
  plantedDefect: 'asynchronous-commits',
  run: async ({ patches, isQuick, report }) => {
    const pair = postgresPair();
    return await withReplicas({ openServers: pair.openServers, patches }, async (opened) => {
      let [killedAt, promotedAt] = [Infinity, Infinity];
      const written = await underLoad(opened, { perSecond, repeats: true, report }, async () => {
        await sleep(isQuick ? loadMs.quick : loadMs.normal);
        killedAt = performance.now();
        await pair.killPrimary();
        await sleep(promotedAfterMs);
        promotedAt = performance.now();
        await pair.promote();
        report(`promoted in ${Math.round(performance.now() - promotedAt)} ms`);
        await sleep(isQuick ? loadMs.quick : loadMs.normal);
      });
      const after = written.load.attempts.filter(
        (one) => isAcknowledged(one) && one.endedAt > killedAt + promotedAfterMs,
      );
      const firstAt = Math.min(...after.map(({ endedAt }) => endedAt));
      report(`first success ${Math.round(firstAt - killedAt)} ms after the kill`);
      return [
        atMost('the first acknowledgement after the promotion', firstAt - promotedAt, {
          limit: acknowledgedWithinMs,
          unit: 'ms',
        }),
        ...claimsOf(written),
      ];
    });
  },
};
