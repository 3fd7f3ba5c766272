import type { IncomingHttpHeaders } from 'node:http';

/** A call that a recording plugin received. */
export interface RecordedCall {
  readonly method: string;
  /** The URL path relative to the base URL, such as `/service/events`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The parsed body; `{}` when the body is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /**
   * Result of the signature check on arrival, with all secrets known at that time. A call of `installed` contains a
   * secret itself, which counts as known.
   */
  readonly signature: 'valid' | 'invalid' | 'missing' | 'unknown_secret';
}

/** The webhook of the plugin API's OpenAPI document that describes a call. */
export function webhookOf({ path, json }: Pick<RecordedCall, 'path' | 'json'>): string {
  if (path.startsWith('/service/tools/')) return 'tool';
  return String(path === '/service/lifecycle' ? json['event'] : json['type']);
}
