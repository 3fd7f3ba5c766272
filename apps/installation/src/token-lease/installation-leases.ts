import type { LeaseGrants } from '@kushk/broker';
import type { EventStore } from '@kushk/event-store';
import { installationStream } from '../installation/installation.js';

/**
 * The leases under which gateways store tokens and settings. Every command on an installation, whatever its outcome,
 * revokes the leases of that installation before it is answered.
 */
export class InstallationLeases {
  constructor(private readonly grants: LeaseGrants) {}

  revokeAfterCommands(events: Pick<EventStore, 'resultsWaitFor'>): this {
    events.resultsWaitFor((streams) => {
      const changed = streams.filter(({ type }) => type.category === installationStream.category);
      return changed.length === 0
        ? null
        : Promise.all(changed.map(({ id }) => this.grants.revoke(id))).then(() => undefined);
    });
    return this;
  }

  /** Ends the leases of all installations. */
  async revokeAll(): Promise<void> {
    await this.grants.revoke(null);
  }

  /** `holder` is undefined when the gateway takes no leases. See `LeaseGrants.mayGrant`. */
  async mayGrant(holder: string | undefined): Promise<boolean> {
    return holder !== undefined && (await this.grants.mayGrant(holder));
  }

  /** Commands no longer wait for this gateway, which holds no leases any more. */
  async leave(holder: string): Promise<void> {
    await this.grants.leave(holder);
  }
}
