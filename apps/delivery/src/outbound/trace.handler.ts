import { traceparent } from '@kushk/runtime';
import type { OutgoingCall } from './exchange.js';

/** The call with the W3C trace context of the span it is made in, else of what caused it; unchanged where there is neither. */
export function withTrace(call: OutgoingCall, cause: string | null): OutgoingCall {
  const trace = traceparent(cause ?? undefined);
  return trace === undefined ? call : { ...call, headers: { ...call.headers, traceparent: trace } };
}
