import type { Actor } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';

/**
 * Whose load a command is. Callers of one organisation, or of one publisher, share their turns in the queue; the
 * system's own commands, such as those of reactions, have a turn of their own (null).
 */
export function tenantOf(actor: Actor | undefined): string | null {
  if (actor === undefined) return null;
  switch (actor.kind) {
    case 'publisher':
      return actor.publisher_id;
    case 'person':
    case 'plugin':
      return actor.organisation_id;
    case 'staff':
      return actor.subject;
    case 'system':
      return null;
    default:
      return unreachable(actor);
  }
}
