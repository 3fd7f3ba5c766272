import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { StoreUnavailable } from '../command.js';
import { errorClassOf } from '../error-class.js';
import { purseRef, purseStream, put } from '../../test/purse.js';
import { executorNames, openEventStore, type OpenStore, type StoreOptions } from '../open.js';

/**
 * A proxy between the store and PostgreSQL. It can cut connections, stop responding, and drop the response to a
 * COMMIT.
 */
class Proxy {
  mode: 'open' | 'cut' | 'cut once' | 'silent' | 'drop commit answer' = 'open';
  dropped = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(target: URL) {
    this.server = createServer((client) => {
      if (this.mode === 'cut' || this.mode === 'cut once') {
        if (this.mode === 'cut once') this.mode = 'open';
        return void client.destroy();
      }
      const server = connect(Number(target.port), target.hostname);
      let committing = false;
      for (const socket of [client, server]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.sockets.delete(socket);
          client.destroy();
          server.destroy();
        });
      }
      client.on('data', (data) => {
        if (this.mode === 'silent') return;
        if (this.mode === 'drop commit answer' && data.includes('log_expect')) committing = true;
        if (this.mode === 'drop commit answer' && data.includes('streams\0') && data.includes('events\0'))
          committing = true;
        server.write(data);
      });
      server.on('data', (data) => {
        if (this.mode === 'silent') return;
        if (!committing) return void client.write(data);
        if (!data.includes('COMMIT\0')) return;
        this.dropped += 1;
        this.mode = 'open';
        client.destroy();
      });
    });
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.mode = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe.each(executorNames)('with the %s executor', (executor) => {
  let database: FreshDatabase;
  let proxy: Proxy;
  let options: StoreOptions;
  let open: OpenStore;
  const deadlineMs = 1_500;
  beforeAll(async () => {
    database = await freshDatabase('purse');
    proxy = new Proxy(new URL(database.url));
    const url = new URL(database.url);
    url.port = String(await proxy.listen());
    options = { service: 'purse', streams: [purseStream], databaseUrl: url.href, deadlineMs, batchers: 1, executor };
    open = await openEventStore(options);
  });
  beforeEach(() => {
    proxy.mode = 'open';
  });
  afterAll(async () => {
    await open.close();
    await proxy.close();
    await database.drop();
  });

  /** Returns how often it tried: what a busy machine answered too late may be stored. */
  async function worksAgain(id: string): Promise<number> {
    let tries = 0;
    await eventually(() => {
      tries += 1;
      return open.store.run(put(id, 1));
    });
    return tries;
  }

  it('opens although the first connection fails', async () => {
    const failing = new Proxy(new URL(database.url));
    failing.mode = 'cut once';
    const url = new URL(database.url);
    url.port = String(await failing.listen());
    const opened = await openEventStore({ service: 'purse', streams: [purseStream], databaseUrl: url.href });
    await opened.check();
    await opened.close();
    await failing.close();
  });

  describe('an event store whose database is unavailable', () => {
    it.each(['cut', 'silent'] as const)(
      'rejects commands with StoreUnavailable at the deadline when the connection is %s, and recovers by itself',
      async (mode) => {
        await worksAgain(mode);
        const { version } = await open.store.load(purseRef(mode));
        if (mode === 'cut') proxy.cut();
        else proxy.mode = 'silent';
        const results = await Promise.allSettled(Array.from({ length: 20 }, () => open.store.run(put(mode, 1))));
        for (const result of results) {
          expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
          expect(result).toMatchObject({ reason: { message: `the database did not answer within ${deadlineMs} ms` } });
        }
        proxy.mode = 'open';
        const tries = await worksAgain(mode);
        const added = (await open.store.load(purseRef(mode))).version - version;
        expect(added).toBeGreaterThan(0);
        expect(added).toBeLessThanOrEqual(tries);
      },
    );

    it('fails its check of writes until a batch is stored', async () => {
      proxy.cut();
      await expect(open.store.run(put('full', 1))).rejects.toThrow(StoreUnavailable);
      expect(() => open.checkWrites()).toThrow();
      proxy.mode = 'open';
      await worksAgain('full');
      open.checkWrites();
    });

    it('does not repeat commands whose commit was stored but whose response was lost', async () => {
      // Reconnecting and looking up the commit takes a busy machine longer than the deadline of the other tests.
      const patient = await openEventStore({ ...options, deadlineMs: 20_000 });
      const run = (id: string) => patient.store.run(put(id, 1));
      await run('lost');
      proxy.dropped = 0;
      proxy.mode = 'drop commit answer';
      const outcomes = await Promise.all(['lost', 'lost', 'new'].map(run));
      await patient.close();
      expect(proxy.dropped).toBe(1);
      expect(outcomes).toEqual([2, 3, 1].map((coins) => ({ accepted: true, reply: { coins }, replayed: false })));
      expect(await open.store.load(purseRef('lost'))).toMatchObject({ version: 3 });
      expect(await open.store.load(purseRef('new'))).toMatchObject({ version: 1 });
    });

    it('rejects reads with StoreUnavailable', async () => {
      proxy.cut();
      await expect(open.store.load(purseRef('lost'))).rejects.toThrow(StoreUnavailable);
      proxy.mode = 'open';
      await eventually(() => open.store.load(purseRef('lost')));
    });

    it('fails a transaction of reads as unavailable when its connection is lost between two statements', async () => {
      const lost = open.dataSource.transaction(async (manager) => {
        await manager.query('select 1');
        proxy.cut();
        await eventually(() => manager.queryRunner?.isReleased === true);
        await manager.query('select 1');
      });
      expect(errorClassOf(await lost.catch((error: unknown) => error))).toBe('unavailable');
    });
  });
});
