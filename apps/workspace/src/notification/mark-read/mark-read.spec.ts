import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { notificationReaderStream, type NotificationReader } from '../notification-reader.js';
import { markRead } from './mark-read.js';

const now = '2026-11-20T08:00:00.000Z';
const read = (until: string | null) => (reader: NotificationReader) =>
  markRead({ personId: 'per_1', until, now }, reader);
const fact = (until: string) => ({ type: 'NotificationsRead', data: { personId: 'per_1', until } }) as const;

describe('markRead', () => {
  it('moves the time forward, and never back', () => {
    const earlier = '2026-11-20T07:00:00.000Z';
    given(notificationReaderStream)
      .when(read(earlier))
      .thenFacts(fact(earlier))
      .when(read(null))
      .thenFacts(fact(now))
      .thenReplies({ read_until: now })
      .when(read(earlier))
      .thenFacts()
      .thenReplies({ read_until: now });
  });

  it('rejects a time in the future, because it would hide notifications that come until then', () => {
    const problems = [expect.objectContaining({ path: '/until' })];
    given(notificationReaderStream).when(read('2026-11-20T08:01:00.001Z')).thenRefuses('request.invalid', { problems });
    given(notificationReaderStream)
      .when(read('2026-11-20T08:00:02.000Z'))
      .thenFactsMatch(fact('2026-11-20T08:00:02.000Z'));
  });
});
