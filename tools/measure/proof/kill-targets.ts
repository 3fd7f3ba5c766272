/** Finds and kills processes of a running system by the program that they run. */
import { readFileSync } from 'node:fs';
import { eventually } from './delivery-system.js';
import type { ProofContext } from './proof.js';

export type Target = 'delivery' | 'installation' | 'wallet' | 'gateway' | 'nats' | 'postgres';

const killEveryMs = 4_000;
const recoveredWithinMs = 60_000;

interface Kills {
  readonly targets: readonly Target[];
  readonly kills: number;
  /** Grows while the system responds. */
  readonly progress?: () => number;
}

/** Kills one process at a time at random moments, until so many were killed. Returns the number of kills. */
export async function killAtRandom(
  { pids }: { pids(): readonly number[] },
  { targets, kills, progress }: Kills,
  { random, report }: ProofContext,
): Promise<number> {
  const counts = new Map<Target, number>();
  let [killed, before] = [0, 0];
  while (killed < kills) {
    await new Promise((resolve) => setTimeout(resolve, killEveryMs * (0.5 + random.next())));
    // Half of the kills hit a system that has recovered from the one before, however slow the machine is.
    if (progress !== undefined && random.below(2) === 0)
      await eventually(() => Promise.resolve(progress() > before), recoveredWithinMs);
    before = progress?.() ?? 0;
    const target = random.pick(targets);
    const pid = pidOf(target, pids());
    if (pid === null || !killHard(pid)) continue;
    killed += 1;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    if (killed % 10 === 0) report(`${killed} kills: ${[...counts].map(([name, n]) => `${name} ${n}`).join(', ')}`);
  }
  return killed;
}

/** Returns the pid of the process, or null while it does not run. */
function pidOf(target: Target, pids: readonly number[]): number | null {
  return pids.find((pid) => isTarget(target, pid)) ?? null;
}

/** Kills the process as a crash does. Returns false when it has already ended. */
function killHard(pid: number): boolean {
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
    case 'wallet':
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
