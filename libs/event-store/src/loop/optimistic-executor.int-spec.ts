import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newStreamRef } from '@kushk/decider';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { FaultyConnection } from '../../test/faulty-connection.js';
import { move, purseRef, purseStream, put, take } from '../../test/purse.js';
import { executors, openEventStore, type OpenStore } from '../open.js';
import type { AnyCommand } from './decide-batch.js';

let database: FreshDatabase;
let open: OpenStore;
const sessions: FaultyConnection[] = [];

beforeAll(async () => {
  database = await freshDatabase('purse');
  open = await openEventStore({
    service: 'purse',
    streams: [purseStream],
    databaseUrl: database.url,
    isMaintained: false,
  });
});
afterAll(async () => {
  await Promise.all(sessions.map((session) => session.close()));
  await open.close();
  await database.drop();
});

/** Executes batches on one session. Returns their outcomes and the number of their pipelines. */
function newSession() {
  const connection = new FaultyConnection(database.url);
  sessions.push(connection);
  const executor = executors.optimistic([]);
  return async (...commands: readonly unknown[]) => {
    const client = await connection.client();
    const before = client.pipelines;
    const items = commands.map((command) => ({ command: command as AnyCommand }));
    const { results } = await executor.execute(client, { items, uncertainCommits: [] });
    return { outcomes: results.map(({ result }) => result), pipelines: client.pipelines - before };
  };
}

let purses = 0;
/** The name of a purse, and a session that has cached its state. */
async function cachedPurse(coins: number) {
  const purse = `purse ${(purses += 1)}`;
  const run = newSession();
  await run(put(purse, coins));
  return { purse, run };
}
const asNew = (purse: string) => ({ ...put(purse, 1), streams: { purse: newStreamRef(purseStream, purse) } });
const key = (name: string) => ({ scope: 'caller', key: name, inputHash: 'h' });
const accepted = (coins: number) => ({ outcome: { accepted: true, reply: { coins } } });

describe('an optimistic attempt', () => {
  it('takes one pipeline when all states are cached; otherwise the fallback takes two', async () => {
    const { purse, run } = await cachedPurse(1);
    expect(await run(put(purse, 1), take(purse, 9))).toMatchObject({ pipelines: 1 });
    expect(await run(put(purse, 1), put(`${purse} b`, 1))).toMatchObject({ pipelines: 2 });
    expect(await run(move(purse, `${purse} b`, 2))).toMatchObject({ pipelines: 1 });
    const history = await open.store.history(purseRef(purse));
    expect(history.map(({ version, data }) => [version, data.coins])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
    ]);
    const positions = history.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
  });

  it('takes a new stream for one with its initial state', async () => {
    const { purse, run } = await cachedPurse(10);
    expect(await run(take(purse, 1), asNew(`${purse} new`))).toMatchObject({
      pipelines: 1,
      outcomes: [accepted(9), accepted(1)],
    });
  });

  it('is not made for a refusal of a command that may be a repeated one', async () => {
    const { purse, run } = await cachedPurse(10);
    expect(await run(take(purse, 10, key(purse)))).toMatchObject({ pipelines: 1 });
    expect(await run(put(purse, 1), take(purse, 10, key(purse)))).toMatchObject({
      pipelines: 2,
      outcomes: [accepted(1), { outcome: { reply: { coins: 0 }, replayed: true } }],
    });
  });

  it('is not made for some batches after one that failed', async () => {
    const { purse, run } = await cachedPurse(10);
    await run(put(purse, 1, key(purse)));
    expect(await run(put(purse, 1, key(purse)))).toMatchObject({
      pipelines: 3,
      outcomes: [{ outcome: { replayed: true } }],
    });
    const pipelines: number[] = [];
    while (pipelines.at(-1) !== 1) pipelines.push((await run(put(purse, 1))).pipelines);
    expect(pipelines.length).toBeGreaterThan(10);
  });

  it('fails when another process has changed the stream, and the fallback decides on its state', async () => {
    const { purse, run } = await cachedPurse(10);
    const other = newSession();
    await other(take(purse, 8));
    expect(await run(put(purse, 1), take(purse, 5))).toMatchObject({
      pipelines: 3,
      outcomes: [accepted(3), { outcome: { refusal: { params: { coins: 3 } } } }],
    });
    await other(take(purse, 2));
    expect(await run(take(purse, 1))).toMatchObject({ outcomes: [accepted(0)] });
  });

  it('does not refuse a command for what another process has changed', async () => {
    const { purse, run } = await cachedPurse(1);
    await newSession()(put(purse, 9));
    expect(await run(take(purse, 10))).toMatchObject({ pipelines: 2, outcomes: [accepted(0)] });
  });

  it('fails when the state was replaced without a new version', async () => {
    const { purse, run } = await cachedPurse(10);
    const replace = `update log_streams set state = '{"coins":"3"}' where stream_id = $1`;
    await open.dataSource.query(replace, [`purse-${purse}`]);
    expect(await run(put(purse, 1))).toMatchObject({ outcomes: [accepted(4)] });
  });

  it('fails when the stream was pruned', async () => {
    const { purse, run } = await cachedPurse(10);
    for (const table of ['log_streams', 'log_events'])
      await open.dataSource.query(`delete from ${table} where stream_id = $1`, [`purse-${purse}`]);
    expect(await run(put(purse, 1))).toMatchObject({ outcomes: [accepted(1)] });
  });

  it('fails when a stream that was taken for a new one has facts', async () => {
    const { purse, run } = await cachedPurse(10);
    await newSession()(put(`${purse} old`, 10));
    expect(await run(asNew(`${purse} old`))).toMatchObject({ pipelines: 3, outcomes: [accepted(11)] });
  });
});
