/**
 * Sends mails that are due. What a mail contains is computed when it is sent, so a person never gets what the person
 * may no longer see (docs/adr/0048-notifications-computed-when-read.md).
 */
import type { MailAddresses } from './mail-addresses.view.js';
import { mailContent } from './mail-content.js';
import type { MailLanguages } from './mail-languages.js';
import type { MailPeople, MailSubscriber } from './mail-people.js';
import { selectForMail } from './mail-selection.js';
import type { MailNames } from './mail-texts.js';
import { keyOf, type ClaimedMail, type Mails } from './mails.view.js';
import type { MailOutcome, OutgoingMail, Postbox } from './postbox.js';
import type { UnsubscribeTokens } from './unsubscribe-tokens.js';

export interface MailSenderParts {
  readonly people: MailPeople;
  readonly names: MailNames<string>;
  readonly mails: Mails;
  readonly addresses: MailAddresses;
  readonly languages: MailLanguages;
  readonly tokens: UnsubscribeTokens;
  readonly postbox: Postbox;
}

/** What has become of a mail. `dropped`: nothing in it is to be sent any more, or to no one. */
export type Attempt = (MailOutcome | { readonly kind: 'dropped' }) & {
  readonly mailId: string;
  readonly attempt: number;
};

export class MailSender {
  constructor(private readonly parts: MailSenderParts) {}

  /** Sends one mail; null when none is due. */
  async sendNext(at: Date): Promise<Attempt | null> {
    const { mails, postbox } = this.parts;
    const claimed = await mails.claim(at);
    if (claimed === null) return null;
    const { mail_id: mailId, attempts: attempt } = claimed;
    const mail = await this.render(claimed, at);
    const outcome = mail === null ? ({ kind: 'dropped' } as const) : await postbox.send(mail);
    if (outcome.kind === 'failed') await mails.retryLater(claimed, at);
    else await mails.settle(mailId, at, mail !== null && postbox.state === 'mailbox' ? previewOf(mail) : null);
    return { ...outcome, mailId, attempt };
  }

  /** Null when nothing is to be sent any more, or to no one. */
  private async render(mail: ClaimedMail, at: Date): Promise<OutgoingMail | null> {
    const { people, names, addresses, languages, tokens, postbox } = this.parts;
    const { mail_id: id, way, person_id: personId, created_at: createdAt } = mail;
    const subscriber = await people.find(personId);
    if (subscriber === null) return null;
    const [counts, to] = await Promise.all([
      this.countsOf(mail, subscriber, at),
      addresses.open(subscriber, subscriber.sealedAddress),
    ]);
    if (counts.size === 0 || to === null) return null;
    const unsubscribeUrl = await tokens.urlFor(personId);
    const content = mailContent({
      ...{ names, language: await languages.of(subscriber), way, counts, at: createdAt, unsubscribeUrl },
      pageUrl: `${postbox.origin}${subscriber.path}`,
    });
    return { ...content, id, unsubscribeUrl, to };
  }

  /** How many of each kind are still to be sent: none that is settled, no longer visible, or no longer wanted. */
  private async countsOf(
    { mail_id: id, way }: ClaimedMail,
    subscriber: MailSubscriber<string>,
    at: Date,
  ): Promise<ReadonlyMap<string, number>> {
    const contained = await this.parts.mails.contents(id);
    const counts = new Map<string, number>();
    for (const item of selectForMail(await subscriber.items(at), subscriber, { way, now: at }))
      if (contained.has(keyOf(item))) counts.set(item.kind, (counts.get(item.kind) ?? 0) + item.count);
    return counts;
  }
}

function previewOf({ to, subject, text }: OutgoingMail) {
  return { to, subject, text };
}
