import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort, startNats, startPostgres, type Running } from './index.js';
import { runsWith, waitUntil } from './processes.js';

let folder: string;
let running: Running[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-embedded-'));
  chmodSync(folder, 0o711);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function postgres(port: number, dataDir = join(folder, 'postgres')): Promise<Running> {
  const started = await startPostgres({ dataDir, logFile: join(folder, 'postgres.log'), port, password: 'p w' });
  running.push(started);
  return started;
}
async function nats(port: number): Promise<Running> {
  const started = await startNats({ storeDir: join(folder, 'nats'), logFile: join(folder, 'nats.log'), port });
  running.push(started);
  return started;
}
async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('the servers that come with npm', () => {
  it('PostgreSQL is durable, checks its pages, and keeps its data over a restart', async () => {
    const port = await freePort();
    const first = await postgres(port);
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await postgres(port);
    expect(await ask(second.url, 'select answer from kept')).toEqual([42]);
    const settings =
      "select current_setting(name) from unnest(array['fsync','synchronous_commit','data_checksums','listen_addresses']) name";
    expect(await ask(second.url, settings)).toEqual(['on', 'on', 'on', '127.0.0.1']);
  });

  it('PostgreSQL accepts nobody without the password', async () => {
    const { url } = await postgres(await freePort());
    await expect(ask(url.replace('p%20w', 'other'), 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('a server that still runs on the same data is ended before the new one starts', async () => {
    const port = await freePort();
    const [oldPostgres, oldNats] = [await postgres(port), await nats(await freePort())];
    const [newPostgres, newNats] = [await postgres(port), await nats(await freePort())];
    expect(newPostgres.pid).not.toBe(oldPostgres.pid);
    expect(runsWith(oldPostgres.pid, folder)).toBe(false);
    expect(runsWith(oldNats.pid, folder)).toBe(false);
    expect(runsWith(newNats.pid, folder)).toBe(true);
  });

  it('a pid file that names some other process does not stop the start, nor that process', async () => {
    const port = await freePort();
    const first = await postgres(port);
    const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
    const stale = readFileSync(pidFile, 'utf8').replace(String(first.pid), String(process.pid));
    await first.stop();
    writeFileSync(pidFile, stale);
    const second = await postgres(port);
    expect(await ask(second.url, 'select 1')).toEqual([1]);
  });

  it('a taken port is told in one line', async () => {
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

  it('data below a folder that the user of PostgreSQL may not enter is kept elsewhere, and it is said', async () => {
    chmodSync(folder, 0o700);
    const first = await postgres(await freePort());
    const asRoot = process.getuid?.() === 0;
    expect(first.notes.filter((note) => note.startsWith('PostgreSQL keeps its data in'))).toHaveLength(asRoot ? 1 : 0);
    await ask(first.url, 'create table kept as select 42 as answer');
    const second = await postgres(await freePort());
    expect(await ask(second.url, 'select answer from kept')).toEqual([42]);
    await second.stop();
    if (asRoot) rmSync(readFileSync(join(folder, 'postgres', 'moved-to'), 'utf8').trim(), { recursive: true });
  });

  it('ends with whoever started it, even when that one was killed', async () => {
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
    const [said] = (await once(starter.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(runsWith(pid, folder)).toBe(true);
    starter.kill('SIGKILL');
    expect(await waitUntil(() => !runsWith(pid, folder), 5_000)).toBe(true);
  });
});
