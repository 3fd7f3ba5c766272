import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { move, put, take } from '../../test/purse.js';
import { purseService } from '../../test/purse.view.js';
import { openEventStore, type OpenStore } from '../open.js';
import { rebuild, type RebuildOptions, type RebuildProgress } from './rebuild.js';

let database: FreshDatabase;
let open: OpenStore;

beforeAll(async () => {
  database = await freshDatabase('purse');
  open = await openEventStore({ ...purseService, databaseUrl: database.url });
  await Promise.all(Array.from({ length: 400 }, (_, index) => open.store.run(put(`p${index % 20}`, 1 + (index % 7)))));
  await Promise.all(Array.from({ length: 300 }, (_, index) => open.store.run(take(`p${index % 20}`, 1 + (index % 9)))));
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => open.store.run(move(`p${index % 20}`, `p${(index * 3 + 1) % 20}`, 2))),
  );
  const { state } = await open.store.load({
    type: purseService.streams[0] as (typeof purseService.streams)[0] & object,
    id: 'p3',
  });
  await open.store.run(take('p3', Number(state.coins)));
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const run = (mode: 'compare' | 'replace', options: Partial<RebuildOptions> = {}) =>
  rebuild({ ...purseService, databaseUrl: database.url, mode, ...options });

/** Changes one row of every table. */
async function damage(): Promise<void> {
  await open.dataSource.query(`update purses set coins = coins + 1 where stream_id = 'p1'`);
  await open.dataSource.query(`delete from movements where purse = 'p2'`);
  await open.dataSource.query(`insert into months values ('1300-01', 1, 1)`);
  await open.dataSource.query(`update log_streams set state = '{"coins":"5"}' where stream_id = 'purse-p4'`);
}

async function indexesOfViews(): Promise<object[]> {
  return await open.dataSource.query<object[]>(
    `select tablename, indexname from pg_indexes where tablename in ('purses', 'movements', 'months') order by 1, 2`,
  );
}

describe('rebuild', () => {
  it('finds no difference when only the command loop has written', async () => {
    const report = await run('compare');
    expect(report).toMatchObject({ streams: 20, differences: [] });
    expect(report.facts).toBeGreaterThan(600);
  });

  it('finds changes made outside the log, in every table', async () => {
    await damage();
    const { differences } = await run('compare');
    expect(differences.map(({ table }) => table).sort()).toEqual(['log_streams', 'months', 'movements', 'purses']);
    expect(differences.find(({ table }) => table === 'purses')).toMatchObject({ missing: 1, surplus: 1 });
  });

  it('finds no difference in how JSON is written', async () => {
    await open.dataSource.query(`update log_streams set state = replace(state::text, ':', ' : ')::json
      where stream_id = 'purse-p5'`);
    const { differences } = await run('compare');
    expect(differences.find(({ table }) => table === 'log_streams')).toMatchObject({ missing: 1, surplus: 1 });
  });

  it('continues an interrupted replacement, and drops what is left of an index', async () => {
    const interrupt = ({ step }: RebuildProgress): void => {
      if (step === 'replace') throw new Error('interrupted');
    };
    await expect(run('replace', { onProgress: interrupt })).rejects.toThrow('interrupted');
    await open.dataSource.query('create index left_over on rebuild_1 (coins)');
    const folded: number[] = [];
    const indexes = await indexesOfViews();
    await run('replace', { chunkFacts: 50, onProgress: ({ facts }) => void folded.push(facts) });
    expect(folded[0]).toBeGreaterThan(600);
    expect(await indexesOfViews()).toEqual(indexes);
    await damage();
  });

  it('replaces the live tables with their indexes, and the command loop continues on the new ones', async () => {
    const indexes = await indexesOfViews();
    expect((await run('replace')).differences).toHaveLength(4);
    expect(await indexesOfViews()).toEqual(indexes);
    expect((await run('compare')).differences).toEqual([]);
    expect(await open.store.run(put('p4', 1))).toMatchObject({ accepted: true });
    expect((await run('compare')).differences).toEqual([]);
  });

  it('compares while commands run, and delays neither the commands nor the relays', async () => {
    let commands = 0;
    let transactions = 0;
    const { differences } = await run('compare', {
      chunkFacts: 50,
      onProgress: async () => {
        await open.store.run(put(`p${commands % 20}`, 1));
        commands += 1;
        // The relays read below the oldest transaction id in progress. A rebuild in one transaction would hide every
        // fact that was written since its start.
        const withIds = await open.dataSource.query<object[]>(
          `select 1 from pg_stat_activity where datname = current_database() and application_name = 'purse rebuild'
            and backend_xid is not null`,
        );
        transactions += withIds.length;
      },
    });
    expect(differences).toEqual([]);
    expect(commands).toBeGreaterThan(5);
    expect(transactions).toBe(0);
  });

  it('replaces the live tables while commands run', async () => {
    await open.dataSource.query(`delete from movements where purse = 'p2'`);
    await open.dataSource.query(`update log_streams set state = '{"coins":"5"}' where stream_id = 'purse-p4'`);
    let commands = 0;
    await run('replace', {
      chunkFacts: 50,
      onProgress: async () => {
        await open.store.run(put(`p${commands % 20}`, 1));
        commands += 1;
      },
    });
    expect((await run('compare')).differences).toEqual([]);
  });

  it('continues after an interruption instead of starting over', async () => {
    let chunks = 0;
    const interrupt = (): void => {
      chunks += 1;
      if (chunks === 5) throw new Error('interrupted');
    };
    await expect(run('compare', { chunkFacts: 50, onProgress: interrupt })).rejects.toThrow('interrupted');
    const folded: number[] = [];
    await run('compare', { chunkFacts: 50, onProgress: ({ facts }) => void folded.push(facts) });
    expect(folded[0]).toBe(300);
  });
});
