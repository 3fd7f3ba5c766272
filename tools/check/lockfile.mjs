/**
 * Repairs package-lock.json and those of the folders in tools/ that have one. Run `node tools/check/lockfile.mjs` after
 * every `npm install`. With `--check` it changes nothing and fails if a file needs a repair or npm rejects it.
 *
 * 1. If a registry lacks some platform builds of an optional dependency, npm omits them from the lock file and then
 * rejects its own lock file with EUSAGE (npm/cli#9846). The repair adds an entry with the platform for each missing
 * build.
 * 2. The repair removes the `engines` of packages: npm on Node 20 silently skips an optional package that requires a
 * later version, such as the package with nats-server. The system runs on Node 24, regardless of the Node that runs
 * npm.
 * 3. The repair removes registry addresses from packages: `npm ci` uses the configured registry and verifies
 * `integrity`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const lockFolders = [
  '',
  'tools/check/browser',
  'tools/check/development',
  'tools/check/kubernetes',
  'tools/measure/bench/peers',
];
const systems = ['darwin', 'linux', 'win32', 'windows', 'freebsd', 'android', 'openharmony', 'aix', 'sunos'];
const processors = ['arm64', 'x64', 'arm', 'ppc64', 's390x', 'ia32', 'riscv64', 'loong64', 'wasm32'];

/**
 * Reads the platform from the name of a platform build: `@swc/core-linux-arm-gnueabihf` → os linux, cpu arm, libc
 * glibc.
 */
export function platformOf(name) {
  const parts = name.split(/[-/]/);
  const os = parts.find((part) => systems.includes(part));
  const cpu = parts.find((part) => processors.includes(part));
  const last = parts.at(-1) ?? '';
  const libc = last.startsWith('musl') ? 'musl' : last.startsWith('gnu') ? 'glibc' : undefined;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
    ...(os ? { os: [os === 'windows' ? 'win32' : os] } : {}),
  };
}

/** Resolves the package `name` for the package at `path` as Node does: in the nearest node_modules folder upwards. */
function findFrom(packages, path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${from ? `${from}/` : ''}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!from) return null;
  }
}

/** Returns a repaired copy of the lock file, with its keys in npm's order. */
export function repair(lock) {
  const packages = structuredClone(lock.packages);
  for (const [path, entry] of Object.entries(packages)) {
    if (path.includes('node_modules/')) delete entry.engines;
    if (/^https?:/.test(entry.resolved ?? '')) delete entry.resolved;
  }
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findFrom(packages, path, name)) continue;
      packages[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** Returns the error that npm reports for the lock file in an empty folder, or an empty string. Downloads nothing. */
function npmError(lockFolder) {
  const lockFile = join(root, lockFolder, 'package-lock.json');
  const folder = mkdtempSync(join(tmpdir(), 'kushk-lock-'));
  try {
    const manifests = Object.keys(JSON.parse(readFileSync(lockFile, 'utf8')).packages).filter(
      (path) => !path.includes('node_modules/'),
    );
    for (const path of manifests) {
      mkdirSync(join(folder, path), { recursive: true });
      cpSync(join(root, lockFolder, path, 'package.json'), join(folder, path, 'package.json'));
    }
    cpSync(lockFile, join(folder, 'package-lock.json'));
    const script = process.env.npm_execpath;
    const npm = script && existsSync(script) ? [process.env.npm_node_execpath ?? process.execPath, script] : ['npm'];
    const result = spawnSync(npm[0], [...npm.slice(1), 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return result.status === 0 ? '' : result.stderr || String(result.error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkOrRepair(lockFolder) {
  const name = join(lockFolder, 'package-lock.json');
  const lockFile = join(root, name);
  const text = readFileSync(lockFile, 'utf8');
  const repaired = `${JSON.stringify(repair(JSON.parse(text)), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    if (repaired !== text) writeFileSync(lockFile, repaired);
    process.stdout.write(repaired === text ? `${name} is in order.\n` : `${name} is repaired.\n`);
    return;
  }
  const error =
    repaired === text
      ? npmError(lockFolder)
      : 'needs a repair: run `node tools/check/lockfile.mjs` and commit the file';
  if (!error) return;
  process.stderr.write(`${name}: ${error}\n`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) lockFolders.forEach(checkOrRepair);
