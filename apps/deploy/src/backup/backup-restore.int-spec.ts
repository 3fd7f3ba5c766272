/** Backs a small PostgreSQL up, and restores it to moments, with the built command and the files that init writes. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, postgresPrograms, startPostgres, type RunningServer } from '@kushk/embedded';
import { openEventStore } from '@kushk/event-store';
import { eventually } from '@kushk/testing';
import pg from 'pg';
import { planDeployment } from '../folder/plan-deployment.js';
import { readAnswers } from '../folder/read-answers.js';
import { storeFiles } from '../folder/stored-files.js';

const command = fileURLToPath(new URL('../../bin/kushk-deploy.mjs', import.meta.url));
/** When root runs this, PostgreSQL runs as another user, who must be able to traverse the folder. */
const root = mkdtempSync(join(tmpdir(), 'kushk-backup-spec-'));
const [deployment, backups, wal] = [join(root, 'hub'), join(root, 'backups'), join(root, 'backups', 'wal')];
const [secrets, metrics, data] = [join(root, 'secrets'), join(root, 'metrics'), join(root, 'postgres/data')];

let port: number;
let settings: Record<string, string>;
let server: RunningServer;
let service: pg.Client;
/** The database had so many rows at this moment, and no other client writes. */
const moments: { readonly at: Date; readonly rows: number }[] = [];

beforeAll(async () => {
  chmodSync(root, 0o755);
  mkdirSync(wal, { recursive: true });
  chmodSync(wal, 0o777);
  chmodSync(backups, 0o755);
  port = await freePort();
  await writeDeployment();
  settings = archiveSettings();
  server = await start();
  const superuser = new pg.Client(server.url);
  await superuser.connect();
  await superuser.query('create database kushk');
  await superuser.end();
  await runRoles();
  for (const name of ['catalogue', 'review']) {
    const { close } = await openEventStore({ databaseUrl: urlOf(name), service: name, streams: [] });
    await close();
  }
  service = new pg.Client(urlOf('catalogue'));
  await service.connect();
  await service.query('create table acknowledged (n serial)');
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The folder of a hub, with addresses without TLS. */
async function writeDeployment(): Promise<void> {
  const { answers } = readAnswers(`
scope: hub
url: https://hub.example
postgres: { hosts: [localhost:${port}], wal_archive: ${wal} }
nats: { hosts: [localhost:4222], leaf: 'tls://localhost:7422' }
sign_in: { issuer: https://id.example, audience: kushk-hub-api }
first_person: first
`);
  storeFiles(deployment, await planDeployment({ folder: deployment, answers: answers!, force: false }));
  for (const path of ['processes/catalogue', 'processes/review', 'backup'].map(
    (one) => `${one}/secrets/KUSHK_DATABASE_URL`,
  )) {
    const file = join(deployment, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace('?sslmode=verify-full', ''));
  }
}

const urlOf = (name: string): string =>
  readFileSync(join(deployment, 'processes', name, 'secrets/KUSHK_DATABASE_URL'), 'utf8').trim();

/** The lines of the server's file that are about the archive. */
function archiveSettings(): Record<string, string> {
  const text = readFileSync(join(deployment, 'postgres/postgresql.conf'), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(archive_\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
  );
}

const start = (): Promise<RunningServer> =>
  startPostgres({
    dataDir: join(root, 'postgres'),
    logFile: join(root, 'log'),
    port,
    password: 'password',
    settings,
  });

async function runRoles(): Promise<void> {
  const superuser = new pg.Client(server.url.replace(/postgres$/, 'kushk'));
  await superuser.connect();
  await superuser.query(readFileSync(join(deployment, 'postgres/roles.sql'), 'utf8'));
  await superuser.end();
}

async function write(rows: number): Promise<void> {
  for (let n = 0; n < rows; n += 1) await service.query('insert into acknowledged default values');
  // A moment is in milliseconds: the commits before it and after it are in other ones.
  await service.query('select pg_sleep(0.002)');
  const { rows: found } = await service.query<{ at: Date; rows: number }>(
    'select clock_timestamp() as at, count(*)::int as rows from acknowledged',
  );
  moments.push(found[0]!);
  await service.query('select pg_sleep(0.002)');
}

/** Waits until everything that was committed is archived: a server that stops quickly may leave its last file. */
async function archived(): Promise<void> {
  const superuser = new pg.Client(server.url);
  await superuser.connect();
  const switched = await superuser.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await eventually(async () => {
    const { rows } = await superuser.query<{ file: string | null }>(
      'select last_archived_wal as file from pg_stat_archiver',
    );
    return (rows[0]?.file ?? '') >= switched.rows[0]!.file;
  });
  await superuser.end();
}

interface Run {
  readonly code: number;
  readonly output: string;
}

/** Without PostgreSQL on the search path. */
const env = { ...process.env, PATH: '/usr/bin:/bin' };
const run = (...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: output + errors }),
    );
  });

