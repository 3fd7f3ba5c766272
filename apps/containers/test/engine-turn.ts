import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@kushk/testing';

const FILE = join(tmpdir(), 'kushk-engine-tests.turn');
/** Longer than the tests of one file take on a busy machine. */
const WAIT_AT_MOST_MS = 600_000;

/**
 * Waits until no other test file uses the container engine of this machine, and returns the function that ends the
 * turn. One file attacks the limits of its container, which leaves too little of a small machine for the deadlines of
 * tool calls in another one. Goes on without a turn after ten minutes.
 */
export async function turnToUseEngine(): Promise<() => Promise<void>> {
  await eventually(takeTurn, WAIT_AT_MOST_MS).catch(() => undefined);
  return async () => {
    if ((await owner()) === process.pid) await rm(FILE, { force: true });
  };
}

/** False when a process that runs has the turn. */
async function takeTurn(): Promise<boolean> {
  try {
    const file = await open(FILE, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch {
    const pid = await owner();
    if (pid !== null && !isAlive(pid)) await rm(FILE, { force: true });
    return false;
  }
}

/** Null while the owner is being written, or when there is none. */
async function owner(): Promise<number | null> {
  const text = await readFile(FILE, 'utf8').catch(() => '');
  return text === '' ? null : Number(text);
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
