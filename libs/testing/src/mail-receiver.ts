/** An SMTP server that receives mails, as that of an operator would. */
import { SMTPServer } from 'smtp-server';

export class MailReceiver {
  readonly received: { readonly to: readonly string[]; readonly raw: string }[] = [];
  /** The answer to the next recipients; null accepts them. */
  refusal: { readonly responseCode: number } | null = null;
  private server: SMTPServer | null = null;
  private port = 0;

  /** For `KUSHK_SMTP_URL`. */
  urlFrom(from: string): string {
    return `smtp://127.0.0.1:${this.port}?from=${from}`;
  }

  /** Listens on the port of the first time. */
  async listen(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, done) =>
        done(this.refusal === null ? null : Object.assign(new Error('refused'), this.refusal)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          this.received.push({ to, raw: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as { readonly port: number }).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server?.close(() => resolve()));
  }

  /** The subjects, whose words are in base64 (RFC 2047). */
  subjects(): readonly string[] {
    return this.received.map(({ raw }) => {
      const words = /^Subject: (.*)$/m.exec(unfolded(raw))?.[1] ?? '';
      return [...words.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gi)].map(([, text = '']) => fromBase64(text)).join('');
    });
  }

  /** The token of the link that ends the e-mails to the receiver of a mail. */
  unsubscribeToken(index: number): string {
    const [, url = ''] = /^List-Unsubscribe: <(.*)>/m.exec(unfolded(this.received[index]!.raw)) ?? [];
    return new URL(url).searchParams.get('token')!;
  }
}

export const unfolded = (raw: string): string => raw.replaceAll(/\r\n(?=[ \t])/g, '');
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();

/** The body of a mail, which is quoted-printable (RFC 2045). */
export const decodedBody = (raw: string): string =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_byte, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
