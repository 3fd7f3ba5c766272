/** What the reconciler remembers of an installation between two passes. A restart forgets it without harm. */
export interface Memory {
  /** Of the container that was wanted last. */
  fingerprint: string | null;
  failures: number;
  retryAtMs: number;
  failure: string | null;
  endReason: string | null;
  restarts: number;
  endsInARow: number;
  endSeen: boolean;
  startedAtMs: number | null;
  restartAtMs: number;
}

export function newMemory(): Memory {
  return {
    fingerprint: null,
    failures: 0,
    retryAtMs: 0,
    failure: null,
    endReason: null,
    restarts: 0,
    endsInARow: 0,
    endSeen: false,
    startedAtMs: null,
    restartAtMs: 0,
  };
}

/** A container that was started lately is looked at often, one that does not listen for long rarely. */
const CONNECT_AFTER_MS = 250;
/** How often a container that listens is looked at. */
export const IDLE_MS = 5_000;

/** When a container that does not listen is looked at again. */
export function connectDelayMs(startedAtMs: number | null, nowMs: number): number {
  if (startedAtMs === null) return CONNECT_AFTER_MS;
  return Math.min(Math.max((nowMs - startedAtMs) / 10, CONNECT_AFTER_MS), IDLE_MS);
}