const backUp = (): Promise<Run> =>
  run('backup', deployment, '--to', backups, '--secrets', secrets, '--metrics', metrics, '--keep', '2');
const restore = (at: Date, ...more: readonly string[]): Promise<Run> => {
  const places = ['--from', backups, '--data', data, '--at', at.toISOString()];
  return run('restore', deployment, ...places, ...more);
};
const here = ['--force', '--postgres', postgresPrograms()] as const;

async function rowsAfter(at: Date, options: readonly string[], output: string): Promise<number> {
  expect(await restore(at, ...options)).toMatchObject({ code: 0, output: expect.stringContaining(output) });
  server = await start();
  const client = new pg.Client(urlOf('catalogue'));
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from acknowledged');
  await client.end();
  await server.stop();
  return rows[0]!.count;
}

describe('kushk-deploy backup and restore', () => {
  it('backs a running server up, with its secrets and metrics', async () => {
    await write(10);
    expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining('and later') });
    const [name = ''] = readdirSync(backups).filter((one) => one !== 'wal');
    expect(readdirSync(join(backups, name)).sort()).toEqual(['backup_manifest', 'base.tar.gz', 'manifest.json']);
    const [archive = ''] = readdirSync(secrets);
    expect(statSync(join(secrets, archive)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(metrics, 'kushk_backup_hub.prom'), 'utf8')).toMatch(
      /^kushk_backup_last_success_timestamp_seconds\{scope="hub"\} \d+.*^kushk_backup_last_size_bytes\{scope="hub"\} \d+$/ms,
    );
  });

  it('restores exactly what was committed at a moment, more than once, and none outside of what is archived', async () => {
    await write(7);
    await write(5);
    await write(3);
    await service.end();
    await archived();
    await server.stop();
    const [beforeBackup, earlier, later] = moments;
    expect(await restore(later!.at)).toMatchObject({ code: 2, output: expect.stringContaining('is not empty') });
    expect(await rowsAfter(earlier!.at, here, 'recovered; ')).toBe(17);
    const tooEarly = await restore(beforeBackup!.at);
    expect(tooEarly).toMatchObject({ code: 2, output: expect.stringMatching(/is not covered.*\n.* to /s) });
    // The second restore is to a moment that the first one has left behind.
    expect(await rowsAfter(later!.at, here, 'recovered; ')).toBe(22);
    const folders = readdirSync(join(root, 'postgres')).filter((name) => name.startsWith('data'));
    expect(folders.sort()).toEqual([
      'data',
      expect.stringMatching(/^data\.before-/),
      expect.stringMatching(/^data\.before-/),
    ]);
  });

  it('restores the folder of the deployment, and PostgreSQL that recovers by itself, where neither is', async () => {
    rmSync(deployment, { recursive: true });
    const [, earlier] = moments;
    expect(await rowsAfter(earlier!.at, ['--force'], 'recovers when you start it')).toBe(17);
    expect(statSync(join(deployment, 'backup/secrets/KUSHK_DATABASE_URL')).mode & 0o777).toBe(0o600);
  });
});
