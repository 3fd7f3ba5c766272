import { LRUCache } from 'lru-cache';
import type { PageHost } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { Refused } from '@kushk/edge';
import type { LimitFailures } from '../authentication/failed-authentication-limit.js';

const MAX_ADDRESSES = 10_000;
/** An address changes only with another container of the same installation. */
const ADDRESS_TTL_MS = 1_000;

export interface PageTargetsOptions {
  readonly findHost: (label: string) => Promise<PageHost | null>;
  /** `host:port` of the container of an installation; null while it cannot be connected to. */
  readonly findAddress: (installationId: string) => Promise<string | null>;
  /** Unknown labels count as failed authentication of their address: each costs a question to a service. */
  readonly limitFailures: LimitFailures;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Finds the container behind a page host. */
export class PageTargets {
  private readonly addresses = new LRUCache<string, string>({ max: MAX_ADDRESSES, ttl: ADDRESS_TTL_MS });

  constructor(private readonly options: PageTargetsOptions) {}

  /** Rejects with `route.not_found` for a label that no installation has, and with why an installation does not run. */
  async host(label: string | null, ip: string): Promise<PageHost> {
    const attempt = { ip, credential: label ?? '', nowMs: performance.now(), setHeader: () => undefined };
    const found = await this.options
      .limitFailures(attempt, async () => {
        const host = label === null ? null : await this.options.findHost(label);
        if (host === null) throw Refused.with('auth.handle_invalid');
        return host;
      })
      .catch((error: unknown) => {
        throw error instanceof Refused && error.code === 'auth.handle_invalid' ? unknownPage() : error;
      });
    const refusal = refusalOf(found);
    if (refusal !== null) throw refusal;
    return found;
  }

  /** Whether the pages of this label may be shown now. */
  async isAllowed(label: string): Promise<boolean> {
    const host = await this.options.findHost(label);
    return host !== null && refusalOf(host) === null;
  }

  /** Rejects with `service.unavailable` while the container cannot be connected to. */
  async address({ installation_id }: PageHost): Promise<Address> {
    const address = this.addresses.get(installation_id) ?? (await this.findAddress(installation_id));
    const colon = address.lastIndexOf(':');
    return { host: address.slice(0, colon), port: Number(address.slice(colon + 1)) };
  }

  private async findAddress(installationId: string): Promise<string> {
    const address = await this.options.findAddress(installationId);
    if (address === null) throw Refused.unavailable('containers');
    this.addresses.set(installationId, address);
    return address;
  }

  /** The next request asks for the address again. */
  forgetAddress({ installation_id }: PageHost): void {
    this.addresses.delete(installation_id);
  }
}

/** The same for every host and path that does not exist, so that it reveals nothing. */
export function unknownPage(): Refused {
  return Refused.with('route.not_found');
}

function refusalOf({ status }: PageHost): Refused | null {
  switch (status) {
    case 'installed':
    case 'consent_pending':
      return null;
    case 'removed':
      return unknownPage();
    case 'paused':
    case 'suspended':
      return Refused.with(`installation.${status}`);
    case 'pending':
      return Refused.unavailable('containers');
    default:
      return unreachable(status);
  }
}
