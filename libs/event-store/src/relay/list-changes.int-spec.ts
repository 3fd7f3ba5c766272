import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListChange } from '@kushk/contracts';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { purseStream, put } from '../../test/purse.js';
import { listChangesOf, type ListChanges } from './list-changes.js';
import { openEventStore, type OpenStore } from '../open.js';

let database: FreshDatabase;
let open: OpenStore;
let notified: ListChange[];
const lines: readonly ListChanges[] = [
  listChangesOf(purseStream, ({ coins }, { id }) => {
    if (coins > 100n) throw new RangeError('too many coins to tell');
    return [{ audience: `organisation:${id}`, lists: coins > 10n ? ['wallet', 'audit'] : ['wallet'] }];
  }),
];

beforeAll(async () => {
  database = await freshDatabase('purse');
  notified = [];
  open = await openEventStore({
    service: 'purse',
    streams: [purseStream],
    listChanges: lines,
    databaseUrl: database.url,
    changeNotifier: { notify: (changes) => notified.push(...changes) },
  });
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

describe('changed lists', () => {
  it('are announced after the commit, from the state after each fact', async () => {
    await open.store.run(put('red', 3));
    await open.store.run(put('blue', 20));
    expect(notified).toEqual([
      { audience: 'organisation:red', lists: ['wallet'] },
      { audience: 'organisation:blue', lists: ['wallet', 'audit'] },
    ]);
  });

  it('are not announced twice for a repeated command', async () => {
    const key = { scope: 'caller', key: 'once', inputHash: 'h' };
    notified.length = 0;
    for (let time = 0; time < 2; time += 1) await open.store.run(put('green', 1, key));
    expect(notified).toHaveLength(1);
  });

  it('do not fail the command when they cannot be computed', async () => {
    expect(await open.store.run(put('gold', 1_000))).toMatchObject({ accepted: true });
  });

  it('must be decided for every stream', async () => {
    const options = { service: 'purse', streams: [purseStream], databaseUrl: database.url };
    await expect(openEventStore({ ...options, listChanges: [] })).rejects.toThrow(
      'no list changes for the streams purse',
    );
    await expect(openEventStore({ ...options, listChanges: [...lines, ...lines] })).rejects.toThrow(
      'two list changes for the streams purse',
    );
  });
});
