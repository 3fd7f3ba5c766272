import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { Socket } from 'node:net';
import { copyOf } from './binary-format.js';
import { errorClassOf } from '../error-class.js';
import type { Statement } from './pipeline.js';
import { PipelinedClient } from './pipelined-client.js';

/** A socket that counts its writes to the operating system. */
function countingSocket(): { readonly socket: Socket; readonly writes: () => number } {
  const socket = new Socket();
  let writes = 0;
  const { _write, _writev } = socket;
  socket._write = (...args) => {
    writes += 1;
    _write.apply(socket, args);
  };
  socket._writev = (...args) => {
    writes += 1;
    _writev?.apply(socket, args);
  };
  return { socket, writes: () => writes };
}

let database: FreshDatabase;
let writes: () => number;
let client: PipelinedClient;

beforeAll(async () => {
  database = await freshDatabase('purse');
  const counting = countingSocket();
  writes = counting.writes;
  client = new PipelinedClient({ connectionString: database.url, stream: () => counting.socket });
  client.onLost(() => undefined);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const one = (name: string, text: string): Statement => ({ name, text, values: [] });
const rowsOf = (texts: readonly (string | null)[]): Statement => ({
  ...one('copy', 'copy copied (number, value) from stdin with (format binary)'),
  copied: copyOf(
    [{ type: 'int' }, { type: 'text' }],
    texts.map((text, number) => [number, text]),
  ),
});
const select = (value: number): Statement => ({ name: 'value', text: 'select $1::int', values: [value] });

describe('PipelinedClient', () => {
  it('sends all statements in one write', async () => {
    const before = writes();
    const results = await client.sendPipelined([1, 2, 3, 4].map(select));
    expect(results.map(({ rows }) => rows)).toEqual([[['1']], [['2']], [['3']], [['4']]]);
    expect(writes() - before).toBe(1);
  });

  it('rejects with the error of the first failing statement and stays usable', async () => {
    const broken = { name: 'broken', text: 'select 1 / $1::int', values: [0] };
    await expect(client.sendPipelined([select(1), broken, select(2)])).rejects.toMatchObject({ code: '22012' });
    expect(await client.sendPipelined([select(3)])).toMatchObject([{ rows: [['3']] }]);
  });

  it('executes nothing after a failing statement, also no COMMIT', async () => {
    const create = one('create', 'create table failing (id int)');
    const broken = { name: 'broken', text: 'select 1 / $1::int', values: [0] };
    const pipeline = [one('begin', 'begin'), create, broken, one('commit', 'commit')];
    await expect(client.sendPipelined(pipeline)).rejects.toMatchObject({ code: '22012' });
    await client.query('rollback');
    const { rows } = await client.query<{ found: string | null }>(`select to_regclass('failing')::text as found`);
    expect(rows).toEqual([{ found: null }]);
  });

  it('copies rows with every character that a text can have', async () => {
    const escaped = ['\\', '\\.', '\\N', '\\t', 'a\tb', 'a\nb\r\n', '{"a":"\\\\\\n"}'];
    const texts = [...escaped, '', '"', '\u0001\u007f\u2028', '😀', null];
    await client.sendPipelined([one('create_copied', 'create table copied (number int, value text)')]);
    const read = one('read', 'select value from copied order by number');
    expect(await client.sendPipelined([rowsOf(texts), read])).toEqual([
      { command: `COPY ${texts.length}`, rows: [] },
      { command: `SELECT ${texts.length}`, rows: texts.map((text) => [text]) },
    ]);
  });

  it('skips copied rows after an error and stays usable', async () => {
    const broken = { name: 'broken', text: 'select 1 / $1::int', values: [0] };
    const count = one('count', 'select count(*) from copied');
    await client.sendPipelined([one('create_copied', 'create table if not exists copied (number int, value text)')]);
    const [before] = await client.sendPipelined([count]);
    await expect(client.sendPipelined([broken, rowsOf(['a', 'b'])])).rejects.toMatchObject({ code: '22012' });
    const invalid = rowsOf(['a', 'b', '\0']);
    await expect(client.sendPipelined([invalid, count])).rejects.toMatchObject({ code: '22021' });
    expect(await client.sendPipelined([count])).toEqual([before]);
  });

  it('prepares a statement again when its name gets another text', async () => {
    await client.sendPipelined([select(1)]);
    const other = { name: 'value', text: `select $1::int + 1, 'x'`, values: [1] };
    expect(await client.sendPipelined([other, select(5)])).toMatchObject([{ rows: [['2', 'x']] }, { rows: [['5']] }]);
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
