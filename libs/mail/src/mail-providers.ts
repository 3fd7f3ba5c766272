import { EventStore } from '@kushk/event-store';
import { CONFIG, type Config } from '@kushk/runtime';
import type { Provider } from '@nestjs/common';
import { MailAddresses } from './mail-addresses.view.js';
import { MailComposer } from './mail-composer.js';
import { MailLanguages } from './mail-languages.js';
import { MailPeople } from './mail-people.js';
import { MailSender } from './mail-sender.js';
import type { MailNames } from './mail-texts.js';
import { MailWorker } from './mail-worker.js';
import { Mails } from './mails.view.js';
import { Postbox } from './postbox.js';
import { SmtpClient } from './smtp-client.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

interface MailOptions {
  readonly names: MailNames<string>;
  /** The public origin of the service's pages. Called only when e-mail is sent or shown. */
  readonly originOf: (config: Config) => string;
}
type SenderParts = [MailPeople, Mails, MailAddresses, MailLanguages, UnsubscribeTokens, Postbox];
type WorkerParts = [MailComposer, MailSender, Postbox, MailPeople, Mails];

/** What sends notifications by e-mail, besides the service's own `MailPeople`. */
export function mailProviders({ names, originOf }: MailOptions): readonly Provider[] {
  return [
    MailAddresses,
    Mails,
    { provide: Postbox, inject: [CONFIG], useFactory: (config: Config) => postboxOf(config, originOf) },
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
      provide: MailComposer,
      inject: [MailPeople, Mails],
      useFactory: (people: MailPeople, mails: Mails) => new MailComposer(people, mails),
    },
    {
      provide: MailSender,
      inject: [MailPeople, Mails, MailAddresses, MailLanguages, UnsubscribeTokens, Postbox],
      useFactory: (...[people, mails, addresses, languages, tokens, postbox]: SenderParts) =>
        new MailSender({ people, names, mails, addresses, languages, tokens, postbox }),
    },
    {
      provide: MailWorker,
      inject: [MailComposer, MailSender, Postbox, MailPeople, Mails],
      useFactory: (...[composer, sender, postbox, people, mails]: WorkerParts) =>
        new MailWorker({ composer, sender, postbox, people, mails }),
    },
  ];
}

/** Without a key nothing can be sealed, so there is no mailbox either. */
function postboxOf(config: Config, originOf: MailOptions['originOf']): Postbox {
  const { mail, environment, contentKeys } = config;
  const client = mail === null ? null : new SmtpClient(mail);
  const isOff = client === null && !(environment === 'development' && contentKeys.length > 0);
  return new Postbox({ client, isOff, origin: isOff ? '' : new URL(originOf(config)).origin });
}
