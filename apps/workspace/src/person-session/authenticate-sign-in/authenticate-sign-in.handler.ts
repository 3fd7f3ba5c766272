import { respond } from '@kushk/broker';
import { workspaceSessions, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { PersonSessions } from '@kushk/person-session';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstanceRoles } from '../instance-roles.js';

@Controller()
export class AuthenticateSignInHandler {
  constructor(
    private readonly sessions: PersonSessions,
    private readonly roles: InstanceRoles,
  ) {}

  @MessagePattern(workspaceSessions.authenticateSignIn.subject)
  async handle({
    issuer,
    subject,
    session_key,
  }: RequestOf<typeof workspaceSessions.authenticateSignIn>): Promise<Outcome<null>> {
    if (await this.sessions.isSignedOut(session_key)) return refuse('auth.token_invalid');
    return (await this.roles.hasAny({ issuer, subject })) ? respond(null) : refuse('auth.role_missing');
  }
}
