/** What every call to a plugin looks like (contract §7, "Headers on every call"). */
import { signCall } from '@kushk/credentials';
import type { OutgoingCall } from './exchange.js';

/**
 * Signs a body as it goes over the wire, at this time. `baseUrl` keeps its path; `extra` are the headers that only
 * this kind of call has.
 */
export function signedCall(to: {
  readonly baseUrl: string;
  readonly path: string;
  readonly installationId: string;
  readonly attempt: number;
  readonly secrets: readonly string[];
  readonly body: string;
  readonly at: Date;
  readonly extra?: Readonly<Record<string, string>>;
}): OutgoingCall {
  const body = Buffer.from(to.body, 'utf8');
  return {
    url: new URL(`${to.baseUrl}${to.path}`),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kushk/1',
      'service-signature': signCall(to.secrets, body, Math.floor(to.at.getTime() / 1_000)),
      'service-installation-id': to.installationId,
      'service-attempt': String(to.attempt),
      ...to.extra,
    },
    body,
  };
}
