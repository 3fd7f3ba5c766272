import { workspaceSessions } from '@kushk/contracts';
import type { SignedInCaller } from '../authentication/caller.js';
import type { SendRequest } from '../http/route.js';

/** Returns the id of the caller's session. Starts a session, or records its use, when the caller has none in use. */
export async function sessionOf({ signIn }: SignedInCaller, send: SendRequest): Promise<string> {
  const { issuer, subject, session_key, sessionId, userAgent: user_agent } = signIn;
  if (sessionId !== null) return sessionId;
  const { reply } = await send(workspaceSessions.useSession, { issuer, subject, session_key, user_agent });
  return reply.session_id;
}
