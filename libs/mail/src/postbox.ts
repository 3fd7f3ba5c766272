/** Where mails go: to the SMTP server, or, outside production, into the mailbox that a page shows. */
import type { MailContent } from './mail-content.js';

export interface OutgoingMail extends MailContent {
  /** The same for each attempt, so that a receiver recognises a mail whose answer was lost. */
  readonly id: string;
  readonly to: string;
  readonly unsubscribeUrl: string;
}
/** `sent`; `refused` for good, by the address or its server; `failed`: a later attempt may succeed. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string; readonly status: number | null };

export interface PostboxOptions {
  /** Null without a server. */
  readonly client: { send(mail: OutgoingMail): Promise<MailOutcome>; close(): void } | null;
  readonly isOff: boolean;
  /** The origin of the pages. */
  readonly origin: string;
}

export class Postbox {
  constructor(private readonly options: PostboxOptions) {}

  /** `off`: no e-mail at all. `mailbox`: nothing is sent, and the mailbox shows what would have been. */
  get state(): 'smtp' | 'mailbox' | 'off' {
    if (this.options.client !== null) return 'smtp';
    return this.options.isOff ? 'off' : 'mailbox';
  }

  get origin(): string {
    return this.options.origin;
  }

  async send(mail: OutgoingMail): Promise<MailOutcome> {
    return (await this.options.client?.send(mail)) ?? { kind: 'sent' };
  }

  close(): void {
    this.options.client?.close();
  }
}
