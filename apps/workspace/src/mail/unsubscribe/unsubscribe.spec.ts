import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { notificationReaderStream } from '../../notification/notification-reader.js';
import { unsubscribe } from './unsubscribe.js';

const at = '2026-11-20T08:00:00.000Z';
const chosen = { wallet_low: { page: false, email: 'at_once' }, update_waiting: { page: true, email: 'off' } } as const;

describe('unsubscribe', () => {
  it('ends all e-mails once, and keeps what the page lists', () => {
    const preferences = { ...chosen, wallet_low: { page: false, email: 'off' as const } };
    given(notificationReaderStream, {
      type: 'NotificationPreferencesSet',
      data: { personId: 'per_1', preferences: chosen, at },
    })
      .when((reader) => unsubscribe({ personId: 'per_1', at }, reader))
      .thenFacts({ type: 'NotificationPreferencesSet', data: { personId: 'per_1', preferences, at } })
      .thenState({ mailSince: {} })
      .when((reader) => unsubscribe({ personId: 'per_1', at }, reader))
      .thenFacts();
  });
});
