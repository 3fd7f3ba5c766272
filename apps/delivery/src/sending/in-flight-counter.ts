/**
 * Counts the attempts in flight against the limits of a channel, and divides its slots so that slow and dead endpoints
 * cannot take those of the others (docs/reference/delivery.md, "Slots"). No I/O.
 *
 * Half of all slots are open only to endpoints that have proved to be quick. An endpoint without a result may use the
 * other half, and a slow one at most three quarters of that half, so that new endpoints are tried beside any number of
 * dead ones. The last half of the free slots is given out one per endpoint, so that quick endpoints that stop
 * responding at the same time hold few of them.
 */
import type { Speed } from './endpoint-speeds.js';

/** The maximum numbers of attempts in flight at the same time. */
export interface ConcurrencyLimits {
  readonly total: number;
  readonly perEndpoint: number;
  /** Per host and port, because one publisher's host may serve many installations. */
  readonly perHost: number;
}

const UNPROVED_SHARE = 1 / 2;
const SLOW_SHARE = 3 / 8;

/** An attempt in flight. `share` is the speed of its endpoint at its start, and `slow` once it has taken long. */
export interface InFlightAttempt {
  readonly installationId: string;
  readonly host: string;
  share: Speed;
}

export class InFlightCounter {
  private readonly byEndpoint = new Map<string, number>();
  private readonly byHost = new Map<string, number>();
  private readonly byShare: Record<Speed, number> = { quick: 0, unknown: 0, slow: 0 };

  constructor(readonly limits: ConcurrencyLimits) {}

  get total(): number {
    return this.byShare.quick + this.byShare.unknown + this.byShare.slow;
  }

  started(attempt: InFlightAttempt): void {
    this.count(attempt, 1);
  }

  /** The attempt has taken long: it occupies a slot of the slow endpoints from now on. */
  becameSlow(attempt: InFlightAttempt): void {
    this.byShare[attempt.share] -= 1;
    attempt.share = 'slow';
    this.byShare.slow += 1;
  }

  ended(attempt: InFlightAttempt): void {
    this.count(attempt, -1);
  }

  ofEndpoint(installationId: string): number {
    return this.byEndpoint.get(installationId) ?? 0;
  }

  /** The slots that are free now. */
  freeSlots(): FreeSlots {
    const { quick, unknown, slow } = this.byShare;
    const { total } = this.limits;
    return new FreeSlots(Math.floor(total / 2), {
      total: total - quick - unknown - slow,
      unproved: Math.ceil(total * UNPROVED_SHARE) - unknown - slow,
      slow: Math.ceil(total * SLOW_SHARE) - slow,
    });
  }

  /** The number of attempts that may still be started to this host. */
  availableAt(host: string): number {
    return this.limits.perHost - (this.byHost.get(host) ?? 0);
  }

  private count({ installationId, host, share }: InFlightAttempt, by: 1 | -1): void {
    this.byShare[share] += by;
    add(this.byEndpoint, installationId, by);
    add(this.byHost, host, by);
  }
}

/** The slots that a claim may still use. */
class FreeSlots {
  /** `reserved` slots are only for the first attempt of an endpoint. */
  constructor(
    private readonly reserved: number,
    private readonly free: { total: number; unproved: number; slow: number },
  ) {}

  /** The number of attempts that an endpoint with `inFlight` attempts may still start; never negative. */
  for(speed: Speed, inFlight: number): number {
    const { total, unproved, slow } = this.free;
    const first = inFlight === 0 ? 1 : 0;
    const quick = Math.min(total, first + Math.max(0, total - first - this.reserved));
    const available = { quick, unknown: Math.min(quick, unproved), slow: Math.min(quick, unproved, slow) };
    return Math.max(0, available[speed]);
  }

  get isEmpty(): boolean {
    return this.free.total <= 0;
  }

  take(speed: Speed, count: number): void {
    this.free.total -= count;
    if (speed !== 'quick') this.free.unproved -= count;
    if (speed === 'slow') this.free.slow -= count;
  }
}

/** Removes counts of zero, so that the maps contain only endpoints and hosts with attempts in flight. */
function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** Returns the host and port of a plugin's base URL, which are the key of the per-host limit. */
export function hostAndPort(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
