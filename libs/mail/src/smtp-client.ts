/** Sends mails by SMTP. */
import type { MailConfig } from '@kushk/runtime';
import { createTransport } from 'nodemailer';
import type { MailOutcome, OutgoingMail } from './postbox.js';

const CONNECT_MS = 10_000;
/** For each answer of the server. */
const ANSWER_MS = 30_000;

export class SmtpClient {
  private readonly transport: ReturnType<typeof transportFor>;

  constructor(private readonly config: MailConfig) {
    this.transport = transportFor(config);
  }

  async send({ id, to, subject, text, html, unsubscribeUrl }: OutgoingMail): Promise<MailOutcome> {
    const { from } = this.config;
    try {
      await this.transport.sendMail({
        from: { name: 'Kushk', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
        // RFC 3834, and RFC 8058 for the two others: mail programs unsubscribe with one POST.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  close(): void {
    this.transport.close();
  }
}

function transportFor({ host, port, secure, user, password, isLoopback }: MailConfig) {
  return createTransport({
    host,
    port,
    secure,
    // A password never crosses a network in plain text.
    requireTLS: !secure && user !== null && !isLoopback,
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The error holds the response of the server, which may name the address: only its code is kept. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
  const status = responseCode ?? null;
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && status !== null && status >= 500;
  return { kind: isFinal ? 'refused' : 'failed', reason: code ?? 'unknown', status };
}
