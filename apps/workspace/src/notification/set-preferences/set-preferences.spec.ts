import { describe, it } from '@jest/globals';
import type { NotificationPreferences } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { notificationReaderStream, type NotificationReader } from '../notification-reader.js';
import { setPreferences } from './set-preferences.js';

const at = '2026-11-20T09:00:00.000Z';
const hidden = { page: false, email: 'off' } as const;
const set = (preferences: NotificationPreferences) => (reader: NotificationReader) =>
  setPreferences({ personId: 'per_1', role: 'member', preferences, at }, reader);
const read = { type: 'NotificationsRead', data: { personId: 'per_1', until: '2026-11-20T08:00:00.000Z' } } as const;

describe('setPreferences', () => {
  it('replaces all preferences, returns those of the role, and leaves what was read', () => {
    const preferences = { proposals_waiting: hidden, wallet_low: hidden };
    given(notificationReaderStream, read)
      .when(set(preferences))
      .thenFacts({ type: 'NotificationPreferencesSet', data: { personId: 'per_1', preferences, at } })
      .thenReplies({ proposal_assigned: { page: true, email: 'off' }, proposals_waiting: hidden })
      .when(set(preferences))
      .thenFacts()
      .when(set({}))
      .thenState({ preferences: {}, readUntil: read.data.until });
  });

  it('remembers since when e-mail of each kind is wanted, until it is wanted no more', () => {
    const [mailed, later] = [{ page: true, email: 'daily' } as const, '2026-11-21T09:00:00.000Z'];
    const setAt = (time: string, preferences: NotificationPreferences) => (reader: NotificationReader) =>
      setPreferences({ personId: 'per_1', role: 'admin', preferences, at: time }, reader);
    given(notificationReaderStream)
      .when(setAt(at, { wallet_low: mailed }))
      .when(setAt(later, { wallet_low: mailed, wallet_frozen: mailed }))
      .thenState({ mailSince: { wallet_low: at, wallet_frozen: later } })
      .when(setAt(later, { wallet_low: hidden, wallet_frozen: mailed }))
      .thenState({ mailSince: { wallet_frozen: later } });
  });
});
