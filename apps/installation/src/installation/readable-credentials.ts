/** How long an admin can read the credentials of a plugin that polls. */
import type { Grants } from './installation-facts.js';
import type { ExistingInstallation } from './installation.js';

/** How the plugin of the newest credentials gets its events: that of the version to which it moves, if it moves. */
export function deliveryOfCredentials({ grants, move }: ExistingInstallation): Grants['delivery'] {
  return (move?.grants ?? grants).delivery;
}

/** Credentials that no admin has read end after this time (docs/reference/limits.md). */
const CREDENTIALS_READABLE_MS = 7 * 86_400_000;

/**
 * Until when an admin can read the credentials of a plugin that polls; null when it has them, and for a plugin that
 * gets them in the `installed` call.
 */
export function credentialsReadableUntil(installation: ExistingInstallation): Date | null {
  const { sealedToken, issuedAt, move } = installation;
  if (deliveryOfCredentials(installation) !== 'poll' || sealedToken === null) return null;
  const until = Date.parse(issuedAt) + CREDENTIALS_READABLE_MS;
  return new Date(move === null ? until : Math.min(until, Date.parse(move.giveUpAt)));
}
