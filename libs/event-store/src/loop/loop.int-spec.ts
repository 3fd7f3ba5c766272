import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accept, streamRef } from '@kushk/decider';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import pg from 'pg';
import { StoreBusy } from '../command.js';
import { move, purseRef, purseStream, put, take } from '../../test/purse.js';
import { MonthRow, purseService, PurseRow } from '../../test/purse.view.js';
import { executorNames, openEventStore, type OpenStore } from '../open.js';

describe.each(executorNames)('with the %s executor', (executor) => {
  let database: FreshDatabase;
  let open: OpenStore;
  let observer: pg.Client;

  beforeAll(async () => {
    database = await freshDatabase('purse');
    open = await openEventStore({ ...purseService, databaseUrl: database.url, batchers: 3, executor });
    observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
  });
  afterAll(async () => {
    await open.close();
    await observer.end();
    await database.drop();
  });

  const idempotency = (key: string, inputHash = 'h') => ({ scope: 'caller', key, inputHash });
  const taken = (outcome: { accepted: boolean }) => outcome.accepted;

  describe('the command loop', () => {
    it('stores facts with the stream state and views, and returns the reply', async () => {
      expect(await open.store.run(put('first', 5))).toEqual({ accepted: true, reply: { coins: 5 }, replayed: false });
      expect(await open.store.run(take('first', 2))).toEqual({ accepted: true, reply: { coins: 3 }, replayed: false });
      expect(await open.store.load(purseRef('first'))).toEqual({ state: { coins: 3n }, version: 2 });
      const history = await open.store.history(purseRef('first'));
      expect(
        history.map(({ type, data, version, id, category, streamId }) => ({
          type,
          data,
          version,
          id,
          category,
          streamId,
        })),
      ).toEqual([
        {
          type: 'CoinsPut',
          data: { coins: 5, month: '1405-08' },
          version: 1,
          id: 'first',
          category: 'purse',
          streamId: 'purse-first',
        },
        {
          type: 'CoinsTaken',
          data: { coins: 2, month: '1405-08' },
          version: 2,
          id: 'first',
          category: 'purse',
          streamId: 'purse-first',
        },
      ]);
      expect(await open.dataSource.getRepository(PurseRow).findOneBy({ stream_id: 'first' })).toMatchObject({
        coins: '3',
        version: '2',
      });
      expect(await open.dataSource.getRepository(MonthRow).findOneBy({ month: '1405-08' })).toMatchObject({
        put: '5',
        taken: '2',
      });
    });

    it('returns the versions of many streams in the requested order', async () => {
      await open.store.run(put('far', 1));
      await open.store.run(put('far', 1));
      await open.store.run(put('near', 1));
      expect(await open.store.versions(['near', 'nowhere', 'far', 'near'].map(purseRef))).toEqual([1, 0, 2, 1]);
      expect(await open.store.versions([])).toEqual([]);
    });

    it('returns a refusal as a value and stores nothing', async () => {
      expect(await open.store.run(take('empty', 1))).toEqual({
        accepted: false,
        refusal: { code: 'purse.too_few', params: { coins: 0 } },
      });
      expect(await open.store.load(purseRef('empty'))).toEqual({ state: { coins: 0n }, version: 0 });
    });

    it('neither finds nor stores a stream with an invalid id', async () => {
      for (const id of ['', 'x'.repeat(401), 'ی'.repeat(2_400)]) {
        expect(await open.store.run(take(id, 1))).toEqual({
          accepted: false,
          refusal: { code: 'purse.too_few', params: { coins: 0 } },
        });
        await expect(open.store.run(put(id, 1))).rejects.toThrow('1 to 400 characters');
      }
      expect(await open.store.run(put('🫖'.repeat(400), 1))).toMatchObject({ accepted: true });
    });

    it("deletes a view's row when the view returns null for the state", async () => {
      await open.store.run(put('short', 1));
      await open.store.run(take('short', 1));
      expect(await open.dataSource.getRepository(PurseRow).findOneBy({ stream_id: 'short' })).toBeNull();
    });

    it('never takes the same coin twice when commands run concurrently', async () => {
      await open.store.run(put('race', 100));
      const outcomes = await Promise.all(Array.from({ length: 300 }, () => open.store.run(take('race', 1))));
      expect(outcomes.filter(taken)).toHaveLength(100);
      expect((await open.store.load(purseRef('race'))).state).toEqual({ coins: 0n });
    });

    it('commits facts of several streams together, even when different batchers execute commands on these streams', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `m${index}`);
      await Promise.all(names.map((name) => open.store.run(put(name, 100))));
      const moves = Array.from({ length: 600 }, (_, index) =>
        open.store.run(move(names[(index * 7) % 12] as string, names[(index * 5 + 1) % 12] as string, 1 + (index % 9))),
      );
      await Promise.all(moves);
      const purses = await Promise.all(names.map((name) => open.store.load(purseRef(name))));
      expect(purses.reduce((sum, { state }) => sum + state.coins, 0n)).toBe(1_200n);
      expect(purses.every(({ state }) => state.coins >= 0n)).toBe(true);
    });

    it('executes commands with the same idempotency key once within a batch and gives every caller the same reply', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => open.store.run(put('twice', 7, idempotency('twice')))),
      );
      expect(outcomes.map((outcome) => outcome.accepted && outcome.reply)).toEqual(
        Array.from({ length: 20 }, () => ({ coins: 7 })),
      );
      expect(outcomes.filter((outcome) => outcome.accepted && !outcome.replayed)).toHaveLength(1);
      expect(await open.store.load(purseRef('twice'))).toMatchObject({ version: 1 });
    });

    it('refuses a different input for a used idempotency key, in the same batch and later', async () => {
      const [first, second] = await Promise.all([
        open.store.run(put('other', 1, idempotency('other'))),
        open.store.run(put('other', 2, idempotency('other', 'another'))),
      ]);
      expect(first).toMatchObject({ accepted: true });
      expect(second).toEqual({ accepted: false, refusal: { code: 'idempotency.conflict', params: {} } });
      expect(await open.store.run(put('other', 2, idempotency('other', 'another')))).toMatchObject({ accepted: false });
    });

    it('does not store a refusal, so a later command with the same idempotency key may succeed', async () => {
      expect(await open.store.run(take('later', 1, idempotency('later')))).toMatchObject({ accepted: false });
      await open.store.run(put('later', 1));
      expect(await open.store.run(take('later', 1, idempotency('later')))).toMatchObject({
        accepted: true,
        replayed: false,
      });
    });
  });

  describe('a command batcher', () => {
    it('stores all other commands when one decision throws', async () => {
      const broken = {
        ...put('n1', 1),
        decide: () => {
          throw new Error('no such thing');
        },
      };
      const results = await Promise.allSettled([
        open.store.run(put('n1', 1)),
        open.store.run(broken),
        open.store.run(put('n1', 1)),
        open.store.run(put('n2', 1)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(await open.store.load(purseRef('n1'))).toMatchObject({ version: 2, state: { coins: 2n } });
    });

    it('stores all other commands when PostgreSQL rejects some, whether on the same stream or on others', async () => {
      const tooMany = 2_000_000;
      const commands = Array.from({ length: 40 }, (_, index) =>
        put(`s${index % 4}`, index === 17 || index === 30 ? tooMany : 1),
      );
      const results = await Promise.allSettled(commands.map((command) => open.store.run(command)));
      expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([17, 30]);
      const purses = await Promise.all([0, 1, 2, 3].map((index) => open.store.load(purseRef(`s${index}`))));
      expect(purses.map(({ version }) => version)).toEqual([10, 9, 9, 10]);
    });

    it('returns no result before the commit', async () => {
      const admin = open.dataSource;
      await admin.query(
        'create function wait_at_commit() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return null; end $$',
      );
      await admin.query(`create constraint trigger wait_at_commit after insert on log_events deferrable initially deferred
      for each row when (new.stream_id = 'purse-held') execute function wait_at_commit()`);
      await observer.query('select pg_advisory_lock(4711)');
      let isSettled = false;
      const running = open.store.run(put('held', 1)).then((outcome) => {
        isSettled = true;
        return outcome;
      });
      await eventually(
        async () =>
          (await observer.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`))
            .rowCount === 1,
      );
      expect(isSettled).toBe(false);
      expect((await observer.query(`select 1 from log_events where stream_id = 'purse-held'`)).rowCount).toBe(0);
      await observer.query('select pg_advisory_unlock(4711)');
      expect(await running).toMatchObject({ accepted: true });
      expect((await observer.query(`select 1 from log_events where stream_id = 'purse-held'`)).rowCount).toBe(1);
    });

    it('rejects commands beyond the queue limit at once and without an effect', async () => {
      const narrow = await openEventStore({ ...purseService, databaseUrl: database.url, batchers: 1, queueLimit: 10 });
      const results = await Promise.allSettled(Array.from({ length: 15 }, () => narrow.store.run(put('narrow', 1))));
      expect(
        results.filter((result) => result.status === 'rejected' && result.reason instanceof StoreBusy),
      ).toHaveLength(5);
      expect(await narrow.store.load(purseRef('narrow'))).toMatchObject({ version: 10 });
      await narrow.close();
    });

    it("rebuilds a stream's state from the log when the stored state has an older version", async () => {
      await open.store.run(put('shape', 5));
      await open.store.run(put('shape', 6));
      const counted = {
        category: purseStream.category,
        factTypes: purseStream.factTypes,
        stateVersion: 2,
        initial: { puts: 0 },
        evolve: ({ puts }: { puts: number }) => ({ puts: puts + 1 }),
        stateToJson: (state: unknown) => state,
        stateFromJson: (json: unknown) => json as { puts: number },
      };
      const ref = streamRef(counted, 'shape');
      const newer = await openEventStore({ service: 'purse', streams: [counted], databaseUrl: database.url });
      expect(await newer.store.load(ref)).toEqual({ state: { puts: 2 }, version: 2 });
      const outcome = await newer.store.run({
        name: 'Count',
        streams: { ref },
        decide: ({ ref: { puts } }) =>
          accept({ ref: [{ type: 'CoinsPut', data: { coins: 1, month: '1405-08' } }] }, puts),
      });
      expect(outcome).toMatchObject({ reply: 2 });
      expect(await newer.store.load(ref)).toEqual({ state: { puts: 3 }, version: 3 });
      await newer.close();
    });
  });
});
