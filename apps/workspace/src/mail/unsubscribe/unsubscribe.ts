import type { Accepted } from '@kushk/decider';
import { endMail } from '@kushk/person-session';
import type { NotificationReader, NotificationReaderFact } from '../../notification/notification-reader.js';

export function unsubscribe(
  { personId, at }: { readonly personId: string; readonly at: string },
  reader: NotificationReader,
): Accepted<readonly NotificationReaderFact[], null> {
  return endMail(reader, (preferences) => ({
    type: 'NotificationPreferencesSet',
    data: { personId, preferences, at },
  }));
}
