/** What a plugin stores: not without end, and not for good. */
import pg from 'pg';
import { each, expectSeen, type Attack } from './attack.js';
import { call, verdict } from './http.js';
import { keepingNotes, newManifest } from './parties.js';
import { quotas, type ProductionSystem } from './production-system.js';

const recordCharacters = 100_000;
const rewrites = 8;
const refused = '409 quota.exceeded';
/** What a few facts about records may take, with the pages that they are in. */
const logBytesOfRewrites = 300_000;

const logBytes = async ({ superuserUrl }: ProductionSystem): Promise<number> => {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_total_relation_size('workspace.log_events') as bytes`,
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
};

const records: Attack = {
  name: 'a plugin neither stores nor writes more than its quota, and rewriting a record does not fill the log',
  plantedDefect: 'unlimited-records',
  run: async (system) => {
    const manifest = newManifest(keepingNotes);
    await system.publish(manifest);
    const { api, token } = await system.install(manifest);
    let written = 0;
    const put = async (id: string): Promise<string> => {
      written += 1;
      const data = { text: String(written).padEnd(recordCharacters, 'x') };
      return verdict(await call('PUT', `${api}/records/note/${id}`, { token, body: { data } }));
    };
    const before = await logBytes(system);
    await each(
      Array.from({ length: rewrites }, (_, n) => n),
      String,
      () => put('same'),
    );
    const grown = (await logBytes(system)) - before;
    const most = Math.ceil(quotas.record_bytes / recordCharacters);
    const stored = await each(
      Array.from({ length: most + 1 }, (_, n) => n),
      String,
      (n) => put(`n${n}`),
    );
    const mostOfDay = Math.ceil(quotas.record_bytes_per_day / recordCharacters);
    const rewritten = await each(
      Array.from({ length: mostOfDay }, (_, n) => n),
      String,
      () => put('same'),
    );
    return expectSeen(
      {
        log: grown < logBytesOfRewrites ? refused : `grew by ${grown} bytes`,
        stored: Object.values(stored).at(-1),
        rewritten: Object.values(rewritten).at(-1),
      },
      refused,
    );
  },
};

export const quotaAttacks: readonly Attack[] = [records];
