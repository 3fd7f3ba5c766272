/** The whole system as `npm start` runs it, on ports and data of its own, for rows that measure it from outside. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descendantsOf } from './processes.js';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const startTimeoutMs = 90_000;
const lookEveryMs = 50;
/** Ports that one system takes, from its base on. */
const portsPerSystem = 40;

export interface DevFile {
  readonly hub: { readonly base_url: string };
  readonly publisher: { readonly id: string; readonly key: string };
  readonly staff: { readonly operator_token: string; readonly reviewer_token: string };
  readonly instances: readonly { readonly id: string; readonly service_origin: string }[];
  readonly organisation: { readonly id: string; readonly admin_token: string };
}
export interface WholeSystem {
  readonly dev: DevFile;
  readonly dataDir: string;
  /** From the spawn of `npm start`'s program to the moment when dev.json was there. */
  readonly readyAfterMs: number;
  /** Process ids of everything it started, itself among them. */
  pids(): number[];
  stop(): Promise<void>;
}

/** Starts it without limits on requests and with quiet logs, so that the figures are those of the work. */
export async function startWholeSystem(): Promise<WholeSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kushk-bench-system-'));
  chmodSync(dataDir, 0o711);
  const env = { ...process.env, KUSHK_DATA_DIR: dataDir, KUSHK_PORT_BASE: String(await freeBase()), KUSHK_RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NO_COLOR: '1' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4_000)));
  const devFile = join(dataDir, 'dev.json');
  await waitFor(() => existsSync(devFile), child, () => output);
  return {
    dataDir,
    dev: JSON.parse(readFileSync(devFile, 'utf8')) as DevFile,
    readyAfterMs: performance.now() - startedAt,
    pids: () => descendantsOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitFor(done: () => boolean, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  while (!done()) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`the system did not start:\n${output()}`);
    await new Promise((wake) => setTimeout(wake, lookEveryMs));
  }
}

/** A base from which all ports of a system are free, as far as one look can tell. */
async function freeBase(): Promise<number> {
  for (let base = 21_000; base < 60_000; base += 100) {
    const checks = await Promise.all(Array.from({ length: portsPerSystem }, (_, offset) => isFree(base + offset)));
    if (checks.every(Boolean)) return base;
  }
  throw new Error('there are no free ports');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
  });
}

