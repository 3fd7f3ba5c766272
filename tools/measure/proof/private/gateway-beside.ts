/** Starts another gateway beside a running one, with its program and its environment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@kushk/embedded';
import { readProcessFile } from '../../bench/processes.js';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 100;

export interface GatewayBeside {
  readonly origin: string;
  stop(): Promise<void>;
}

/** `pid` is that of the running gateway. */
export async function startGatewayBeside(pid: number): Promise<GatewayBeside> {
  const [command, ...args] = readProcessFile(pid, 'cmdline').split('\0').filter(Boolean);
  const [port, healthPort] = [await freePort(), await freePort()];
  const child = spawn(command!, args, {
    cwd: readlinkSync(`/proc/${pid}/cwd`),
    env: { ...environmentOf(pid), KUSHK_HTTP_PORT: String(port), KUSHK_HEALTH_PORT: String(healthPort) },
    // It ends with this process when the channel closes (tools/run/start/parent-watchdog.mjs).
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await ready(`${origin}/health/ready`, child);
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const lines = readProcessFile(pid, 'environ').split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    if ((await fetch(url).catch(() => null))?.ok === true) return;
    await pause(POLL_MS);
  }
  throw new Error('the second gateway is not ready');
}
