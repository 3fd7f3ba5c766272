import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { natsCluster } from './nats-cluster.js';
import { atMost, exactly, type Proof } from './proof.js';
import { withReplicas } from './replicated-system.js';
import { hasFailed, longestSilence } from './write-load.js';

const perSecond = 30;
const quietMs = { normal: 8_000, quick: 3_000 };
const readyWithinMs = 20_000;
/** Without an acknowledgement. A request that a dead server had is repeated after its deadline. */
const silentAtMostMs = 10_000;
/** A server that hangs is left after three pings at most, and what a process answers is lost until then. */
const leftWithinMs = 8_000;
const hangsMs = 14_000;
const streams = ['EVT_I1_WALLET', 'EVT_I1_INSTALLATION', 'EVT_I1_DELIVERY'] as const;

export const proof: Proof = {
  title:
    'Leaders of a NATS cluster of three are killed one after the other, then two at once, and one hangs, under load',
  plantedDefect: 'first-nats-server-only',
  run: async ({ patches, isQuick, report }) => {
    const cluster = natsCluster();
    return await withReplicas({ openServers: cluster.openServers, patches }, async (opened) => {
      const { system } = opened;
      const pause = (): Promise<void> => sleep(isQuick ? quietMs.quick : quietMs.normal);
      let isReady = false;
      let hangsAt = Infinity;
      const written = await underLoad(opened, { perSecond, repeats: true, report }, async () => {
        for (const stream of isQuick ? streams.slice(0, 1) : streams) {
          await pause();
          const leader = await cluster.leaderOf(stream);
          await cluster.kill(leader);
          report(`server ${leader + 1}, the leader of ${stream}, killed`);
          await pause();
          await cluster.restart([leader], stream);
        }
        await cluster.kill(0);
        isReady = await system.start('wallet', { patches, withinMs: readyWithinMs }).then(
          () => true,
          () => false,
        );
        report(`a process ${isReady ? 'started' : 'did not start'} while the first server was down`);
        await cluster.kill(1);
        report('two of three servers are down');
        await pause();
        await cluster.restart([0, 1], streams[0]);
        await pause();
        hangsAt = performance.now();
        await cluster.whileHanging(await cluster.leaderOf(streams[0]), () => sleep(hangsMs));
        report('a server hung');
        await pause();
      });
      const failed = written.load.attempts.filter((one) => hasFailed(one) && one.sentAt > hangsAt);
      return [
        exactly('processes that become ready while the first server is down', Number(isReady), { limit: 1, unit: '' }),
        atMost('the longest time without an acknowledgement', longestSilence(written.load), {
          limit: silentAtMostMs,
          unit: 'ms',
        }),
        atMost(
          'the last lost request after a server hangs',
          Math.max(0, ...failed.map(({ sentAt }) => sentAt - hangsAt)),
          { limit: leftWithinMs, unit: 'ms' },
        ),
        ...claimsOf(written),
      ];
    });
  },
};
