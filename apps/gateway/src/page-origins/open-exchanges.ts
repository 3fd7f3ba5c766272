import { LRUCache } from 'lru-cache';
import type { PageHost } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { ByteRate } from './byte-rate.js';
import type { PageLimits } from './page-limits.js';

/** Rates are kept after the last request has ended, so that a new one does not begin a new burst. */
const MAX_RATES = 10_000;
const RETRY_AFTER_SECONDS = 1;

/** One request or stream between a browser and a container. */
export interface Exchange {
  readonly rate: ByteRate;
  /** Call it for a stream: server-sent events, or a WebSocket. It ends when the gateway stops. */
  readonly lasts: () => void;
  /** Call it when the exchange has ended. */
  readonly release: () => void;
}

interface OpenExchange {
  readonly label: string;
  readonly end: () => void;
  isStream: boolean;
}

/** The requests and streams of this gateway that are open, per installation. Bounded in number. */
export class OpenExchanges {
  private readonly ofInstallation = new Map<string, Set<OpenExchange>>();
  private readonly ofOrganisation = new Map<string, number>();
  private readonly rates = new LRUCache<string, ByteRate>({ max: MAX_RATES });
  private count = 0;

  constructor(private readonly limits: PageLimits) {}

  /** Throws `rate.limited` when too many are open. `end` ends the exchange at once. */
  open({ installation_id, organisation_id }: PageHost, opened: Omit<OpenExchange, 'isStream'>): Exchange {
    const exchange: OpenExchange = { ...opened, isStream: false };
    const { openOfInstallation, openOfOrganisation, open } = this.limits;
    const own = this.ofInstallation.get(installation_id) ?? new Set();
    const ofOrganisation = this.ofOrganisation.get(organisation_id) ?? 0;
    if (own.size >= openOfInstallation || ofOrganisation >= openOfOrganisation || this.count >= open)
      throw Refused.with('rate.limited', { retry_after_seconds: RETRY_AFTER_SECONDS }, RETRY_AFTER_SECONDS);
    this.ofInstallation.set(installation_id, own.add(exchange));
    this.ofOrganisation.set(organisation_id, ofOrganisation + 1);
    this.count += 1;
    return {
      rate: this.rateOf(installation_id),
      lasts: () => {
        exchange.isStream = true;
      },
      release: () => {
        if (own.delete(exchange)) this.forget(installation_id, organisation_id, own);
      },
    };
  }

  /** The installations with open exchanges, and the label of their host: of these ones, or all. */
  labels(installationIds: readonly string[] | null): Map<string, string> {
    const found = new Map<string, string>();
    for (const id of installationIds ?? this.ofInstallation.keys())
      for (const { label } of this.ofInstallation.get(id) ?? []) found.set(id, label);
    return found;
  }

  endOf(installationId: string): void {
    for (const exchange of [...(this.ofInstallation.get(installationId) ?? [])]) exchange.end();
  }

  endStreams(): void {
    for (const own of [...this.ofInstallation.values()])
      for (const exchange of [...own]) if (exchange.isStream) exchange.end();
  }

  private forget(installationId: string, organisationId: string, own: ReadonlySet<OpenExchange>): void {
    this.count -= 1;
    if (own.size === 0) this.ofInstallation.delete(installationId);
    const others = (this.ofOrganisation.get(organisationId) ?? 1) - 1;
    if (others === 0) this.ofOrganisation.delete(organisationId);
    else this.ofOrganisation.set(organisationId, others);
  }

  private rateOf(installationId: string): ByteRate {
    const known = this.rates.get(installationId);
    if (known !== undefined) return known;
    const rate = new ByteRate({ perSecond: this.limits.bytesPerSecond, burst: this.limits.burstBytes });
    this.rates.set(installationId, rate);
    return rate;
  }
}
