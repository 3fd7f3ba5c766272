import { createContext, use, type ReactNode } from 'react';
import type { Session } from './session.js';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Returns the signed-in person with roles, publishers and organisations. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('SessionProvider is missing');
  return session;
}
