import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { notificationReaderStream, type NotificationReaderFact } from '../../notification/notification-reader.js';
import { unsubscribe } from './unsubscribe.js';

const at = '2026-11-20T08:00:00.000Z';
const set = (as: 'staff' | 'member', email: 'off' | 'daily'): NotificationReaderFact => ({
  type: 'NotificationPreferencesSet',
  data: { as, subject: 'olga', preferences: { key_expiring: { page: false, email } }, at },
});
const ended = unsubscribe.bind(null, { subject: 'olga', at });

describe('unsubscribe', () => {
  it('ends the e-mails to a person as staff and as a member, once, and keeps what the pages list', () => {
    given({
      staff: [notificationReaderStream, set('staff', 'daily')],
      member: [notificationReaderStream, set('member', 'daily')],
    })
      .when(ended)
      .thenFactsOf({ staff: [set('staff', 'off')], member: [set('member', 'off')] })
      .when(ended)
      .thenFacts();
  });
});
