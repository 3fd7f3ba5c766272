/**
 * Notices that the program which has started this command is gone. npx passes no signal on: whoever ends npx alone
 * would leave the command and its local system running.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Calls `onGone` once, when the npx that runs this command has ended, also if that was before this call: on a busy
 * machine the command needs seconds to load. Without npx it watches nothing.
 */
export function watchNpx(onGone: () => void): () => void {
  if (process.env['npm_lifecycle_event'] !== 'npx' || process.platform === 'win32') return () => undefined;
  const parent = process.ppid;
  // npx starts a shell, which waits for this command or is replaced by it.
  const ancestors = [parent, parentOf(parent)].filter((pid) => pid !== null && pid > 1);
  const wasGone = isOrphan();
  const timer = setInterval(() => {
    if (!wasGone && process.ppid === parent && ancestors.every((pid) => isRunning(pid!))) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Whether the process that started this one has ended. A process begins in the session of the one that starts it, so
 * a parent in another session is the one that the system gave it later, unless it began a session of its own.
 */
function isOrphan(): boolean {
  if (process.platform !== 'linux') return process.ppid === 1;
  const session = sessionOf(process.pid);
  return session !== null && session !== process.pid && sessionOf(process.ppid) !== session;
}

/** Null for a process that is gone. */
function sessionOf(pid: number): number | null {
  try {
    // The name of the program, in parentheses, may contain anything; state, parent, group and session follow it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return Number(fields[3]);
  } catch {
    return null;
  }
}

/** Null where the system does not tell. */
function parentOf(pid: number): number | null {
  try {
    const text =
      process.platform === 'linux'
        ? (/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '')
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
    return Number.parseInt(text, 10) || null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
