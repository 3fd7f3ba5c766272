/** Starts one system for a test run through the program of `npm start`, in its own folder and on its own ports. */
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, isPortFree, waitUntil } from '@kushk/embedded';

export interface StartedSystem {
  readonly dataDir: string;
  readonly portBase: number;
  stop(): Promise<void>;
}

const root = resolve(fileURLToPath(import.meta.url), '../../../../..');
const readyWithinMs = 120_000;
const stoppedWithinMs = 20_000;
const shownLogLines = 15;
/** A system uses the ports from its base port up to this many above it, including the port of the trace collector. */
const portsOfASystem = 41;
const collectorOffset = 30;
/** Below the ports that `freePort` gives: a system takes its own one after the other. */
const bases = { first: 11_000, last: 22_000 } as const;

export function collectorPort(portBase: number): number {
  return portBase + collectorOffset;
}

/** Starts at a random port base, so that two concurrent runs do not collide. */
async function freePortBase(): Promise<number> {
  const span = Math.floor((bases.last - bases.first) / portsOfASystem);
  const start = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const base = bases.first + ((start + step) % span) * portsOfASystem;
    const free = await Promise.all(Array.from({ length: portsOfASystem }, (_, offset) => isPortFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`No ${portsOfASystem} free ports in a row were found between ${bases.first} and ${bases.last}.`);
}

/**
 * Starts the system and waits until its demo is ready. `collect` is called with the collector's port before any
 * process starts, and returns the address for trace exports. A parent watchdog stops the system when this process
 * ends for any reason.
 */
export async function startSystem(collect: (port: number) => Promise<string>): Promise<StartedSystem> {
  const portBase = await freePortBase();
  const dataDir = mkdtempSync(join(tmpdir(), 'kushk-e2e-'));
  chmodSync(dataDir, 0o711);
  const logFile = join(dataDir, 'start.log');
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './tools/run/start/parent-watchdog.mjs',
      '--import',
      './tools/typescript.mjs',
      'tools/run/start/main.ts',
    ],
    {
      cwd: root,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...environment(),
        KUSHK_PORT_BASE: String(portBase),
        KUSHK_DATA_DIR: dataDir,
        // The tests make the records that they count.
        KUSHK_DEMO: 'small',
        OTEL_EXPORTER_OTLP_ENDPOINT: await collect(collectorPort(portBase)),
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
    },
  );
  closeSync(log);
  let ended = child.pid === undefined;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  const stop = async () => {
    if (child.pid !== undefined)
      await endProcess(child.pid, () => !ended, { signals: ['SIGTERM'], timeoutMs: stoppedWithinMs });
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  if (
    await waitUntil(
      () => existsSync(join(dataDir, 'dev.json')),
      readyWithinMs,
      () => ended,
    )
  )
    return { dataDir, portBase, stop };
  const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-shownLogLines).join('\n');
  await stop();
  throw new Error(`The system does not start. It said:\n${lastLines}`);
}

/**
 * This process's environment without the variables that configure this jest run or point to external servers, because
 * the new system starts its own servers.
 */
function environment(): NodeJS.ProcessEnv {
  const foreign = /^(JEST_|KUSHK_|NODE_V8_COVERAGE|NODE_OPTIONS|OTEL_)/;
  const ownVariables = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(ownVariables),
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'kushk'),
    NODE_ENV: '',
  };
}
