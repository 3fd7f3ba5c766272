/** Counts the attempts in flight against the limits of a channel. No I/O. */

/** The maximum numbers of attempts in flight at the same time. */
export interface ConcurrencyLimits {
  readonly total: number;
  readonly perEndpoint: number;
  /** Per host and port, because one publisher's host may serve many installations. */
  readonly perHost: number;
}

export class InFlightCounter {
  private readonly byEndpoint = new Map<string, number>();
  private readonly byHost = new Map<string, number>();
  private inFlight = 0;

  constructor(readonly limits: ConcurrencyLimits) {}

  get total(): number {
    return this.inFlight;
  }

  started(installationId: string, host: string): void {
    this.count(installationId, host, 1);
  }

  ended(installationId: string, host: string): void {
    this.count(installationId, host, -1);
  }

  ofEndpoint(installationId: string): number {
    return this.byEndpoint.get(installationId) ?? 0;
  }

  /** The number of attempts that may still be started in total. */
  get available(): number {
    return this.limits.total - this.inFlight;
  }

  /** The number of attempts that may still be started to this host. */
  availableAt(host: string): number {
    return this.limits.perHost - (this.byHost.get(host) ?? 0);
  }

  private count(installationId: string, host: string, by: 1 | -1): void {
    this.inFlight += by;
    add(this.byEndpoint, installationId, by);
    add(this.byHost, host, by);
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
