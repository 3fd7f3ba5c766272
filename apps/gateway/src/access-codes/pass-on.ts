import type { Broker, RequestContext } from '@kushk/broker';
import type { RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

/** Less than the gateway of an instance waits, so that it gets an answer and not a timeout. */
const DEADLINE_MS = 3_500;

/** Answers a request of an instance with the answer of a service of the hub. */
export function passOn<Request, Reply>(
  broker: Broker,
  { requestId, traceparent }: Pick<RequestContext, 'requestId' | 'traceparent'>,
  { to, request }: { readonly to: RequestType<Request, Reply>; readonly request: Request },
): Promise<Outcome<Reply>> {
  return broker.request(to, request, { actor: { kind: 'system' }, requestId, traceparent, timeoutMs: DEADLINE_MS });
}
