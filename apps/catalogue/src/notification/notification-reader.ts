/** Until when a person has read, as staff and as a member of publishers: the two lists differ. */
import { inputHash } from '@kushk/credentials';
import type { Decision, Fact, StreamType } from '@kushk/decider';
import { moveReadUntil, type MarkRead } from '@kushk/person-session';

export type NotificationReaderFact = Fact<'NotificationsRead', { readonly until: string }>;
export interface NotificationReader {
  /** Null for a person who has not read any. */
  readonly readUntil: string | null;
}

export const notificationReaderStream: StreamType<NotificationReader, NotificationReaderFact> = {
  category: 'notification_reader',
  factTypes: { NotificationsRead: true },
  initial: { readUntil: null },
  stateVersion: 1,
  evolve: (_reader, { data: { until } }) => ({ readUntil: until }),
};

/** The stream of a person. A hash, because a subject can be long. */
export function readerIdOf(as: 'staff' | 'member', subject: string): string {
  return inputHash(['notifications', as, subject]);
}

export function markRead(
  until: MarkRead,
  { readUntil }: NotificationReader,
): Decision<readonly NotificationReaderFact[], { readonly read_until: string }> {
  return moveReadUntil(until, readUntil, (read) => ({ type: 'NotificationsRead', data: { until: read } }));
}
