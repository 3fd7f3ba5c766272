/** One call to a plugin and how it ended, in plain values: what the sender gives to those who judge it. */

/** What goes out, ready and signed. */
export interface OutgoingCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type FailedExchange = {
  readonly kind: 'failed';
  /**
   * `blocked`: the gate said no, nothing was sent; `dns`, `connect`, `tls`: no connection came about; `timeout`: the
   * deadline passed, wherever the exchange stood; `reset`: the connection broke; `protocol`: what came was no sound
   * HTTP; `too_large`: the body did not fit; `internal`: the call could not be made ready on our side.
   */
  readonly error: 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'too_large' | 'internal';
  readonly durationMs: number;
  /** The status, where one had come before the exchange failed. */
  readonly status: number | null;
};

export type AnsweredExchange = {
  readonly kind: 'answered';
  readonly status: number;
  readonly retryAfter: string | null;
  /** Complete, or the first bytes up to the limit where `cut`. */
  readonly body: Buffer;
  readonly cut: boolean;
  readonly durationMs: number;
};

export type Exchange = AnsweredExchange | FailedExchange;

/** Which kind of failure an error of undici, node:net, node:tls or the gate is. */
export function failureKind(error: { readonly name?: string; readonly code?: unknown }): FailedExchange['error'] {
  if (error.name === 'DestinationBlocked') return 'blocked';
  if (error.name === 'NameUnknown') return 'dns';
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
