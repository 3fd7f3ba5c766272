import { respond } from '@kushk/broker';
import { catalogueSessions, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { PersonSessions } from '@kushk/person-session';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { HubRoles } from '../hub-roles.js';

@Controller()
export class AuthenticateSignInHandler {
  constructor(
    private readonly sessions: PersonSessions,
    private readonly roles: HubRoles,
  ) {}

  @MessagePattern(catalogueSessions.authenticateSignIn.subject)
  async handle({
    subject,
    session_key,
  }: RequestOf<typeof catalogueSessions.authenticateSignIn>): Promise<Outcome<null>> {
    if (await this.sessions.isSignedOut(session_key)) return refuse('auth.token_invalid');
    return (await this.roles.hasAny(subject)) ? respond(null) : refuse('auth.role_missing');
  }
}
