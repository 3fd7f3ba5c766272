import type { Observed } from '../engine/container-engine.js';
import { backoffMs, endsInARow } from './backoff.js';

/** What the reconciler remembers of an installation between two passes. A restart forgets it without harm. */
export interface Memory {
  /** Of the container that was wanted last. */
  fingerprint: string | null;
  failures: number;
  /** How often in a row the engine could not start the container that it has. */
  failedStarts: number;
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
    failedStarts: 0,
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

/** Another version, or a restart by an admin, does not wait for what failed before it. */
export function noteRequest(memory: Memory, fingerprint: string): void {
  if (memory.fingerprint !== null && memory.fingerprint !== fingerprint)
    Object.assign(memory, {
      failures: 0,
      failedStarts: 0,
      retryAtMs: 0,
      failure: null,
      endReason: null,
      endsInARow: 0,
      restartAtMs: 0,
    });
  memory.fingerprint = fingerprint;
}

/** Counts an end once, and decides when the container starts again. */
export function noteEnd(memory: Memory, { container }: Observed, nowMs: number): void {
  if (container?.state !== 'ended' || memory.endSeen) return;
  memory.endSeen = true;
  memory.endsInARow = endsInARow(memory.endsInARow, memory.startedAtMs, nowMs);
  memory.restartAtMs = nowMs + backoffMs(memory.endsInARow);
  memory.endReason = container.endReason;
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
