import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { secondsUntilNextAttempt, type AccessAttempts } from '../access-attempts.js';
import type { Access, AccessRequested } from '../access.js';

export type RequestAccess = AccessRequested['data'];
interface States {
  readonly access: Access;
  readonly attempts: AccessAttempts;
}
interface Facts {
  readonly access: readonly AccessRequested[];
}

/**
 * Reserves the id of an organisation's access to a plugin, which stays the same until the access ends: the hub counts a
 * repeated use of a code once. Rejects with `store.code_attempts_exceeded` after too many wrong codes.
 */
export function requestAccess(
  command: RequestAccess,
  { access, attempts }: States,
): Decision<Facts, { readonly access_id: string }> {
  const retry_after_seconds = secondsUntilNextAttempt(attempts, command.at);
  if (retry_after_seconds > 0) return refuse('store.code_attempts_exceeded', { retry_after_seconds });
  switch (access.status) {
    case 'absent':
    case 'ended':
      return accept({ access: [{ type: 'AccessRequested', data: command }] }, { access_id: command.accessId });
    case 'requested':
    case 'granted':
      return accept({ access: [] }, { access_id: access.accessId });
    default:
      return unreachable(access);
  }
}
