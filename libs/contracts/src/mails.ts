/** Requests and replies of the two services that send notifications by e-mail. */
import { requiresNoRole } from './caller-policy.js';
import { command, query } from './messages.js';

/** A mail that would have been sent. */
export interface MailResource {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const mailRequests = (service: 'catalogue' | 'workspace') => ({
  /** Replaces the address of a person with the one that the sign-in provider has verified; null deletes it. */
  storeMailAddress: command<{ issuer: string; subject: string; address: string | null }, null>(
    service,
    'mail.store-address',
  ),
  /** Ends all e-mails to the person of a token. Repeatable. Rejects with `subscription.not_found`. */
  unsubscribe: command<{ token: string }, null>(
    service,
    'mail.unsubscribe',
    requiresNoRole('the token in the mail is the right'),
  ),
  /** The newest mails that would have been sent, to the people of an organisation or of the hub; none in production. */
  listMails: query<{ organisation_id: string | null }, { readonly mails: readonly MailResource[] }>(
    service,
    'mail.list',
  ),
});
export type MailRequests = ReturnType<typeof mailRequests>;

export const catalogueMails = mailRequests('catalogue');
export const workspaceMails = mailRequests('workspace');
