import { describe, it } from '@jest/globals';
import type { NotificationPreferences } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { notificationReaderStream, type NotificationReader } from '../notification-reader.js';
import { setPreferences } from './set-preferences.js';

const at = '2026-11-20T09:00:00.000Z';
const set = (preferences: NotificationPreferences) => (reader: NotificationReader) =>
  setPreferences({ personId: 'per_1', role: 'member', preferences, at }, reader);
const read = { type: 'NotificationsRead', data: { personId: 'per_1', until: '2026-11-20T08:00:00.000Z' } } as const;

describe('setPreferences', () => {
  it('replaces all preferences, returns those of the role, and leaves what was read', () => {
    const preferences = { proposals_waiting: { page: false }, wallet_low: { page: false } };
    given(notificationReaderStream, read)
      .when(set(preferences))
      .thenFacts({ type: 'NotificationPreferencesSet', data: { personId: 'per_1', preferences, at } })
      .thenReplies({ proposal_assigned: { page: true }, proposals_waiting: { page: false } })
      .when(set(preferences))
      .thenFacts()
      .when(set({}))
      .thenState({ preferences: {}, readUntil: read.data.until });
  });
});
