/** Ids by which a request is found again: `X-Request-Id` and W3C `traceparent` are honoured and echoed (contract §3). */

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id that the client gave, or null where it gave none or one that must not enter a log. */
export function givenRequestId(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : null;
}

/** The `traceparent` of the client where it is one (https://www.w3.org/TR/trace-context/), else null. */
export function givenTraceparent(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) && !header.startsWith('ff') ? header : null;
}
