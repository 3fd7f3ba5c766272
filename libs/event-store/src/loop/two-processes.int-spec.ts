import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Connection } from '../postgres/connection.js';
import { move, purseRef, purseStream, put, take } from '../../test/purse.js';
import { SPEC_DEADLINE_MS } from '../../test/purse.view.js';
import { executorNames, executors, openEventStore, type OpenStore } from '../open.js';

describe.each(executorNames)('with the %s executor', (executor) => {
  let database: FreshDatabase;
  let here: OpenStore;
  let there: OpenStore;

  beforeAll(async () => {
    database = await freshDatabase('purse');
    const options = {
      service: 'purse',
      streams: [purseStream],
      databaseUrl: database.url,
      batchers: 2,
      executor,
      deadlineMs: SPEC_DEADLINE_MS,
    };
    [here, there] = await Promise.all([openEventStore(options), openEventStore(options)]);
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await database.drop();
  });

  const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const either = (index: number): OpenStore => (index % 2 === 0 ? here : there);

  /** Starts a second process, which waits for `go` and reports its results when it ends. */
  async function child(
    count: number,
  ): Promise<{ go: () => void; result: Promise<{ shared: number; raced: number; first: number }> }> {
    const loader = fileURLToPath(new URL('../../../../tools/from-source.mjs', import.meta.url));
    const program = fileURLToPath(new URL('../../test/putting.ts', import.meta.url));
    const running = spawn(process.execPath, ['--import', loader, program, database.url, String(count), executor], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    const result = (async () => {
      const { value } = (await lines.next()) as { value: string };
      if (running.exitCode === null) await once(running, 'exit');
      return JSON.parse(value) as { shared: number; raced: number; first: number };
    })();
    return { go: () => running.stdin.write('go\n'), result };
  }

  describe('two processes on one database', () => {
    it('store each version of a stream once, and execute commands with the same idempotency key once', async () => {
      const other = await child(200);
      other.go();
      const own = await times(200, () => here.store.run(put('shared', 1)));
      const raced = await times(64, () =>
        here.store.run(put('raced', 1, { scope: 'caller', key: 'raced', inputHash: 'h' })),
      );
      const others = await other.result;
      expect(own.filter(({ accepted }) => accepted)).toHaveLength(200);
      expect(others).toMatchObject({ shared: 200, raced: 200 });
      const history = await here.store.history(purseRef('shared'));
      expect(history.map(({ version }) => version)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
      expect(await here.store.load(purseRef('shared'))).toEqual({ state: { coins: 400n }, version: 400 });
      expect(raced.filter((outcome) => outcome.accepted && !outcome.replayed).length + others.first).toBe(1);
      expect(await here.store.load(purseRef('raced'))).toMatchObject({ version: 1 });
    });

    it('execute only one of 64 commands that use an idempotency key at the same time on different streams', async () => {
      const outcomes = await times(64, (index) =>
        either(index).store.run(put(`apart${index % 8}`, 1, { scope: 'caller', key: 'apart', inputHash: 'h' })),
      );
      expect(outcomes.every(({ accepted }) => accepted)).toBe(true);
      expect(outcomes.filter((outcome) => outcome.accepted && !outcome.replayed)).toHaveLength(1);
      const purses = await times(8, (index) => here.store.load(purseRef(`apart${index}`)));
      expect(purses.reduce((sum, { version }) => sum + version, 0)).toBe(1);
    });

    it('never take more coins than there are', async () => {
      await here.store.run(put('last', 50));
      const outcomes = await times(200, (index) => either(index).store.run(take('last', 1)));
      expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(50);
      expect((await there.store.load(purseRef('last'))).state).toEqual({ coins: 0n });
    });

    it('keep the total over several streams, without a deadlock', async () => {
      await times(10, (index) => here.store.run(put(`sum${index}`, 100)));
      await times(500, (index) =>
        either(index).store.run(move(`sum${(index * 3) % 10}`, `sum${(index * 7 + 1) % 10}`, 1 + (index % 5))),
      );
      const purses = await times(10, (index) => here.store.load(purseRef(`sum${index}`)));
      expect(purses.reduce((sum, { state }) => sum + state.coins, 0n)).toBe(1_000n);
    });

    it('reject an append whose transaction began before the latest transaction on the stream', async () => {
      await here.store.run(put('order', 1));
      const early = new Connection(database.url, 'an early transaction');
      const client = await early.client();
      // The transaction already has its id. The batch below runs inside the same transaction, because a second BEGIN
      // only causes a warning.
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      await there.store.run(put('order', 1));
      const items = [{ command: put('order', 1) as never }];
      const executed = executors[executor]([]).execute(client, { items, uncertainCommits: [] });
      await expect(executed).rejects.toMatchObject({ code: '40001' });
      await early.close();
      const reader = new pg.Client({ connectionString: database.url });
      await reader.connect();
      const { rows } = await reader.query<{ version: string }>(
        `select e.version from log_events e where stream_id = 'purse-order' order by e.xid, e.position`,
      );
      expect(rows.map(({ version }) => Number(version))).toEqual([1, 2]);
      await reader.end();
    });
  });
});
