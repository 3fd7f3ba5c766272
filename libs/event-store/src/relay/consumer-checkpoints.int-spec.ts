import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { openEventStore, type OpenStore } from '../open.js';
import { PostgresConsumerCheckpoints } from './consumer-checkpoints.js';

let database: FreshDatabase;
let opened: OpenStore;
beforeAll(async () => {
  database = await freshDatabase('follower');
  opened = await openEventStore({ databaseUrl: database.url, service: 'follower', streams: [] });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

it('stores a checkpoint only in the run of the server from which it was loaded', async () => {
  const checkpoints = new PostgresConsumerCheckpoints(opened.dataSource);
  const first = { sequence: 7, eventId: 'evt_7' };
  // Nothing is known of the run before the first load, as after a restart of the server.
  expect([await checkpoints.isCurrent('releases'), await checkpoints.save('releases', first)]).toEqual([false, false]);
  expect(await checkpoints.load('releases')).toBeNull();
  expect([await checkpoints.isCurrent('releases'), await checkpoints.save('releases', first)]).toEqual([true, true]);
  expect(await new PostgresConsumerCheckpoints(opened.dataSource).load('releases')).toEqual(first);
});
