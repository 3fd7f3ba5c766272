import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { eventually } from './delivery-system.js';
import { atMost, exactly, type Claim, type Proof } from './proof.js';
import { oneOfEach, withNatsLines } from './replicated-servers.js';
import { handledBy, withReplicas, type RecordedSystem, type Service } from './replicated-system.js';
import { hasFailed, isAcknowledged, type Attempt } from './write-load.js';

const perSecond = 20;
/** How long a gateway waits for the reply of a service. */
const deadlineMs = 8_000;
/**
 * A process that continues still answers what its callers wait for. It hangs for more than two deadlines, so that all
 * requests of the first one are lost.
 */
const hangsMs = 20_000;
const avoidedWithinMs = 15_000;
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
        claims.push(...(await whileOneHangs(opened, service, { atLeastMs: hangsMs, report })));
      return claims;
    });
  },
};

interface HangOptions {
  readonly atLeastMs?: number;
  /** Until the process is avoided, and later until it serves again. */
  readonly withinMs?: number;
  /** Between the hang and the last request that may be lost. */
  readonly lostWithinMs?: number;
  readonly report?: (line: string) => void;
}

/** Suspends one process of a service under load until it is avoided, and for so long, and continues it. */
export async function whileOneHangs(
  opened: RecordedSystem,
  service: Service,
  { atLeastMs = 0, withinMs = avoidedWithinMs, lostWithinMs = deadlineMs, report }: HangOptions = {},
): Promise<readonly Claim[]> {
  const [replica] = opened.system.replicas(service);
  if (replica === undefined) throw new Error(`${service} does not run`);
  let suspendedAt = Infinity;
  let [isAvoided, isServing] = [false, false];
  const options = { perSecond, repeats: true, ...(report && { report }) };
  const written = await underLoad(opened, options, async (attempts) => {
    await sleep(2_000);
    suspendedAt = performance.now();
    replica.child.kill('SIGSTOP');
    isAvoided = await eventually(() => Promise.resolve(areAcknowledged(attempts, suspendedAt)), withinMs);
    await sleep(Math.max(0, suspendedAt + atLeastMs - performance.now()));
    replica.child.kill('SIGCONT');
    const before = await handledBy(replica);
    isServing = await eventually(async () => (await handledBy(replica).catch(() => 0)) > before, withinMs);
  });
  const { attempts } = written.load;
  const failed = attempts.filter(hasFailed);
  const lastMs = Math.max(0, ...failed.map(({ sentAt }) => sentAt - suspendedAt));
  const sent = attempts.filter(({ sentAt }) => sentAt >= suspendedAt && sentAt < suspendedAt + deadlineMs);
  const share = Math.ceil(sent.length / 2);
  return [
    exactly(`${service}: processes that are avoided while they hang`, Number(isAvoided), { limit: 1, unit: '' }),
    atMost(`${service}: requests that were lost`, failed.length, { limit: share, unit: 'requests' }),
    atMost(`${service}: the last lost request after the process hangs`, lastMs, { limit: lostWithinMs, unit: 'ms' }),
    exactly(`${service}: processes that serve again`, Number(isServing), { limit: 1, unit: '' }),
    ...claimsOf(written).map((claim) => ({ ...claim, claim: `${service}: ${claim.claim}` })),
  ];
}

/** Whether all requests of two seconds since then were acknowledged, about forty. The newest may still wait. */
function areAcknowledged(attempts: readonly Attempt[], since: number): boolean {
  const [from, to] = [performance.now() - 3_000, performance.now() - 1_000];
  return from > since && attempts.filter(({ sentAt }) => sentAt > from && sentAt < to).every(isAcknowledged);
}
