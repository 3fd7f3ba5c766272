import { respond } from '@kushk/broker';
import { workspaceSessions, type BrowserSession, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { currentSessionId, PersonSessions } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class AuthenticateSessionHandler {
  constructor(private readonly sessions: PersonSessions) {}

  @MessagePattern(workspaceSessions.authenticateSession.subject)
  async handle({
    session_key,
  }: RequestOf<typeof workspaceSessions.authenticateSession>): Promise<Outcome<BrowserSession>> {
    const at = now();
    const session = await this.sessions.findBrowserSession(session_key, at);
    if (session === null) return refuse('auth.token_invalid');
    const { issuer, subject, session_id, name } = session;
    return respond({ issuer, subject, session_id, name, is_use_due: currentSessionId(session, at) === null });
  }
}
