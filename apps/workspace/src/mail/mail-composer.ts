/** Makes the mails that are due. */
import type { PersonNotifications } from '../notification/person-notifications.js';
import { mailItems } from './mail-items.js';
import { MAIL_WAYS, selectForMail } from './mail-selection.js';
import type { MailSubscribers } from './mail-subscribers.view.js';
import type { Mails } from './mails.view.js';

export class MailComposer {
  constructor(
    private readonly subscribers: MailSubscribers,
    private readonly notifications: PersonNotifications,
    private readonly mails: Mails,
  ) {}

  /** Makes a mail for each person and way of whom something is to be sent. */
  async compose(at: Date, stopping: AbortSignal): Promise<void> {
    let page = await this.subscribers.page('');
    while (page.length > 0) {
      for (const subscriber of page) {
        if (stopping.aborted) return;
        const items = await mailItems(this.notifications, subscriber, at);
        for (const way of MAIL_WAYS) {
          const due = selectForMail(items, subscriber, { way, now: at });
          if (due.length > 0) await this.mails.compose({ personId: subscriber.person_id, way }, due, at);
        }
      }
      page = await this.subscribers.page(page.at(-1)!.person_id);
    }
  }
}
