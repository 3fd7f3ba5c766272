/**
 * One HTTP request to a plugin and its result, as plain values. The sender creates results; the retry and circuit
 * policies read them.
 */

/** A signed request, ready to send. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type FailedAttempt = {
  readonly kind: 'failed';
  /**
   * `blocked`: the destination is not allowed and nothing was sent. `dns`, `connect`, `tls`: no connection was
   * established. `timeout`: the deadline passed. `reset`: the connection was lost. `protocol`: the response is not
   * valid HTTP. `too_large`: the body exceeds the limit. `internal`: our service could not build the request.
   */
  readonly error: 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'too_large' | 'internal';
  readonly durationMs: number;
  /** The response status if headers arrived before the failure, otherwise null. */
  readonly status: number | null;
};

export type AnsweredAttempt = {
  readonly kind: 'answered';
  readonly status: number;
  /** The `Retry-After` header as received. */
  readonly retryAfter: string | null;
  readonly contentType: string | null;
  /** The `Location` header of a redirect. */
  readonly location: string | null;
  /** The complete body, or its first bytes when `isTruncated` is true. */
  readonly body: Buffer;
  readonly isTruncated: boolean;
  readonly durationMs: number;
};

export type AttemptResult = AnsweredAttempt | FailedAttempt;

/** Classifies an error of undici, node:net, node:tls or the destination check. */
export function failureKind(error: Error & { readonly code?: unknown }): FailedAttempt['error'] {
  if (error.name === 'DestinationBlocked') return 'blocked';
  if (error.name === 'NameNotResolved') return 'dns';
  if (error.name === 'HTTPParserError') return 'protocol';
  const code = typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    return 'connect';
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) return 'tls';
  if (/^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|INVALID_RETURN_VALUE|NOT_SUPPORTED)/.test(code))
    return 'protocol';
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  return 'reset';
}
