/**
 * Until when a person has read the notifications. A person belongs to one organisation, so the id of the person
 * identifies the stream.
 */
import type { Fact, StreamType } from '@kushk/decider';

export type NotificationReaderFact = Fact<'NotificationsRead', { personId: string; until: string }>;
export interface NotificationReader {
  readonly personId: string | null;
  /** Null for a person who has not read any. */
  readonly readUntil: string | null;
}

export const notificationReaderStream: StreamType<NotificationReader, NotificationReaderFact> = {
  category: 'notification_reader',
  factTypes: { NotificationsRead: true },
  initial: { personId: null, readUntil: null },
  stateVersion: 1,
  evolve: (reader, { data: { personId, until } }) => ({ ...reader, personId, readUntil: until }),
};
