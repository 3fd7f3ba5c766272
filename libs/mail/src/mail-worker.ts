import { BackgroundLoop, log, now } from '@kushk/runtime';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { MailComposer } from './mail-composer.js';
import type { MailPeople } from './mail-people.js';
import type { MailSender, Attempt } from './mail-sender.js';
import type { Mails } from './mails.view.js';
import type { Postbox } from './postbox.js';

const INTERVAL_MS = 30_000;
/** In development nothing is sent, and people wait for what they see in the mailbox. */
const MAILBOX_INTERVAL_MS = 2_000;

interface MailWorkerParts {
  readonly composer: MailComposer;
  readonly sender: MailSender;
  readonly postbox: Postbox;
  readonly people: MailPeople;
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
    const { composer, sender, people, mails } = this.parts;
    const { stopping } = this.loop;
    const startedMs = performance.now();
    await composer.compose(at, stopping);
    // A claim lasts from its own moment: many mails take longer than one. When the server cannot be reached, no other
    // mail would arrive either.
    const elapsed = () => new Date(at.getTime() + performance.now() - startedMs);
    while (!stopping.aborted) if (!report(await sender.sendNext(elapsed()))) break;
    await people.deleteFormerAddresses();
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
