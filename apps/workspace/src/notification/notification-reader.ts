/**
 * What a person has read of the notifications, and wants to get. A person belongs to one organisation, so the id of the
 * person identifies the stream.
 */
import type { NotificationKind, NotificationPreferences } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { storedPreferences, type StoredPreferences } from '@kushk/person-session';

export type NotificationReaderFact =
  | Fact<'NotificationsRead', { personId: string; until: string }>
  /** Replaces all preferences. */
  | Fact<'NotificationPreferencesSet', { personId: string; preferences: NotificationPreferences; at: string }>;
export interface NotificationReader extends StoredPreferences<NotificationKind> {
  readonly personId: string | null;
  /** Null for a person who has not read any. */
  readonly readUntil: string | null;
}

export const notificationReaderStream: StreamType<NotificationReader, NotificationReaderFact> = {
  category: 'notification_reader',
  factTypes: { NotificationsRead: true, NotificationPreferencesSet: true },
  initial: { personId: null, readUntil: null, preferences: {}, mailSince: {} },
  stateVersion: 3,
  evolve: (reader, fact) => {
    const { personId } = fact.data;
    switch (fact.type) {
      case 'NotificationsRead':
        return { ...reader, personId, readUntil: fact.data.until };
      case 'NotificationPreferencesSet': {
        const { preferences, at } = fact.data;
        return { ...reader, personId, ...storedPreferences(reader.mailSince, preferences, at) };
      }
      default:
        return unreachable(fact);
    }
  },
};
