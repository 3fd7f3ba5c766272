/**
 * A data folder of PostgreSQL that recovers to a moment at its next start, and that start. The folder contains the log
 * that it needs, so any server can start it, wherever the backups are.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { appendFile, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { EXIT, Failure } from '../exit-codes.js';
import { BASE, walFile, type StoredBackup } from './backup-folder.js';
import type { ArchivedFile } from './wal-archive.js';

/** Where the restored folder has the archived log until it has recovered. */
const ARCHIVE = 'kushk-wal';
const SETTINGS = 'postgresql.auto.conf';
const SIGNAL = 'recovery.signal';
const pollMs = 100;
const majorVersion = '18';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface RecoveryTarget {
  /** Null: everything that is archived. */
  readonly moment: Date | null;
  readonly timeline: number;
  readonly files: readonly ArchivedFile[];
}

/** Unpacks the backup to a new folder, with the log and the settings of its recovery. */
export async function prepareData(
  data: string,
  { backup, from, target }: { readonly backup: StoredBackup; readonly from: string; readonly target: RecoveryTarget },
): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  const options = ['-x', '-z', '--no-same-owner', '-f', join(backup.folder, BASE), '-C', data];
  const { status, stderr } = spawnSync('tar', options, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Failure(EXIT.usage, `tar could not unpack ${backup.name}: ${stderr.trim()}`);
  await mkdir(join(data, ARCHIVE), { mode: 0o700 });
  for (const { name } of target.files) await copyFile(walFile(from, name), join(data, ARCHIVE, `${name}.gz`));
  await appendFile(join(data, SETTINGS), settingsOf(target));
  await writeFile(join(data, SIGNAL), '', { mode: 0o600 });
}

/** Commands run in the data folder. */
function settingsOf({ moment, timeline }: RecoveryTarget): string {
  return [
    '',
    '# kushk-deploy restore',
    `restore_command = 'gzip -dc < "${ARCHIVE}/%f.gz" > "%p"'`,
    `recovery_end_command = 'rm -rf ${ARCHIVE}'`,
    `recovery_target_timeline = '${moment === null ? 'latest' : timeline}'`,
    // PostgreSQL accepts no Z here.
    ...(moment === null ? [] : [`recovery_target_time = '${moment.toISOString().replace('Z', '+00')}'`]),
    "recovery_target_action = 'promote'",
    '',
  ].join('\n');
}

/** Gives a folder and everything in it to a user. */
export function giveTo(folder: string, { uid, gid }: Owner): void {
  if (process.getuid?.() !== 0) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

/** The program `postgres`, of the named folder or of the search path, if it has the right version. */
export function findPostgres(folder: string | undefined): string | null {
  const folders = folder === undefined ? (process.env['PATH'] ?? '').split(delimiter) : [folder];
  const program = folders.map((one) => join(one, 'postgres')).find((path) => existsSync(path));
  if (program !== undefined) {
    const version = /\b(\d+)\.\d+/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)?.[1];
    if (version === majorVersion) return program;
    if (folder !== undefined) throw new Failure(EXIT.usage, `${program} is not version ${majorVersion}`);
  } else if (folder !== undefined) throw new Failure(EXIT.usage, `${folder} has no program postgres`);
  return null;
}

/** What recovery has reached. */
export interface Recovered {
  /** As PostgreSQL writes it: the time of the last transaction; null when there was none after the backup. */
  readonly lastTransaction: string | null;
}

/**
 * Starts PostgreSQL, which accepts no login, until it has recovered, and stops it. The folder is then one of a server
 * that was stopped. Rejects with PostgreSQL's reason when it does not reach the moment.
 */
export async function recover(
  data: string,
  { program, owner }: { readonly program: string; readonly owner: Owner },
): Promise<Recovered> {
  const original = readFileSync(join(data, SETTINGS), 'utf8').split('\n# kushk-deploy restore')[0] ?? '';
  const temporary = mkdtempSync(join(tmpdir(), 'kushk-restore-'));
  try {
    const settings = await settingsOfServer(temporary, data);
    giveTo(temporary, owner);
    const server = spawn(program, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...(process.getuid?.() === 0 && owner),
      cwd: '/',
      env: { PATH: process.env['PATH'], TZ: 'UTC', LANG: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log = await untilStopped(server, data);
    await writeFile(join(data, SETTINGS), original, { mode: 0o600 });
    return { lastTransaction: /last completed transaction was at log time ([^\n]+)/.exec(log)?.[1] ?? null };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The server's own settings may name files that are not on this machine. */
async function settingsOfServer(folder: string, data: string): Promise<readonly string[]> {
  const [config, access] = [join(folder, 'postgresql.conf'), join(folder, 'pg_hba.conf')];
  await writeFile(config, '', { mode: 0o600 });
  await writeFile(access, 'local all all reject\n', { mode: 0o600 });
  return [
    `config_file=${config}`,
    `hba_file=${access}`,
    `data_directory=${data}`,
    'listen_addresses=',
    // The server requires one socket; pg_hba.conf rejects every login.
    `unix_socket_directories=${folder}`,
    // Sessions during the recovery need settings at least as large as those of the backed up server.
    'hot_standby=off',
    'ssl=off',
    'archive_mode=off',
    'shared_preload_libraries=',
    'logging_collector=off',
    'log_destination=stderr',
    'log_min_messages=log',
  ];
}

/** Resolves with the log of the server. */
async function untilStopped(server: ChildProcess, data: string): Promise<string> {
  let log = '';
  server.stderr?.on('data', (text: Buffer) => (log = (log + text.toString()).slice(-100_000)));
  let ended = false;
  const end = new Promise<number | null>((done, fail) => server.once('error', fail).once('close', done)).finally(
    () => (ended = true),
  );
  end.catch(() => undefined);
  const stop = (): void => void server.kill('SIGINT');
  process.once('exit', stop);
  try {
    while (!ended && !isReady(data)) await sleep(pollMs);
    if (!ended) stop();
    const code = await end;
    if (code === 0 && !existsSync(join(data, SIGNAL))) return log;
    const reasons = log.split('\n').filter((line) => /\b(FATAL|PANIC):|invalid value/.test(line));
    const last = /last completed transaction was at log time ([^\n]+)/.exec(log)?.[1];
    const reached = last === undefined ? '' : `; the last transaction in the archive is of ${last}`;
    throw new Failure(
      EXIT.usage,
      `PostgreSQL did not recover: ${reasons[0]?.replace(/^.*?(FATAL|PANIC|LOG): */, '') ?? `exit code ${code}`}${reached}`,
    );
  } finally {
    process.off('exit', stop);
  }
}

/** The server writes its state to the eighth line of its pid file; without sessions it is ready after the recovery. */
function isReady(data: string): boolean {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** Archives where the new timeline begins, so that a later restore knows it, and none takes its number again. */
export async function archiveHistory(data: string, from: string): Promise<void> {
  for (const name of readdirSync(join(data, 'pg_wal')).filter((one) => one.endsWith('.history'))) {
    const target = walFile(from, name);
    if (existsSync(target)) continue;
    await pipeline(
      createReadStream(join(data, 'pg_wal', name)),
      createGzip(),
      createWriteStream(target, { mode: 0o644 }),
    );
  }
}
