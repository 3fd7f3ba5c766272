/** Released versions of this repository: their programs, and the data that they left. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const tarLimitBytes = 512 * 1024 * 1024;

/** The commit of each released version. */
export const releases = JSON.parse(readFileSync(join(root, 'deploy/releases.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

/**
 * Builds a released version in an empty folder, with the packages that are installed here. Needs the commit, which a
 * shallow clone lacks, and the same lock file.
 */
export function buildRelease(version: string, folder: string): void {
  const archive = execFileSync('git', ['archive', releases[version] ?? version], {
    cwd: root,
    maxBuffer: tarLimitBytes,
  });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  const lockOf = (of: string): string => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lockOf(folder) !== lockOf(root)) throw new Error(`${version} has other packages: build it with its own`);
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  // The links of the workspace are relative, so copies of them lead to the sources of the release.
  cpSync(join(root, 'node_modules/@kushk'), join(packages, '@kushk'), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@kushk') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  const nx = join(packages, 'nx/dist/bin/nx.js');
  execFileSync(process.execPath, [nx, 'run-many', '-t', 'build', '--outputStyle=static'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const archiveOf = (version: string): string => join(import.meta.dirname, 'data', `${version}.tar.zst`);
const compression = {
  [constants.ZSTD_c_compressionLevel]: 19,
  // PostgreSQL's template databases repeat each other.
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

/** Not stored: what names the machine, and JetStream, which is filled again from the logs. */
const excluded = ['./logs', './nats', './run.json', './postgres/data/postmaster.opts'];

/** Stores the data folder of a stopped system. */
export function packData(version: string, dataDir: string): void {
  const tar = execFileSync('tar', ['-c', ...excluded.map((path) => `--exclude=${path}`), '.'], {
    cwd: dataDir,
    maxBuffer: tarLimitBytes,
  });
  writeFileSync(archiveOf(version), zstdCompressSync(tar, { params: compression }));
}

export function unpackData(version: string, dataDir: string): void {
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  const tar = zstdDecompressSync(readFileSync(archiveOf(version)), { params });
  execFileSync('tar', ['-x'], { cwd: dataDir, input: tar });
}
