import { traceparentToSend } from '@kushk/runtime';
import type { OutgoingCall } from './exchange.js';

/** The call with the W3C trace context of what caused it; unchanged where there is none, or where the HTTP client writes that of its own span. */
export function withTrace(call: OutgoingCall, cause: string | null): OutgoingCall {
  const trace = traceparentToSend(cause ?? undefined);
  return trace === undefined ? call : { ...call, headers: { ...call.headers, traceparent: trace } };
}
