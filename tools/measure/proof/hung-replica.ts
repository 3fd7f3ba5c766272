import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { eventually } from './delivery-system.js';
import { atMost, exactly, type Claim, type Proof } from './proof.js';
import { oneOfEach, withNatsLines } from './replicated-servers.js';
import { handledBy, withReplicas, type RecordedSystem, type Service } from './replicated-system.js';
import { isAcknowledged } from './write-load.js';

const perSecond = 20;
/** How long a gateway waits for the reply of a service. */
const deadlineMs = 8_000;
/** A process that continues still answers what its callers wait for, so it hangs for more than two deadlines. */
const hangsMs = 20_000;
const servedAgainWithinMs = 10_000;
const defect = 'patient-servers';

export const proof: Proof = {
  title: 'One of two processes of a service hangs (SIGSTOP) under load: it is avoided, and serves again afterwards',
  plantedDefect: defect,
  run: ({ patches, isQuick, report }) => {
    // The default of nats-server.
    const openServers = patches.includes(defect) ? withNatsLines(['ping_interval: "2m"']) : oneOfEach;
    return withReplicas({ openServers }, async (opened) => {
      const claims: Claim[] = [];
      for (const service of isQuick ? (['wallet'] as const) : (['wallet', 'installation', 'catalogue'] as const))
        claims.push(...(await whileOneHangs(opened, service, report)));
      return claims;
    });
  },
};

/** Suspends one process of a service under load, and continues it. */
export async function whileOneHangs(
  opened: RecordedSystem,
  service: Service,
  report?: (line: string) => void,
): Promise<readonly Claim[]> {
  const [replica] = opened.system.replicas(service);
  if (replica === undefined) throw new Error(`${service} does not run`);
  let suspendedAt = Infinity;
  let isServing = false;
  const written = await underLoad(opened, { perSecond, repeats: true, ...(report && { report }) }, async () => {
    await sleep(2_000);
    suspendedAt = performance.now();
    replica.child.kill('SIGSTOP');
    await sleep(hangsMs);
    replica.child.kill('SIGCONT');
    const before = await handledBy(replica);
    isServing = await eventually(async () => (await handledBy(replica)) > before, servedAgainWithinMs);
  });
  const failed = written.load.attempts.filter((one) => !isAcknowledged(one));
  const lastMs = Math.max(0, ...failed.map(({ sentAt }) => sentAt - suspendedAt));
  const sent = written.load.attempts.filter(
    ({ sentAt }) => sentAt >= suspendedAt && sentAt < suspendedAt + deadlineMs,
  ).length;
  return [
    atMost(`${service}: requests that were lost`, failed.length, { limit: Math.ceil(sent / 2), unit: 'requests' }),
    atMost(`${service}: the last lost request after the process hangs`, lastMs, { limit: deadlineMs, unit: 'ms' }),
    exactly(`${service}: processes that serve again`, Number(isServing), { limit: 1, unit: '' }),
    ...claimsOf(written).map((claim) => ({ ...claim, claim: `${service}: ${claim.claim}` })),
  ];
}
