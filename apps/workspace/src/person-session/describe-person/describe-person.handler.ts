import { respond } from '@kushk/broker';
import { workspaceSessions, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { chosenOf, personPreferencesStream, PersonSessions, preferencesIdOf } from '@kushk/person-session';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstanceRoles } from '../instance-roles.js';

@Controller()
export class DescribePersonHandler {
  constructor(
    private readonly store: EventStore,
    private readonly instanceRoles: InstanceRoles,
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
    const [{ roles, name, organisations }, preferences, session] = await Promise.all([
      this.instanceRoles.of({ issuer, subject }),
      this.store.load(streamRef(personPreferencesStream, preferencesIdOf({ issuer, subject }))),
      this.sessions.findSignIn(session_key),
    ]);
    return respond({
      name: name ?? session?.name ?? null,
      roles,
      organisations,
      preferences: chosenOf(preferences.state),
    });
  }
}
