import type { HubPerson } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import type { Identity, PersonRoles } from '@kushk/person-session';
import { nameOf, rolesOf, staffIdOf, staffStream } from '@kushk/staff';

interface Dependencies {
  readonly store: EventStore;
  /** The publishers of which the person is a member. */
  readonly publishersOf: (subject: string) => Promise<HubPerson['publishers']>;
}

/** The roles as staff of the hub, and the publishers. */
export class HubRoles implements PersonRoles<HubPerson> {
  constructor(private readonly dependencies: Dependencies) {}

  async of({ subject }: Identity): Promise<HubPerson> {
    const { store, publishersOf } = this.dependencies;
    const [{ state }, publishers] = await Promise.all([
      store.load(streamRef(staffStream, staffIdOf(subject))),
      publishersOf(subject),
    ]);
    const roles = rolesOf(state);
    return { roles, name: roles.length > 0 ? nameOf(state) : null, publishers };
  }

  async hasAny(identity: Identity): Promise<boolean> {
    const { roles, publishers } = await this.of(identity);
    return roles.length > 0 || publishers.length > 0;
  }
}
