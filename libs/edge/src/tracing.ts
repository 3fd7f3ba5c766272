/** Ids that make a request traceable. `X-Request-Id` and W3C `traceparent` are accepted and returned. */

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the client's request id, or null when there is none or it contains characters that must not be logged. */
export function givenRequestId(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : null;
}

/** Returns the client's `traceparent` when it is valid (https://www.w3.org/TR/trace-context/), otherwise null. */
export function givenTraceparent(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) && !header.startsWith('ff') ? header : null;
}
