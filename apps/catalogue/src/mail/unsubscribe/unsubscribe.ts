import { accept, type Accepted } from '@kushk/decider';
import { endMail } from '@kushk/person-session';
import type { NotificationReader, NotificationReaderFact, ReaderId } from '../../notification/notification-reader.js';

type ByPlace<Value> = Readonly<Record<ReaderId['as'], Value>>;

/** Ends all e-mails to a person, as staff and as a member of publishers. */
export function unsubscribe(
  { subject, at }: { readonly subject: string; readonly at: string },
  readers: ByPlace<NotificationReader>,
): Accepted<ByPlace<readonly NotificationReaderFact[]>, null> {
  const end = (as: ReaderId['as']) =>
    endMail(readers[as], (preferences): NotificationReaderFact => {
      return { type: 'NotificationPreferencesSet', data: { as, subject, preferences, at } };
    }).facts;
  return accept({ staff: end('staff'), member: end('member') }, null);
}
