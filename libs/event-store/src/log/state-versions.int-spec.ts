import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StreamType } from '@kushk/decider';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { StoreUnavailable } from '../command.js';
import { purseStream, put, type Purse, type PurseFact } from '../../test/purse.js';
import { openEventStore, type OpenStore, type StoreOptions } from '../open.js';

/** Calls of `evolve` since the last `resetFolded`. */
let folded = 0;
/** Facts that one fold outside the loop may still process before it hangs; null is no limit. */
let foldsLeft: number | null = null;

const counted = (stateVersion: number): StreamType<Purse, PurseFact> => ({
  ...purseStream,
  stateVersion,
  evolve: (purse, fact) => {
    folded += 1;
    if (foldsLeft !== null && (foldsLeft -= 1) < 0) throw new Error('interrupted');
    return purseStream.evolve(purse, fact);
  },
});
const [first, second] = [counted(1), counted(2)];
/** `put` on a purse of a given state version. */
const putOf = (type: StreamType<Purse, PurseFact>, id: string) => ({ ...put(id, 1), streams: { purse: { type, id } } });

const historyLength = 20_000;
let database: FreshDatabase;
let ending: (() => Promise<unknown>)[];

async function openVersion(
  type: StreamType<Purse, PurseFact>,
  options: Partial<StoreOptions> = {},
): Promise<OpenStore> {
  const open = await openEventStore({
    service: 'purse',
    streams: [type],
    databaseUrl: database.url,
    isMaintained: false,
    ...options,
  });
  ending.push(() => open.close());
  return open;
}

/** A purse with a long history, written by the first version. */
async function longHistory(): Promise<OpenStore> {
  const open = await openVersion(first);
  await writeHistory(open, 'long', historyLength);
  await open.store.run(putOf(first, 'long'));
  return open;
}

async function writeHistory({ dataSource }: OpenStore, id: string, facts: number): Promise<void> {
  await dataSource.query(
    `insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
      select v, 'purse-${id}', v, gen_random_uuid(), 'CoinsPut', '{"coins":1,"month":"1405-08"}', '{}', now()
      from generate_series(1, ${facts}) v`,
  );
  await dataSource.query(
    `insert into log_streams (stream_id, version, prev_version, last_xid, state_version, state)
      values ('purse-${id}', ${facts}, 0, pg_current_xact_id(), 1, '{"coins":"${facts}"}')`,
  );
}

beforeEach(async () => {
  ending = [];
  foldsLeft = null;
  database = await freshDatabase('purse');
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await database.drop();
});

describe('a raised state version', () => {
  it('folds a long history outside the command loop, where it delays no other command', async () => {
    await longHistory();
    const { store } = await openVersion(second, { foldChunkFacts: 500, deadlineMs: 30_000 });
    await store.run(putOf(second, 'short'));
    const long = store.run(putOf(second, 'long'));
    let done = false;
    const isDone = (): void => void (done = true);
    long.then(isDone, isDone);
    let others = 0;
    while (!done) {
      expect(await store.run(putOf(second, 'short'))).toMatchObject({ accepted: true });
      others += 1;
    }
    expect(await long).toMatchObject({ accepted: true, reply: { coins: historyLength + 2 } });
    expect(others).toBeGreaterThan(10);
  });

  it('folds the history of one stream while that of a much longer one is folded', async () => {
    await writeHistory(await longHistory(), 'medium', 600);
    const { store } = await openVersion(second, { foldChunkFacts: 200, deadlineMs: 30_000 });
    const ended: string[] = [];
    const long = store.run(putOf(second, 'long')).then(() => ended.push('long'));
    const medium = store.run(putOf(second, 'medium')).then(() => ended.push('medium'));
    await Promise.all([long, medium]);
    expect(ended).toEqual(['medium', 'long']);
  });

  it('answers `unavailable` when the fold takes longer than the deadline, and continues it meanwhile', async () => {
    await longHistory();
    const { store } = await openVersion(second, { foldChunkFacts: 40, deadlineMs: 1_000 });
    await expect(store.run(putOf(second, 'long'))).rejects.toThrow(StoreUnavailable);
    await eventually(async () => (await store.run(putOf(second, 'long'))).accepted);
  });

  it('resumes a fold that was interrupted', async () => {
    await longHistory();
    const crashing = await openVersion(second, { foldChunkFacts: 1_000 });
    foldsLeft = historyLength / 2;
    await expect(crashing.store.run(putOf(second, 'long'))).rejects.toThrow('interrupted');
    foldsLeft = null;
    folded = 0;
    const { store } = await openVersion(second, { foldChunkFacts: 1_000 });
    expect(await store.run(putOf(second, 'long'))).toMatchObject({ reply: { coins: historyLength + 2 } });
    expect(folded).toBeLessThan(historyLength / 2 + 1_100);
  });

  it('folds only the new facts while two versions write the same stream in turn', async () => {
    const old = await longHistory();
    const { store } = await openVersion(second);
    await store.run(putOf(second, 'long'));
    folded = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      await old.store.run(putOf(first, 'long'));
      await store.run(putOf(second, 'long'));
    }
    expect((await store.load({ type: second, id: 'long' })).state).toEqual({ coins: BigInt(historyLength + 22) });
    expect(folded).toBeLessThan(100);
  });

  it('is completed by the maintenance, so that no command waits for it', async () => {
    await longHistory();
    const { store, maintenance, dataSource } = await openVersion(second);
    expect(await maintenance.runOnce()).toBe(true);
    const rows = await dataSource.query<object[]>(
      `select state_version, state from log_streams where stream_id = 'purse-long'`,
    );
    expect(rows).toEqual([{ state_version: 2, state: { coins: String(historyLength + 1) } }]);
    folded = 0;
    await store.run(putOf(second, 'long'));
    expect(folded).toBe(1);
  });

  it('is completed for every other stream when one stream cannot be folded', async () => {
    const open = await openVersion(first);
    for (const id of ['a', 'b']) await writeHistory(open, id, 300);
    await open.dataSource.query(`update log_events set data = '{"coins":"x"}' where stream_id = 'purse-a'`);
    const { maintenance, dataSource } = await openVersion(second);
    expect(await maintenance.runOnce()).toBe(true);
    const rows = await dataSource.query<object[]>(
      'select stream_id, state_version from log_streams order by stream_id',
    );
    expect(rows).toEqual([
      { stream_id: 'purse-a', state_version: 1 },
      { stream_id: 'purse-b', state_version: 2 },
    ]);
  });
});
