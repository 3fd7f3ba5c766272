import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { eventually } from './delivery-system.js';
import { atMost, exactly, type Proof } from './proof.js';
import { readinessOf, withReplicas, type ReplicatedSystem } from './replicated-system.js';
import { smallDisk } from './small-disk.js';
import { hasFailed, isAcknowledged } from './write-load.js';

const perSecond = 40;
const quietMs = 4_000;
const fullMs = { normal: 30_000, quick: 8_000 };
const noticedWithinMs = 10_000;
const failsWithinMs = 60_000;

export const proof: Proof = {
  title:
    "The disk of PostgreSQL fills up under load: the service says so, loses nothing, and goes on when there's space",
  plantedDefect: 'reads-are-enough',
  run: async ({ patches, isQuick, report }) => {
    const disk = smallDisk();
    // A batch that fails and is tried again is a warning.
    process.env['LOG_LEVEL'] = 'warn';
    return await withReplicas({ openServers: disk.openServers, patches }, async (opened) => {
      let [failedAt, noticedAt, emptiedAt] = [Infinity, Infinity, Infinity];
      let isLogged = false;
      const written = await underLoad(opened, { perSecond, repeats: true, report }, async (attempts) => {
        await sleep(quietMs);
        disk.fill();
        report('the disk is full');
        await eventually(() => Promise.resolve(attempts.some(hasFailed)), failsWithinMs);
        failedAt = attempts.find(hasFailed)?.sentAt ?? Infinity;
        if (await eventually(() => isNoticed(opened.system), noticedWithinMs)) noticedAt = performance.now();
        isLogged = /No space left on device|disk of the server is full/.test(opened.system.logOf('wallet'));
        await sleep(isQuick ? fullMs.quick : fullMs.normal);
        disk.empty();
        emptiedAt = performance.now();
        report('there is space again');
        await sleep(quietMs);
      });
      const acknowledged = written.load.attempts.filter((one) => isAcknowledged(one) && one.endedAt > emptiedAt);
      const firstAt = Math.min(...acknowledged.map(({ endedAt }) => endedAt));
      const limit = { limit: noticedWithinMs, unit: 'ms' };
      return [
        atMost('readiness names the full disk after the first failed write', noticedAt - failedAt, limit),
        exactly('logs that name the full disk', Number(isLogged), { limit: 1, unit: '' }),
        atMost('the first acknowledgement when there is space again', firstAt - emptiedAt, limit),
        ...claimsOf(written),
      ];
    });
  },
};

async function isNoticed(system: ReplicatedSystem): Promise<boolean> {
  const answers = await Promise.all(system.replicas('wallet').map(readinessOf));
  return answers.some(({ checks }) => /disk of the server is full/.test(checks['writes'] ?? ''));
}
