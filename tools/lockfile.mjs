/**
 * Mends package-lock.json: `node tools/lockfile.mjs`, after every `npm install`; `--check` only says whether it
 * is as it should be (and that npm accepts it).
 *
 * 1. A registry that lacks some platform builds of an optional dependency makes npm leave them out of the lock and
 *    then refuse its own lock with EUSAGE (npm/cli#9846): each gets an entry with its platform.
 * 2. `engines` of packages are dropped: npm on Node 20 silently skips an optional package that asks for more, such as
 *    the broker's, and the system itself runs on Node 24 whatever npm runs on.
 * 3. No address of a registry is kept: `npm ci` asks whichever registry is configured, and `integrity` holds.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const systems = ['darwin', 'linux', 'win32', 'windows', 'freebsd', 'android', 'openharmony', 'aix', 'sunos'];
const processors = ['arm64', 'x64', 'arm', 'ppc64', 's390x', 'ia32', 'riscv64', 'loong64', 'wasm32'];

/** `@swc/core-linux-arm-gnueabihf` → os linux, cpu arm, libc glibc; the names of such packages say their platform. */
export function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  const last = words.at(-1) ?? '';
  const libc = last.startsWith('musl') ? 'musl' : last.startsWith('gnu') ? 'glibc' : undefined;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
    ...(os ? { os: [os === 'windows' ? 'win32' : os] } : {}),
  };
}

/** Where Node would find `name` when asked from the package at `path`: the nearest node_modules upwards. */
function findFrom(packages, path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${from ? `${from}/` : ''}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!from) return null;
  }
}

/** The lock as it should be; the given one is not touched. Keys stay sorted as npm sorts them. */
export function mend(lock) {
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

/** What npm says to the lock in an empty folder, "" when it accepts it. Nothing is fetched. */
function npmRefusal() {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-lock-'));
  try {
    const manifests = Object.keys(JSON.parse(readFileSync(lockFile, 'utf8')).packages).filter(
      (path) => !path.includes('node_modules/'),
    );
    for (const path of manifests) {
      mkdirSync(join(folder, path), { recursive: true });
      cpSync(join(root, path, 'package.json'), join(folder, path, 'package.json'));
    }
    cpSync(lockFile, join(folder, 'package-lock.json'));
    const script = process.env.npm_execpath;
    const npm = script && existsSync(script) ? [process.env.npm_node_execpath ?? process.execPath, script] : ['npm'];
    const said = spawnSync(npm[0], [...npm.slice(1), 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return said.status === 0 ? '' : said.stderr || String(said.error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main() {
  const text = readFileSync(lockFile, 'utf8');
  const mended = `${JSON.stringify(mend(JSON.parse(text)), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    if (mended !== text) writeFileSync(lockFile, mended);
    process.stdout.write(
      mended === text ? 'package-lock.json is as it should be.\n' : 'package-lock.json is mended.\n',
    );
    return;
  }
  const refusal = mended === text ? npmRefusal() : 'it needs mending: run `node tools/lockfile.mjs` and commit it';
  if (!refusal) return;
  process.stderr.write(`package-lock.json: ${refusal}\n`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
