/** `kushk-deploy restore DIR`: puts a hub or an instance back to a moment (docs/deployment/backup.md). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  archivedIn,
  backupsIn,
  BASE,
  CONTENTS,
  measured,
  SERVER_MANIFEST,
  walFolder,
  type StoredBackup,
} from './backup/backup-folder.js';
import { copyContents } from './backup/copied-contents.js';
import { MOMENT_RULE, momentText, parseMoment } from './backup/moment.js';
import {
  archiveHistory,
  findPostgres,
  giveTo,
  prepareData,
  recover,
  type Owner,
  type Recovered,
  type RecoveryTarget,
} from './backup/recovery.js';
import { backupFor, coveredUntil, filesFor, timelineAt, type ArchivedFile } from './backup/wal-archive.js';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';
import type { Answers } from './folder/answers.js';
import { ANSWERS, openDeployment } from './folder/stored-deployment.js';

export interface RestoreOptions {
  readonly from: string;
  readonly data: string;
  readonly at?: string;
  readonly secrets?: string;
  readonly postgres?: string;
  readonly force?: true;
}

export async function runRestore(directory: string, options: RestoreOptions): Promise<ExitCode> {
  const { data, from } = { data: resolve(options.data), from: resolve(options.from) };
  const chosen = chooseBackup(from, options.at);
  await requireWhole(chosen.backup);
  requirePlace(data, options.force === true);
  const program = findPostgres(options.postgres);
  const isUnpacked = unpackSecrets(resolve(directory), chosen.backup, options.secrets);
  const { answers } = openDeployment(directory);
  if (answers.scope !== chosen.backup.manifest.scope)
    throw new Failure(EXIT.usage, `${from} has backups of ${chosen.backup.manifest.scope}, not of ${answers.scope}`);
  const recovered = await restoreData(data, { from, program, ...chosen });
  const contents = await restoreContents(answers, chosen.backup);
  const lines = [
    `${answers.scope}: ${chosen.backup.name} and ${chosen.target.files.length} archived files are in ${data}`,
    recovered === null
      ? 'PostgreSQL recovers when you start it there; it says in its log what it has reached'
      : `recovered; the last transaction is of ${recovered.lastTransaction ?? chosen.backup.manifest.ended_at}`,
    ...(isUnpacked ? [`the folder ${directory} is restored as well`] : []),
    ...(contents === null ? [] : [`contents: ${contents} of the backup were missing and are back`]),
    ...nextSteps(directory, answers),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

interface Chosen {
  readonly backup: StoredBackup;
  readonly target: RecoveryTarget;
}

/** Throws with the moments that are covered. */
function chooseBackup(from: string, at: string | undefined): Chosen {
  const [backups, files] = [backupsIn(from), archivedIn(from)];
  const newest = backups.at(-1);
  if (newest === undefined) throw new Failure(EXIT.usage, `${from} has no backup`);
  const moment = at === undefined ? null : parseMoment(at);
  if (at !== undefined && moment === null) throw new Failure(EXIT.usage, `--at ${MOMENT_RULE}`);
  if (moment === null)
    return {
      backup: newest,
      target: { moment, timeline: newest.start.timeline, files: filesFor(files, newest, undefined) },
    };
  const backup = backupFor(backups, { files, moment });
  if (backup === undefined)
    throw new Failure(
      EXIT.usage,
      [`${momentText(moment)} is not covered. These moments are:`, ...rangesOf(backups, files)].join('\n'),
    );
  const next = backups.find(({ endedAt }) => endedAt > moment);
  const timeline = timelineAt(files, backup, moment);
  return { backup, target: { moment, timeline, files: filesFor(files, backup, next) } };
}

/** One line per unbroken range. */
function rangesOf(backups: readonly StoredBackup[], files: readonly ArchivedFile[]): readonly string[] {
  const ranges: { start: Date; end: Date }[] = [];
  for (const backup of backups) {
    const [start, end] = [backup.endedAt, coveredUntil(files, backup)];
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) last.end = end > last.end ? end : last.end;
    else ranges.push({ start, end });
  }
  return ranges.map(({ start, end }) => `${momentText(start)} to ${momentText(end)}`);
}

