import { accept, refuse, type Decision } from '@kushk/decider';
import { secondsUntilNextAttempt, type AccessAttempts, type AccessCodeRefused } from '../access-attempts.js';

/** Counts a wrong access code. Rejects with `store.code_attempts_exceeded` when the limit was reached before. */
export function refuseAccessCode(
  { at }: { readonly at: string },
  attempts: AccessAttempts,
): Decision<readonly AccessCodeRefused[], null> {
  const retry_after_seconds = secondsUntilNextAttempt(attempts, at);
  if (retry_after_seconds > 0) return refuse('store.code_attempts_exceeded', { retry_after_seconds });
  return accept([{ type: 'AccessCodeRefused', data: { at } }], null);
}
