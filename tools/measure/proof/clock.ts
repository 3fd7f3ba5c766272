import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DomainService } from '../../run/start/addresses.js';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { exactly, type Proof } from './proof.js';
import { stores } from './published-facts.js';
import { readinessOf, withReplicas, type ReplicatedSystem } from './replicated-system.js';

const perSecond = 20;
const loadMs = { normal: 30_000, quick: 10_000 };
const aheadMs = 3_600_000;
const shifted = new URL(`shifted-clock.mjs?ms=${aheadMs}`, import.meta.url).href;
const shiftedServices = stores.map(({ service }) => service as Exclude<DomainService, 'containers'>);

export const proof: Proof = {
  title: 'One of two processes of each service has a clock one hour ahead: it says so, and stores nothing',
  plantedDefect: 'trusted-clock',
  run: ({ patches, isQuick, report }) =>
    withReplicas({ replicas: 1, patches }, async (opened) => {
      const { system } = opened;
      let [started, reporting] = [0, 0];
      const written = await underLoad(opened, { perSecond, repeats: true, report }, async () => {
        const wrong = await Promise.all(
          shiftedServices.map((service) =>
            system.start(service, {
              patches,
              imports: [shifted],
              until: ({ status, checks }) => status === 'ready' || isAhead(checks['clock']),
            }),
          ),
        );
        started = wrong.length;
        await sleep(isQuick ? loadMs.quick : loadMs.normal);
        const answers = await Promise.all(wrong.map(readinessOf));
        reporting = answers.filter(({ status, checks }) => status === 'not_ready' && isAhead(checks['clock'])).length;
      });
      return [
        exactly('processes with a wrong clock that say so', reporting, { limit: started, unit: 'processes' }),
        exactly('facts with a time in the future', await futureFacts(system), { limit: 0, unit: 'facts' }),
        ...claimsOf(written),
      ];
    }),
};

function isAhead(check: string | undefined): boolean {
  return /ahead of PostgreSQL's/.test(check ?? '');
}

async function futureFacts(system: ReplicatedSystem): Promise<number> {
  let facts = 0;
  for (const service of shiftedServices) {
    const client = new pg.Client({ connectionString: system.databaseUrl(service) });
    await client.connect();
    const text = `select count(*)::int as count from log_events where at > clock_timestamp() + interval '1 minute'`;
    facts += (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0;
    await client.end();
  }
  return facts;
}