async function requireWhole({ folder, name, manifest }: StoredBackup): Promise<void> {
  for (const file of [BASE, SERVER_MANIFEST]) {
    const path = join(folder, file);
    const found = existsSync(path) ? (await measured(path)).sha256 : 'missing';
    if (found !== manifest.files[file]?.sha256)
      throw new Failure(EXIT.usage, `${file} of ${name} is damaged: restore from another backup`);
  }
}

/** A folder with files is replaced only with `--force`, and then renamed, not deleted. */
function requirePlace(data: string, force: boolean): void {
  if (!existsSync(data) || readdirSync(data).length === 0) return;
  if (existsSync(join(data, 'postmaster.pid')))
    throw new Failure(EXIT.usage, `${data} belongs to a server that runs, or was killed: stop it first`);
  if (!force) throw new Failure(EXIT.usage, `${data} is not empty: give another folder, or --force to rename it`);
}

/** The folder of the deployment, when there is none: a folder that exists has the secrets that NATS knows now. */
function unpackSecrets(directory: string, { manifest }: StoredBackup, named: string | undefined): boolean {
  if (existsSync(join(directory, ANSWERS))) return false;
  const archive = named ?? manifest.secrets?.path;
  if (archive === undefined || !existsSync(archive))
    throw new Failure(EXIT.usage, `${directory} does not exist; give --secrets the archive of its secrets`);
  mkdirSync(dirname(directory), { recursive: true });
  const staging = mkdtempSync(`${directory}.new-`);
  try {
    if (spawnSync('tar', ['-x', '-p', '--numeric-owner', '-f', archive, '-C', staging]).status !== 0)
      throw new Failure(EXIT.usage, `tar could not unpack ${archive}`);
    renameSync(staging, directory);
    return true;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

interface Restoration extends Chosen {
  readonly from: string;
  readonly program: string | null;
}

/** All is done in a folder beside, which then gets the name. Returns null when PostgreSQL still has to recover. */
async function restoreData(data: string, { from, program, backup, target }: Restoration): Promise<Recovered | null> {
  const staging = `${data}.restoring`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(dirname(data), { recursive: true });
  const owner = ownerOf(data);
  try {
    await prepareData(staging, { backup, from, target });
    giveTo(staging, owner);
    const recovered = program === null ? null : await recover(staging, { program, owner });
    if (recovered !== null && existsSync(walFolder(from))) await archiveHistory(staging, from);
    if (existsSync(data) && readdirSync(data).length === 0) rmdirSync(data);
    if (existsSync(data)) await rename(data, `${data}.before-${new Date().toISOString().replace(/[-:.]/g, '')}`);
    await rename(staging, data);
    return recovered;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The user of PostgreSQL: who owns the data folder, or the one above. */
function ownerOf(data: string): Owner {
  const { uid, gid } = statSync(existsSync(data) ? data : dirname(data));
  return { uid, gid };
}

/** Adds the contents that are missing, for the owner of the folder. Returns their number. */
async function restoreContents(answers: Answers, { folder }: StoredBackup): Promise<number | null> {
  const [from, to] = [join(folder, CONTENTS), answers['content_store.folder']];
  if (answers.scope === 'hub' || to === null || !existsSync(from)) return null;
  await mkdir(to, { recursive: true, mode: 0o700 });
  const { uid, gid } = statSync(to);
  return (await copyContents({ from, to, ...(process.getuid?.() === 0 && { owner: { uid, gid } }) })).newFiles;
}

function nextSteps(directory: string, { scope }: Answers): readonly string[] {
  const steps = [
    `Start PostgreSQL; run ${directory}/postgres/roles.sql in it as a superuser, because passwords are of that moment`,
    `Run kushk-deploy streams reset in the environment of ${directory}/streams, while the services are stopped`,
    'Start the services',
    `Run kushk-deploy verify ${directory}`,
    `Run kushk-deploy backup ${directory}: the next restore then begins here`,
    ...(scope === 'hub' ? ['The instances forward by themselves what the hub has lost'] : []),
  ];
  return ['', 'Next:', ...steps.map((step, index) => `${index + 1}. ${step}`)];
}
