import { respond } from '@kushk/broker';
import { catalogueSessions, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { chosenOf, personPreferencesStream, PersonSessions, preferencesIdOf } from '@kushk/person-session';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { HubRoles } from '../hub-roles.js';

@Controller()
export class DescribePersonHandler {
  constructor(
    private readonly store: EventStore,
    private readonly hubRoles: HubRoles,
    private readonly sessions: PersonSessions,
  ) {}

  @MessagePattern(catalogueSessions.describePerson.subject)
  async handle({
    issuer,
    subject,
    session_key,
  }: RequestOf<typeof catalogueSessions.describePerson>): Promise<
    Outcome<ReplyOf<typeof catalogueSessions.describePerson>>
  > {
    const [{ roles, name, publishers }, preferences, session] = await Promise.all([
      this.hubRoles.of(subject),
      this.store.load(streamRef(personPreferencesStream, preferencesIdOf({ issuer, subject }))),
      this.sessions.findSignIn(session_key),
    ]);
    return respond({
      name: name ?? session?.name ?? null,
      roles,
      publishers: publishers.map(({ id, name: publisherName }) => ({ id, name: publisherName })),
      preferences: chosenOf(preferences.state),
    });
  }
}
