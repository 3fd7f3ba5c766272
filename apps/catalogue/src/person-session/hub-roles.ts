import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { nameOf, rolesOf, staffIdOf, staffStream } from '@kushk/staff';

export interface PublisherOfPerson {
  readonly id: string;
  readonly name: string;
}
interface Dependencies {
  readonly store: EventStore;
  /** The publishers of which the person is a member. */
  readonly publishersOf: (subject: string) => Promise<readonly PublisherOfPerson[]>;
}
export interface RolesOfPerson {
  readonly roles: readonly string[];
  /** The name that the staff or a publisher has stored; null for a person without any role. */
  readonly name: string | null;
  readonly publishers: readonly PublisherOfPerson[];
}

/** What a person may do on the hub: the roles as staff, and the publishers. Read on every request. */
export class HubRoles {
  constructor(private readonly dependencies: Dependencies) {}

  async of(subject: string): Promise<RolesOfPerson> {
    const { store, publishersOf } = this.dependencies;
    const [{ state }, publishers] = await Promise.all([
      store.load(streamRef(staffStream, staffIdOf(subject))),
      publishersOf(subject),
    ]);
    const roles = rolesOf(state);
    return { roles, name: roles.length > 0 ? nameOf(state) : null, publishers };
  }

  async hasAny(subject: string): Promise<boolean> {
    const { roles, publishers } = await this.of(subject);
    return roles.length > 0 || publishers.length > 0;
  }
}
