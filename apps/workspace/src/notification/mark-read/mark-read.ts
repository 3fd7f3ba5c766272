import { requestProblem } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import type { NotificationReader, NotificationReaderFact } from '../notification-reader.js';

/** The clocks of two services may differ, so what just happened may be a little later than now. */
const MAX_AHEAD_MS = 60_000;

export interface MarkRead {
  readonly personId: string;
  /** Null is now. */
  readonly until: string | null;
  readonly now: string;
}

/** Moves the time until which a person has read, never back: two windows of a person may answer out of order. */
export function markRead(
  { personId, until, now }: MarkRead,
  { readUntil }: NotificationReader,
): Decision<readonly NotificationReaderFact[], { readonly read_until: string }> {
  const time = new Date(until ?? now);
  if (time.getTime() > Date.parse(now) + MAX_AHEAD_MS) return refuse('request.invalid', { problems: [IN_FUTURE] });
  if (readUntil !== null && Date.parse(readUntil) >= time.getTime()) return accept([], { read_until: readUntil });
  const read = time.toISOString();
  return accept([{ type: 'NotificationsRead', data: { personId, until: read } }], { read_until: read });
}

const IN_FUTURE = requestProblem('out_of_range', '/until', {
  message: 'must not be in the future',
  message_fa: 'نباید در آینده باشد',
});
