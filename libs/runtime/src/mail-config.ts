/** The configuration of e-mail (docs/reference/notifications.md). */
import type { Parse } from './environment.js';

export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; otherwise STARTTLS, where the server offers it. */
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** The address that sends. */
  readonly from: string;
  /** Whether the server is on the same machine, where nothing has to be encrypted. */
  readonly isLoopback: boolean;
}

const PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 };
const ADDRESS = /^[^\s@<>",;]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** Whether a text is the address of one mailbox, as mails need it. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/** `smtps://user:password@host:465?from=kushk@example.com` */
export const smtpUrl: Parse<MailConfig> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const from = url?.searchParams.get('from') ?? '';
  const port = url === null ? undefined : PORTS[url.protocol];
  const hasMore = url !== null && [...url.searchParams.keys()].some((key) => key !== 'from');
  if (url === null || port === undefined || url.hostname === '' || !isMailAddress(from) || hasMore)
    throw new Error('must be smtp://… or smtps://user:password@host:port?from=address');
  const partOf = (value: string): string | null => (value === '' ? null : decodeURIComponent(value));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    secure: url.protocol === 'smtps:',
    user: partOf(url.username),
    password: partOf(url.password),
    from,
    isLoopback: /^(127(\.\d+){3}|::1|localhost)$/.test(host),
  };
};
