import type { FastifyRequest } from 'fastify';
import type { catalogueSessions, workspaceSessions } from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';
import { assertOwnRequest } from '../session/own-request.js';
import type { SessionCookies } from '../session/session-cookies.js';
import { bearerToken } from './authenticator.js';
import type { CallerSignIn } from './caller.js';
import type { SignInClient } from './sign-in.client.js';

/** The requests of the service that stores the sessions: the catalogue on the hub, the workspace on an instance. */
export type SessionRequests = typeof catalogueSessions | typeof workspaceSessions;

interface PersonIdentifierOptions {
  readonly signIn: Pick<SignInClient, 'identify'>;
  readonly cookies: SessionCookies;
  readonly sessions: SessionRequests;
  /** The origin of our own pages. */
  readonly origin: string;
}
/** The longest `User-Agent` that is stored; the rest is cut off. */
const USER_AGENT_MAX = 300;

/** Finds out which person sent a request: by bearer token, or by the session cookie of the pages. */
export class PersonIdentifier {
  constructor(private readonly options: PersonIdentifierOptions) {}

  /**
   * Returns the sign-in. A request with an `Authorization` header is identified by it alone. Throws
   * `auth.token_invalid` without a valid credential, and `auth.origin_refused` for a request with a cookie that our own
   * page did not send.
   */
  async identify(request: FastifyRequest, send: SendRequest): Promise<CallerSignIn> {
    const { signIn, cookies } = this.options;
    const token = request.headers.authorization === undefined ? cookies.sessionToken(request.headers) : null;
    if (token !== null) return await this.ofSession(token, request, send);
    const identity = await signIn.identify(bearerToken(request, 'auth.token_invalid', []));
    return { ...identity, kind: 'token', name: null, sessionId: null, userAgent: userAgentOf(request) };
  }

  /** What can be guessed in a request: the credential that counts against the limit of failed authentication. */
  credentialOf({ headers }: FastifyRequest): string | undefined {
    return headers.authorization ?? this.options.cookies.sessionToken(headers) ?? undefined;
  }

  private async ofSession(token: string, request: FastifyRequest, send: SendRequest): Promise<CallerSignIn> {
    const { cookies, sessions, origin } = this.options;
    assertOwnRequest(request, origin);
    const session_key = cookies.sessionKey(token);
    const { reply } = await send(sessions.authenticateSession, { session_key });
    const { issuer, subject, name, session_id: sessionId } = reply;
    const userAgent = userAgentOf(request);
    // Authenticating a response again that lasts is no activity: the session must be able to expire.
    if (reply.is_use_due && !request.isRecheck)
      await send(sessions.useSession, { issuer, subject, session_key, user_agent: userAgent });
    return { issuer, subject, session_key, kind: 'browser', name, sessionId, userAgent };
  }
}

export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null;
}
