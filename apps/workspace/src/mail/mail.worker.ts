import { EventStore } from '@kushk/event-store';
import { BackgroundLoop, CONFIG, log, now, type Config } from '@kushk/runtime';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, Provider } from '@nestjs/common';
import { Notices } from '../notification/notice.view.js';
import { PersonNotifications } from '../notification/person-notifications.js';
import { People } from '../person/person.view.js';
import { ProposalAttention } from '../proposal/attention.view.js';
import { MailAddresses } from './mail-addresses.view.js';
import { MailComposer } from './mail-composer.js';
import { MailLanguages } from './mail-languages.js';
import { MailSender, type Attempt } from './mail-sender.js';
import { MailStates } from './mail-states.js';
import { MailSubscribers } from './mail-subscribers.view.js';
import { Mails } from './mails.view.js';
import { Postbox } from './postbox.js';
import { SmtpClient } from './smtp.client.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

const INTERVAL_MS = 30_000;
/** In development nothing is sent, and people wait for what they see in the mailbox. */
const MAILBOX_INTERVAL_MS = 2_000;

interface MailWorkerParts {
  readonly composer: MailComposer;
  readonly sender: MailSender;
  readonly postbox: Postbox;
  readonly addresses: MailAddresses;
  readonly mails: Mails;
}

/** Sends notifications by e-mail. Several processes may do this at the same time. */
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(now()),
    everyMs: () => (this.parts.postbox.state === 'mailbox' ? MAILBOX_INTERVAL_MS : INTERVAL_MS),
    failure: 'mails not sent',
  });

  constructor(private readonly parts: MailWorkerParts) {}

  onApplicationBootstrap(): void {
    if (this.parts.postbox.state !== 'off') this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.parts.postbox.state !== 'off') await this.loop.stop();
    this.parts.postbox.close();
  }

  /** Makes the mails that are due, and sends them. */
  async run(at: Date): Promise<void> {
    const { composer, sender, addresses, mails } = this.parts;
    const { stopping } = this.loop;
    const startedMs = performance.now();
    await composer.compose(at, stopping);
    // A claim lasts from its own moment: many mails take longer than one. When the server cannot be reached, no other
    // mail would arrive either.
    const elapsed = () => new Date(at.getTime() + performance.now() - startedMs);
    while (!stopping.aborted) if (!report(await sender.sendNext(elapsed()))) break;
    await addresses.deleteOfFormer();
    await mails.deleteOld(at);
  }
}

/** Returns whether another mail may be sent. */
function report(sent: Attempt | null): boolean {
  if (sent === null) return false;
  const { mailId: mail_id, attempt } = sent;
  switch (sent.kind) {
    case 'failed':
      log.warn({ mail_id, attempt, reason: sent.reason, status: sent.status }, 'mail not sent');
      return false;
    case 'refused':
      log.warn({ mail_id, attempt, status: sent.status }, 'mail refused by the receiver');
      return true;
    case 'sent':
      log.info({ mail_id, attempt }, 'mail sent');
      return true;
    case 'dropped':
      return true;
  }
}

/** Without a key nothing can be sealed, so there is no mailbox either. */
const hasMailbox = ({ environment, contentKeys }: Config): boolean =>
  environment === 'development' && contentKeys.length > 0;

type SenderParts = [
  MailSubscribers,
  PersonNotifications,
  Mails,
  MailAddresses,
  MailLanguages,
  UnsubscribeTokens,
  Postbox,
];

/** What sends notifications by e-mail. */
export const mailProviders: readonly Provider[] = [
  MailAddresses,
  MailSubscribers,
  Mails,
  {
    provide: PersonNotifications,
    inject: [People, ProposalAttention, Notices],
    useFactory: (people: People, attention: ProposalAttention, notices: Notices) =>
      new PersonNotifications(people, attention, notices),
  },
  {
    provide: Postbox,
    inject: [CONFIG],
    useFactory: (config: Config) => {
      const { mail } = config;
      const client = mail === null ? null : new SmtpClient(mail);
      const isOff = client === null && !hasMailbox(config);
      return new Postbox({ client, isOff, origin: isOff ? '' : new URL(config.serviceOrigin).origin });
    },
  },
  {
    provide: UnsubscribeTokens,
    inject: [CONFIG, Postbox],
    useFactory: ({ contentKeys }: Config, { origin }: Postbox) => new UnsubscribeTokens(contentKeys, origin),
  },
  {
    provide: MailLanguages,
    inject: [EventStore],
    useFactory: (store: EventStore) => new MailLanguages(store),
  },
  {
    provide: MailStates,
    inject: [Postbox, MailAddresses],
    useFactory: (postbox: Postbox, addresses: MailAddresses) => new MailStates(postbox, addresses),
  },
  {
    provide: MailComposer,
    inject: [MailSubscribers, PersonNotifications, Mails],
    useFactory: (subscribers: MailSubscribers, notifications: PersonNotifications, mails: Mails) =>
      new MailComposer(subscribers, notifications, mails),
  },
  {
    provide: MailSender,
    inject: [MailSubscribers, PersonNotifications, Mails, MailAddresses, MailLanguages, UnsubscribeTokens, Postbox],
    useFactory: (...parts: SenderParts) => {
      const [subscribers, notifications, mails, addresses, languages, tokens, postbox] = parts;
      return new MailSender({ subscribers, notifications, mails, addresses, languages, tokens, postbox });
    },
  },
  {
    provide: MailWorker,
    inject: [MailComposer, MailSender, Postbox, MailAddresses, Mails],
    useFactory: (...parts: [MailComposer, MailSender, Postbox, MailAddresses, Mails]) => {
      const [composer, sender, postbox, addresses, mails] = parts;
      return new MailWorker({ composer, sender, postbox, addresses, mails });
    },
  },
];
