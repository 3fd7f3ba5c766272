import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { Socket } from 'node:net';
import { errorClassOf } from './error-class.js';
import { PipelinedClient, type Statement } from './pipelined-client.js';

/** Counts the writes that Node hands to the operating system. */
class CountingSocket extends Socket {
  writes = 0;

  override _write(...args: Parameters<Socket['_write']>): void {
    this.writes += 1;
    super._write(...args);
  }

  override _writev(...args: Parameters<NonNullable<Socket['_writev']>>): void {
    this.writes += 1;
    super._writev?.(...args);
  }
}

let database: FreshDatabase;
let socket: CountingSocket;
let client: PipelinedClient;

beforeAll(async () => {
  database = await freshDatabase('purse');
  socket = new CountingSocket();
  client = new PipelinedClient({ connectionString: database.url, stream: () => socket });
  client.onLost(() => undefined);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const select = (value: number): Statement => ({ name: 'value', text: 'select $1::int', values: [value] });

describe('PipelinedClient', () => {
  it('sends all statements in one write', async () => {
    const before = socket.writes;
    const results = await client.sendPipelined([1, 2, 3, 4].map(select));
    expect(results.map(({ rows }) => rows)).toEqual([[[1]], [[2]], [[3]], [[4]]]);
    expect(socket.writes - before).toBe(1);
  });

  it('rejects with the error of the first statement that fails, and stays usable', async () => {
    const broken = { name: 'broken', text: 'select 1 / $1::int', values: [0] };
    await expect(client.sendPipelined([select(1), broken, select(2)])).rejects.toMatchObject({ code: '22012' });
    expect(await client.sendPipelined([select(3)])).toMatchObject([{ rows: [[3]] }]);
  });

  it('rejects statements in flight when it is destroyed', async () => {
    const other = new PipelinedClient({ connectionString: database.url });
    other.onLost(() => undefined);
    await other.connect();
    const sleeping = other.query('select pg_sleep(60)').catch((error: unknown) => errorClassOf(error));
    other.destroy();
    expect(await sleeping).toBe('unavailable');
  });
});
