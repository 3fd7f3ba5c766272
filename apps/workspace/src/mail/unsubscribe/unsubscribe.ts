import { accept, type Accepted } from '@kushk/decider';
import { withoutMail } from '../../notification/notification-preferences.js';
import type { NotificationReader, NotificationReaderFact } from '../../notification/notification-reader.js';

/** Ends all e-mails to a person. The preferences for the page stay. */
export function unsubscribe(
  { personId, at }: { readonly personId: string; readonly at: string },
  { preferences, mailSince }: NotificationReader,
): Accepted<readonly NotificationReaderFact[], null> {
  if (Object.keys(mailSince).length === 0) return accept([], null);
  return accept(
    [{ type: 'NotificationPreferencesSet', data: { personId, preferences: withoutMail(preferences), at } }],
    null,
  );
}
