import type { IncomingHttpHeaders } from 'node:http';

/** One call that a recording plugin has got. */
export interface RecordedCall {
  readonly method: string;
  /** Path below the base address, e.g. `/service/events`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The parsed body; `{}` where it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** Checked when it came: against the secrets known then, for `installed` also the one it brings. */
  readonly signature: 'valid' | 'invalid' | 'missing' | 'unknown_secret';
}
