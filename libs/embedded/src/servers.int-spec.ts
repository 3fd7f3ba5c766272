import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort, startNats, startPostgres, type RunningServer } from './index.js';
import { isRunningWith, waitUntil } from './processes.js';

let folder: string;
let running: RunningServer[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-embedded-'));
  chmodSync(folder, 0o711);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function postgres(port: number, dataDir = join(folder, 'postgres')): Promise<RunningServer> {
  const started = await startPostgres({ dataDir, logFile: join(folder, 'postgres.log'), port, password: 'p w' });
  running.push(started);
  return started;
}
async function nats(port: number): Promise<RunningServer> {
  const started = await startNats({ storeDir: join(folder, 'nats'), logFile: join(folder, 'nats.log'), port });
  running.push(started);
  return started;
}
async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('embedded servers', () => {
  it('run PostgreSQL with durable writes and page checksums, and keep its data across a restart', async () => {
    const port = await freePort();
    const first = await postgres(port);
    await query(first.url, 'create table stored as select 42 as answer');
    await first.stop();
    const second = await postgres(port);
    expect(await query(second.url, 'select answer from stored')).toEqual([42]);
    const settings =
      "select current_setting(name) from unnest(array['fsync','synchronous_commit','data_checksums','listen_addresses']) name";
    expect(await query(second.url, settings)).toEqual(['on', 'on', 'on', '127.0.0.1']);
  });

  it('reject a wrong password for PostgreSQL', async () => {
    const { url } = await postgres(await freePort());
    await expect(query(url.replace('p%20w', 'other'), 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('end a running server that uses the same data', async () => {
    const port = await freePort();
    const [oldPostgres, oldNats] = [await postgres(port), await nats(await freePort())];
    const [newPostgres, newNats] = [await postgres(port), await nats(await freePort())];
    expect(newPostgres.pid).not.toBe(oldPostgres.pid);
    expect(isRunningWith(oldPostgres.pid, folder)).toBe(false);
    expect(isRunningWith(oldNats.pid, folder)).toBe(false);
    expect(isRunningWith(newNats.pid, folder)).toBe(true);
  });

  it('ignore a pid file that names an unrelated process', async () => {
    const port = await freePort();
    const first = await postgres(port);
    const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
    const stale = readFileSync(pidFile, 'utf8').replace(String(first.pid), String(process.pid));
    await first.stop();
    writeFileSync(pidFile, stale);
    const second = await postgres(port);
    expect(await query(second.url, 'select 1')).toEqual([1]);
  });

  it('report a port in use in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      await expect(nats(port)).rejects.toThrow(`Port ${port}, which NATS needs, is taken by another program.`);
      await expect(postgres(port)).rejects.toMatchObject({ reason: 'port_taken' });
    } finally {
      other.close();
    }
  });

  it('store data in another folder and report it when the PostgreSQL user cannot access the requested one', async () => {
    chmodSync(folder, 0o700);
    const first = await postgres(await freePort());
    const asRoot = process.getuid?.() === 0;
    expect(first.notes.filter((note) => note.startsWith('PostgreSQL stores its data in'))).toHaveLength(asRoot ? 1 : 0);
    await query(first.url, 'create table stored as select 42 as answer');
    const second = await postgres(await freePort());
    expect(await query(second.url, 'select answer from stored')).toEqual([42]);
    await second.stop();
    if (asRoot) rmSync(readFileSync(join(folder, 'postgres', 'moved-to'), 'utf8').trim(), { recursive: true });
  });

  it('end when the process that started them is killed', async () => {
    const program = `
      import { startNats } from '@kushk/embedded';
      const { pid } = await startNats({ storeDir: process.argv[1], logFile: process.argv[1] + '.log', port: Number(process.argv[2]) });
      process.stdout.write(String(pid));
      setInterval(() => undefined, 60_000);`;
    const hooks = resolve('tools/typescript.mjs');
    const starter = spawn(process.execPath, [
      '--import',
      hooks,
      '--input-type=module',
      '-e',
      program,
      join(folder, 'nats'),
      String(await freePort()),
    ]);
    const [output] = (await once(starter.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    expect(isRunningWith(pid, folder)).toBe(true);
    starter.kill('SIGKILL');
    expect(await waitUntil(() => !isRunningWith(pid, folder), 60_000)).toBe(true);
  });
});
