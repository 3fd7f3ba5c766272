import { describe, expect, it } from '@jest/globals';
import { newStreamRef } from '@kushk/decider';
import {
  executeBatch,
  prepareBatch,
  storePrepared,
  type BatchFailed,
  type PreparedBatch,
  type UncertainCommit,
} from './execute-batch.js';
import { FakeDatabase } from '../../test/fake-database.js';
import { move, purseRef, purseStream, put, take } from '../../test/purse.js';
import { KnownStreams } from './known-streams.js';
import type { AnyCommand } from './decide-batch.js';

interface Item {
  readonly command: AnyCommand;
}

/** Runs batches on one session and counts their pipelines. */
function session(database: FakeDatabase) {
  const known = new KnownStreams();
  return async (...commands: readonly unknown[]) => {
    const client = await database.client();
    let pipelines = 0;
    const send = (statements: Parameters<typeof client.sendPipelined>[0]) => {
      pipelines += 1;
      return client.sendPipelined(statements);
    };
    const counting = { query: () => client.query('rollback'), sendPipelined: send, sendBehind: send };
    const items = commands.map((command) => ({ command: command as AnyCommand }));
    const batch = { items, views: [], known };
    const prepared = prepareBatch(batch);
    const missed = async () => {
      known.missed();
      await client.query('rollback');
    };
    const stored = prepared === null ? null : await storePrepared(counting, prepared).catch(missed);
    const { results } = stored ?? (await executeBatch(counting, { ...batch, uncertainCommits: [] }));
    return { outcomes: results.map(({ result }) => result), pipelines };
  };
}
const key = { scope: 'caller', key: 'k', inputHash: 'h' };

describe('a batch', () => {
  it('takes one pipeline when its streams are known, and two when it reads them', async () => {
    const database = new FakeDatabase([], 0);
    const run = session(database);
    expect(await run(put('a', 1))).toMatchObject({ pipelines: 2 });
    expect(await run(put('a', 1), take('a', 9))).toMatchObject({ pipelines: 1 });
    expect(await run(put('a', 1), put('b', 1))).toMatchObject({ pipelines: 2 });
    expect(await run(move('a', 'b', 2))).toMatchObject({ pipelines: 1 });
    expect(database.events.map(({ streamId, version }) => `${streamId} ${version}`)).toEqual([
      'purse-a 1',
      'purse-a 2',
      'purse-a 3',
      'purse-b 1',
      'purse-a 4',
      'purse-b 2',
    ]);
    expect(new Set(database.events.map(({ position }) => position)).size).toBe(6);
  });

  it('takes one pipeline for a stream that is said to be new', async () => {
    const run = session(new FakeDatabase([], 0));
    await run(put('a', 10));
    const putNew = { ...put('b', 1), streams: { purse: newStreamRef(purseStream, 'b') } };
    expect(await run(take('a', 1), putNew)).toMatchObject({
      pipelines: 1,
      outcomes: [{}, { outcome: { reply: { coins: 1 } } }],
    });
  });

  it('reads when a known state refuses a command that may be a repeated one', async () => {
    const run = session(new FakeDatabase([], 0));
    await run(put('a', 10));
    expect(await run(take('a', 10, key))).toMatchObject({ pipelines: 1 });
    expect(await run(put('a', 1), take('a', 10, key))).toMatchObject({
      pipelines: 2,
      outcomes: [{ outcome: { reply: { coins: 1 } } }, { outcome: { reply: { coins: 0 }, replayed: true } }],
    });
  });

  it('reads for a while after it was decided in vain', async () => {
    const run = session(new FakeDatabase([], 0));
    await run(put('a', 10));
    expect(await run(put('a', 1, key))).toMatchObject({ pipelines: 1 });
    expect(await run(put('a', 1, key))).toMatchObject({ pipelines: 3, outcomes: [{ outcome: { replayed: true } }] });
    const pipelines: number[] = [];
    for (let batch = 0; batch < 17; batch += 1) pipelines.push((await run(put('a', 1))).pipelines);
    expect(pipelines).toEqual([...Array.from({ length: 16 }, () => 2), 1]);
  });
});

describe('a batch that was decided without reading', () => {
  it('is not stored when PostgreSQL receives it after its commands were refused', async () => {
    const database = new FakeDatabase(['none', 'none', 'lost, received late'], 0);
    const items = [put('a', 9), take('a', 10)].map((command) => ({ command: command as unknown as AnyCommand }));
    const batch = { items, views: [], known: new KnownStreams() };
    const first = { command: put('a', 1) as unknown as AnyCommand };
    await executeBatch(await database.client(), { ...batch, items: [first], uncertainCommits: [] });
    const prepared = prepareBatch(batch) as PreparedBatch<Item>;
    const failed = await storePrepared(await database.client(), prepared).catch((error: unknown) => error);
    const { uncertainCommit } = failed as BatchFailed<Item>;
    database.discard();
    // The deadline of the first command has passed.
    const { results } = await executeBatch(await database.client(), {
      ...batch,
      items: items.slice(1),
      uncertainCommits: [uncertainCommit as UncertainCommit<Item>],
    });
    expect(results).toMatchObject([{ result: { outcome: { accepted: false } } }]);
    await database.receivedLate;
    expect(database.events).toHaveLength(1);
  });
});

describe('known streams', () => {
  const positions = { first: 1n, count: 65_536 };
  const isKnown = (known: KnownStreams, id: string): boolean =>
    known.find(new Map([[`purse-${id}`, purseRef(id)]])) !== null;
  const written = (id: string, characters: number) => ({
    ...{ streamId: `purse-${id}`, id, type: purseStream, storedVersion: 0, version: 1, state: { coins: 1n } },
    text: ' '.repeat(characters),
  });

  it('are forgotten, those used longest ago first, when there are many', () => {
    const known = new KnownStreams();
    const ids = Array.from({ length: 10_000 }, (_, index) => `p${index}`);
    for (const id of ids.slice(0, 5_000)) known.keep([written(id, 13)], positions);
    known.keep([written('p0', 13)], positions);
    for (const id of ids.slice(5_000)) known.keep([written(id, 13)], positions);
    expect(['p0', 'p1', 'p9999'].map((id) => isKnown(known, id))).toEqual([true, false, true]);
  });

  it('have no data that is not stored', () => {
    const known = new KnownStreams();
    const type = { ...purseStream, stateToStore: (state: object) => ({ ...state, data: null }) };
    known.keep([{ ...written('a', 13), type, state: { coins: 1n, data: 'x'.repeat(1_000_000) } }], positions);
    const streams = known.find(new Map([['purse-a', { type, id: 'a' }]]))?.streams;
    expect(streams?.get('purse-a')?.state).toEqual({ coins: 1n, data: null });
  });

  it('do not include a large state, which would replace the others', () => {
    const known = new KnownStreams();
    for (const [id, characters] of [
      ['a', 60_000],
      ['b', 3_000_000],
    ] as const)
      known.keep([written(id, characters)], positions);
    expect(['a', 'b'].map((id) => isKnown(known, id))).toEqual([true, false]);
    known.keep([written('a', 70_000)], positions);
    expect(isKnown(known, 'a')).toBe(false);
  });
});
