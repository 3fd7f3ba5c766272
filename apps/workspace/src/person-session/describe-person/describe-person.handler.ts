import { respond } from '@kushk/broker';
import { workspaceSessions, type PersonOrganisation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { chosenOf, personPreferencesStream, PersonSessions, preferencesIdOf } from '@kushk/person-session';
import { nameOf, rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Organisations } from '../../organisation/organisation.view.js';
import { People, type PersonRow } from '../../person/person.view.js';

/** Bounds the reply. A person of more organisations names one in `Service-Organisation`. */
const MOST_ORGANISATIONS = 200;

@Controller()
export class DescribePersonHandler {
  constructor(
    private readonly store: EventStore,
    private readonly people: People,
    private readonly organisations: Organisations,
    private readonly sessions: PersonSessions,
  ) {}

  @MessagePattern(workspaceSessions.describePerson.subject)
  async handle({
    issuer,
    subject,
    session_key,
  }: RequestOf<typeof workspaceSessions.describePerson>): Promise<
    Outcome<ReplyOf<typeof workspaceSessions.describePerson>>
  > {
    const [memberships, staff, preferences, session] = await Promise.all([
      this.people.memberships(issuer, subject, null),
      this.store.load(streamRef(staffStream, staffIdOf(subject))),
      this.store.load(streamRef(personPreferencesStream, preferencesIdOf({ issuer, subject }))),
      this.sessions.findSignIn(session_key),
    ]);
    const organisations = memberships.slice(0, MOST_ORGANISATIONS).map((person) => this.organisationOf(person));
    const roles = rolesOf(staff.state);
    return respond({
      name: memberships[0]?.name ?? (roles.length > 0 ? nameOf(staff.state) : (session?.name ?? null)),
      roles,
      organisations: await Promise.all(organisations),
      preferences: chosenOf(preferences.state),
    });
  }

  private async organisationOf({ stream_id, organisation_id, role }: PersonRow): Promise<PersonOrganisation> {
    const { id, name, locale } = await this.organisations.get(organisation_id);
    return { id, name, role, person_id: stream_id, locale };
  }
}
