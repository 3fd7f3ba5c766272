import type { InstancePerson, PersonOrganisation } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import type { Identity, PersonRoles } from '@kushk/person-session';
import { nameOf, rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import type { Organisations } from '../organisation/organisation.view.js';
import type { People, PersonRow } from '../person/person.view.js';

/** Bounds the reply. A person of more organisations names one in `Service-Organisation`. */
const MOST_ORGANISATIONS = 200;

interface Dependencies {
  readonly store: EventStore;
  readonly people: People;
  readonly organisations: Organisations;
}

/** The roles as staff of the instance, and the organisations. */
export class InstanceRoles implements PersonRoles<InstancePerson> {
  constructor(private readonly dependencies: Dependencies) {}

  async of({ issuer, subject }: Identity): Promise<InstancePerson> {
    const { store, people } = this.dependencies;
    const [memberships, { state }] = await Promise.all([
      people.memberships(issuer, subject, null),
      store.load(streamRef(staffStream, staffIdOf(subject))),
    ]);
    const organisations = memberships.slice(0, MOST_ORGANISATIONS).map((person) => this.organisationOf(person));
    const roles = rolesOf(state);
    return {
      roles,
      name: memberships[0]?.name ?? (roles.length > 0 ? nameOf(state) : null),
      organisations: await Promise.all(organisations),
    };
  }

  async hasAny({ issuer, subject }: Identity): Promise<boolean> {
    const { store, people } = this.dependencies;
    if ((await people.memberships(issuer, subject, null)).length > 0) return true;
    const { state } = await store.load(streamRef(staffStream, staffIdOf(subject)));
    return rolesOf(state).length > 0;
  }

  private async organisationOf({ stream_id, organisation_id, role }: PersonRow): Promise<PersonOrganisation> {
    const { id, name, locale } = await this.dependencies.organisations.get(organisation_id);
    return { id, name, role, person_id: stream_id, locale };
  }
}
