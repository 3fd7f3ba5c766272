/**
 * What this process has learnt of the speed of each endpoint. It decides which slots an endpoint may use and how many
 * (docs/reference/delivery.md, "Slots"). Only a hint in memory: after a restart, endpoints prove their speed again. No
 * I/O.
 */
import { LRUCache } from 'lru-cache';

/**
 * The time after a slow attempt in which an endpoint counts as slow, whatever it answers. Without it, an endpoint that
 * alternates between quick and missing responses could always start its next attempts beside the quick ones.
 */
export const SLOW_FOR_MS = 30_000;
const MAX_REMEMBERED_ENDPOINTS = 10_000;
const FIRST_SLOTS = 1;

/** `quick`: the last attempt was answered quickly; `unknown`: no result yet; `slow`: it was slow or had no answer. */
export type Speed = 'quick' | 'unknown' | 'slow';

/** How an attempt ended. */
export interface AttemptEnd {
  /** `success` is a 2xx response; `answer` is any other response of a working endpoint. */
  readonly result: 'success' | 'answer' | 'failure';
  readonly isSlow: boolean;
  /** True when the endpoint had as many attempts in flight as it may have. */
  readonly usedAllSlots: boolean;
  readonly nowMs: number;
}

interface SpeedRecord {
  readonly slots: number;
  readonly isQuick: boolean;
  readonly slowUntilMs: number;
}

export class EndpointSpeeds {
  private readonly records = new LRUCache<string, SpeedRecord>({ max: MAX_REMEMBERED_ENDPOINTS });

  constructor(private readonly maxSlots: number) {}

  /** `hasFailed` means that the stored circuit has failures; it counts for an endpoint without a result here. */
  of(installationId: string, { hasFailed, nowMs }: { hasFailed: boolean; nowMs: number }): Speed {
    const record = this.records.get(installationId);
    if (record === undefined) return hasFailed ? 'slow' : 'unknown';
    return record.isQuick && record.slowUntilMs <= nowMs ? 'quick' : 'slow';
  }

  /** The number of attempts that the endpoint may have in flight in this process. */
  slots(installationId: string): number {
    return this.records.get(installationId)?.slots ?? FIRST_SLOTS;
  }

  /** An attempt in flight has taken long. */
  becameSlow(installationId: string, nowMs: number): void {
    this.records.set(installationId, {
      slots: this.slots(installationId),
      isQuick: false,
      slowUntilMs: nowMs + SLOW_FOR_MS,
    });
  }

  /** A success doubles the slots that were in use; a missing response takes them back. */
  ended(installationId: string, { result, isSlow, usedAllSlots, nowMs }: AttemptEnd): void {
    const slots = this.slots(installationId);
    const grown = result === 'success' && usedAllSlots ? Math.min(slots * 2, this.maxSlots) : slots;
    this.records.set(installationId, {
      slots: result === 'failure' ? FIRST_SLOTS : grown,
      isQuick: result !== 'failure' && !isSlow,
      slowUntilMs: isSlow ? nowMs + SLOW_FOR_MS : (this.records.get(installationId)?.slowUntilMs ?? 0),
    });
  }
}
