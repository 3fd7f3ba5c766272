import { randomUUID } from 'node:crypto';
import { controlMessages, type LeaseRequest } from '@kushk/contracts';
import type { ControlChannel } from '../control/control-channel.js';
import { LeaseCache } from './lease-cache.js';
import { ListedLeaseGrants } from './lease-grants.js';
import type { HeldLeases, LeasedValues, LeaseProtocol, RevocationListener } from './leases.js';

/** Acknowledges a revocation after no value of its subjects is left in this process. */
class StoredLeases implements HeldLeases {
  private readonly holder = randomUUID();
  private readonly caches: LeaseCache<object | null>[] = [];
  private readonly listeners: RevocationListener[] = [];
  private isClosed = false;

  constructor(channel: ControlChannel) {
    channel.subscribeAcknowledged(controlMessages.tokensRevoked, this.holder, (message) => {
      const subjects = message?.installation_ids ?? null;
      for (const cache of this.caches) cache.revoke(subjects);
      for (const listener of this.listeners) listener(subjects);
    });
  }

  request(): LeaseRequest {
    return this.isClosed ? {} : { lease_holder: this.holder };
  }

  values<Value extends object | null>(maxBytes: number): LeasedValues<Value> {
    const cache = new LeaseCache<Value>(maxBytes);
    this.caches.push(cache as LeaseCache<never>);
    return cache;
  }

  onRevoked(listener: RevocationListener): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.isClosed = true;
    for (const cache of this.caches) cache.close();
  }
}

/** The service grants leases, and revokes them before it answers the command that changes a value. */
export const withLeases: LeaseProtocol = {
  hold: (channel) => new StoredLeases(channel),
  grant: (channel, holders) =>
    new ListedLeaseGrants({
      holders,
      send: (subjects, { holders: receivers, timeoutMs }) =>
        channel.publishAcknowledged(
          controlMessages.tokensRevoked,
          { installation_ids: subjects },
          { receivers, timeoutMs },
        ),
    }),
};
