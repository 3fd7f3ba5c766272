/** Waits for what a plugin does in its own time. */
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 20;

/** Whether the condition becomes true in time. */
export async function happens(condition: () => boolean, withinMs: number): Promise<boolean> {
  const endMs = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > endMs) return false;
    await pause(LOOK_MS);
  }
  return true;
}
