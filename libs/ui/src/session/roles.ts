import { useSession } from './session-context.js';
import type { Session } from './session.js';

/**
 * The roles of a person for what the pages offer: as staff, `publisher` for a member of a publisher, and `admin` or
 * `member` in the current organisation. The APIs check every request; this only hides what would be refused.
 */
export function rolesOf(session: Session, organisation: string | null): ReadonlySet<string> {
  const member = session.organisations.find(({ id }) => id === organisation);
  return new Set([
    ...session.roles,
    ...(session.publishers.length > 0 ? ['publisher'] : []),
    ...(member?.roles ?? []),
    ...(member?.role === undefined ? [] : [member.role]),
  ]);
}

export function useRoles(organisation: string | null = null): ReadonlySet<string> {
  return rolesOf(useSession(), organisation);
}
