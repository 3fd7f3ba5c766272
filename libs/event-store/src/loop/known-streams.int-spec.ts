import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newStreamRef } from '@kushk/decider';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { purseRef, purseStream, put, take } from '../../test/purse.js';
import { SPEC_DEADLINE_MS } from '../../test/purse.view.js';
import { openEventStore, type OpenStore } from '../open.js';

let database: FreshDatabase;
let here: OpenStore;
let there: OpenStore;

beforeAll(async () => {
  database = await freshDatabase('purse');
  const options = {
    service: 'purse',
    streams: [purseStream],
    databaseUrl: database.url,
    isMaintained: false,
    deadlineMs: SPEC_DEADLINE_MS,
  };
  [here, there] = await Promise.all([openEventStore(options), openEventStore(options)]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

let purses = 0;
/** A purse whose state is known to the command loop of `here`. */
async function knownPurse(coins: number): Promise<string> {
  purses += 1;
  // After a conflict, such as that of the test before, the loop reads for some batches.
  for (let batch = 0; batch < 20; batch += 1) await here.store.run(put(`other${purses}`, 1));
  await here.store.run(put(`known${purses}`, coins));
  return `known${purses}`;
}

describe('a command on a stream that the loop knows', () => {
  it('is decided again when another process has changed the stream', async () => {
    const purse = await knownPurse(10);
    await there.store.run(take(purse, 8));
    expect(await here.store.run(take(purse, 5))).toMatchObject({ accepted: false, refusal: { params: { coins: 2 } } });
    expect(await here.store.run(take(purse, 2))).toMatchObject({ accepted: true, reply: { coins: 0 } });
  });

  it('is not refused for what another process has changed', async () => {
    const purse = await knownPurse(1);
    await there.store.run(put(purse, 9));
    expect(await here.store.run(take(purse, 10))).toMatchObject({ accepted: true, reply: { coins: 0 } });
    await there.store.run(put(purse, 9));
    const both = await Promise.all([here.store.run(put(purse, 1)), here.store.run(take(purse, 10))]);
    expect(both).toMatchObject([{ reply: { coins: 10 } }, { reply: { coins: 0 } }]);
  });

  it('uses a state that was replaced without a new version', async () => {
    const purse = await knownPurse(10);
    await here.dataSource.query(`update log_streams set state = '{"coins":"3"}' where stream_id = $1`, [
      `purse-${purse}`,
    ]);
    expect(await here.store.run(put(purse, 1))).toMatchObject({ reply: { coins: 4 } });
  });

  it('finds the initial state of a stream that was pruned', async () => {
    const purse = await knownPurse(10);
    await here.dataSource.query('delete from log_streams where stream_id = $1', [`purse-${purse}`]);
    await here.dataSource.query('delete from log_events where stream_id = $1', [`purse-${purse}`]);
    expect(await here.store.run(put(purse, 1))).toMatchObject({ reply: { coins: 1 } });
  });

  it('is decided on the facts of a stream that was taken for a new one', async () => {
    const purse = await knownPurse(10);
    const asNew = (id: string) => ({ ...put(id, 1), streams: { purse: newStreamRef(purseStream, id) } });
    expect(await here.store.run(asNew(`${purse}new`))).toMatchObject({ reply: { coins: 1 } });
    expect(await here.store.load(purseRef(`${purse}new`))).toEqual({ state: { coins: 1n }, version: 1 });
    await there.store.run(put(`${purse}old`, 10));
    expect(await here.store.run(asNew(`${purse}old`))).toMatchObject({ reply: { coins: 11 } });
  });

  it('gets its first reply when it is repeated', async () => {
    const purse = await knownPurse(10);
    const take4 = take(purse, 4, { scope: 'caller', key: purse, inputHash: 'h' });
    const first = await here.store.run(take4);
    expect(await here.store.run(take4)).toEqual({ ...first, replayed: true });
    expect((await here.store.load(purseRef(purse))).state.coins).toBe(6n);
  });
});
