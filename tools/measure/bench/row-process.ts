/**
 * Runs one row in its own process, so that a crash, an unhandled rejection or a hang ends this row only. The process is
 * `main.ts --row NAME`, which sends its rows as one message.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Row } from './row.js';
import { fullFlag } from './sizes.js';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
/** A row takes less than 2 minutes. On a very slow machine it may take longer; after this time it hangs. */
const rowTimeoutMs = { normal: 300_000, full: 3_600_000 };
const shownCharacters = 2_000;

/** What the process of a row sends to its parent. */
export type RowMessage = { readonly rows: readonly Row[] } | { readonly failure: string };

/** Resolves with the figures of the row. Rejects with the row's failure, or when its process ends without figures. */
export function measureInProcess(name: string, options: readonly string[]): Promise<readonly Row[]> {
  const timeoutMs = options.includes(fullFlag) ? rowTimeoutMs.full : rowTimeoutMs.normal;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, main, '--row', name, ...options], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      // A process group of its own, so that the servers that the row has started end with it.
      detached: true,
    });
    let errors = '';
    child.stderr?.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-shownCharacters)));
    let message: RowMessage | null = null;
    child.on('message', (received) => (message = received as RowMessage));
    const timer = setTimeout(() => {
      message = { failure: `the row did not end within ${timeoutMs / 1_000} s` };
      killGroup(child.pid);
    }, timeoutMs);
    const forward = (): void => void child.kill('SIGINT');
    process.once('SIGINT', forward);
    child.on('error', reject);
    // Not `close`: a server that outlives the row would hold its standard error open. The messages of a process have
    // arrived when it is disconnected.
    const disconnected = once(child, 'disconnect');
    child.on('exit', async (code, signal) => {
      await disconnected;
      clearTimeout(timer);
      process.off('SIGINT', forward);
      if (message !== null && 'rows' in message) resolve(message.rows);
      else reject(new Error(message?.failure ?? `the row ended with ${signal ?? `code ${code}`}: ${errors.trim()}`));
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
