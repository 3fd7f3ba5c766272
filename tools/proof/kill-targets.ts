/** Finds and kills processes of a running system by the program that they run. */
import { readFileSync } from 'node:fs';

export const targets = ['delivery', 'installation', 'gateway', 'nats', 'postgres'] as const;
export type Target = (typeof targets)[number];

/** Returns the pid of the process, or null while it does not run. */
export function pidOf(target: Target, pids: readonly number[]): number | null {
  return pids.find((pid) => isTarget(target, pid)) ?? null;
}

/** Kills the process as a crash does. Returns false when it has already ended. */
export function killHard(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

function isTarget(target: Target, pid: number): boolean {
  const command = commandOf(pid);
  switch (target) {
    case 'delivery':
    case 'installation':
      return command.some((part) => part.endsWith(`apps/${target}/dist/main.js`));
    case 'gateway':
      return command.some((part) => part.endsWith('apps/gateway/dist/main.js')) && roleOf(pid) === 'instance';
    case 'nats':
      return (command[0] ?? '').endsWith('nats-server');
    case 'postgres':
      // The postmaster; its child processes have other titles.
      return (command[0] ?? '').endsWith('/postgres') && command.includes('-D');
  }
}

function commandOf(pid: number): readonly string[] {
  return read(`/proc/${pid}/cmdline`).split('\0');
}

function roleOf(pid: number): string | undefined {
  return read(`/proc/${pid}/environ`)
    .split('\0')
    .find((line) => line.startsWith('KUSHK_ROLE='))
    ?.slice('KUSHK_ROLE='.length);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
