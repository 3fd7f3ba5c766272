/** How long the reconciler waits before it tries again. Pure. */

const FIRST_MS = 1_000;
const MAX_MS = 300_000;
/** A container that ran this long has recovered: its next end is its first one. */
const RECOVERED_AFTER_MS = 600_000;

/** The delay before the attempt that follows `failures` failures in a row: 1 s, doubling up to 5 minutes. */
export function backoffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 1), MAX_MS);
}

/** The number of ends in a row, including the one just seen, of a container that was started at `startedAtMs`. */
export function endsInARow(before: number, startedAtMs: number | null, nowMs: number): number {
  return startedAtMs !== null && nowMs - startedAtMs >= RECOVERED_AFTER_MS ? 1 : before + 1;
}
