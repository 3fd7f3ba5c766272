import type { IncomingHttpHeaders } from 'node:http';

/** A call that a recording plugin received. */
export interface RecordedCall {
  readonly method: string;
  /** The path below the base URL, such as `/service/events`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The parsed body; `{}` when it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** Checked on arrival, against the secrets known then. A call with `installed` also brings a secret. */
  readonly signature: 'valid' | 'invalid' | 'missing' | 'unknown_secret';
}
