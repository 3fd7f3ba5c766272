import type { Decision } from '@kushk/decider';
import { moveReadUntil, type MarkRead as MarkUntil } from '@kushk/person-session';
import type { NotificationReader, NotificationReaderFact } from '../notification-reader.js';

export interface MarkRead extends MarkUntil {
  readonly personId: string;
}

export function markRead(
  { personId, ...until }: MarkRead,
  { readUntil }: NotificationReader,
): Decision<readonly NotificationReaderFact[], { readonly read_until: string }> {
  return moveReadUntil(until, readUntil, (read) => ({ type: 'NotificationsRead', data: { personId, until: read } }));
}
