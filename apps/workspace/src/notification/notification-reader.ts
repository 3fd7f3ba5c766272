/**
 * What a person has read of the notifications, and wants to get. A person belongs to one organisation, so the id of the
 * person identifies the stream.
 */
import type { NotificationPreferences } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type NotificationReaderFact =
  | Fact<'NotificationsRead', { personId: string; until: string }>
  /** Replaces all preferences. */
  | Fact<'NotificationPreferencesSet', { personId: string; preferences: NotificationPreferences; at: string }>;
export interface NotificationReader {
  readonly personId: string | null;
  /** Null for a person who has not read any. */
  readonly readUntil: string | null;
  /** A kind that is absent has its default (notification-preferences.ts). */
  readonly preferences: NotificationPreferences;
}

export const notificationReaderStream: StreamType<NotificationReader, NotificationReaderFact> = {
  category: 'notification_reader',
  factTypes: { NotificationsRead: true, NotificationPreferencesSet: true },
  initial: { personId: null, readUntil: null, preferences: {} },
  stateVersion: 2,
  evolve: (reader, fact) => {
    const { personId } = fact.data;
    switch (fact.type) {
      case 'NotificationsRead':
        return { ...reader, personId, readUntil: fact.data.until };
      case 'NotificationPreferencesSet':
        return { ...reader, personId, preferences: fact.data.preferences };
      default:
        return unreachable(fact);
    }
  },
};
