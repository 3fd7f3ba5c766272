/** `kushk-deploy backup DIR`: what a hub or an instance is restored from (docs/deployment/backup.md). */
import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGzip } from 'node:zlib';
import { inspectLog, takeBaseBackup, type BaseBackup } from '@kushk/event-store';
import { SOFTWARE_VERSION } from '@kushk/runtime';
import {
  backupsIn,
  BASE,
  CONTENTS,
  INCOMPLETE,
  MANIFEST,
  measured,
  nameAt,
  removeOld,
  SERVER_MANIFEST,
  walFile,
  walFolder,
  type Manifest,
  type StoredFile,
} from './backup/backup-folder.js';
import { writeBackupMetrics } from './backup/backup-metrics.js';
import { copyContents } from './backup/copied-contents.js';
import { momentText } from './backup/moment.js';
import { fileEndingAt } from './backup/wal-archive.js';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';
import { BACKUP_LOGIN, databaseServicesOf } from './folder/processes.js';
import { openDeployment, storedVariable, type StoredDeployment } from './folder/stored-deployment.js';
import { storedText } from './folder/stored-files.js';

export interface BackupOptions {
  readonly to: string;
  readonly secrets?: string;
  readonly keep: number;
  readonly metrics?: string;
}

const execute = promisify(execFile);
/** What is left of a backup that was interrupted this long ago belongs to none that runs. */
const abandonedMs = 86_400_000;
/** How long PostgreSQL has to archive the log that the backup needs. */
const archivedWithinMs = 60_000;
const pollMs = 250;

