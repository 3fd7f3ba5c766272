/** The headers that every request to a plugin carries (docs/reference/delivery.md, "Headers"). */
import { signCall } from '@kushk/credentials';
import type { OutgoingRequest } from './attempt-result.js';

/**
 * Builds a request and signs the exact bytes of `body` at the time `at`. The path of `baseUrl` is kept;
 * `extraHeaders` are the channel's own headers.
 */
export function signedRequest(to: {
  readonly baseUrl: string;
  readonly path: string;
  readonly installationId: string;
  readonly attempt: number;
  /** Null for an installation that was removed before endpoints stored the version of removed ones. */
  readonly pluginVersion: string | null;
  readonly secrets: readonly string[];
  readonly body: string;
  readonly at: Date;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}): OutgoingRequest {
  const body = Buffer.from(to.body, 'utf8');
  return {
    url: new URL(`${to.baseUrl}${to.path}`),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kushk/1',
      'service-signature': signCall(to.secrets, body, Math.floor(to.at.getTime() / 1_000)),
      'service-installation-id': to.installationId,
      'service-attempt': String(to.attempt),
      ...(to.pluginVersion !== null && { 'service-plugin-version': to.pluginVersion }),
      ...to.extraHeaders,
    },
    body,
  };
}
