import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accept, streamRef, type Fact, type StreamType } from '@kushk/decider';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { StoreTimeout } from '../command.js';
import { put } from '../../test/purse.js';
import { purseService } from '../../test/purse.view.js';
import { executorNames, openEventStore, type OpenStore } from '../open.js';

type Written = Fact<'TextWritten', { readonly text: string }>;
const noteStream: StreamType<{ text: string }, Written> = {
  category: 'note',
  factTypes: { TextWritten: true },
  stateVersion: 1,
  initial: { text: '' },
  evolve: (_note, fact) => ({ text: fact.data.text }),
};
/** Text that PostgreSQL cannot compress. */
const randomText = (bytes: number): string =>
  Array.from({ length: bytes / 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8, '0')).join('');
const write = (id: string, text: string, requestBytes?: number) => ({
  name: 'WriteNote',
  streams: { note: streamRef(noteStream, id) },
  decide: ({ note }: { note: { text: string } }) =>
    accept({ note: [{ type: 'TextWritten' as const, data: { text } }] }, { before: note.text.length }),
  ...(requestBytes !== undefined && { meta: { requestBytes } }),
});

describe.each(executorNames)('with the %s executor', (executor) => {
  let database: FreshDatabase;
  let open: OpenStore;
  const messages: { readonly fields: object; readonly message: string }[] = [];
  const keep = (fields: object, message: string): void => void messages.push({ fields, message });

  const openStore = (): Promise<OpenStore> =>
    openEventStore({
      ...purseService,
      streams: [...purseService.streams, noteStream],
      databaseUrl: database.url,
      deadlineMs: 3_000,
      executor,
      log: { info: keep, warn: keep, error: keep },
    });

  /**
   * Repeats what a busy machine did not do within the deadline. On another store, because the batches of the same one
   * are small after its timeouts.
   */
  const onNewStore = (work: (store: OpenStore['store']) => Promise<void>): Promise<true> =>
    eventually(async () => {
      const another = await openStore();
      return await work(another.store)
        .then(() => true as const)
        .finally(() => another.close());
    });

  beforeAll(async () => {
    database = await freshDatabase('purse');
    open = await openStore();
    // Every fact of these streams costs the server the same time, so a batch of many takes longer than a statement may.
    await open.dataSource.query(
      `create function sleep_on_insert() returns trigger language plpgsql as $$
      begin perform pg_sleep(case when new.stream_id like 'purse-endless%' then 60 else 0.12 end); return new; end $$`,
    );
    await open.dataSource.query(`create trigger sleep_on_insert before insert on log_events
    for each row when (new.stream_id like 'purse-slow%' or new.stream_id like 'purse-endless%') execute function sleep_on_insert()`);
  });
  afterAll(async () => {
    await open.close();
    await database.drop();
  });

  describe('a batch that is too large for one transaction', () => {
    it('is split when a statement takes too long, and every command succeeds', async () => {
      await onNewStore(async (store) => {
        messages.length = 0;
        const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => store.run(put(`slow${index}`, 1))));
        expect(outcomes.every(({ accepted }) => accepted)).toBe(true);
        expect(messages.map(({ message }) => message)).toContain('batch failed, splitting');
      });
    });

    it('is split until the command that takes too long is alone; only this command is rejected, with StoreTimeout', async () => {
      const names = ['quick1', 'endless', 'quick2'];
      await onNewStore(async (store) => {
        const results = await Promise.allSettled(names.map((name) => store.run(put(name, 1))));
        expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        expect(results[1]).toMatchObject({ reason: expect.any(StoreTimeout) });
      });
      const stored = `select 1 from log_events where stream_id = 'purse-endless'`;
      expect(await open.dataSource.query(stored)).toHaveLength(0);
    });

    it.each([
      ['cannot be compressed', randomText(800_000)],
      ['PostgreSQL has compressed', 'a'.repeat(800_000)],
    ])('is split when the states of its streams have too many bytes, which %s', async (kind, text) => {
      const ids = Array.from({ length: 8 }, (_, index) => `${kind} ${index}`);
      for (const id of ids) await open.store.run(write(id, text));
      // A batcher of its own: the batches of the other one are small after its timeouts.
      const another = await openStore();
      messages.length = 0;
      const outcomes = await Promise.all(ids.map((id) => another.store.run(write(id, 'short'))));
      await another.close();
      expect(outcomes.map((outcome) => outcome.accepted && outcome.reply)).toEqual(
        ids.map(() => ({ before: 800_000 })),
      );
      expect(messages).toContainEqual({
        fields: expect.objectContaining({ err: expect.objectContaining({ name: 'BatchTooLarge' }) }),
        message: 'batch failed, splitting',
      });
    });
  });

  describe('a command with a large input', () => {
    it('has a connection of its own, so small commands do not wait for its batch', async () => {
      const before = await open.dataSource.query<unknown[]>(
        `select 1 from pg_stat_activity
       where application_name like '%loop large' and datname = current_database()`,
      );
      expect(before).toHaveLength(0);
      // The large command takes until its statement is cancelled; a small one is executed meanwhile.
      const endless = { ...put('endless', 1), meta: { requestBytes: 1_000_000 } };
      const large = open.store.run(endless);
      const first = await Promise.race([
        large.catch(() => 'the large one'),
        open.store.run(put('small', 1)).then(() => 'the small one'),
      ]);
      expect(first).toBe('the small one');
      await expect(large).rejects.toThrow(StoreTimeout);
    });

    it('is followed in its order by small commands on the same stream', async () => {
      const order: number[] = [];
      const run = async (index: number, requestBytes: number): Promise<void> => {
        await open.store.run(write('same', `text ${index}`, requestBytes));
        order.push(index);
      };
      await Promise.all([run(0, 1_000_000), run(1, 10), run(2, 10)]);
      expect(order).toEqual([0, 1, 2]);
    });
  });
});
