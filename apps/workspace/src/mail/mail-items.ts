/** What a subscriber is notified of, with the kind by which the subscriber chooses. */
import type { NotificationKind } from '@kushk/contracts';
import { kindOf, type PersonNotification, type PersonNotifications } from '../notification/person-notifications.js';
import type { MailSubscriber } from './mail-subscribers.view.js';

export type MailItem = PersonNotification & { readonly mailKind: NotificationKind };

export async function mailItems(
  notifications: PersonNotifications,
  { organisation_id: organisationId, person_id: personId }: MailSubscriber,
  at: Date,
): Promise<readonly MailItem[]> {
  const all = await notifications.of({ organisationId, personId }, at);
  return all.map((one) => ({ ...one, mailKind: kindOf(one) }));
}
