import { queryHandler, respond } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { Mails } from '../mails.view.js';

/** In production no mail has a preview, so the list is empty. */
export const ListMailsHandler = queryHandler(
  workspaceNotifications.listMails,
  { mails: Mails },
  async ({ organisation_id }, { mails }) => {
    const found = await mails.mailbox(organisation_id);
    return respond({ mails: found.map(({ id, at, preview }) => ({ id, at: at.toISOString(), ...preview })) });
  },
);
