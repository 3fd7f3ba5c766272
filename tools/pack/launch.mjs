/**
 * `node tools/bootstrap.mjs start` in the package `@kushk/cli`: runs the local system. It starts on any Node from 20.19 and
 * goes on with the Node 24 of an npm package, as the repository's own bootstrap does. Nothing is installed or built here.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, tmpdir } from 'node:os';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runtimeMajor = 24;
/** About a dozen processes share one machine, so each gets little memory. */
const small = ['--max-semi-space-size=2', '--optimize-for-size'];

function stop(message) {
  process.stderr.write(`kushk: ${message}\n`);
  process.exit(1);
}

/** The Node 24 that npm has installed for this platform, else the running one when it is new enough. */
function runtime() {
  const load = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const folder = dirname(load.resolve(`node-${platform}-${process.arch}/package.json`));
    const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(program)) return program;
  } catch {
    // There is no such package for this platform.
  }
  if (Number.parseInt(process.versions.node, 10) >= runtimeMajor) return process.execPath;
  return stop(`Node ${runtimeMajor} does not come with npm for ${process.platform}-${process.arch}; install it.`);
}

const [verb, ...args] = process.argv.slice(2);
if (verb !== 'start') stop(`unknown verb "${verb ?? ''}"; the package knows only start.`);
const node = runtime();
const child = spawn(node, [...small, join(root, 'tools', 'run', 'start', 'main.js'), ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    KUSHK_BUILT: 'yes',
    // The package does not contain what exports traces.
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    // Compiled code starts faster and needs less memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'kushk-compile-cache'),
  },
});
// Without the program that has started it, such as a `kushk dev` that was killed, nobody would stop the system.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
child.on('error', (error) => stop(`Node could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
