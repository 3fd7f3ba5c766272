import { respond } from '@kushk/broker';
import { workspaceSessions, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { PersonSessions } from '@kushk/person-session';
import { rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { People } from '../../person/person.view.js';

@Controller()
export class AuthenticateSignInHandler {
  constructor(
    private readonly sessions: PersonSessions,
    private readonly people: People,
    private readonly store: EventStore,
  ) {}

  @MessagePattern(workspaceSessions.authenticateSignIn.subject)
  async handle({
    issuer,
    subject,
    session_key,
  }: RequestOf<typeof workspaceSessions.authenticateSignIn>): Promise<Outcome<null>> {
    if (await this.sessions.isSignedOut(session_key)) return refuse('auth.token_invalid');
    const memberships = await this.people.memberships(issuer, subject, null);
    if (memberships.length > 0) return respond(null);
    const { state } = await this.store.load(streamRef(staffStream, staffIdOf(subject)));
    return rolesOf(state).length > 0 ? respond(null) : refuse('auth.role_missing');
  }
}
