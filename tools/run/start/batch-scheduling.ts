import { spawnSync } from 'node:child_process';

/**
 * Gives this process, and all that it starts afterwards, the Linux scheduling policy SCHED_BATCH. The processes of a
 * system wake each other up with every message. By default Linux then interrupts the sender for the receiver, which
 * costs two context switches and leaves the receiver with one message instead of several: a fifth of the throughput on
 * two processors (docs/performance.md). Has no effect elsewhere, or where `chrt` of util-linux is missing.
 */
export function scheduleInBatches(): void {
  if (process.platform === 'linux') spawnSync('chrt', ['-b', '-p', '0', String(process.pid)], { stdio: 'ignore' });
}
