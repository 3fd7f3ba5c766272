/** Makes the mails that are due. */
import type { MailPeople } from './mail-people.js';
import { MAIL_WAYS, selectForMail } from './mail-selection.js';
import type { Mails } from './mails.view.js';

export class MailComposer {
  constructor(
    private readonly people: MailPeople,
    private readonly mails: Mails,
  ) {}

  /** Makes a mail for each person and way of whom something is to be sent. */
  async compose(at: Date, stopping: AbortSignal): Promise<void> {
    let page = await this.people.page('');
    while (page.length > 0) {
      for (const subscriber of page) {
        if (stopping.aborted) return;
        const items = await subscriber.items(at);
        for (const way of MAIL_WAYS) {
          const due = selectForMail(items, subscriber, { way, now: at });
          if (due.length > 0) await this.mails.compose({ personId: subscriber.personId, way }, due, at);
        }
      }
      page = await this.people.page(page.at(-1)!.personId);
    }
  }
}