export async function runBackup(directory: string, options: BackupOptions): Promise<ExitCode> {
  const deployment = openDeployment(directory);
  const { scope } = deployment.answers;
  const folder = resolve(options.to);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const startedAt = new Date();
  const name = nameAt(startedAt);
  const staging = join(folder, `${name}${INCOMPLETE}`);
  await mkdir(staging, { mode: 0o700 });
  try {
    const { manifest, base } = await takeBackup(deployment, { options, folder, staging, name, startedAt });
    await writeFile(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    // Its whole file system at once: the copied contents are many files.
    await execute('sync', ['-f', staging]);
    await rename(staging, join(folder, name));
    await syncFolder(folder);
    const isArchived = await reachesArchive(folder, base);
    // Older backups may be the only ones that can be restored to a later moment.
    const removed = isArchived === false ? [] : await removeOld(folder, options.keep);
    if (options.metrics !== undefined && isArchived !== false)
      await writeBackupMetrics(options.metrics, scope, { manifest, at: new Date() });
    process.stdout.write(`${reportOf({ folder, name, manifest, removed, base, isArchived }).join('\n')}\n`);
    return isArchived === false ? EXIT.found : EXIT.ok;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

interface Run {
  readonly options: BackupOptions;
  readonly folder: string;
  readonly staging: string;
  readonly name: string;
  readonly startedAt: Date;
}

async function takeBackup(
  deployment: StoredDeployment,
  { options, folder, staging, name, startedAt }: Run,
): Promise<{ readonly manifest: Manifest; readonly base: BaseBackup }> {
  const logs: Record<string, Manifest['logs'][string]> = {};
  for (const service of databaseServicesOf(deployment.answers)) {
    const url = storedVariable(deployment, service, 'KUSHK_DATABASE_URL') ?? '';
    logs[service] = (await inspectLog(url)).newest;
  }
  const url = storedText(deployment.folder, BACKUP_LOGIN)?.trim();
  if (url === undefined) throw new Failure(EXIT.usage, `${BACKUP_LOGIN} is missing: run kushk-deploy init again`);
  const base = await baseBackup(staging, { url, label: `kushk ${name}` });
  // After PostgreSQL, so that it has every content to which the database refers.
  const contents = await contentsOf(deployment, { to: staging, previous: backupsIn(folder).at(-1)?.folder });
  const secrets = options.secrets === undefined ? null : await packSecrets(deployment, resolve(options.secrets), name);
  const files: Record<string, StoredFile> = {};
  for (const file of [BASE, SERVER_MANIFEST]) files[file] = await measured(join(staging, file));
  const { serverVersion: version, start, end, archiving } = base;
  return {
    base,
    manifest: {
      format: 1,
      scope: deployment.answers.scope,
      kushk_version: SOFTWARE_VERSION,
      started_at: startedAt.toISOString(),
      ended_at: base.endedAt.toISOString(),
      postgres: { version, start, end, segment_bytes: archiving.segmentBytes, archives: archiving.isOn },
      logs,
      files,
      contents,
      secrets,
    },
  };
}

async function baseBackup(
  folder: string,
  { url, label }: { readonly url: string; readonly label: string },
): Promise<BaseBackup> {
  const [archive, manifest] = [new PassThrough(), new PassThrough()];
  const file = (name: string) => createWriteStream(join(folder, name), { mode: 0o600 });
  const [backup] = await Promise.all([
    takeBaseBackup({ url, label, archive, manifest }),
    pipeline(archive, createGzip({ level: constants.Z_BEST_SPEED }), file(BASE)),
    pipeline(manifest, file(SERVER_MANIFEST)),
  ]);
  return backup;
}

async function contentsOf(
  { answers }: StoredDeployment,
  { to, previous }: { readonly to: string; readonly previous: string | undefined },
): Promise<Manifest['contents']> {
  const from = answers['content_store.folder'];
  if (answers.scope === 'hub' || from === null) return null;
  const { files, bytes } = await copyContents({
    from,
    to: join(to, CONTENTS),
    previous: previous && join(previous, CONTENTS),
  });
  return { files, bytes };
}

/** The folder with all secrets, for their owner alone. It is not encrypted: the database is of no use without it. */
async function packSecrets(
  { folder, answers }: StoredDeployment,
  to: string,
  name: string,
): Promise<Manifest['secrets']> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const path = join(to, `kushk-${answers.scope}-${name}.tar`);
  const part = `${path}.part`;
  try {
    await writeFile(part, '', { mode: 0o600 });
    await execute('tar', ['-cf', part, '-C', folder, '.']).catch(({ stderr }: { readonly stderr?: string }) => {
      throw new Failure(EXIT.usage, `tar could not read ${folder}: ${stderr?.trim()}`);
    });
    await execute('sync', [part]);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  return { path, ...(await measured(path)) };
}

/** Whether the server's archive is that of the folder; null when it has none. */
async function reachesArchive(folder: string, { end, archiving }: BaseBackup): Promise<boolean | null> {
  if (!archiving.isOn) return null;
  const needed = walFile(folder, fileEndingAt(end, archiving.segmentBytes));
  const giveUpAt = performance.now() + archivedWithinMs;
  while (!existsSync(needed) && archiving.failing === null && performance.now() < giveUpAt) await sleep(pollMs);
  return existsSync(needed);
}

interface Report {
  readonly folder: string;
  readonly name: string;
  readonly manifest: Manifest;
  readonly removed: readonly string[];
  readonly base: BaseBackup;
  readonly isArchived: boolean | null;
}

function reportOf({ folder, name, manifest, removed, base, isArchived }: Report): readonly string[] {
  const { contents, secrets } = manifest;
  const { failing } = base.archiving;
  return [
    `${manifest.scope}: ${join(folder, name)}, restorable to ${momentText(base.endedAt)}${isArchived ? ' and later' : ''}`,
    `PostgreSQL ${manifest.postgres.version}: ${manifest.files[BASE]?.bytes} bytes`,
    ...(contents === null ? [] : [`contents: ${contents.files} files, ${contents.bytes} bytes`]),
    secrets === null
      ? 'secrets: not in this backup; give --secrets a folder that is stored apart'
      : `secrets: ${secrets.path}, not encrypted`,
    ...(isArchived === null
      ? ['later moments: none, because PostgreSQL archives no log; answer postgres.wal_archive and run init again']
      : isArchived
        ? []
        : [
            `later moments: NONE. The log does not arrive in ${walFolder(folder)}${failing === null ? '' : `: PostgreSQL cannot archive ${failing}, see its log`}`,
          ]),
    ...removed.map((old) => `removed ${old}`),
  ];
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(INCOMPLETE)))
    if ((await stat(join(folder, name))).mtimeMs < Date.now() - abandonedMs)
      await rm(join(folder, name), { recursive: true });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
