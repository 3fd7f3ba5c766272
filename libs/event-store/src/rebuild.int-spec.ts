import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { move, put, take } from './example/purse.js';
import { purseService } from './example/purse.view.js';
import { openEventStore, type OpenStore } from './open.js';
import { rebuild } from './rebuild.js';

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

const run = (mode: 'compare' | 'replace') => rebuild({ ...purseService, databaseUrl: database.url, mode });

describe('rebuild', () => {
  it('finds no difference when only the command loop has written', async () => {
    const report = await run('compare');
    expect(report).toMatchObject({ streams: 20, differences: [] });
    expect(report.facts).toBeGreaterThan(600);
  });

  it('finds changes made outside the log, in every table', async () => {
    await open.dataSource.query(`update purses set coins = coins + 1 where stream_id = 'p1'`);
    await open.dataSource.query(`delete from movements where purse = 'p2'`);
    await open.dataSource.query(`insert into months values ('1300-01', 1, 1)`);
    await open.dataSource.query(`update log_streams set state = '{"coins":"5"}' where stream_id = 'purse-p4'`);
    const { differences } = await run('compare');
    expect(differences.map(({ table }) => table).sort()).toEqual(['log_streams', 'months', 'movements', 'purses']);
    expect(differences.find(({ table }) => table === 'purses')).toMatchObject({ missing: 1, surplus: 1 });
  });

  it('replaces the live tables, and the command loop continues on the new ones', async () => {
    expect((await run('replace')).differences).toHaveLength(4);
    expect((await run('compare')).differences).toEqual([]);
    expect(await open.store.run(put('p4', 1))).toMatchObject({ accepted: true });
    expect((await run('compare')).differences).toEqual([]);
  });
});
