import type { Actor } from './messages.js';

/**
 * Whose load a request is. Callers of one organisation, or of one publisher, share their turns wherever a queue is
 * shared; the system's own requests have a turn of their own (null).
 */
export function tenantOf(actor: Actor | undefined): string | null {
  switch (actor?.kind) {
    case 'publisher':
    case 'publisher_member':
      return actor.publisher_id;
    case 'person':
    case 'plugin':
      return actor.organisation_id;
    case 'staff':
      return actor.subject;
    case 'system':
    case undefined:
      return null;
  }
}
