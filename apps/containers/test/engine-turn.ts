import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE = join(tmpdir(), 'kushk-engine-tests.turn');
const CHECK_EVERY_MS = 500;
/** Longer than the tests of one file take on a busy machine. */
const WAIT_AT_MOST_MS = 600_000;

/**
 * The turn of one test file to use the container engine of this machine. One file attacks the limits of its
 * container, which leaves too little of a small machine for the deadlines of tool calls in another one.
 */
export class EngineTurn {
  private constructor() {}

  /** Waits until no other file has its turn. Goes on without one after ten minutes. */
  static async wait(): Promise<EngineTurn> {
    const until = performance.now() + WAIT_AT_MOST_MS;
    while (!(await takes()) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    return new EngineTurn();
  }

  async end(): Promise<void> {
    if ((await ownerOf()) === process.pid) await rm(FILE, { force: true });
  }
}

/** Takes the turn. False when a process that lives has it. */
async function takes(): Promise<boolean> {
  try {
    const file = await open(FILE, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch {
    const owner = await ownerOf();
    if (owner !== null && !isAlive(owner)) await rm(FILE, { force: true });
    return false;
  }
}

/** Null while the owner is being written, or when there is none. */
async function ownerOf(): Promise<number | null> {
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
