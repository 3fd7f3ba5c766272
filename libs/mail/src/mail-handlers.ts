import { commandHandler, queryHandler, respond } from '@kushk/broker';
import type { MailRequests } from '@kushk/contracts';
import { MailAddresses } from './mail-addresses.view.js';
import { MailPeople } from './mail-people.js';
import { Mails } from './mails.view.js';
import { Postbox } from './postbox.js';

/** How many mails the mailbox of development shows. */
const MAILBOX_SIZE = 50;

/** Handles the requests of one service. How a token ends e-mail is up to the service, which has the stream. */
export function mailHandlers(requests: MailRequests) {
  return [
    // A service that sends no e-mail stores no addresses, and none of people who do not belong to it.
    commandHandler(
      requests.storeMailAddress,
      { addresses: MailAddresses, people: MailPeople, postbox: Postbox },
      async ({ address, ...identity }, { addresses, people, postbox }) => {
        const isStored = postbox.state !== 'off' && (await people.knows(identity));
        await addresses.store(identity, isStored ? address : null);
        return respond(null);
      },
    ),
    // In production no mail has a preview, so the list is empty.
    queryHandler(
      requests.listMails,
      { mails: Mails, people: MailPeople },
      async ({ organisation_id }, { mails, people }) => {
        const newest = await mails.mailbox();
        const shown = new Set(
          await people.among([...new Set(newest.map(({ personId }) => personId))], organisation_id),
        );
        const found = newest.filter(({ personId }) => shown.has(personId)).slice(0, MAILBOX_SIZE);
        return respond({ mails: found.map(({ id, at, preview }) => ({ id, at: at.toISOString(), ...preview })) });
      },
    ),
  ];
}
