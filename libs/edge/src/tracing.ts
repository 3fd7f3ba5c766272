/** Ids that make a request traceable: `X-Request-Id` and W3C `traceparent` are accepted and echoed. */

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The client's request id; null when it sent none, or one that must not enter a log. */
export function givenRequestId(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : null;
}

/** The client's `traceparent` when it is valid (https://www.w3.org/TR/trace-context/), else null. */
export function givenTraceparent(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) && !header.startsWith('ff') ? header : null;
}
