import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainService } from '../../run/start/addresses.js';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { exactly, type Claim, type Proof } from './proof.js';
import { stores } from './published-facts.js';
import { readinessOf, withReplicas, type RecordedSystem, type ReplicatedSystem } from './replicated-system.js';
import { queryOf } from './restored-servers.js';

const perSecond = 20;
const loadMs = { normal: 30_000, quick: 10_000 };
const aheadMs = 3_600_000;
const shifted = new URL(`shifted-clock.mjs?ms=${aheadMs}`, import.meta.url).href;
type StoringService = Exclude<DomainService, 'containers'>;

export const proof: Proof = {
  title: 'One of two processes of each service has a clock one hour ahead: it says so, and stores nothing',
  plantedDefect: 'trusted-clock',
  run: ({ patches, isQuick, report }) =>
    withReplicas({ replicas: 1, patches }, (opened) =>
      besideWrongClocks(opened, {
        services: stores.map(({ service }) => service as StoringService),
        loadMs: isQuick ? loadMs.quick : loadMs.normal,
        patches,
        report,
      }),
    ),
};

/** Starts a process with a wrong clock of each of these services, and writes for so long. */
export async function besideWrongClocks(
  opened: RecordedSystem,
  {
    services,
    loadMs: forMs,
    patches = [],
    report,
  }: {
    readonly services: readonly StoringService[];
    readonly loadMs: number;
    readonly patches?: readonly string[];
    readonly report?: (line: string) => void;
  },
): Promise<readonly Claim[]> {
  const { system } = opened;
  let reporting = 0;
  const options = { perSecond, repeats: true, ...(report && { report }) };
  const written = await underLoad(opened, options, async () => {
    const wrong = await Promise.all(
      services.map((service) =>
        system.start(service, {
          patches,
          imports: [shifted],
          until: ({ status, checks }) => status === 'ready' || isAhead(checks['clock']),
        }),
      ),
    );
    await sleep(forMs);
    const answers = await Promise.all(wrong.map(readinessOf));
    reporting = answers.filter(({ status, checks }) => status === 'not_ready' && isAhead(checks['clock'])).length;
  });
  const future = await futureFacts(system, services);
  return [
    exactly('processes with a wrong clock that say so', reporting, { limit: services.length, unit: 'processes' }),
    exactly('facts with a time in the future', future, { limit: 0, unit: 'facts' }),
    ...claimsOf(written),
  ];
}

function isAhead(check: string | undefined): boolean {
  return /ahead of PostgreSQL's/.test(check ?? '');
}

async function futureFacts(system: ReplicatedSystem, services: readonly StoringService[]): Promise<number> {
  let facts = 0;
  for (const service of services) {
    const text = `select count(*)::int as count from log_events where at > clock_timestamp() + interval '1 minute'`;
    facts += (await queryOf<{ count: number }>(system.databaseUrl(service), text))[0]?.count ?? 0;
  }
  return facts;
}
